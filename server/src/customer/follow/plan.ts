import { nextDateProblem } from '@showroom/contract/customer/add.schema'
import { instantOf, secondsOf } from '../../platform/clock.ts'
import type { Acting, Context } from '../../platform/http/handler.ts'
import { refuseField } from '../../platform/refusal.ts'
import { findAssignable } from '../../team/index.ts'
import { happened } from '../events.ts'
import { cancelOpenActivity, insertActivity } from './activity.repository.ts'

/** Shared by actions that give a customer to a member: the owner and the next activity. */

/**
 * Returns the name of the new owner, who must be active and able to own customers. Restricted to the member's reporting line unless the
 * action or the member's rights cover the store.
 */
export async function chooseOwner(
  { db, session }: Acting,
  memberId: number,
  anyMember = session.flags.canResign,
): Promise<string> {
  const { sees } = session.scope
  const inLine = anyMember || sees === 'all' || sees.includes(memberId)
  const name = inLine ? await findAssignable(db, session.scope, memberId) : undefined
  if (name === undefined)
    throw refuseField('MEMBER_UNAVAILABLE', 'memberId', '所选客户经理不可用，请重新选择')
  return name
}

export interface Next {
  readonly customerId: number
  readonly dealId: number
  readonly ownerId: number
  readonly type: number
  readonly at: Date
  readonly testSeriesId?: number
  /** Length of an appointment by the hour, and the car it books; 0 or missing for none. */
  readonly minutes?: number
  readonly carId?: number
  /** Field of the request that has the date. */
  readonly field?: string
  /** The customer comes to the store in this transaction. */
  readonly isArriving?: boolean
}

/** Plans an activity, by the hour only where that is possible. */
export async function plan(context: Context, next: Next): Promise<void> {
  const { db, session, now } = context
  const { testSeriesId = 0, minutes = 0, carId = 0, field = 'nextDate', isArriving = false } = next
  const activityId = await insertActivity(db, session.scope, {
    customerId: next.customerId,
    dealId: next.dealId,
    ownerId: next.ownerId,
    type: next.type,
    dueAt: next.at,
    testSeriesId: testSeriesId || null,
    minutes,
    carId,
    at: now,
    isArriving,
  })
  const startsAt = secondsOf(next.at)
  if (minutes) {
    const hour = { activityId, carId, seriesId: testSeriesId, startsAt, minutes, field }
    await happened(context, 'hourPlanned', hour)
  }
}

/** Plans the next activity and cancels an open one. Returns the deal's columns for it. */
export async function planNext(context: Context, next: Next) {
  const { db, session, now } = context
  await cancelOpenActivity(db, session.scope, next.dealId, now)
  await plan(context, next)
  return { next_follow_at: next.at, next_activity_type: next.type }
}

/** Deal columns without a planned activity. */
export const nothingPlanned = { next_follow_at: null, next_activity_type: 0 } as const

/** Returns the next contact's date, which must lie in the level's window. */
export function chooseNextDate({ now }: Context, form: { level: string; nextDate: number }): Date {
  const late = nextDateProblem(form, secondsOf(now))
  if (late) throw refuseField('INVALID', 'nextDate', late)
  return instantOf(form.nextDate) ?? now
}
