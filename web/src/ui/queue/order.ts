/** In which order a queue is worked through: useFrozenOrder.ts, useLiveOrder.ts. */
export interface QueueOrder<Row> {
  /** The row in hand. */
  readonly row: Row | undefined
  readonly place: { readonly at: number; readonly total: number } | undefined
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
  /** What comes next once the row in hand is saved: what follows it, then from the start what was left out. */
  readonly ahead: () => AsyncIterable<Ahead<Row>>
  /** Nothing is ahead, as far as one knows. */
  readonly isLast: boolean
}

export interface Ahead<Row> {
  readonly row: Row
  /** The page of the list that it is on; the one in sight where it is not named. */
  readonly pageStart?: number
}

/** A page of the list in sight. */
export interface PageInSight<Row> {
  /** Nothing before they are there. */
  readonly rows: readonly Row[] | undefined
  /** Of the whole list. */
  readonly total: number | undefined
}
