import * as manage from '@showroom/contract/team/manage.api'
import * as team from '@showroom/contract/team/team.api'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'
import type { FilterOf } from '../ui/list/filter/listFields'
import { leavesTable } from './leaves/leaves.fields'

/** Queries of the team pages. */

/** Keeps the previous page visible while the next one loads. */
const paged = <Query extends object>(query: Query): Query => ({
  ...query,
  staleTime: 10_000,
  placeholderData: keepPreviousData,
})

/** Members of the store; `withLeft` adds former members. */
export const teamQuery = (withLeft: boolean) => paged(queryOf(team.memberList, withLeft ? { withLeft } : {}))
/** Records that move when a member leaves, and possible successors. Not cached as fresh, since both change. */
export const leavePreviewQuery = (memberId: number) => queryOf(manage.memberLeavePreview, { memberId })
/** A page of the departure record. */
export const leavesQuery = (filter: FilterOf<(typeof leavesTable)['fields']>) =>
  paged(queryOf(manage.memberLeaves, leavesTable.requestOf(filter)))

/** Call after any change of the team, by this user or by a colleague. */
export const invalidateTeam = async (queries: QueryClient): Promise<void> => {
  const calls = [team.memberList, team.assignMembers, team.managerMembers, manage.memberLeaves]
  await Promise.all(calls.map((call) => queries.invalidateQueries({ queryKey: keyOf(call) })))
}
