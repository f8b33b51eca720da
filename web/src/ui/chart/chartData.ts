/** What a chart shows, and its table beside it: the same numbers, said once. A line (bar, …) has one value a point. */
export interface ChartData {
  /** `bar` stands, `rows` lies (for long names). */
  readonly kind: 'line' | 'bar' | 'rows'
  /** What the points are, as the head of the table's first column: 日期, 来源. */
  readonly over: string
  readonly points: readonly string[]
  readonly lines: readonly ChartLine[]
  /** Beside the numbers, a text a point: the part of the whole, say. Columns of the table, too. */
  readonly texts?: readonly { readonly name: string; readonly values: readonly string[] }[]
}

export interface ChartLine {
  readonly name: string
  /** Null where there is no number: a gap, and `--` in the table. */
  readonly values: readonly (number | null)[]
  /** Not drawn until the reader asks for it. */
  readonly isHidden?: boolean
  /** What it counts, in a sentence: the tooltip. */
  readonly hint?: string
}

export const chartNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? '--' : value.toLocaleString('zh-CN')

/** The colour of a line stays its own, whatever else is hidden. */
export const chartColors = 8
export const colorOf = (line: number): string => `var(--sr-chart-${(line % chartColors) + 1})`

/** The mark of a line at its points, told apart without colour, too. */
export const marks = ['circle', 'rect', 'triangle', 'diamond'] as const
export const markOf = (line: number): (typeof marks)[number] => marks[line % marks.length] ?? 'circle'

/** Where colours alone would tell things apart, fills get a pattern as well. */
export const needsPattern = ({ lines }: ChartData): boolean => lines.length > 1
