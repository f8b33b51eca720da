import { activityType } from '@showroom/contract/customer/customer.rules'
import { isFollowLevel } from '@showroom/contract/customer/level.rules'
import type { Level } from '@showroom/contract/customer/level.rules'
import { dayStart, dayText } from '@showroom/contract/kernel/day'
import { holdingStatuses } from '@showroom/contract/order/order.rules'
import { changeDeal, findOpenActivity, insertActivity } from '../customer/index.ts'
import type { CustomerRow } from '../customer/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Actor } from '../platform/live/events.ts'
import * as repository from './order.repository.ts'

/** Order data stored with the deal. */
interface Ordered {
  /** The day entered with a quick order; null for other orders. */
  readonly orderedOn: string | null
  readonly deliverOn: string | null
  readonly paymentType: number
}

/** Columns of the deal for its approved order; empty values without one. */
export function orderedColumns(order: Ordered | undefined, approvedAt: Date | null) {
  if (!order || !approvedAt) return { ordered_at: null, deliver_planned_on: null, pay_type: 0 }
  const { orderedOn, deliverOn, paymentType } = order
  const isThatDay = orderedOn === null || orderedOn === dayText(secondsOf(approvedAt))
  return {
    ordered_at: isThatDay ? approvedAt : new Date(`${orderedOn}T00:00:00+08:00`),
    deliver_planned_on: deliverOn,
    pay_type: paymentType,
  }
}

/**
 * Restores the deal's previous level when no order keeps it at O, and plans a call for an active customer without a planned activity. The
 * deal keeps the data of a remaining order, in progress or delivered.
 */
export async function returnLevel(
  { db, scope, now }: Pick<Actor, 'db' | 'scope' | 'now'>,
  customer: CustomerRow,
  dealId: number,
): Promise<Level> {
  if (customer.level !== 'O' || dealId !== customer.dealId) return customer.level
  const standing = await repository.findLiveOrders(db, scope, dealId)
  const ordered = orderedColumns(standing, standing?.approvedAt ?? null)
  if ((await repository.lockOrdersOf(db, scope, dealId, holdingStatuses)).length > 0) {
    await changeDeal(db, scope, dealId, ordered)
    return customer.level
  }
  const levelBefore = await repository.findLevelBefore(db, scope, dealId)
  const level: Level = isFollowLevel(levelBefore) || levelBefore === 'D' ? levelBefore : 'N'
  await changeDeal(db, scope, dealId, { level, level_before: '', ...ordered })
  const isFollowed = isFollowLevel(level) && !customer.suspendedAt && !customer.isErased
  if (isFollowed && !(await findOpenActivity(db, scope, dealId))) {
    const today = new Date(dayStart(secondsOf(now)) * 1000)
    await insertActivity(db, scope, {
      customerId: customer.customerId,
      dealId,
      ownerId: customer.ownerId,
      type: activityType.call,
      dueAt: today,
      testSeriesId: null,
      at: now,
    })
    await changeDeal(db, scope, dealId, { next_follow_at: today, next_activity_type: activityType.call })
  }
  return level
}
