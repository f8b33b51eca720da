/** A move that a day is made of, as the bench does it. */

/** Milliseconds. */
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
  /** Does the move once and tells its milliseconds. */
  readonly once: (round: number) => Promise<number>
}

/** Of the customer list. */
export interface Row {
  readonly customerId: number
  readonly name: string
  readonly mobile: string
}
