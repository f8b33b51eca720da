import type { TodayRow } from '@showroom/contract/dashboard/today.schema'
import { useEffect, useRef, useState } from 'react'

/** Identifies a row across refetches: a customer's row may get another task. */
export const keyOfRow = ({ clueId, customerId, activityId }: TodayRow): string =>
  clueId > 0 ? `lead ${clueId}` : `customer ${customerId} ${activityId}`

export interface SteadyRow {
  readonly row: TodayRow
  /** Done, here or by someone else, and still in its place. */
  readonly isGone: boolean
}

/**
 * Holds the rows in their places while the pointer is over them, so that none moves under a click; their contents stay current. `added` counts
 * the rows that wait to be shown. A key press releases the rows.
 */
export function useSteadyRows(rows: readonly TodayRow[]) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const release = (): void => setHeld(false)
    document.addEventListener('keydown', release)
    return () => document.removeEventListener('keydown', release)
  }, [])
  const places = useRef<readonly TodayRow[]>(rows)
  if (!isHeld) places.current = rows
  const current = new Map(rows.map((row) => [keyOfRow(row), row]))
  const held = places.current.map((row): SteadyRow => {
    const now = current.get(keyOfRow(row))
    return { row: now ?? row, isGone: !now }
  })
  const shown = new Set(places.current.map(keyOfRow))
  return {
    rows: held,
    added: rows.filter((row) => !shown.has(keyOfRow(row))),
    holding: {
      onPointerMove: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && setHeld(true),
      onPointerLeave: () => setHeld(false),
    },
  }
}
