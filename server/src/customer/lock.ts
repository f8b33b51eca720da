import { groupRoles } from '@showroom/contract/kernel/call'
import { mayAct } from '@showroom/contract/customer/customer.rules'
import type { CustomerAction, CustomerState, Level } from '@showroom/contract/customer/customer.rules'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { countOpenOrders, lockCustomerRow } from './customer.repository.ts'
import type { CustomerRow, Reach } from './customer.repository.ts'

/** A customer locked for the action under way, with the state that was decided on. */
export interface LockedCustomer extends CustomerRow {
  readonly level: Level
  readonly state: CustomerState
}

interface Terms {
  /** Must be allowed in the customer's state, by `customerCan`. */
  readonly action?: CustomerAction
  /** The deal that the caller had on screen; 0 for whichever is current. */
  readonly dealId?: number
  /** The store's front desk and its reviewers act on customers that they do not see otherwise. */
  readonly reach?: Reach
}

/**
 * Locks a customer for an action and refuses what its state does not allow: compare-and-set, so that of two at once one wins and the
 * other is told. Every action on a customer starts here.
 */
export async function lockCustomer(
  context: Context,
  customerId: number,
  terms: Terms = {},
): Promise<LockedCustomer> {
  const { db, session } = context
  refuseViewer(context)
  const found = await lockCustomerRow(db, session.scope, customerId, terms.reach)
  if (!found) throw new Refusal('NOT_FOUND')
  if (terms.dealId && terms.dealId !== found.dealId) throw new Refusal('STALE')
  const customer = await withState(context, found)
  if (terms.action) refuseState(context, customer, terms.action)
  return customer
}

export async function withState({ db, session }: Context, found: CustomerRow): Promise<LockedCustomer> {
  const level = found.level as Level
  const state: CustomerState = {
    level,
    isSuspend: found.suspendedAt !== null,
    waitingFailReview: found.waitingFailReview,
    openOrders: await countOpenOrders(db, session.scope, found.customerId),
  }
  return { ...found, level, state }
}

/** Open orders are the one state with a text of its own: what to do about them stands in it. */
export function refuseState({ session }: Context, { state }: LockedCustomer, action: CustomerAction): void {
  if (mayAct(action, state, session.flags)) return
  const onlyOrders = state.openOrders > 0 && mayAct(action, { ...state, openOrders: 0 }, session.flags)
  throw new Refusal(onlyOrders && endsFollowing.has(action) ? 'CUSTOMER_ORDER_OPEN' : 'CUSTOMER_STATE')
}
const endsFollowing: ReadonlySet<CustomerAction> = new Set(['defeat', 'confirmDefeat', 'suspend'])

/** Supervisors of the group look at files, they do not work on them. */
export function refuseViewer({ session }: Context): void {
  if (groupRoles.includes(session.role)) throw new Refusal('FORBIDDEN', { text: '您只能查看该客户' })
}
