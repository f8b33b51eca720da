import { mostSigns, sameSignSeconds, signType } from '@showroom/contract/attendance/attendance.rules'
import type { SignDay, SignRow } from '@showroom/contract/attendance/attendance.schema'
import { addDays, dayText, weekDay } from '@showroom/contract/kernel/day'
import { secondsOf } from '../platform/clock.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import * as repository from './attendance.repository.ts'

type Today = { now: number; data: SignDay }

/** Returns the calendar day of an instant, and its weekday from 1 (Monday) to 7 (Sunday). */
export const dayOf = (now: Date): { day: string; weekday: number } => {
  const seconds = secondsOf(now)
  return { day: dayText(seconds), weekday: weekDay(seconds) + 1 }
}

interface Press {
  readonly type: 1 | 2
  readonly isOutside: boolean
  readonly lat?: number | undefined
  readonly lng?: number | undefined
  readonly address: string
  readonly remark: string
}

/** Whether an earlier sign makes this press a repeat. A sign-in at the store counts once a day, any other press once a minute. */
const repeats = (one: SignRow, { type, isOutside }: Press, now: number): boolean =>
  one.type === type &&
  one.isOutside === isOutside &&
  ((type === signType.in && !isOutside) || now - one.at < sameSignSeconds)

/** Signs the caller in or out now and returns the updated day. */
export async function sign(context: Context, press: Press): Promise<Today> {
  const { db, session, now } = context
  const today = dayOf(now)
  await repository.openDay(db, session.scope, today)
  const signs = await repository.listSigns(db, session.scope, { from: today.day, to: today.day })
  if (!signs.some((one) => repeats(one, press, secondsOf(now)))) {
    if (signs.length >= mostSigns) throw new Refusal('SIGNS_TOO_MANY')
    await repository.insertSign(db, session.scope, { ...press, day: today.day, at: now })
  }
  return getToday(context)
}

/**
 * Returns the caller's day so far. Before the hours begin the day is not settled, so the current settings decide whether the caller is due.
 */
export async function getToday({ db, session, now }: Context): Promise<Today> {
  const { day, weekday } = dayOf(now)
  const expected = await repository.isExpected(db, session.scope, weekday)
  const opened = await repository.findDay(db, session.scope, day)
  const signs = await repository.listSigns(db, session.scope, { from: day, to: day })
  return {
    now: secondsOf(now),
    data: {
      day,
      inTime: opened?.inTime ?? expected.inTime,
      offTime: opened?.offTime ?? expected.offTime,
      isDue: opened?.isSettled ? opened.isDue : expected.isDue && !opened?.isRest,
      signs: signs.map(({ day: _day, ...row }) => row),
    },
  }
}

const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
const min = (one: string, other: string): string => (one < other ? one : other)

/** Returns the caller's days of a month up to today; `month` is YYYY-MM. */
export async function getMonth(context: Context, month: string): Promise<{ now: number; data: SignDay[] }> {
  const { db, session, now } = context
  const { data: ofToday } = await getToday(context)
  const from = `${month}-01`
  const before = dayText(addDays(secondsOf(now), -1))
  const data = await repository.listDays(db, session.scope, { from, to: min(lastDayOf(month), before), now })
  if (ofToday.day.startsWith(month) && (ofToday.isDue || ofToday.signs.length > 0)) data.push(ofToday)
  return { now: secondsOf(now), data }
}
