import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { useDictionaryText } from '../../base/public'
import { type Telling, tellingOf } from './telling'

/** How a row is read, in the words of the store's dictionaries. */
export function useTelling(): (row: Pick<TimelineRow, 'facts' | 'content'>) => Telling {
  const words = {
    activity: useDictionaryText('activityTypes'),
    contact: useDictionaryText('contactTypes'),
    event: useDictionaryText('followEvents'),
    stay: useDictionaryText('comeDurations'),
    testResult: useDictionaryText('testResults'),
    source: useDictionaryText('customerFromSources'),
    failReason: useDictionaryText('failReasons'),
    failSubReason: useDictionaryText('failSubReasons'),
  }
  return (row) => tellingOf(row, words)
}
