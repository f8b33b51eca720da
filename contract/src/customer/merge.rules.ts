import type { Level } from './level.rules.ts'

/** Rules for the deals of two merged files, for the server and for the dialog before the merge. */

export interface MergedDeal {
  readonly level: Level
  readonly isSuspend: boolean
}

/** Ranks how active a deal is: defeated 0, delivered 1, dormant 2, followed or ordered 3. */
function standing({ level, isSuspend }: MergedDeal): number {
  if (level === 'F') return 0
  if (level === 'D') return 1
  return isSuspend ? 2 : 3
}

/** Whether the deal is followed or has an order in progress. */
export const isLive = (deal: MergedDeal): boolean => standing(deal) === 3

/**
 * Determines the current deal after a merge: the more active one, or the master's if both are equal. An open deal supersedes one that
 * ended (delivered or defeated), like a repurchase; otherwise the other deal is merged into it.
 */
export function currentAfterMerge(master: MergedDeal, slave: MergedDeal) {
  const isOfSlave = standing(slave) > standing(master)
  const [survivor, other] = isOfSlave ? [slave, master] : [master, slave]
  return {
    current: isOfSlave ? ('slave' as const) : ('master' as const),
    other: standing(survivor) > 1 && standing(other) <= 1 ? ('superseded' as const) : ('merged' as const),
  }
}

/** Whether owner and next activity must be chosen: both deals are followed. */
export const asksToChoose = (master: MergedDeal, slave: MergedDeal): boolean =>
  isLive(master) && isLive(slave)
