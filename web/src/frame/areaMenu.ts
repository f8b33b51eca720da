import type { ComponentType, ReactNode } from 'react'
import type { Path } from './path'

/** What a room says of its place in the left menu of an area: `<room>.activity.tsx` for the activity area, `<room>.manager.tsx` for team management, `report.area.tsx` for the reports. */
export interface AreaEntry {
  readonly title: string
  readonly to: Path
  readonly icon: ReactNode
  /** Asks how much waits there, for the entry around its answer. Left out where nothing is counted. */
  readonly Count?: ComponentType<CountProps>
}

export interface CountProps {
  /** Nothing where the member may not ask, or before the answer is there. */
  readonly children: (waiting: Waiting | undefined) => ReactNode
}

export interface Waiting {
  readonly count: number
  /** Some of it should have been done already. */
  readonly late: boolean
  /** In words, for the tooltip and for readers. */
  readonly text: string
}

/** Counts are told of changes at once, and asked for now and then besides, for what no event tells: midnight, and a line that broke. */
export const askAgainMs = 60_000
