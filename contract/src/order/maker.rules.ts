import { orderStatus } from './order.rules.ts'

/** How the manufacturer's order system moves an approved order: forward only, in whatever order its messages arrive. */

export const makerSteps = [3, 15, 16, 17, 4, 19, 14] as const

/** Index of a status among the maker's steps; -1 for other statuses: not approved yet, rejected, cancelled. */
export const makerRank = (status: number): number => (makerSteps as readonly number[]).indexOf(status)

/**
 * The steps from one status to another in order, including those in between. Empty if the order is already there or further; undefined if
 * the maker cannot move the order.
 */
export function stepsBetween(from: number, to: number): readonly number[] | undefined {
  if (makerRank(from) < 0 || makerRank(to) < 0) return undefined
  return makerSteps.slice(makerRank(from) + 1, makerRank(to) + 1)
}

/**
 * Derives the order's status from its lines that are not cancelled: the status of the slowest line, or partly equipped if only some have
 * their car.
 */
export function orderStatusOf(current: number, lines: readonly number[]): number {
  if (lines.length === 0) return current
  const ranks = lines.map(makerRank)
  const least = Math.min(...ranks)
  const some = Math.max(...ranks) >= makerRank(orderStatus.equipped)
  const reached = some ? Math.max(least, makerRank(orderStatus.partEquipped)) : least
  return makerSteps[Math.max(reached, makerRank(current))] ?? current
}
