import { owningRoles } from '@showroom/contract/access/access.rules'
import type { MemberOption } from '@showroom/contract/team/team.schema'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../frame/session'
import { assignableQuery } from './team.queries'

export interface Assignable {
  /** Covers the whole store including the caller. Otherwise the caller's own line without the caller. */
  readonly isAll?: boolean
  /** Adds the caller to their own line if their role can own customers, so that they can take a customer over. */
  readonly withSelf?: boolean
  /** Sorts the member suggested for the next lead first. */
  readonly withLeads?: boolean
  /** Adds how many customers each member follows. */
  readonly withLoad?: boolean
}

/** The members who can receive a customer or lead. */
export function useAssignable(which: Assignable) {
  const { isAll = false, withSelf = false, withLeads = false, withLoad = false } = which
  const { memberId, name, role } = useSession().profile
  const { data, isPending } = useQuery(assignableQuery(isAll, withLeads, withLoad))
  const members = data?.data ?? []
  const self: MemberOption = { memberId, userName: name, clueCount: 0, customerCount: 0 }
  const addsSelf = withSelf && !isAll && data !== undefined && owningRoles.includes(role)
  return { data: addsSelf ? [...members, self] : members, isPending }
}
