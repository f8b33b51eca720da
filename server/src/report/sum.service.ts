import { source } from '@showroom/contract/customer/customer.rules'
import { addDays, daySeconds, dayText } from '@showroom/contract/kernel/day'
import type { Dimension, MeasureName } from '@showroom/contract/report/measures'
import { dateType, periodStart, spanBefore } from '@showroom/contract/report/period.rules'
import type { Span } from '@showroom/contract/report/period.rules'
import { chartDays, charts, reports, sumOf, targetColumns } from '@showroom/contract/report/report.rules'
import type { ColumnOf, ReportName } from '@showroom/contract/report/report.rules'
import type { ChartQuery, ReportRow, ReportTargets, SumQuery } from '@showroom/contract/report/report.schema'
import { secondsOf } from '../platform/clock.ts'
import type { ExportDeps } from '../platform/export/export.ts'
import type { Context } from '../platform/http/handler.ts'
import { cacheUntilChanged } from '../platform/live/kept.ts'
import type { Live } from '../platform/live/live.ts'
import { createTurns } from '../platform/jobs/turns.ts'
import { spanOf } from './days.ts'
import { countMeasures } from './measures/count.repository.ts'
import type { Counted } from './measures/count.repository.ts'
import * as repository from './row.repository.ts'
import type { RowOf } from './row.repository.ts'
import type { Targets } from './targets.ts'
import { exportSum } from './sum.book.ts'

type Numbers<Name extends ReportName> = Readonly<Record<ColumnOf<Name>, number>>
type Row<Name extends ReportName> = Omit<RowOf, 'isUsual'> & Numbers<Name>

/** Rows of a report, their total, and the same of the comparison period. */
export interface Summed<Name extends ReportName> {
  readonly sums: Row<Name>[]
  readonly total: Numbers<Name>
  readonly before?: Span & { readonly sums: Row<Name>[]; readonly total: Numbers<Name> }
  readonly targets?: ReportTargets
  readonly filePath?: string
}

export interface Sums {
  sum<Name extends ReportName>(context: Context, name: Name, query: SumQuery): Promise<Summed<Name>>
  /** The days of a range one by one, including days without any numbers. */
  chart<Name extends keyof typeof charts>(
    context: Context,
    name: Name,
    query: ChartQuery,
  ): Promise<{ data: ({ name: string } & Record<(typeof charts)[Name][number], number>)[] }>
}

/**
 * Reports counted at the same time in a process, so few that other users' lists stay fast, and reports that may wait. Beyond these the
 * request is rejected and must be retried.
 */
const [atOnce, mostWaiting] = [2, 42]

/** Cached reports per dealer. Each takes some ten kilobytes, and the number of possible ranges is unlimited. */
const mostKept = 20

type Deps = ExportDeps & { readonly live: Pick<Live, 'watch' | 'isUp'>; readonly targets: Targets }

export function openSums(deps: Deps): Sums {
  const answers = cacheUntilChanged<{ readonly counted: Counted<MeasureName>[] }>(
    deps.live,
    ['customer', 'lead', 'order', 'desk', 'appointment'],
    { most: mostKept },
  )
  const turns = createTurns(atOnce, mostWaiting)

  /** Counts once for all concurrent and cached requests of the same report. */
  async function count(
    { db, session }: Context,
    columns: readonly MeasureName[],
    { start, end }: Span,
    by: Dimension,
  ): Promise<Counted<MeasureName>[]> {
    const question = { measures: columns, span: { from: start, until: end }, by: [by] }
    const { counted } = await answers.get(session.dealerId, [question, session.scope.sees], () =>
      turns.run(async () => ({ counted: await countMeasures(db, session.scope, question) })),
    )
    return counted
  }

  async function read(context: Context, name: ReportName, spans: readonly Span[]) {
    const { by, columns } = reports[name]
    const counted: Counted<MeasureName>[][] = []
    for (const span of spans) counted.push(await count(context, columns, span, by))
    const rows = await listRowsOf(context, name)
    return inRows(name, rows, counted)
  }

  return {
    async sum<Name extends ReportName>(context: Context, name: Name, query: SumQuery) {
      const now = secondsOf(context.now)
      const span = spanOf(query, context.now)
      const before = query.isCompare === 1 ? spanBefore(query.dateType, span, now) : undefined
      const [sums = [], sumsBefore = []] = await read(context, name, before ? [span, before] : [span])
      const totalOf = (rows: ReportRow[]) => sumOf(rows as never[], reports[name].columns)
      const targets = await readTargets(context, deps.targets, name, span, query.dateType)
      const answer = {
        sums,
        total: totalOf(sums),
        ...(targets && { targets }),
        ...(before && { before: { ...before, sums: sumsBefore, total: totalOf(sumsBefore) } }),
      }
      if (query.isExport === 0) return answer as unknown as Summed<Name>
      const filePath = await exportSum(context, deps, { name, span, sort: query.sort, ...answer })
      return { ...answer, filePath } as unknown as Summed<Name>
    },

    async chart(context, name, { dateStart, dateEnd }) {
      const now = secondsOf(context.now)
      const last = { dateStart: addDays(now, 1 - chartDays), dateEnd: now }
      const span = spanOf(dateStart > 0 ? { dateStart, dateEnd } : last, context.now)
      const length = Math.round((span.end - span.start) / daySeconds)
      const days = Array.from({ length }, (_, at) => addDays(span.start, at))
      const counted = await count(context, charts[name], span, 'day')
      const zeros = Object.fromEntries(charts[name].map((measure) => [measure, 0]))
      const of = new Map(counted.map(({ day, counts }) => [day, counts]))
      return { data: days.map((day) => ({ name: dayText(day), ...(of.get(day) ?? zeros) })) as never }
    },
  }
}

