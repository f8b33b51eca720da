import * as lead from '@showroom/contract/lead/lead.api'
import { assignMembers } from '@showroom/contract/team/team.api'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'
import { type LeadFilter, leadList } from './list/lead.fields'

/** A page of the list. The previous page stays visible while the next one loads. */
export const leadListQuery = (filter: LeadFilter) => {
  const request = leadList.requestOf(filter)
  return queryOptions({
    ...queryOf(lead.list, request),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Counts of the waiting tabs, independent of the filters. */
export const leadCountsQuery = () => queryOf(lead.counts, {})

export const leadQuery = (clueId: number) => queryOf(lead.detail, { clueId })

/** Call after a lead was handled. Invalidates list, counts, details and the members' lead counts. */
export const invalidateLeads = async (queries: QueryClient): Promise<void> => {
  const changed = [lead.list, lead.counts, lead.detail, assignMembers]
  await Promise.all(changed.map((call) => queries.invalidateQueries({ queryKey: keyOf(call) })))
}
