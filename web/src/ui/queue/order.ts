/** The order in which a queue is worked through; see useFrozenOrder.ts and useLiveOrder.ts. */
export interface QueueOrder<Row> {
  /** The open row. */
  readonly row: Row | undefined
  readonly place: { readonly at: number; readonly total: number } | undefined
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
  /** The rows to open after the current one is saved: those after it, then from the start the ones skipped. */
  readonly ahead: () => AsyncIterable<Ahead<Row>>
  /** No row is left, as far as is known. */
  readonly isLast: boolean
}

export interface Ahead<Row> {
  readonly row: Row
  /** The row's page of the list; omitted for the current page. */
  readonly pageStart?: number
}

/** The current page of the list. */
export interface PageInSight<Row> {
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined
  /** Total of the whole list. */
  readonly total: number | undefined
}
