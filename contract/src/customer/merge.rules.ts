import type { Level } from './customer.rules.ts'

/** What becomes of the deals of two files that are merged: pure rules for the server and for the dialog that asks before. */

export interface MergedDeal {
  readonly level: Level
  readonly isSuspend: boolean
}

/** How much of a deal still goes on: lost 0, delivered 1, dormant 2, followed or ordered 3. */
function standing({ level, isSuspend }: MergedDeal): number {
  if (level === 'F') return 0
  if (level === 'D') return 1
  return isSuspend ? 2 : 3
}

/** The deal is followed up, or an order of it is under way. */
export const isLive = (deal: MergedDeal): boolean => standing(deal) === 3

/**
 * The deal that is the current one after the merge: the one that goes on more, the master's where both go on alike. A deal that goes on
 * supersedes one that ended (delivered or lost), as a re-purchase does; of two others one is left, the other is merged into it.
 */
export function currentAfterMerge(master: MergedDeal, slave: MergedDeal) {
  const isOfSlave = standing(slave) > standing(master)
  const [kept, other] = isOfSlave ? [slave, master] : [master, slave]
  return {
    current: isOfSlave ? ('slave' as const) : ('master' as const),
    other: standing(kept) > 1 && standing(other) <= 1 ? ('superseded' as const) : ('merged' as const),
  }
}

/** Both deals are followed: who follows and what is planned next has to be chosen. */
export const asksToChoose = (master: MergedDeal, slave: MergedDeal): boolean =>
  isLive(master) && isLive(slave)
