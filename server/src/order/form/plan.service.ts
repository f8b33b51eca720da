import { activityType } from '@showroom/contract/customer/customer.rules'
import {
  cancelOpenActivity,
  changeDeal,
  completeActivity,
  findOpenActivity,
  insertActivity,
} from '../../customer/index.ts'
import type { LockedCustomer } from '../../customer/index.ts'
import type { Context } from '../../platform/http/handler.ts'

/** Effects of an order on the customer's planned activities. */

interface Done {
  /** A `timelineType`. */
  readonly type: number
  readonly result: Readonly<Record<string, unknown>>
  readonly next: Date | null
  /** An `activityType`. */
  readonly nextType: number
}

const planOf = ({ now }: Context, { customerId, dealId, ownerId }: LockedCustomer) => ({
  customerId,
  dealId,
  ownerId,
  testSeriesId: null,
  at: now,
})

/** Completes the planned activity and plans the next one. */
export async function completePlanned(context: Context, customer: LockedCustomer, done: Done): Promise<void> {
  const { db, session, now } = context
  const { scope } = session
  const completion = { type: done.type, at: now, result: done.result }
  const plan = planOf(context, customer)
  const open = await findOpenActivity(db, scope, customer.dealId)
  if (open) await completeActivity(db, scope, open.id, completion)
  else await insertActivity(db, scope, { ...plan, type: done.type, dueAt: now }, completion)
  if (done.next) await insertActivity(db, scope, { ...plan, type: done.nextType, dueAt: done.next })
}

/** A call, or a return visit if the customer has already ordered. */
export const callType = ({ level }: LockedCustomer): number =>
  level === 'O' || level === 'D' ? activityType.revisit : activityType.call

/** Moves the planned activity to another day without completing it. */
export async function reschedule(context: Context, customer: LockedCustomer, next: Date): Promise<void> {
  const { db, session, now } = context
  const { scope } = session
  const open = await findOpenActivity(db, scope, customer.dealId)
  const type = open?.type ?? callType(customer)
  await cancelOpenActivity(db, scope, customer.dealId, now)
  await insertActivity(db, scope, { ...planOf(context, customer), type, dueAt: next })
  await changeDeal(db, scope, customer.dealId, { next_follow_at: next, next_activity_type: type })
}
