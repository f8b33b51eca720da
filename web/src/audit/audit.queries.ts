import { auditList, exportRecords, revealWatch } from '@showroom/contract/audit/audit.api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../api/query'
import { queryRead } from '../api/pages'
import type { FilterOf } from '../ui/list/filter/listFields'
import { auditTable, exportLog } from './audit.fields'

/** A page of the log in the list page's shape. */
export const exportLogQuery = (filter: FilterOf<(typeof exportLog)['fields']>) => {
  const request = exportLog.requestOf(filter)
  return queryOptions({
    ...queryRead(exportRecords, request, ({ records, total }) => ({ data: records, total })),
    placeholderData: keepPreviousData,
  })
}

export const auditQuery = (filter: FilterOf<(typeof auditTable)['fields']>) => {
  const request = auditTable.requestOf(filter)
  return queryOptions({
    ...queryOf(auditList, request),
    placeholderData: keepPreviousData,
  })
}

export const revealWatchQuery = () => queryOf(revealWatch, {})
