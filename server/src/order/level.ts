import { activityType, isFollowLevel } from '@showroom/contract/customer/customer.rules'
import type { Level } from '@showroom/contract/customer/customer.rules'
import { dayStart } from '@showroom/contract/kernel/day'
import { liveStatuses } from '@showroom/contract/order/order.rules'
import { changeDeal, findOpenActivity, insertActivity } from '../customer/index.ts'
import type { CustomerRow } from '../customer/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Actor } from '../platform/happenings.ts'
import * as repository from './order.repository.ts'

/** Gives the deal its level back when no order holds it at O any longer, and somebody a reason to call. */
export async function returnLevel(
  { db, scope, now }: Pick<Actor, 'db' | 'scope' | 'now'>,
  customer: CustomerRow,
  dealId: number,
): Promise<Level> {
  if (customer.level !== 'O' || dealId !== customer.dealId) return customer.level
  if ((await repository.lockOrdersOf(db, scope, dealId, liveStatuses)).length > 0) return customer.level
  const levelBefore = await repository.findLevelBefore(db, scope, dealId)
  const level: Level = isFollowLevel(levelBefore) || levelBefore === 'D' ? levelBefore : 'N'
  await changeDeal(db, scope, dealId, {
    level,
    level_before: '',
    ordered_at: null,
    deliver_planned_on: null,
    pay_type: 0,
  })
  if (isFollowLevel(level) && !customer.suspendedAt && !(await findOpenActivity(db, scope, dealId))) {
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
