import { dayStart, secondOfDay } from '@showroom/contract/kernel/day'
import {
  type LeadTimes,
  leadStatus,
  type WorkHours,
  workingSeconds,
} from '@showroom/contract/lead/lead.rules'
import { clockOf, spanText } from './lead.labels'

/** How long a lead may still wait, in the store's hours. */

interface Timed {
  readonly status: number
  readonly assignedDate: number
  readonly clearSeconds: number
  readonly followSeconds: number
}

export interface Deadline {
  /** What is waited for. */
  readonly what: '清洗' | '首次跟进'
  /** Since when, epoch seconds. */
  readonly since: number
  readonly within: number
}

/** What a lead waits for; nothing where no clock runs, or before the store's times are there. */
export function deadlineOf(
  lead: Timed,
  createdAt: number,
  times: LeadTimes | undefined,
): Deadline | undefined {
  if (!times) return undefined
  if (lead.status === leadStatus.waiting && lead.clearSeconds < 0)
    return { what: '清洗', since: createdAt, within: times.clearWithin }
  if (lead.status === leadStatus.completed && lead.assignedDate > 0 && lead.followSeconds < 0)
    return { what: '首次跟进', since: lead.assignedDate, within: times.followWithin }
  return undefined
}

export interface Countdown {
  readonly tone: 'calm' | 'due' | 'late'
  /** Outside of the store's hours the clock stands. */
  readonly paused: boolean
  /** `剩余 29:05`, or `超时 1小时20分`. */
  readonly text: string
}

/** From this share of the time on it is due. */
const dueShare = 1 / 3

/** Where a clock stands now. */
export function countdownOf({ since, within }: Deadline, hours: WorkHours, now: number): Countdown {
  const left = within - workingSeconds(since, now, hours)
  const paused = !isOpen(hours, now)
  if (left < 0) return { tone: 'late', paused, text: `超时 ${spanText(roughly(-left))}` }
  return { tone: left <= within * dueShare ? 'due' : 'calm', paused, text: `剩余 ${clockOf(left)}` }
}

/** For what is late already the minute is enough, and for what is very late the hour. */
function roughly(seconds: number): number {
  const unit = seconds < 60 ? 1 : seconds < 36_000 ? 60 : 3600
  return seconds - (seconds % unit)
}

/** Whether the store's hours are running. */
export function isOpen({ inTime, offTime }: WorkHours, now: number): boolean {
  const second = now - dayStart(now)
  return second >= secondOfDay(inTime) && second < secondOfDay(offTime)
}
