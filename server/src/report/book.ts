import type { Span } from '@showroom/contract/report/period.rules'
import { secondsOf } from '../platform/clock.ts'
import { exportRows, timeText } from '../platform/export/export.ts'
import type { ExportColumn, ExportDeps } from '../platform/export/export.ts'
import type { Context } from '../platform/http/handler.ts'
import { daysOf } from './days.ts'

interface Book<Row> {
  /** Name of the report. */
  readonly name: string
  readonly span: Span
  readonly columns: readonly ExportColumn<Row>[]
  readonly rows: readonly Row[]
}

/**
 * Exports a report as a workbook with the range, the store, the member and the time above its table. Returns a link for this member only.
 */
export function exportReport<Row>(
  context: Context,
  deps: ExportDeps,
  { name, span, columns, rows }: Book<Row>,
): Promise<string> {
  const { session, now } = context
  const { from, to } = daysOf(span)
  const range = from === to ? from : `${from} 至 ${to}`
  return exportRows(context, deps, {
    name,
    columns,
    rows,
    head: [
      name,
      `时间范围：${range}`,
      `门店：${session.dealer.name}`,
      `导出：${session.memberName}，${timeText(secondsOf(now))}`,
    ],
    filter: [{ label: '时间范围', text: range }],
  })
}

/** Member name as reports print it. */
export const nameOf = ({ name, isLeft }: { readonly name: string; readonly isLeft: boolean }): string =>
  isLeft ? `${name}（已离职）` : name
