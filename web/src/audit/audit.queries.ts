import { auditList, exportRecords, revealWatch } from '@showroom/contract/audit/audit.api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { keyOf, queryOf } from '../api/query'
import type { FilterOf } from '../ui/list/filter/listFields'
import { auditTable, exportLog } from './audit.fields'

/** A page of the log in the list page's shape. */
export const exportLogQuery = (filter: FilterOf<(typeof exportLog)['fields']>) => {
  const request = exportLog.requestOf(filter)
  return queryOptions({
    queryKey: [...keyOf(exportRecords), request],
    queryFn: async ({ signal }) => {
      const { records, total } = await callApi(exportRecords, request, { signal })
      return { data: records, total }
    },
    placeholderData: keepPreviousData,
  })
}

export const auditQuery = (filter: FilterOf<(typeof auditTable)['fields']>) => {
  const request = auditTable.requestOf(filter)
  return queryOptions({
    queryKey: [...keyOf(auditList), request],
    queryFn: ({ signal }) => callApi(auditList, request, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const revealWatchQuery = () => queryOf(revealWatch, {})
