import { groupRoles } from '@showroom/contract/kernel/call'
import { mayAct } from '@showroom/contract/customer/customer.rules'
import type {
  CustomerAction,
  CustomerState,
  Level,
  TimelineType,
} from '@showroom/contract/customer/customer.rules'
import { writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { bumpVersion, countOpenOrders, insertTimeline, lockCustomer } from './customer.repository.ts'
import type { LockedCustomer, Reach, TimelineLinks } from './customer.repository.ts'

/** A customer locked for the action under way, with the state that was decided on. */
export interface TakenCustomer extends LockedCustomer {
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
export async function takeCustomer(
  context: Context,
  customerId: number,
  terms: Terms = {},
): Promise<TakenCustomer> {
  const { db, session } = context
  refuseViewer(context)
  const found = await lockCustomer(db, session.scope, customerId, terms.reach)
  if (!found) throw new Refusal('NOT_FOUND')
  if (terms.dealId && terms.dealId !== found.dealId) throw new Refusal('STALE')
  const customer = await withState(context, found)
  if (terms.action) refuseState(context, customer, terms.action)
  return customer
}

export async function withState({ db, session }: Context, found: LockedCustomer): Promise<TakenCustomer> {
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
export function refuseState({ session }: Context, { state }: TakenCustomer, action: CustomerAction): void {
  if (mayAct(action, state, session.flags)) return
  const onlyOrders = state.openOrders > 0 && mayAct(action, { ...state, openOrders: 0 }, session.flags)
  throw new Refusal(onlyOrders && endsFollowing.has(action) ? 'CUSTOMER_ORDER_OPEN' : 'CUSTOMER_STATE')
}
const endsFollowing: ReadonlySet<CustomerAction> = new Set(['defeat', 'confirmDefeat', 'suspend'])

/** Supervisors of the group look at files, they do not work on them. */
export function refuseViewer({ session }: Context): void {
  if (groupRoles.includes(session.role)) throw new Refusal('FORBIDDEN', { text: '您只能查看该客户' })
}

interface Told extends Partial<TimelineLinks> {
  readonly type: TimelineType
  readonly subject: string
  readonly content: string
  /** As it is after the action; the customer's own where that stays. */
  readonly level?: Level
  /** The deal it happened in; the current one unless said. */
  readonly dealId?: number
}

/** Ends an action: tells it in the timeline, in one row, and marks the file as changed. */
export async function tell(
  { db, session, now }: Context,
  customer: TakenCustomer,
  told: Told,
): Promise<{ rowVersion: number }> {
  await insertTimeline(db, session.scope, {
    customerId: customer.customerId,
    dealId: customer.dealId,
    memberName: session.memberName,
    level: customer.level,
    at: now,
    ...told,
  })
  return { rowVersion: await bumpVersion(db, session.scope, customer.customerId) }
}

/** Keeps who did it where it must be answerable later (document 4, section 2): handovers, approvals, merges. */
export async function audit(
  { db, session, now, ip }: Context,
  action: string,
  customerId: number | undefined,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeAudit(db, {
    dealerId: session.dealerId,
    memberId: session.memberId,
    accountId: session.accountId,
    action,
    ...(customerId !== undefined && { record: `customer:${customerId}` }),
    ip,
    detail,
    at: now,
  })
}
