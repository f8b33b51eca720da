import { daySeconds, shiftSeconds } from '@showroom/contract/kernel/day'
import type { Dimension, MeasureName, MeasureRows } from '@showroom/contract/report/measures'
import { sql } from 'kysely'
import { planEachTime } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import { type Condition, allOf } from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Scope } from '../../platform/session/session.ts'
import { createTurns } from '../../platform/jobs/turns.ts'
import {
  aliases,
  changedSides,
  counted,
  countedSince,
  needsDeal,
  rowsNameOf,
  rowsOf,
  summed,
} from './rows.repository.ts'

/** Half-open span: first second included, second one excluded. Epoch seconds. */
export interface Span {
  readonly from: number
  readonly until: number
}

export interface Question<Name extends MeasureName> {
  readonly measures: readonly Name[]
  readonly span: Span
  /** Dimensions to group by; empty for one row of totals. */
  readonly by?: readonly Dimension[]
  /** Restricts the count to one series; absent or 0 for all. */
  readonly seriesId?: number
  /** Counts the stages of the funnel as they were at this second; absent for now. Epoch seconds. */
  readonly asOf?: number
  /** Counts only files that are online or offline by now, and were opened as the other. */
  readonly changedSides?: true
  /** Counts a long span in one statement too. */
  readonly isTogether?: true
}

/** One row of counts. Dimensions that are not grouped by are 0. */
export interface Counted<Name extends MeasureName> {
  /** First second of the day. Epoch seconds. */
  readonly day: number
  /** 0 if no member. */
  readonly memberId: number
  readonly source: number
  /** Id of the online source (98) or of the custom source (99). */
  readonly otherSource: number
  /** 0 if none. */
  readonly seriesId: number
  /** Test-drive car; 0 if none. */
  readonly carId: number
  readonly counts: Readonly<Record<Name, number>>
}

/**
 * Whether PostgreSQL must plan the statement for this span alone. More than a week of activities joined to their deals puts its instants
 * into the SQL text. A generic plan for all spans expects few rows and looks up each deal singly, which for thousands of rows takes several
 * times as long as one scan of all deals.
 */
const needsPlanEachTime = (name: MeasureRows, question: Question<MeasureName>): boolean =>
  name === 'activity' &&
  question.span.until - question.span.from > 7 * daySeconds &&
  readsDeal(name, question)

/** Whether counting this table needs a join to the deals of its rows. */
function readsDeal(
  name: MeasureRows,
  { measures, by = [], seriesId = 0 }: Omit<Question<MeasureName>, 'span'>,
): boolean {
  const dimensions: readonly Dimension[] = seriesId > 0 ? [...by, 'series'] : by
  return (
    dimensions.some((dimension) => rowsOf[name].dealTells?.includes(dimension)) ||
    measures.some((measure) => rowsNameOf(measure) === name && needsDeal.has(measure))
  )
}

/** Counts at most two tables of long spans at once in a process. Strictly one at a time would leave a processor idle. */
const longParts = createTurns(2)
const isLong = ({ from, until }: Span): boolean => until - from > 31 * daySeconds

/**
 * Counts the rows behind the measures, each table once and from its covering index alone. Long spans take one statement per table, others
 * one statement for all. Omits rows that are all zero, except the single row of totals. Counts only the scope: work done by its members, or
 * customers owned by them.
 */
export async function countMeasures<Name extends MeasureName>(
  db: Executor,
  scope: Scope,
  question: Question<Name>,
): Promise<Counted<Name>[]> {
  const { measures, span, by = [] } = question
  const tables = [...new Set(measures.map(rowsNameOf))]
  const read = async (names: readonly MeasureRows[]): Promise<Record<string, number>[]> => {
    const parts = names.map((name) =>
      partOf(
        scope,
        question,
        name,
        measures.filter((measure) => rowsNameOf(measure) === name),
        rangeOf(name, question),
      ),
    )
    const mark = names.some((name) => needsPlanEachTime(name, question)) ? planEachTime : sql``
    const { rows } = await sql<Record<string, number>>`${mark}${sql.join(parts, sql` union all `)}`.execute(
      db,
    )
    return rows
  }
  const answers =
    isLong(span) && !question.isTogether
      ? await Promise.all(tables.map((name) => longParts.run(() => read([name]))))
      : [await read(tables)]
  return sumUp(answers.flat(), measures, by.length === 0)
}

/** Counts of a day, or of a whole span with `day` 0. */
export type DayCounts<Name extends MeasureName> = Pick<Counted<Name>, 'day' | 'counts'>

/**
 * Counts a whole store over several spans in one statement, each as `countMeasures` does, in whole or by day. For stores that are counted side
 * by side, hundreds of times in a row: the statement is written once, and each run names its store (docs/decisions/0130).
 */
export function createSpanCounter<Name extends MeasureName>(
  measures: readonly Name[],
  byDay: readonly boolean[],
): (db: Executor, scope: Scope, spans: readonly Span[]) => Promise<DayCounts<Name>[][]> {
  const tables = [...new Set(measures.map(rowsNameOf))]
  const run = statement<Record<string, unknown>, Record<string, number>>((slots) => {
    const parts = byDay.flatMap((isByDay, at) =>
      tables.map((name) => {
        const ofTable = measures.filter((measure) => rowsNameOf(measure) === name)
        const question = { measures, by: isByDay ? (['day'] as const) : [] }
        const range = { from: sql`${slots[`from${at}`]}`, until: sql`${slots[`until${at}`]}` }
        const part = partOf({ dealerId: slots.dealerId, sees: 'all' }, question, name, ofTable, range)
        return sql`select ${sql.lit(at)} as place, counted.* from (${part}) as counted`
      }),
    )
    const sums = measures.map((_, at) => sql`sum(${sql.ref(`n${at}`)})::bigint as ${sql.ref(`n${at}`)}`)
    return sql`
      select place, day, ${sql.join(sums)} from (${sql.join(parts, sql` union all `)}) as parts group by place, day`
  })
  return async (db, { dealerId }, spans) => {
    const values: Record<string, unknown> = { dealerId }
    for (const [at, { from, until }] of spans.entries()) {
      values[`from${at}`] = new Date(from * 1000)
      values[`until${at}`] = new Date(until * 1000)
    }
    const rows = await run(db, values)
    return spans.map((_, at) =>
      sumUp(
        rows.filter(({ place }) => place === at),
        measures,
        true,
      ),
    )
  }
}

