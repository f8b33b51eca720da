import { erasedFileText, mayAct, mayWithoutOrders } from '@showroom/contract/customer/customer.rules'
import type { CustomerAction, CustomerState } from '@showroom/contract/customer/customer.rules'
import { groupRoles } from '@showroom/contract/kernel/call'
import { Overtaken } from '../platform/db/client.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Acting, Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Scope } from '../platform/session/session.ts'
import { findOnFile } from './add/on-file.repository.ts'
import { countOrders, lockCustomerRows, wasMerged } from './lock.repository.ts'
import type { CustomerRow, Reach } from './lock.repository.ts'

/** Locks of customers for actions, and the refusals of what their state does not allow. The statements are in `lock.repository.ts`. */

/** Locks the files of the mobiles that `findOnFile` finds, and returns them by mobile. */
export const lockOnFile = async (
  db: Executor,
  scope: Scope,
  mobiles: readonly string[],
): Promise<ReadonlyMap<string, CustomerRow>> => lockFound(db, scope, await findOnFile(db, scope, mobiles))

/** Locks files that were just found by mobile. */
export async function lockFound(
  db: Executor,
  scope: Scope,
  found: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, CustomerRow>> {
  const rows = await lockCustomerRows(db, scope, [...found.values()], 'store')
  const files = new Map(rows.map((row) => [row.customerId, row]))
  return new Map(
    [...found].map(([mobile, id]) => {
      const file = files.get(id)
      // The file was merged while waiting for the lock: the mobile now belongs to another file.
      if (!file) throw new Overtaken()
      return [mobile, file]
    }),
  )
}

/** A customer locked for the current action, with the state that the action was checked against. */
export interface LockedCustomer extends CustomerRow {
  readonly state: CustomerState
}

interface Terms {
  /** Action that the customer's state must allow, by `customerCan`. */
  readonly action?: CustomerAction
  /** Deal that the caller had on screen; 0 accepts the current one. */
  readonly dealId?: number
  /** Defaults to `seen`. The front desk and reviewers act on customers that they do not see otherwise. */
  readonly reach?: Reach
  /** The step ends what an erased person had begun, as an order or a drive. */
  readonly ofErased?: true
  /** A decision on a defeat, which group supervisors may take if they have the right. */
  readonly decides?: true
}

/**
 * Locks a customer for an action and refuses what its state does not allow, so that one of two concurrent actions is refused. Every
 * action on a customer starts here.
 */
export async function lockCustomer(
  context: Context,
  customerId: number,
  terms: Terms = {},
): Promise<LockedCustomer> {
  if (!terms.decides) refuseViewer(context)
  const customer = (await lockWithState(context, [customerId], terms.reach)).get(customerId)
  if (!customer) throw await missing(context, customerId, terms.reach)
  if (!terms.ofErased) refuseErased(customer)
  refuseOutdated(context, customer, terms)
  return customer
}

/** Refuses an action on a deal that is not the current one, or that the customer's state does not allow. */
export function refuseOutdated(
  context: Context,
  customer: LockedCustomer,
  { dealId, action }: Pick<Terms, 'dealId' | 'action'>,
): void {
  if (dealId && dealId !== customer.dealId) throw new Refusal('STALE')
  if (action) refuseState(context, customer, action)
}

/** Locks a customer for an action that is possible in every state. */
export async function lockFile(context: Context, customerId: number): Promise<CustomerRow> {
  refuseViewer(context)
  const [row] = await lockCustomerRows(context.db, context.session.scope, [customerId])
  if (!row) throw await missing(context, customerId)
  refuseErased(row)
  return row
}

/** Refuses to write about an erased person; a new contact gets a new file. */
function refuseErased({ isErased }: CustomerRow): void {
  if (isErased) throw new Refusal('CUSTOMER_STATE', { text: erasedFileText })
}

/** Text of refusals for merged customers; reopening the file leads to the survivor. */
export const mergedText = '该客户已被合并，请刷新后重试'

/** Refusal for a customer that cannot be locked, with its own text for merged ones. */
async function missing({ db, session }: Acting, customerId: number, reach?: Reach): Promise<Refusal> {
  const isMerged = await wasMerged(db, session.scope, customerId, reach)
  return new Refusal('NOT_FOUND', isMerged ? { text: mergedText } : {})
}

/** Locks all customers that an action needs. The result lacks merged customers and those out of reach. */
export async function lockCustomers(
  context: Acting,
  customerIds: readonly number[],
  { reach, decides }: Pick<Terms, 'reach' | 'decides'> = {},
): Promise<ReadonlyMap<number, LockedCustomer>> {
  if (!decides) refuseViewer(context)
  return lockWithState(context, customerIds, reach)
}

async function lockWithState(
  { db, session }: Acting,
  customerIds: readonly number[],
  reach?: Reach,
): Promise<ReadonlyMap<number, LockedCustomer>> {
  const rows = await lockCustomerRows(db, session.scope, customerIds, reach)
  const orders = await countOrders(
    db,
    session.scope,
    rows.map((row) => row.customerId),
  )
  return new Map(
    rows.map((row) => {
      const { customerId, level, waitingFailReview, isErased } = row
      const isSuspend = row.suspendedAt !== null
      const counts = orders.get(customerId) ?? { openOrders: 0, undelivered: 0 }
      const state = { level, isSuspend, waitingFailReview, isErased, ...counts }
      return [customerId, { ...row, state }]
    }),
  )
}

/** Refuses an action that the customer's state does not allow. Orders in progress have their own refusals, which say what to do. */
export function refuseState({ session }: Acting, { state }: LockedCustomer, action: CustomerAction): void {
  if (mayAct(action, state, session.flags)) return
  if (!mayWithoutOrders(action, state, session.flags)) throw new Refusal('CUSTOMER_STATE')
  if (action === 'repurchase')
    throw new Refusal('CUSTOMER_STATE', { text: '该客户还有未交车的订单，请交车后再操作' })
  throw new Refusal('CUSTOMER_ORDER_OPEN')
}

/** Refuses group supervisors: they view customers, but do not change them. */
export function refuseViewer({ session }: Acting): void {
  if (groupRoles.includes(session.role)) throw new Refusal('FORBIDDEN', { text: '您只能查看该客户' })
}
