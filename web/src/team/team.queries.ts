import * as team from '@showroom/contract/team/team.api'
import { queryOf } from '../api/query'

/** Members change more often than dictionaries, but rarely within five minutes. */
const fresh = <Query extends object>(query: Query): Query => ({ ...query, staleTime: 300_000 })

/** The caller and every member below. */
export const managedQuery = () => fresh(queryOf(team.managerMembers, {}))
/**
 * Members who can receive customers. `isAll` covers the whole dealer, `byLeads` puts the best recipient of the next lead first, `withLoad`
 * adds how many customers each follows.
 */
export const assignableQuery = (isAll = false, byLeads = false, withLoad = false) => {
  const query = fresh(queryOf(team.assignMembers, { isAll, byLeads, ...(withLoad && { withLoad }) }))
  // Lead and customer counts change by the minute.
  return byLeads || withLoad ? { ...query, staleTime: 30_000 } : query
}
/** All members of the store with their roles. `withLeft` adds former members, for callers who manage the team. */
export const memberListQuery = (withLeft = false) =>
  fresh(queryOf(team.memberList, withLeft ? { withLeft } : {}))
export const customSourceQuery = () => fresh(queryOf(team.sourceList, {}))
