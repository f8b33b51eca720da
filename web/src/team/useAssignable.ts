import { owningRoles } from '@showroom/contract/access/access.rules'
import type { MemberOption } from '@showroom/contract/team/team.schema'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../frame/session'
import { assignableQuery } from './team.queries'

export interface Assignable {
  /** Of the whole store, oneself among them; else of the own line without oneself. */
  readonly isAll?: boolean
  /** Oneself beside one's own line, where one can own customers: to take a customer over. */
  readonly withSelf?: boolean
  /** Who should be given the next lead first. */
  readonly withLeads?: boolean
  /** How many customers each follows. */
  readonly withLoad?: boolean
}

/** The members that something can be given to. */
export function useAssignable(which: Assignable) {
  const { isAll = false, withSelf = false, withLeads = false, withLoad = false } = which
  const { memberId, name, role } = useSession().profile
  const { data, isPending } = useQuery(assignableQuery(isAll, withLeads, withLoad))
  const found = data?.data ?? []
  const self: MemberOption = { memberId, userName: name, clueCount: 0, customerCount: 0 }
  const addsSelf = withSelf && !isAll && data !== undefined && owningRoles.includes(role)
  return { data: addsSelf ? [...found, self] : found, isPending }
}
