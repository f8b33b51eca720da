/** Adds numbers of which some are missing; null if all are. */
export const sumOfSet = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((sum, one) => (one === null ? sum : (sum ?? 0) + one), null)
