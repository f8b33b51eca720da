import { type ReactNode, useMemo } from 'react'

/** Rows of a page, for tables and cards. */
export interface ShownRows<Row> {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  /** Number of placeholder rows while loading. */
  count: number
  /** Another page or filter is loading; the rows are the previous ones. */
  stale: boolean
  empty: ReactNode
}

/** A placeholder row of the same height, so that nothing jumps. */
export type Waiting<Key extends string> = Record<Key, number> & { waiting: true }

/**
 * The page's rows, or placeholder rows while loading, at most as many as fit the window. The array keeps its identity
 * while nothing changes.
 */
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

/** In pixels, as in list.css. */
export const rowHeight = 40

/** Renders a table cell, or a placeholder of that width while the row loads. */
export const cell =
  <Row extends object>(width: string, render: (row: Row) => ReactNode) =>
  (_: unknown, row: Row | { waiting: true }): ReactNode =>
    'waiting' in row ? <span className="sr-bone" style={{ width }} /> : render(row)
