import {
  addDays,
  dayEnd,
  daySeconds,
  dayStart,
  dayText,
  secondOfDay,
  weekStart,
} from '@showroom/contract/kernel/day'
import { dateType, periodStart } from '@showroom/contract/report/period.rules'
import type { Span } from '@showroom/contract/report/period.rules'
import { paceOf, pastWeeks, patternOf, sumPaces } from '@showroom/contract/target/pace.rules'
import type { DayKind, Pace, Pattern } from '@showroom/contract/target/pace.rules'
import { goalOf, noGoals, storeGoals, sumGoals, targetMeasures } from '@showroom/contract/target/target.rules'
import type { Goals, TargetMeasure } from '@showroom/contract/target/target.rules'
import { secondsOf } from '../platform/clock.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'
import { mintJobScope } from '../platform/session/session.ts'
import { countMeasures } from '../report/index.ts'
import type { DayCounts } from '../report/index.ts'
import { isAnnounced, kindsOf } from './calendar.ts'
import { findStore, listTargets } from './target.repository.ts'
import type { StoreFacts, TargetRow } from './target.repository.ts'

/** Targets and pace of a store: what its measures have come to in a month, a quarter or a year, and what they will come to. */

type Each<Value> = Readonly<Record<TargetMeasure, Value>>
const each = <Value>(of: (measure: TargetMeasure) => Value): Each<Value> =>
  Object.fromEntries(targetMeasures.map((measure) => [measure, of(measure)])) as Each<Value>
const none = each(() => 0)

/** One measure: its targets by level, and the pace towards the least ambitious one. */
export interface TargetNumbers extends Pace {
  readonly goals: Goals
  /** Version of the stored target; 0 for none, and for a period of several months. */
  readonly rowVersion: number
}

export interface StorePeriod {
  /** Without a calendar of the year holidays count as plain weekdays. */
  readonly isAnnounced: boolean
  readonly isRanked: boolean
  readonly store: Each<TargetNumbers & { readonly ownGoals: Goals; readonly memberGoals: Goals }>
  /** Members who have a target or a number; 0 if something counts for no member. Empty unless `byMember`. */
  readonly memberIds: ReadonlySet<number>
  readonly ofMember: (memberId: number) => Each<TargetNumbers>
}

export interface PeriodQuestion {
  /** An instant of the first month. Epoch seconds. */
  readonly start: number
  /** Months of the period: 1, 3 or 12. */
  readonly months: 1 | 3 | 12
  /** Counts each member too. */
  readonly byMember: boolean
  /** Counts of the month and of each day of the weeks before, if the caller has them. */
  readonly known?: {
    readonly done: Each<number>
    readonly days: readonly DayCounts<TargetMeasure>[]
  }
}

/**
 * Reads a store's period, whatever the caller's scope sees of its customers: the caller decides which members it shows. Counts by the rows of
 * the reports: months that are over together, the running one with the weekdays of the weeks before.
 */
export async function readPeriod(
  db: Executor,
  { dealerId }: Scope,
  question: PeriodQuestion,
  at: Date,
): Promise<StorePeriod> {
  const now = secondsOf(at)
  const scope = mintJobScope(dealerId, 0)
  const { spans, whole } = monthsOf(question)
  const running = spans.find(({ start, end }) => start <= now && now < end)
  const facts = await findStore(db, scope)
  const rows = await listTargets(db, scope, { from: dayText(whole.start), to: dayText(whole.end - 1) })
  const goalsBy = groupGoals(rows)
  const over = { start: whole.start, end: running?.start ?? (whole.end <= now ? whole.end : whole.start) }
  const before = await countDone(db, scope, over, question)
  const during = running ? await countDone(db, scope, { ...running, end: dayEnd(now) }, question) : noDone()
  const patterns = running
    ? patternsOf(question.known?.days ?? (await readWeeks(db, scope, now)), now)
    : undefined

  const parts: readonly Part[] = [
    { months: spans.filter(({ end }) => end <= now), done: before, gone: 1 },
    ...(running
      ? [
          {
            months: [running],
            done: during,
            gone: daysGone(running, now, facts),
            days: kindsOf(running),
            patterns,
          },
        ]
      : []),
    { months: spans.filter(({ start }) => start > now), done: noDone(), gone: 0 },
  ].filter(({ months }) => months.length > 0)

  const versionOf = (memberId: number | null, measure: TargetMeasure): number =>
    (question.months === 1 &&
      rows.find((row) => row.memberId === memberId && row.measure === measure)?.rowVersion) ||
    0
  const memberIds = new Set(rows.flatMap(({ memberId }) => memberId ?? []))
  for (const done of [before, during]) for (const memberId of done.keys()) memberIds.add(memberId)
  return {
    isAnnounced: spans.every(({ start }) => isAnnounced(dayText(start).slice(0, 4))),
    isRanked: facts.isRanked,
    store: each((measure) => {
      const { own, ofMembers, goals } = goalsBy.store(measure)
      return {
        ...numbersOf(parts, goals, measure, (done) => [...done.values()]),
        rowVersion: versionOf(null, measure),
        ownGoals: sumGoals([...own.values()]),
        memberGoals: sumGoals([...ofMembers.values()]),
      }
    }),
    memberIds: question.byMember ? memberIds : new Set(),
    ofMember: (memberId) =>
      each((measure) => ({
        ...numbersOf(parts, goalsBy.member(memberId, measure), measure, (done) => [
          done.get(memberId) ?? none,
        ]),
        rowVersion: versionOf(memberId, measure),
      })),
  }
}

export interface StoreGoals {
  readonly store: Each<number | null>
  readonly ofMember: (memberId: number) => Each<number | null>
}

