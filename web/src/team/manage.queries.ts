import * as manage from '@showroom/contract/team/manage.api'
import * as team from '@showroom/contract/team/team.api'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'
import type { FilterOf } from '../ui/list/listFields'
import { leavesTable } from './leaves/leaves.fields'

/** What the team's own pages read. */

/** While it changes, what was there stays in sight. */
const paged = <Query extends object>(query: Query): Query => ({
  ...query,
  staleTime: 10_000,
  placeholderData: keepPreviousData,
})

/** The team; those who left, too, if wanted. */
export const teamQuery = (withLeft: boolean) => paged(queryOf(team.memberList, withLeft ? { withLeft } : {}))
/** What moves when a member leaves, and who could take over: as it is now. */
export const leavePreviewQuery = (memberId: number) => queryOf(manage.memberLeavePreview, { memberId })
/** A page of the record of who left. */
export const leavesQuery = (filter: FilterOf<(typeof leavesTable)['fields']>) =>
  paged(queryOf(manage.memberLeaves, leavesTable.requestOf(filter)))

/** After a change of the team, one's own or a colleague's. */
export const invalidateTeam = async (queries: QueryClient): Promise<void> => {
  const calls = [team.memberList, team.assignMembers, team.managerMembers, manage.memberLeaves]
  await Promise.all(calls.map((call) => queries.invalidateQueries({ queryKey: keyOf(call) })))
}
