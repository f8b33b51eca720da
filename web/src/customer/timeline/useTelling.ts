import { useDictionaryText } from '../../base/public'
import { type Telling, tellingOf, type Told } from './telling'

/** Splits a row for display, with the store's dictionary texts. */
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
