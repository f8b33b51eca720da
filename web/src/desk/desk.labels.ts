import { activityType } from '@showroom/contract/customer/customer.rules'
import { isLate, type Span } from '@showroom/contract/customer/appointment.rules'
import { absences, isFree, visitType, waitsTooLong } from '@showroom/contract/desk/desk.rules'
import { clockText, dayStart } from '@showroom/contract/kernel/day'
import type { DeskMember, ExpectedVisit, PresentVisit } from '@showroom/contract/desk/board.schema'

/** Names of the visit types. */
export const typeNames: Readonly<Record<number, string>> = {
  [visitType.new]: '新增流量',
  [visitType.confirmed]: '确认到店',
}

/** A consultant's state, in a word. */
export const stateOf = (
  member: Pick<DeskMember, 'absence' | 'serving'>,
): { text: string; tone: 'free' | 'busy' | 'away' } => {
  if (member.absence) return { text: absences[member.absence], tone: 'away' }
  return isFree(member)
    ? { text: '空闲', tone: 'free' }
    : { text: member.serving > 1 ? `接待中 ${member.serving}` : '接待中', tone: 'busy' }
}

/** `10:30`, or `今天` without an agreed time. */
export const hourText = (dueAt: number): string => (dueAt === dayStart(dueAt) ? '今天' : clockText(dueAt))

/** Why a customer is expected: 试驾 or 到店, series, car. */
export const expectedParts = (one: Pick<ExpectedVisit, 'activityType' | 'specName' | 'plate'>): string[] =>
  [one.activityType === activityType.testDrive ? '试驾' : '到店', one.specName, one.plate].filter(Boolean)

/** Whether a visitor has waited too long, or has a car beyond its agreed end. */
export const isVisitLate = (
  { waitsSince, drive }: Pick<PresentVisit, 'waitsSince' | 'drive'>,
  now: number,
): boolean => (drive ? now > drive.dueAt : waitsSince > 0 && waitsTooLong(waitsSince, now))

/** 45分钟, 1小时5分: duration of a visit, in whole minutes. */
export function lastingText(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  if (minutes < 60) return `${minutes}分钟`
  return `${Math.floor(minutes / 60)}小时${minutes % 60}分`
}

/** Mark of an appointment whose booked car another customer has. */
export const missingCar = '试驾车未还'

/** `已过 25分钟`, once an appointment is late; empty before. */
export const passedText = (one: Span, now: number): string =>
  isLate(one, now) ? `已过 ${lastingText(now - one.startsAt)}` : ''
