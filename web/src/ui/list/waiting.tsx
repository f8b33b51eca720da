import { type ReactNode, useMemo } from 'react'

/** What table and cards show of a page alike. */
export interface ShownRows<Row> {
  /** Nothing before they are there. */
  rows: readonly Row[] | undefined
  /** How many stand in until then. */
  count: number
  /** Another page or filter is on its way; the rows are the old ones. */
  stale: boolean
  empty: ReactNode
}

/** A row before its data is there: same height, so that nothing jumps. */
export type Waiting<Key extends string> = Record<Key, number> & { waiting: true }

/** The page's rows; until they are there waiting ones, as many as a window shows. They are the same array as long as nothing changes. */
export const useRowsOrWaiting = <Row extends Record<Key, number>, Key extends string>(
  rows: readonly Row[] | undefined,
  key: Key,
  count: number,
): readonly (Row | Waiting<Key>)[] =>
  useMemo(
    () =>
      rows ??
      Array.from(
        { length: Math.min(count, Math.ceil(innerHeight / rowHeight)) },
        (_, index) => ({ [key]: -1 - index, waiting: true }) as Waiting<Key>,
      ),
    [rows, key, count],
  )

/** Pixels, as list.css has it. */
export const rowHeight = 40

/** What a table's column shows of a row; a bone of that width while it waits. */
export const cell =
  <Row extends object>(width: string, render: (row: Row) => ReactNode) =>
  (_: unknown, row: Row | { waiting: true }): ReactNode =>
    'waiting' in row ? <span className="sr-bone" style={{ width }} /> : render(row)
