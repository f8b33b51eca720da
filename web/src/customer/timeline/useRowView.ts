import { useDictionaryText } from '../../base/public'
import { type RowView, rowViewOf, type ShownRow } from './rowView'

/** Splits a row for display, with the store's dictionary texts. */
export function useRowView(): (row: ShownRow) => RowView {
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
  return (row) => rowViewOf(row, words)
}
