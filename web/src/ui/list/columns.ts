import type { TableColumnType } from 'antd'

/** Columns of a list's table: which are there, in which order, how wide. What a member changed of it comes as choices. */

/** What a member chose of a column. The order of the choices is that of the columns. */
export interface ColumnChoice {
  key: string
  /** In pixels; as usual where it is not told. */
  width?: number | undefined
  isHidden?: boolean | undefined
}

/** A column by its name and its width: the usual one, the least it goes down to where room is scarce, and the most it grows to. */
export interface ListColumn<Row> extends Omit<TableColumnType<Row>, 'key' | 'width'> {
  readonly key: string
  readonly width: number
  readonly least?: number
  readonly most?: number
  /** In 列设置, where the head's own words do not do. */
  readonly name?: string
  /** Who the row is about, what is done with it: such a column cannot be hidden. */
  readonly isNeeded?: boolean
  /** Out of sight until somebody asks for it. */
  readonly isExtra?: boolean
}

/** As much of a column as its place and width go by. */
export type Arranged = Pick<
  ListColumn<object>,
  'key' | 'width' | 'least' | 'most' | 'fixed' | 'name' | 'isNeeded' | 'isExtra'
> & { readonly title?: unknown }

/** The narrowest and the widest that a column can be made by hand. */
export const narrowest = 48
export const widest = 640

/** All columns in the chosen order; one that nobody has moved follows the one before it. Fixed ones stay at their ends. */
export function inChosenOrder<Column extends Arranged>(
  columns: readonly Column[],
  choices: readonly ColumnChoice[],
): Column[] {
  const ordered = choices.flatMap(({ key }) => columns.find((column) => column.key === key) ?? [])
  for (const [at, column] of columns.entries()) {
    if (ordered.includes(column)) continue
    const before = columns[at - 1]
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column)
  }
  const place = ({ fixed }: Column): number => (fixed === 'start' ? -1 : fixed === 'end' ? 1 : 0)
  return ordered.toSorted((a, b) => place(a) - place(b))
}

/** Whether a column is to be seen. */
export const isShown = ({ key, isNeeded, isExtra }: Arranged, choices: readonly ColumnChoice[]): boolean =>
  isNeeded || !(choices.find((choice) => choice.key === key)?.isHidden ?? isExtra ?? false)

/** The columns to be seen, as chosen. One that was made so wide by hand stays as wide. */
export const arrange = <Column extends Arranged>(
  columns: readonly Column[],
  choices: readonly ColumnChoice[],
): Column[] =>
  inChosenOrder(columns, choices)
    .filter((column) => isShown(column, choices))
    .map((column) => {
      const width = choices.find(({ key }) => key === column.key)?.width
      return width ? { ...column, width, least: width, most: width } : column
    })

/**
 * The width of each column in so much room: as usual, and towards the most or the least where there is more or less. What is left over
 * then is nobody's; where it is too little even so the table slides sideways.
 */
export function widthsIn(columns: readonly Arranged[], room: number): number[] {
  const left = room - totalOf(columns.map(({ width }) => width))
  const limitOf = ({ width, least = width, most = width }: Arranged): number => (left > 0 ? most : least)
  const reach = totalOf(columns.map((column) => limitOf(column) - column.width))
  const share = reach === 0 ? 0 : Math.min(1, left / reach)
  // What one loses by being whole the next one gets, so that nothing is left over for that.
  let carried = 1e-6
  return columns.map((column) => {
    const exact = column.width + (limitOf(column) - column.width) * share + carried
    carried = exact - Math.floor(exact)
    return Math.floor(exact)
  })
}

export const totalOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0)

/** The choices with that of one column changed. */
export function withWidth(
  columns: readonly Arranged[],
  choices: readonly ColumnChoice[],
  key: string,
  width: number | undefined,
): ColumnChoice[] {
  const known = choices.some((choice) => choice.key === key)
  // A first choice must not move its column: the order is told whole.
  const all = known ? choices : choicesOf(columns, choices)
  return all.map((choice) => (choice.key === key ? { ...choice, width } : choice))
}

/** The present order as choices, with what was chosen; columns that are not there now follow. */
export function choicesOf(columns: readonly Arranged[], choices: readonly ColumnChoice[]): ColumnChoice[] {
  const chosen = (key: string): ColumnChoice => choices.find((choice) => choice.key === key) ?? { key }
  const present = inChosenOrder(columns, choices)
  return [
    ...present.map(({ key }) => chosen(key)),
    ...choices.filter(({ key }) => !columns.some((column) => column.key === key)),
  ]
}
