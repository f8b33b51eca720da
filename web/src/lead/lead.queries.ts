import * as lead from '@showroom/contract/lead/lead.api'
import { assignMembers } from '@showroom/contract/team/team.api'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { keyOf, queryOf } from '../api/query'
import { type LeadFilter, leadList } from './lead.fields'

/** A page of the list; while the next one loads, the last stays in sight. */
export const leadListQuery = (filter: LeadFilter) => {
  const request = leadList.requestOf(filter)
  return queryOptions({
    queryKey: [...keyOf(lead.list), request],
    queryFn: ({ signal }) => callApi(lead.list, request, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** What waits on the tabs, whatever the filters. */
export const leadCountsQuery = () => queryOf(lead.counts, {})

export const leadQuery = (clueId: number) => queryOf(lead.detail, { clueId })

/** After a lead was handled: list, numbers and detail, and how many leads each member has. */
export const invalidateLeads = async (queries: QueryClient): Promise<void> => {
  const changed = [lead.list, lead.counts, lead.detail, assignMembers]
  await Promise.all(changed.map((call) => queries.invalidateQueries({ queryKey: keyOf(call) })))
}
