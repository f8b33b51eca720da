import * as team from '@showroom/contract/team/team.api'
import { queryOf } from '../api/query'

/** People come and go more often than dictionaries do, but not by the minute. */
const fresh = <Query extends object>(query: Query): Query => ({ ...query, staleTime: 300_000 })

/** The caller and everyone below. */
export const managedQuery = () => fresh(queryOf(team.managerMembers, {}))
/**
 * Members that can be given customers; `isAll` means the whole dealer, `byLeads` who should be given the next lead first, `withLoad` how many
 * customers each follows.
 */
export const assignableQuery = (isAll = false, byLeads = false, withLoad = false) => {
  const query = fresh(queryOf(team.assignMembers, { isAll, byLeads, ...(withLoad && { withLoad }) }))
  // Leads are given out by the minute.
  return byLeads || withLoad ? { ...query, staleTime: 30_000 } : query
}
/** Everybody of the store, with their roles; for who manages the team those who left, too. */
export const memberListQuery = (withLeft = false) =>
  fresh(queryOf(team.memberList, withLeft ? { withLeft } : {}))
export const customSourceQuery = () => fresh(queryOf(team.sourceList, {}))
