import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { clockText } from '@showroom/contract/kernel/day'
import { daysFromToday } from '../../ui/day'
import { inDays } from '../../ui/dayText'

type Pending = NonNullable<CustomerProfile['pendingActivity']>

/** Urgency of a planned follow-up, which determines its colour. */
export type Urgency = 'none' | 'later' | 'today' | 'overdue'

export function urgencyOf(pending: Pending | null, now: number): Urgency {
  if (!pending) return 'none'
  const days = daysFromToday(pending.activityDate, now)
  return pending.isDelay || days < 0 ? 'overdue' : days === 0 ? 'today' : 'later'
}

/** `已逾期3天`, `今天到期`, `3天后`; `今天 10:00` for an appointment. */
export function dueText(pending: Pending, now: number): string {
  const days = daysFromToday(pending.activityDate, now)
  if (days < 0) return `已逾期${-days}天`
  const { activityDate, minutes } = pending
  if (minutes) return `${inDays(activityDate, now)} ${clockText(activityDate)}`
  return days === 0 ? '今天到期' : inDays(activityDate, now)
}