/** Reads the targets of a period alone. */
export async function readGoals(
  db: Executor,
  scope: Scope,
  question: Omit<PeriodQuestion, 'byMember'>,
): Promise<StoreGoals> {
  const { whole } = monthsOf(question)
  const goalsBy = groupGoals(
    await listTargets(db, scope, { from: dayText(whole.start), to: dayText(whole.end - 1) }),
  )
  return {
    store: each((measure) => goalOf(sumGoals([...goalsBy.store(measure).goals.values()]))),
    ofMember: (memberId) =>
      each((measure) => goalOf(sumGoals([...goalsBy.member(memberId, measure).values()]))),
  }
}

/** The months of a period, and all of it. */
function monthsOf({ start, months }: Omit<PeriodQuestion, 'byMember'>) {
  const firsts = Array.from({ length: months + 1 }, (_, by) => periodStart(dateType.month, start, by))
  const spans = firsts.slice(1).map((end, month): Span => ({ start: firsts[month] ?? end, end }))
  return { spans, whole: { start: firsts[0] ?? 0, end: firsts.at(-1) ?? 0 } }
}

/** Targets by month: of a member, and of the store with what they follow from. */
function groupGoals(rows: readonly TargetRow[]) {
  return {
    store(measure: TargetMeasure) {
      const ofMeasure = rows.filter((row) => row.measure === measure)
      const own = sumByMonth(ofMeasure.filter(({ memberId }) => memberId === null))
      const ofMembers = sumByMonth(ofMeasure.filter(({ memberId }) => memberId !== null))
      const months = new Set(ofMeasure.map(({ month }) => month))
      const goals: Months = new Map(
        [...months].map((month) => [
          month,
          storeGoals(own.get(month) ?? noGoals, ofMembers.get(month) ?? noGoals),
        ]),
      )
      return { own, ofMembers, goals }
    },
    member: (memberId: number, measure: TargetMeasure): Months =>
      sumByMonth(rows.filter((row) => row.measure === measure && row.memberId === memberId)),
  }
}

/** Numbers by member; those of the whole store under 0 if members are not asked for. */
type Done = ReadonlyMap<number, Each<number>>
const noDone = (): Done => new Map()
/** Targets by month. */
type Months = ReadonlyMap<string, Goals>

/** Months that are over, the running one, or those to come. */
interface Part {
  readonly months: readonly Span[]
  readonly done: Done
  /** Days that are over; of months that are over or to come, 1 or 0 of one day that stands for all. */
  readonly gone: number
  /** Kinds of the running month's days. */
  readonly days?: readonly DayKind[]
  readonly patterns?: Each<Pattern | undefined> | undefined
}

function sumByMonth(rows: readonly TargetRow[]): Months {
  const months = new Map<string, Goals>()
  for (const row of rows) months.set(row.month, sumGoals([months.get(row.month) ?? noGoals, row]))
  return months
}

function numbersOf(
  parts: readonly Part[],
  goals: Months,
  measure: TargetMeasure,
  ofDone: (done: Done) => readonly Each<number>[],
): Omit<TargetNumbers, 'rowVersion'> {
  const paces = parts.map(({ months, done, gone, days = [0], patterns }) =>
    paceOf({
      target: goalOf(sumGoals(months.map(({ start }) => goals.get(dayText(start)) ?? noGoals))),
      done: ofDone(done).reduce((sum, one) => sum + one[measure], 0),
      days,
      gone,
      pattern: patterns?.[measure],
    }),
  )
  const [only] = paces
  const pace = only && paces.length === 1 ? only : sumPaces(paces)
  return { ...pace, goals: sumGoals([...goals.values()]) }
}

async function countDone(
  db: Executor,
  scope: Scope,
  { start, end }: Span,
  { byMember, known }: PeriodQuestion,
): Promise<Done> {
  if (start >= end) return noDone()
  if (known) return new Map([[0, known.done]])
  const counted = await countMeasures(db, scope, {
    measures: targetMeasures,
    span: { from: start, until: end },
    by: byMember ? ['member'] : [],
  })
  return new Map(counted.map(({ memberId, counts }) => [memberId, counts]))
}

/** The whole weeks before this one. */
export const weeksBefore = (now: number) => ({
  from: addDays(weekStart(now), -7 * pastWeeks),
  until: weekStart(now),
})

const readWeeks = (db: Executor, scope: Scope, now: number): Promise<DayCounts<TargetMeasure>[]> =>
  countMeasures(db, scope, {
    measures: targetMeasures,
    span: weeksBefore(now),
    by: ['day'],
    isTogether: true,
  })

/** Weekday pattern of each measure over the whole weeks before this one; leaves out other days. */
function patternsOf(days: readonly DayCounts<TargetMeasure>[], now: number): Each<Pattern | undefined> {
  const { from, until } = weeksBefore(now)
  const past = days.filter(({ day }) => day >= from && day < until)
  return each((measure) => {
    const weeks = Array.from({ length: pastWeeks }, () => [0, 0, 0, 0, 0, 0, 0])
    for (const { day, counts } of past) {
      const at = Math.round((day - from) / daySeconds)
      const week = weeks[Math.floor(at / 7)]
      if (week) week[at % 7] = counts[measure]
    }
    return patternOf(weeks)
  })
}

/** Days of the running month that are over, with the part of today's opening hours. */
function daysGone({ start }: Span, now: number, { opens, closes }: StoreFacts): number {
  const today = dayStart(now)
  const [from, to] = [secondOfDay(opens), secondOfDay(closes)]
  const part = (now - today - from) / Math.max(1, to - from)
  return Math.round((today - start) / daySeconds) + Math.min(1, Math.max(0, part))
}
