/** Pause in seconds after a number of failures in a row; undefined after the last try. */
export type Schedule = (failures: number) => number | undefined

/** These pauses, then no further try. */
export const stepwise =
  (...pauses: readonly number[]): Schedule =>
  (failures) =>
    pauses[failures - 1]

/** These pauses, then the last one without end. */
export const lasting =
  (...pauses: readonly number[]): Schedule =>
  (failures) =>
    pauses[Math.min(failures, pauses.length) - 1]

interface Doubling {
  readonly first: number
  readonly longest: number
  /** Share of each pause that is random, so that retries spread out. */
  readonly jitter?: number
}

/** Pauses that double up to the longest, without end. `chance` is between 0 and 1. */
export const doubling =
  ({ first, longest, jitter = 0 }: Doubling) =>
  (failures: number, chance: number = Math.random()): number =>
    Math.min(longest, first * 2 ** Math.min(failures - 1, 20)) * (1 - jitter + jitter * chance)
