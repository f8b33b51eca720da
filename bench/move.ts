/** One move of a working day, as the bench performs it. */

/** In milliseconds. */
export const goals = {
  search: 300,
  filter: 400,
  open: 300,
  save: 200,
  coldForm: 600,
  event: 150,
} as const
export interface Move {
  readonly name: string
  readonly goal: number
  /** Performs the move once and returns its milliseconds. */
  readonly once: (round: number) => Promise<number>
}

/** A row of the customer list. */
export interface Row {
  readonly customerId: number
  readonly name: string
  readonly mobile: string
}
