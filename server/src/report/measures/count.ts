import { daySeconds, shiftSeconds } from '@showroom/contract/kernel/day'
import type { Dimension, MeasureName, MeasureRows } from '@showroom/contract/report/measures'
import { sql } from 'kysely'
import { plannedAnew } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import { type Condition, allOf } from '../../platform/db/conditions.ts'
import type { Scope } from '../../platform/session/session.ts'
import { createTurns } from '../../platform/turns.ts'
import { aliases, counted, needsDeal, rowsNameOf, rowsOf } from './rows.ts'

/** Half open: from the first second until before the second. Epoch seconds. */
export interface Span {
  readonly from: number
  readonly until: number
}

export interface Question<Name extends MeasureName> {
  readonly measures: readonly Name[]
  readonly span: Span
  /** What the numbers are told apart by; nothing for one row of totals. */
  readonly by?: readonly Dimension[]
  /** Only what is about that series; absent or 0 for all. */
  readonly seriesId?: number
}

/** One row of numbers. What they are not told apart by is 0. */
export interface Counted<Name extends MeasureName> {
  /** First second of the day. */
  readonly day: number
  /** 0 for nobody. */
  readonly memberId: number
  readonly source: number
  /** Id of the online source (98) or of the custom source (99). */
  readonly otherSource: number
  /** 0 for none. */
  readonly seriesId: number
  readonly counts: Readonly<Record<Name, number>>
}

/**
 * What is done comes to thousands in more than a week. Where it is told by its deals, its days stand in the text: one plan for all spans
 * expects few rows and looks each deal up by itself, which for thousands takes several times as long as reading all deals once.
 */
const isPlannedAnew = (name: MeasureRows, question: Question<MeasureName>): boolean =>
  name === 'activity' &&
  question.span.until - question.span.from > 7 * daySeconds &&
  readsDeal(name, question)

/** Whether the numbers of that table ask for the deals that its rows happened to. */
function readsDeal(name: MeasureRows, { measures, by = [], seriesId = 0 }: Question<MeasureName>): boolean {
  const asked: readonly Dimension[] = seriesId > 0 ? [...by, 'series'] : by
  return (
    asked.some((dimension) => rowsOf[name].dealTells?.includes(dimension)) ||
    measures.some((measure) => rowsNameOf(measure) === name && needsDeal.has(measure))
  )
}

/** Tables of long spans that are counted at once in a process: one after the other, who asks alone would wait while a processor rests. */
const longParts = createTurns(2)
const isLong = ({ from, until }: Span): boolean => until - from > 31 * daySeconds

/**
 * Counts the rows that the numbers stand for: each table once, from its covering index alone; of long spans by a statement each, else all in
 * one. Rows that would be all zero are left out, save the one row of totals. Sees what the scope sees: of a member's line what was done in
 * it, or was its customers'.
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
      ),
    )
    const mark = sql.raw(names.some((name) => isPlannedAnew(name, question)) ? plannedAnew : '')
    const { rows } = await sql<Record<string, number>>`${mark}${sql.join(parts, sql` union all `)}`.execute(
      db,
    )
    return rows
  }
  const answers = isLong(span)
    ? await Promise.all(tables.map((name) => longParts.run(() => read([name]))))
    : [await read(tables)]
  return sumUp(answers.flat(), measures, by.length === 0)
}

/** The numbers of one table, with a column for each of the question's: those of other tables are 0. */
function partOf(
  scope: Scope,
  question: Question<MeasureName>,
  name: MeasureRows,
  ofTable: readonly MeasureName[],
): Condition {
  const { measures, span, by = [], seriesId = 0 } = question
  const table = rowsOf[name]
  const keys = keysOf(table)
  const columns = [
    ...keys.map(({ as, of, dimension }) => sql`${by.includes(dimension) ? of : sql`0`} as ${sql.ref(as)}`),
    ...measures.map((measure, at) => sql`${numberOf(measure, ofTable)} as ${sql.ref(`n${at}`)}`),
  ]
  const instant = (seconds: number): Condition =>
    isPlannedAnew(name, question) ? sql`to_timestamp(${sql.lit(seconds)})` : sql`${new Date(seconds * 1000)}`
  const conditions = [
    sql`${sql.ref(`${aliases[name]}.dealer_id`)} = ${scope.dealerId}`,
    table.where,
    sql`${table.at} >= ${instant(span.from)}`,
    sql`${table.at} < ${instant(span.until)}`,
    ...(scope.sees === 'all' ? [] : [sql`${table.owner} = any(${scope.sees}::bigint[])`]),
    ...(seriesId > 0 ? [sql`${table.series} = ${seriesId}`] : []),
  ]
  const places = keys.flatMap(({ dimension }, at) => (by.includes(dimension) ? [sql.lit(at + 1)] : []))
  const grouped = places.length > 0 ? sql` group by ${sql.join(places)}` : sql``
  return sql`
    select ${sql.join(columns)} from ${table.from} ${readsDeal(name, question) ? (table.deal ?? sql``) : sql``}
    where ${allOf(conditions)}${grouped}`
}

interface Key {
  readonly dimension: Dimension
  readonly as: string
  readonly of: Condition
}

/** The columns that the dimensions are told by, in their order in every part. */
const keysOf = ({ at, owner, source, otherSource, series }: (typeof rowsOf)[MeasureRows]): readonly Key[] => [
  {
    dimension: 'day',
    as: 'day',
    of: sql`(floor(extract(epoch from ${at}))::bigint + ${sql.lit(shiftSeconds)}) / ${sql.lit(daySeconds)}`,
  },
  { dimension: 'member', as: 'memberId', of: sql`coalesce(${owner}, 0)` },
  { dimension: 'source', as: 'source', of: source },
  { dimension: 'source', as: 'otherSource', of: otherSource },
  { dimension: 'series', as: 'seriesId', of: sql`coalesce(${series}, 0)` },
]

function numberOf(measure: MeasureName, ofTable: readonly MeasureName[]): Condition {
  if (!ofTable.includes(measure)) return sql`0::bigint`
  const condition = counted[measure]
  return condition ? sql`count(*) filter (where ${condition})` : sql`count(*)`
}

/** The tables' rows together, one for each day, member, source and series there is. */
function sumUp<Name extends MeasureName>(
  rows: readonly Record<string, number>[],
  measures: readonly Name[],
  isTotal: boolean,
): Counted<Name>[] {
  const found = new Map<string, { key: Omit<Counted<Name>, 'counts'>; counts: Record<Name, number> }>()
  const zeros = () => Object.fromEntries(measures.map((name) => [name, 0])) as Record<Name, number>
  for (const row of rows) {
    const { day = 0, memberId = 0, source = 0, otherSource = 0, seriesId = 0 } = row
    const id = [day, memberId, source, otherSource, seriesId].join()
    const known = found.get(id) ?? {
      key: { day: day && day * daySeconds - shiftSeconds, memberId, source, otherSource, seriesId },
      counts: zeros(),
    }
    for (const [at, name] of measures.entries()) known.counts[name] += row[`n${at}`] ?? 0
    found.set(id, known)
  }
  const all = [...found.values()].map(({ key, counts }) => ({ ...key, counts }))
  return isTotal ? all : all.filter(({ counts }) => Object.values<number>(counts).some((n) => n > 0))
}