/** Reads the targets of a report's columns, if its days begin a month or a year. */
async function readTargets(
  { db, session: { scope } }: Context,
  { readGoals }: Targets,
  name: ReportName,
  { start }: Span,
  type: SumQuery['dateType'],
): Promise<ReportTargets | undefined> {
  const columns = targetColumns(name)
  if (columns.length === 0 || (type !== dateType.month && type !== dateType.year)) return undefined
  if (periodStart(type, start) !== start) return undefined
  const { store, ofMember } = await readGoals(db, scope, { start, months: type === dateType.month ? 1 : 12 })
  const pick = (goals: Readonly<Record<string, number | null>>) =>
    Object.fromEntries(columns.map((column) => [column, goals[column] ?? null]))
  const members = await repository.listMembers(db, scope)
  const rows = members.map(({ id }) => ({ id, goals: pick(ofMember(id)) }))
  const isSet = (goals: ReportTargets['total']) => Object.values(goals).some((goal) => goal !== null)
  const total = pick(store)
  return isSet(total) ? { total, rows: rows.filter(({ goals }) => isSet(goals)) } : undefined
}

function listRowsOf({ db, session: { scope } }: Context, name: ReportName): Promise<RowOf[]> {
  const { by } = reports[name]
  if (by === 'member') return repository.listMembers(db, scope)
  if (by === 'series') return repository.listSeries(db)
  if (by === 'car') return repository.listCars(db, scope)
  return name === 'onlineClue' ? repository.listOnlineSources(db) : repository.listOfflineSources(db, scope)
}

/** Key of the report row that the counts belong to; undefined if the report leaves them out. */
function keyOf(name: ReportName, row: Counted<MeasureName>): string | undefined {
  const { by } = reports[name]
  if (by === 'member') return `${row.memberId},0`
  if (by === 'series') return `${row.seriesId},0`
  if (by === 'car') return row.carId > 0 ? `${row.carId},0` : undefined
  if (name === 'onlineClue') return row.source === source.network ? `${row.otherSource},0` : undefined
  if (row.source === source.network) return undefined
  return row.source === source.custom ? `${row.source},${row.otherSource}` : `${row.source},0`
}

/** Aligns the rows of all spans: the usual ones, and all with a number in any span. */
function inRows(
  name: ReportName,
  known: readonly RowOf[],
  spans: readonly (readonly Counted<MeasureName>[])[],
): ReportRow[][] {
  const { columns } = reports[name]
  const bySpan = spans.map((counted) => {
    const rows = new Map<string, Record<string, number>>()
    for (const one of counted) {
      const key = keyOf(name, one)
      if (key === undefined) continue
      const sums = rows.get(key) ?? Object.fromEntries(columns.map((column) => [column, 0]))
      for (const column of columns) sums[column] = (sums[column] ?? 0) + one.counts[column]
      rows.set(key, sums)
    }
    return rows
  })
  const keys = new Set(bySpan.flatMap((rows) => [...rows.keys()]))
  const names = new Set(known.map(({ id, otherId }) => `${id},${otherId}`))
  const unnamed = [...keys].filter((key) => !names.has(key)).map(unknownRow)
  const reportColumns = [
    ...known.filter(({ id, otherId, isUsual }) => isUsual || keys.has(`${id},${otherId}`)),
    ...unnamed,
  ]
  const zeros = Object.fromEntries(columns.map((column) => [column, 0]))
  return bySpan.map((rows) =>
    reportColumns.map(({ isUsual: _usual, ...row }) => ({
      ...row,
      ...(rows.get(`${row.id},${row.otherId}`) ?? zeros),
    })),
  )
}

/** Row for a code that the base data lacks. Its counts are shown too, or the rows would not sum up to the total. */
const unknownRow = (key: string): RowOf => {
  const [id = 0, otherId = 0] = key.split(',').map(Number)
  return { id, otherId, name: '其他', isLeft: false, isPlatform: false, isUsual: false }
}
