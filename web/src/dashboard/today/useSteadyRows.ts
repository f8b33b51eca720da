import { useEffect, useRef, useState } from 'react'

export interface SteadyRow<Row> {
  readonly row: Row
  /** Done, here or by someone else, and still in its place. */
  readonly isGone: boolean
}

/**
 * Holds the rows in their places while the pointer is over them, so that none moves under a click; their contents stay current. `added` counts
 * the rows that wait to be shown. A key press releases the rows. `keyOf` identifies a row across refetches.
 */
export function useSteadyRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const release = (): void => setHeld(false)
    document.addEventListener('keydown', release)
    return () => document.removeEventListener('keydown', release)
  }, [])
  const places = useRef<readonly Row[]>(rows)
  if (!isHeld) places.current = rows
  const current = new Map(rows.map((row) => [keyOf(row), row]))
  const held = places.current.map((row): SteadyRow<Row> => {
    const now = current.get(keyOf(row))
    return { row: now ?? row, isGone: !now }
  })
  const keys = new Set(places.current.map(keyOf))
  return {
    rows: held,
    added: rows.filter((row) => !keys.has(keyOf(row))),
    holding: {
      onPointerMove: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && setHeld(true),
      onPointerLeave: () => setHeld(false),
    },
  }
}