function rangeOf(name: MeasureRows, question: Question<MeasureName>) {
  const instant = (seconds: number): Condition =>
    needsPlanEachTime(name, question)
      ? sql`to_timestamp(${sql.lit(seconds)})`
      : sql`${new Date(seconds * 1000)}`
  return { from: instant(question.span.from), until: instant(question.span.until) }
}

/** Selects the measures of one table, with a column for every requested measure; columns of other tables are 0. */
function partOf(
  scope: { readonly dealerId: unknown; readonly sees: Scope['sees'] },
  question: Omit<Question<MeasureName>, 'span'>,
  name: MeasureRows,
  ofTable: readonly MeasureName[],
  range: { readonly from: Condition; readonly until: Condition },
): Condition {
  const { measures, by = [], seriesId = 0, asOf } = question
  const table = rowsOf[name]
  const keys = keysOf(table)
  const columns = [
    ...keys.map(({ as, of, dimension }) => sql`${by.includes(dimension) ? of : sql`0`} as ${sql.ref(as)}`),
    ...measures.map((measure, at) => sql`${numberOf(measure, ofTable, asOf)} as ${sql.ref(`n${at}`)}`),
  ]
  const conditions = [
    sql`${sql.ref(`${aliases[name]}.dealer_id`)} = ${scope.dealerId}`,
    table.where,
    sql`${table.at} >= ${range.from}`,
    sql`${table.at} < ${range.until}`,
    ...(scope.sees === 'all' ? [] : [sql`${table.owner} = any(${scope.sees}::bigint[])`]),
    ...(seriesId > 0 ? [sql`${table.series} = ${seriesId}`] : []),
    ...(question.changedSides && name === 'file' ? [changedSides] : []),
  ]
  const places = keys.flatMap(({ dimension }, at) => (by.includes(dimension) ? [sql.lit(at + 1)] : []))
  const grouped = places.length > 0 ? sql` group by ${sql.join(places)}` : sql``
  return sql`
    select ${sql.join(columns)} from ${table.from} ${readsDeal(name, question) ? (table.deal?.(theDealer) ?? sql``) : sql``}
    where ${allOf(conditions)}${grouped}`
}

interface Key {
  readonly dimension: Dimension
  readonly as: string
  readonly of: Condition
}

/** Columns of the dimensions, in the same order in every part of the query. */
const keysOf = ({
  at,
  owner,
  source,
  otherSource,
  series,
  car,
}: (typeof rowsOf)[MeasureRows]): readonly Key[] => [
  {
    dimension: 'day',
    as: 'day',
    of: sql`(floor(extract(epoch from ${at}))::bigint + ${sql.lit(shiftSeconds)}) / ${sql.lit(daySeconds)}`,
  },
  { dimension: 'member', as: 'memberId', of: sql`coalesce(${owner}, 0)` },
  { dimension: 'source', as: 'source', of: source },
  { dimension: 'source', as: 'otherSource', of: otherSource },
  { dimension: 'series', as: 'seriesId', of: sql`coalesce(${series}, 0)` },
  { dimension: 'car', as: 'carId', of: car ?? sql`0` },
]

function numberOf(
  measure: MeasureName,
  ofTable: readonly MeasureName[],
  asOf: number | undefined,
): Condition {
  if (!ofTable.includes(measure)) return sql`0::bigint`
  const { [measure]: condition } = counted
  const { [measure]: since } = countedSince
  const then = since && asOf !== undefined ? sql`${since} < ${new Date(asOf * 1000)}` : undefined
  const conditions = [condition, then].filter((one) => one !== undefined)
  const filter = conditions.length > 0 ? sql` filter (where ${allOf(conditions)})` : sql``
  const quantity = summed[measure]
  return quantity ? sql`coalesce(sum(${quantity})${filter}, 0)::bigint` : sql`count(*)${filter}`
}

/** Merges the rows of all tables into one row for each day, member, source, series and car. */
function sumUp<Name extends MeasureName>(
  rows: readonly Record<string, number>[],
  measures: readonly Name[],
  isTotal: boolean,
): Counted<Name>[] {
  const sums = new Map<string, { key: Omit<Counted<Name>, 'counts'>; counts: Record<Name, number> }>()
  const zeros = () => Object.fromEntries(measures.map((name) => [name, 0])) as Record<Name, number>
  for (const row of rows) {
    const { day = 0, memberId = 0, source = 0, otherSource = 0, seriesId = 0, carId = 0 } = row
    const id = [day, memberId, source, otherSource, seriesId, carId].join()
    const entry = sums.get(id) ?? {
      key: { day: day && day * daySeconds - shiftSeconds, memberId, source, otherSource, seriesId, carId },
      counts: zeros(),
    }
    for (const [at, name] of measures.entries()) entry.counts[name] += row[`n${at}`] ?? 0
    sums.set(id, entry)
  }
  const all = [...sums.values()].map(({ key, counts }) => ({ ...key, counts }))
  return isTotal ? all : all.filter(({ counts }) => Object.values<number>(counts).some((n) => n > 0))
}
