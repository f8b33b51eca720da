/** Data of a chart and of its table. Each line (or bar) has one value per point. */
import { withCommas } from '../withCommas'
export interface ChartData {
  /** `bar` is vertical, `rows` is horizontal (for long names). */
  readonly kind: 'line' | 'bar' | 'rows'
  /** Head of the table's first column, naming the points: 日期, 来源. */
  readonly over: string
  readonly points: readonly string[]
  readonly lines: readonly ChartLine[]
  /** Additional text columns of the table with one text per point, such as a share of the total. */
  readonly texts?: readonly { readonly name: string; readonly values: readonly string[] }[]
}

export interface ChartLine {
  readonly name: string
  /** Null for a missing number: a gap, and `--` in the table. */
  readonly values: readonly (number | null)[]
  /** Not drawn until the reader shows it. */
  readonly isHidden?: boolean
  /** A sentence on what is counted, for the tooltip. */
  readonly hint?: string
}

export const chartNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? '--' : withCommas(value)

/** The colour of a line, which does not depend on hidden lines. */
export const chartColors = 8
export const colorOf = (line: number): string => `var(--sr-chart-${(line % chartColors) + 1})`

/** The symbol of a line's points, so that lines also differ without colour. */
export const marks = ['circle', 'rect', 'triangle', 'diamond'] as const
export const markOf = (line: number): (typeof marks)[number] => marks[line % marks.length] ?? 'circle'

/** Whether fills need a pattern, because they would otherwise differ by colour only. */
export const needsPattern = ({ lines }: ChartData): boolean => lines.length > 1
