import { dayStart, secondOfDay } from '@showroom/contract/kernel/day'
import {
  type LeadTimes,
  leadStatus,
  type WorkHours,
  workingSeconds,
} from '@showroom/contract/lead/lead.rules'
import { clockOf, spanText } from '../lead.labels'

/** Time left to handle a lead, counted in the store's working hours. */

interface Timed {
  readonly status: number
  readonly assignedDate: number
  readonly clearSeconds: number
  readonly followSeconds: number
}

export interface Deadline {
  /** The step that is due. */
  readonly what: '清洗' | '首次跟进'
  /** Start of the clock in epoch seconds. */
  readonly since: number
  readonly within: number
}

/** The step that is due and its start; undefined if no clock runs or the store's times are not loaded. */
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
  /** True outside of the store's hours, while the clock is paused. */
  readonly paused: boolean
  /** `剩余 29:05`, or `超时 1小时20分`. */
  readonly text: string
}

/** The tone becomes `due` when this share of the time is left. */
const dueShare = 1 / 3

/** The state of a clock at `now`. */
export function countdownOf({ since, within }: Deadline, hours: WorkHours, now: number): Countdown {
  const left = within - workingSeconds(since, now, hours)
  const paused = !isOpen(hours, now)
  if (left < 0) return { tone: 'late', paused, text: `超时 ${spanText(roughly(-left))}` }
  return { tone: left <= within * dueShare ? 'due' : 'calm', paused, text: `剩余 ${clockOf(left)}` }
}

/** Rounds overdue times down: to minutes from 1 minute on, to hours from 10 hours on. */
function roughly(seconds: number): number {
  const unit = seconds < 60 ? 1 : seconds < 36_000 ? 60 : 3600
  return seconds - (seconds % unit)
}

/** True while the store is open. */
export function isOpen({ inTime, offTime }: WorkHours, now: number): boolean {
  const second = now - dayStart(now)
  return second >= secondOfDay(inTime) && second < secondOfDay(offTime)
}
