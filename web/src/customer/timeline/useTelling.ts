import { useDictionaryText } from '../../base/public'
import { type Telling, tellingOf, type Told } from './telling'

/** How a row is read, in the words of the store's dictionaries. */
export function useTelling(): (row: Told) => Telling {
  const words = {
    activity: useDictionaryText('activityTypes'),
    contact: useDictionaryText('contactTypes'),
    event: useDictionaryText('followEvents'),
    stay: useDictionaryText('comeDurations'),
    testResult: useDictionaryText('testResults'),
    source: useDictionaryText('customerFromSources'),
    onlineSource: useDictionaryText('onlineSources'),
    failReason: useDictionaryText('failReasons'),
    failSubReason: useDictionaryText('failSubReasons'),
  }
  return (row) => tellingOf(row, words)
}
