import type { ComponentType, ReactNode } from 'react'
import type { Path } from './path'

/**
 * A room's entry in the left menu of an area: `<room>.activity.tsx` for the activity area, `<room>.manager.tsx` for
 * team management, `report.area.tsx` for the reports.
 */
export interface AreaEntry {
  readonly title: string
  readonly to: Path
  readonly icon: ReactNode
  /** Queries the waiting count and passes it to the entry. Absent if nothing is counted. */
  readonly Count?: ComponentType<CountProps>
}

export interface CountProps {
  /** `waiting` is undefined if the member may not query it, or while it loads. */
  readonly children: (waiting: Waiting | undefined) => ReactNode
}

export interface Waiting {
  readonly count: number
  /** Some of it is overdue. */
  readonly late: boolean
  /** Text for the tooltip and for screen readers. */
  readonly text: string
}

/**
 * Counts are refetched on events, and polled at this interval for changes without one: midnight, and a broken
 * connection.
 */
export const askAgainMs = 60_000
