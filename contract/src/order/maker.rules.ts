import { orderStatus } from './order.rules.ts'

/** How the maker's order system moves an approved order on: forward only, whatever order its messages come in. */

export const makerSteps = [3, 15, 16, 17, 4, 19, 14] as const

/** How far on its way a status is; -1 for one that is not on it: not approved yet, rejected, cancelled. */
export const makerRank = (status: number): number => (makerSteps as readonly number[]).indexOf(status)

/**
 * The steps that bring an order from one status to another, in their order: those between are passed as well. None where it is there or
 * further; undefined where the maker has no say in the order.
 */
export function stepsBetween(from: number, to: number): readonly number[] | undefined {
  if (makerRank(from) < 0 || makerRank(to) < 0) return undefined
  return makerSteps.slice(makerRank(from) + 1, makerRank(to) + 1)
}

/** The status of an order by those of its lines that are not cancelled: as far as the last of them, and partly equipped where some have their car. */
export function orderStatusOf(current: number, lines: readonly number[]): number {
  if (lines.length === 0) return current
  const ranks = lines.map(makerRank)
  const least = Math.min(...ranks)
  const some = Math.max(...ranks) >= makerRank(orderStatus.equipped)
  const reached = some ? Math.max(least, makerRank(orderStatus.partEquipped)) : least
  return makerSteps[Math.max(reached, makerRank(current))] ?? current
}
