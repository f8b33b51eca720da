import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { orderStatus } from '@showroom/contract/order/order.rules'
import {
  awake,
  cancelOpenActivity,
  changeDeal,
  insertActivity,
  insertTimelines,
} from '../../customer/index.ts'
import type { CustomerRow } from '../../customer/index.ts'
import { instantOf, secondsOf } from '../../platform/clock.ts'
import type { Actor } from '../../platform/live/events.ts'
import { timeWarnings } from './maker.steps.ts'
import type { MovingOrder } from './maker.steps.ts'
import { maker } from './maker.timeline.ts'

/** Handles deliveries reported by the maker like deliveries recorded by a member. */

/** Days until a return visit asks about the new car. */
const visitAfterDays = 3
/** The day of the visit, in epoch seconds. */
const visitDay = (now: Date): number => addDays(dayStart(secondsOf(now)), visitAfterDays)

/** When the vehicle was handed over; null if the batch does not deliver the order. The sender's time counts unless a warning leaves it out. */
export function deliveryOf({ order, passed }: MovingOrder, now: Date): Date | null {
  if (order.deliveredAt) return null
  const passedStep = passed.find(({ steps }) =>
    steps.some((step) => step === orderStatus.delivered || step === orderStatus.completed),
  )
  if (!passedStep) return null
  const { occurredAt } = passedStep.step
  return occurredAt > 0 && timeWarnings(order, passedStep.step, now).length === 0
    ? new Date(occurredAt * 1000)
    : now
}

/**
 * Moves the deal to level D, wakes it, completes the planned activity and plans the return visit. An order of an earlier deal leaves the
 * current one unchanged.
 */
export async function completeDelivery(
  by: Actor,
  customer: CustomerRow,
  { order }: MovingOrder,
  deliveredAt: Date,
): Promise<boolean> {
  const { db, scope, now } = by
  const { customerId, dealId, ownerId } = customer
  if (order.dealId !== dealId || customer.level === 'F') return false
  const next = customer.isErased ? null : instantOf(visitDay(now))
  await cancelOpenActivity(db, scope, dealId, now)
  if (next)
    await insertActivity(db, scope, {
      customerId,
      dealId,
      ownerId,
      type: activityType.revisit,
      dueAt: next,
      testSeriesId: null,
      at: now,
    })
  await changeDeal(db, scope, dealId, {
    level: 'D',
    delivered_at: deliveredAt,
    next_follow_at: next,
    next_activity_type: next ? activityType.revisit : 0,
    ...awake,
  })
  return true
}

/** Records that a dormant customer is active again for the visit: once per customer, however many orders were delivered. */
export async function recordWoken(by: Actor, delivered: readonly CustomerRow[]): Promise<void> {
  const { db, scope, now } = by
  const woken = [...new Set(delivered)].filter(({ suspendedAt }) => suspendedAt)
  if (woken.length === 0) return
  await insertTimelines(
    db,
    scope,
    woken.map(({ customerId, dealId }) => ({
      customerId,
      dealId,
      memberName: maker,
      level: 'D',
      type: timelineType.woken,
      subject: '继续跟进',
      content: '车辆已交付，休眠结束',
      facts: { kind: 'woken', nextType: activityType.revisit, nextDate: visitDay(now) },
      at: now,
    })),
  )
}
