import type { MeasureName } from '@showroom/contract/report/measures'
import { changeRate } from '@showroom/contract/report/period.rules'
import type { Span } from '@showroom/contract/report/period.rules'
import {
  columnLabel,
  comeRate,
  comeRateOf,
  hasComeRate,
  onlineTables,
  reports,
  sortRows,
  sumOf,
  targetColumns,
} from '@showroom/contract/report/report.rules'
import type { ReportName } from '@showroom/contract/report/report.rules'
import type { ReportRow, ReportTargets } from '@showroom/contract/report/report.schema'
import { reachedRate } from '@showroom/contract/target/pace.rules'
import type { ExportColumn, ExportDeps } from '../platform/export/export.ts'
import type { Context } from '../platform/http/handler.ts'
import { exportReport, nameOf } from './book.ts'
import { daysOf } from './days.ts'

interface Sum {
  readonly name: ReportName
  readonly span: Span
  readonly sort: string
  readonly sums: readonly ReportRow[]
  readonly before?: Span & { readonly sums: readonly ReportRow[] }
  readonly targets?: ReportTargets
}

/** A row with the row it is compared with. */
interface Line {
  readonly group: string
  readonly row: ReportRow
  readonly before: ReportRow | undefined
  readonly isTotal?: true
}

const keyOf = ({ id, otherId }: ReportRow): string => `${id},${otherId}`
const percent = (rate: number | null): string => (rate === null ? '--' : `${rate}%`)
const valueOf = (row: ReportRow | undefined, column: MeasureName): number => row?.[column] ?? 0

/** Exports a report as a workbook: rows sorted like on the page, a total under each of its tables and one under all. */
export function exportSum(
  context: Context,
  deps: ExportDeps,
  { name, span, sort, sums, before, targets }: Sum,
): Promise<string> {
  const { columns } = reports[name]
  const beforeOf = new Map(before?.sums.map((row) => [keyOf(row), row]))
  const total = (label: string, rows: readonly Line[]): Line => {
    const row = (of: readonly ReportRow[]) => ({
      id: 0,
      otherId: 0,
      name: label,
      isLeft: false,
      isPlatform: false,
      ...sumOf(of as never[], columns),
    })
    return {
      group: '',
      isTotal: true,
      row: row(rows.map((line) => line.row)),
      before: before && row(rows.flatMap((line) => line.before ?? [])),
    }
  }
  const linesOf = (rows: readonly ReportRow[], group: string): Line[] =>
    sortRows(rows, sort, columns).map((row) => ({ group, row, before: beforeOf.get(keyOf(row)) }))
  const all = linesOf(sums, '')
  const lines =
    name === 'onlineClue'
      ? onlineTables.flatMap((table) => {
          const own = linesOf(sums.filter(table.holds), table.name)
          return [...own, total(`${table.name}小计`, own)]
        })
      : all
  return exportReport(context, deps, {
    name: reports[name].name,
    span,
    columns: columnsOf(name, before && daysOf(before), targets),
    rows: [...lines, total('合计', all)],
  })
}

function columnsOf(
  name: ReportName,
  before: { readonly from: string; readonly to: string } | undefined,
  targets: ReportTargets | undefined,
): ExportColumn<Line>[] {
  const { head, columns } = reports[name]
  const goalsOf = new Map(targets?.rows.map(({ id, goals }) => [id, goals]))
  const goalOf = ({ row, isTotal }: Line, column: MeasureName): number | null =>
    (isTotal ? targets?.total : goalsOf.get(row.id))?.[column] ?? null
  const targetOf = (column: MeasureName, label: string): ExportColumn<Line>[] => [
    { heading: `${label}目标`, width: 12, of: (line) => goalOf(line, column) ?? '' },
    {
      heading: `${label}完成率`,
      width: 12,
      of: (line) => percent(reachedRate(valueOf(line.row, column), goalOf(line, column))),
    },
  ]
  const number = (column: MeasureName): ExportColumn<Line>[] => {
    const label = columnLabel(name, column)
    const own = { heading: label, width: 12, of: ({ row }: Line) => valueOf(row, column) }
    const cells = targets && targetColumns(name).includes(column) ? [own, ...targetOf(column, label)] : [own]
    if (!before) return cells
    return [
      ...cells,
      { heading: `${label}（同期）`, width: 14, of: (line) => valueOf(line.before, column) },
      {
        heading: `${label}变化`,
        width: 12,
        of: (line) => {
          const rate = changeRate(valueOf(line.row, column), valueOf(line.before, column))
          return percent(rate)
        },
      },
    ]
  }
  return [
    ...(name === 'onlineClue' ? [{ heading: '类别', width: 14, of: ({ group }: Line) => group }] : []),
    { heading: head, width: 20, of: ({ row }: Line) => nameOf(row) },
    ...columns.flatMap(number),
    ...(hasComeRate(name)
      ? [{ heading: comeRate.label, width: 12, of: ({ row }: Line) => percent(comeRateOf(row)) }]
      : []),
  ]
}
