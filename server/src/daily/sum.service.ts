import { dailyState, type DoneMeasure, doneMeasures, nextMeasure } from '@showroom/contract/daily/daily.rules'
import { writingRoles } from '@showroom/contract/daily/daily.rights'
import type { DailySum } from '@showroom/contract/daily/daily.schema'
import { addDays, dayEnd, dayText, secondOfDay } from '@showroom/contract/kernel/day'
import { sumOfSet } from '@showroom/contract/kernel/sum'
import { dateType, periodOf, type Span } from '@showroom/contract/report/period.rules'
import { sumOf } from '@showroom/contract/report/report.rules'
import { listDaysOff } from '../attendance/index.ts'
import type { Executor } from '../platform/db/client.ts'
import { refuseField } from '../platform/refusal.ts'
import type { Scope } from '../platform/session/session.ts'
import { countMeasures, readOpenTasks } from '../report/index.ts'
import * as repository from './daily.repository.ts'
import type { Kept, KeptNumbers, Writer } from './daily.repository.ts'

/** The days of members: what they handed in, what is counted now, and whether a report is expected. */

export type Done = Readonly<Record<DoneMeasure, number>>
const nothing = Object.fromEntries(doneMeasures.map((name) => [name, 0])) as Done

/** The part of counts or kept numbers that was done on the day. */
export const doneOf = (numbers: Partial<Done>): Done => sumOf([{ ...nothing, ...numbers }], doneMeasures)

export interface MemberDay {
  readonly kept: Kept | undefined
  readonly now: Done
  readonly isDue: boolean
  readonly isMissing: boolean
}

export interface Days {
  readonly members: readonly Writer[]
  readonly dueAt: string
  readonly deadlineOf: (day: number) => number
  readonly of: (memberId: number, day: number) => MemberDay
}

/** Reads the days of a span for all members whom the scope shows. `now` in epoch seconds. */
export async function readDays(db: Executor, scope: Scope, { start, end }: Span, now: number): Promise<Days> {
  const range = { from: dayText(start), to: dayText(end - 1) }
  const { since, dueAt } = await repository.findSetting(db, scope)
  const members = await repository.listMembers(db, scope)
  const off = new Map((await listDaysOff(db, scope, range)).map((one) => [one.day, one]))
  const reports = await repository.listReports(db, scope, range)
  const counts = await countMeasures(db, scope, {
    measures: doneMeasures,
    span: { from: start, until: end },
    by: ['day', 'member'],
  })
  const keyOf = (memberId: number, day: string): string => `${memberId} ${day}`
  const reportOf = new Map(reports.map((one) => [keyOf(one.memberId, one.day), one]))
  const counted = new Map(counts.map((one) => [keyOf(one.memberId, dayText(one.day)), one.counts]))
  const writers = new Map(members.map((one) => [one.memberId, one]))
  const deadlineOf = (day: number): number => day + secondOfDay(dueAt)
  return {
    members,
    dueAt,
    deadlineOf,
    of(memberId, seconds) {
      const day = dayText(seconds)
      const report = reportOf.get(keyOf(memberId, day))
      const isDue = isExpected(writers.get(memberId), day, since, off.get(day))
      return {
        kept: report,
        now: counted.get(keyOf(memberId, day)) ?? nothing,
        isDue,
        isMissing: isDue && !report && now >= deadlineOf(seconds),
      }
    },
  }
}

const isExpected = (
  writer: Writer | undefined,
  day: string,
  since: string | null,
  off: { readonly isRest: boolean; readonly awayIds: readonly number[] } | undefined,
): boolean =>
  writer !== undefined &&
  writer.isActive &&
  writingRoles.includes(writer.role) &&
  writer.since <= day &&
  since !== null &&
  since <= day &&
  off?.isRest !== true &&
  off?.awayIds.includes(writer.memberId) !== true

/** Numbers of a report that is handed in; otherwise those of now. */
export const numbersOf = ({ kept, now }: MemberDay): Done =>
  kept?.state === dailyState.handedIn ? doneOf(kept.numbers) : now

