import type { TableColumnType } from 'antd'

/** Columns of a list's table: their visibility, order and width. A member's changes to them are stored as choices. */

/** A member's choice for one column. The order of the choices is the order of the columns. */
export interface ColumnChoice {
  key: string
  /** In pixels; omitted for the usual width. */
  width?: number | undefined
  isHidden?: boolean | undefined
}

/** A column with its key and width: the usual one, the minimum if room is scarce, and the maximum it grows to. */
export interface ListColumn<Row> extends Omit<TableColumnType<Row>, 'key' | 'width'> {
  readonly key: string
  readonly width: number
  readonly least?: number
  readonly most?: number
  /** The text of a cell that its column may cut: the column grows for the longest one first. */
  readonly text?: (row: Row) => string
  /** Name in 列设置, if the head's own text does not fit there. */
  readonly name?: string
  /** Cannot be hidden, like the column that names the row's subject or the one with its actions. */
  readonly isNeeded?: boolean
  /** Hidden until the member shows it. */
  readonly isExtra?: boolean
}

/** The properties of a column that decide its position and width. */
export type Arranged = Pick<
  ListColumn<object>,
  'key' | 'width' | 'least' | 'most' | 'fixed' | 'name' | 'isNeeded' | 'isExtra'
> & { readonly title?: unknown }

/** Limits of a width set by hand, in pixels. */
export const narrowest = 48
export const widest = 640

/** All columns in the chosen order. A column without a choice follows the one before it; fixed ones stay at their ends. */
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

/** Whether a column is shown. */
export const isShown = ({ key, isNeeded, isExtra }: Arranged, choices: readonly ColumnChoice[]): boolean =>
  isNeeded || !(choices.find((choice) => choice.key === key)?.isHidden ?? isExtra ?? false)

/** The visible columns in the chosen order. A width set by hand is fixed. */
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
 * Distributes `room` over the columns. `needs` holds the width each column's longest text takes, if it is known. With
 * room to spare, columns first grow to what they need, then to their maximum, then all that grow share the rest. With
 * too little, those give first that need less than their usual width, then all shrink to their minimum; after that the
 * table scrolls sideways.
 */
export function widthsIn(
  columns: readonly Arranged[],
  room: number,
  needs: readonly (number | undefined)[] = [],
): number[] {
  const usual = columns.map(({ width }) => width)
  const isSpare = room >= totalOf(usual)
  const needed = columns.map(({ width, least = width, most = width }, at) => {
    const need = Math.min(most, Math.max(least, needs[at] ?? width))
    return isSpare ? Math.max(need, width) : Math.min(need, width)
  })
  const limits = columns.map(({ width, least = width, most = width }) => (isSpare ? most : least))
  const elastic = columns.map(
    ({ width, most = width }, at) => (limits[at] ?? 0) + Math.max(0, most - width) * room,
  )
  const stages = isSpare ? [needed, limits, elastic] : [needed, limits]
  return whole(stages.reduce((widths, targets) => towards(widths, targets, room), usual))
}

/** Moves the widths towards their targets, all by the same share of the way, until they fill the room. */
function towards(widths: readonly number[], targets: readonly number[], room: number): number[] {
  const reach = totalOf(targets) - totalOf(widths)
  const share = reach === 0 ? 0 : Math.min(1, Math.max(0, (room - totalOf(widths)) / reach))
  return widths.map((width, at) => width + ((targets[at] ?? width) - width) * share)
}

/** Whole pixels. Carries each rounding loss to the next column, so that rounding leaves no room over. */
function whole(widths: readonly number[]): number[] {
  let carried = 1e-6
  return widths.map((width) => {
    const exact = width + carried
    carried = exact - Math.floor(exact)
    return Math.floor(exact)
  })
}

/** Padding of a cell and the border of its column, in pixels, as in list.css. */
const cellPadding = 18

/** The width a text of 14 px takes in a cell: Chinese characters are square, others about half as wide. */
export const needOf = (text: string): number =>
  cellPadding + 14 * text.length - 6 * (text.match(/[ -~]/g)?.length ?? 0)

export const totalOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0)

/** The choices with the width of one column changed. */
export function withWidth(
  columns: readonly Arranged[],
  choices: readonly ColumnChoice[],
  key: string,
  width: number | undefined,
): ColumnChoice[] {
  const isChoice = choices.some((choice) => choice.key === key)
  // A first choice must not move its column, so all columns are written as choices.
  const all = isChoice ? choices : choicesOf(columns, choices)
  return all.map((choice) => (choice.key === key ? { ...choice, width } : choice))
}

/** The choices with one column moved directly before or after another. */
export function withPlace(
  columns: readonly Arranged[],
  choices: readonly ColumnChoice[],
  key: string,
  other: string,
  side: 'before' | 'after',
): ColumnChoice[] {
  const all = choicesOf(columns, choices)
  const moved = all.filter((choice) => choice.key === key)
  const rest = all.filter((choice) => choice.key !== key)
  const at = rest.findIndex((choice) => choice.key === other) + (side === 'after' ? 1 : 0)
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)]
}

/** The present order as choices, including the made ones; choices of absent columns come last. */
export function choicesOf(columns: readonly Arranged[], choices: readonly ColumnChoice[]): ColumnChoice[] {
  const chosen = (key: string): ColumnChoice => choices.find((choice) => choice.key === key) ?? { key }
  const present = inChosenOrder(columns, choices)
  return [
    ...present.map(({ key }) => chosen(key)),
    ...choices.filter(({ key }) => !columns.some((column) => column.key === key)),
  ]
}