/** Reads what a report keeps beside the work done: open tasks of earlier days now, and appointments of the day after. */
export async function readAhead(
  db: Executor,
  scope: Scope,
  day: number,
  now: number,
): Promise<(memberId: number) => Pick<KeptNumbers, 'overdue' | 'tomorrow'>> {
  const { members } = await readOpenTasks(db, scope, {
    start: new Date(addDays(now, 0) * 1000),
    end: new Date(dayEnd(now) * 1000),
  })
  const planned = await countMeasures(db, scope, {
    measures: [nextMeasure],
    span: { from: addDays(day, 1), until: addDays(day, 2) },
    by: ['member'],
  })
  const overdue = new Map(members.map((one) => [one.memberId, one.overdue]))
  const tomorrow = new Map(planned.map((one) => [one.memberId, one.counts[nextMeasure]]))
  return (memberId) => ({ overdue: overdue.get(memberId) ?? 0, tomorrow: tomorrow.get(memberId) ?? 0 })
}

type Row = DailySum['rows'][number]

/** Sums the days of a period up to today by member, and all members. `dateType` is a day, a week or a month. */
export async function sumPeriod(
  db: Executor,
  scope: Scope,
  { dateType: type, day, now }: { readonly dateType: 1 | 2 | 3; readonly day: number; readonly now: number },
): Promise<DailySum> {
  refuseFuture(day, now)
  const period = periodOf(type, day)
  const span = { start: period.start, end: Math.min(period.end, dayEnd(now)) }
  const days = await readDays(db, scope, span, now)
  const ahead = type === dateType.day ? await readAhead(db, scope, span.start, now) : undefined
  const writers = [
    ...days.members,
    ...(scope.sees === 'all' ? [{ memberId: 0, name: '未分配', isLeft: false }] : []),
  ]
  const all = writers.map(({ memberId, name: userName, isLeft }): Row => {
    const each: MemberDay[] = []
    for (let at = span.start; at < span.end; at = addDays(at, 1)) each.push(days.of(memberId, at))
    const count = (is: (one: MemberDay) => boolean): number => each.filter(is).length
    const [first] = each
    const keptNumbers = first?.kept?.state === dailyState.handedIn ? first.kept.numbers : undefined
    return {
      memberId,
      userName,
      isLeft,
      numbers: sumOf(each.map(numbersOf), doneMeasures),
      now: sumOf(
        each.map((one) => one.now),
        doneMeasures,
      ),
      overdue: ahead ? (keptNumbers?.overdue ?? (isToday(day, now) ? ahead(memberId).overdue : null)) : null,
      tomorrow: ahead ? (keptNumbers?.tomorrow ?? ahead(memberId).tomorrow) : null,
      handed: count(({ kept: one }) => one?.state === dailyState.handedIn),
      due: count(({ isDue, kept: one }) => isDue || one !== undefined),
      late: count(({ kept: one }) => one?.isLate === true),
      missing: count(({ isMissing }) => isMissing),
      returned: count(({ kept: one }) => one?.state === dailyState.returned),
    }
  })
  const rows = all.filter(
    (row) => row.due > 0 || doneMeasures.some((name) => row.numbers[name] + row.now[name] > 0),
  )
  return {
    ...span,
    isStore: scope.sees === 'all',
    rows,
    total: {
      numbers: sumOf(
        rows.map((row) => row.numbers),
        doneMeasures,
      ),
      now: sumOf(
        rows.map((row) => row.now),
        doneMeasures,
      ),
      overdue: sumOfSet(rows.map((row) => row.overdue)),
      tomorrow: sumOfSet(rows.map((row) => row.tomorrow)),
      ...sumOf(rows, ['handed', 'due', 'late', 'missing', 'returned']),
    },
  }
}

export function refuseFuture(day: number, now: number): void {
  if (day >= dayEnd(now)) throw refuseField('INVALID', 'day', '日期不能晚于今天')
}

export const isToday = (day: number, now: number): boolean => dayText(day) === dayText(now)
