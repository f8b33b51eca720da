/** Pure rules of the review room (docs/product/review.md). */

export const reviewTab = { pending: 1, finished: 2 } as const

/** Days that an owner should have had a customer before giving it up. */
const fewestOwnedDays = 3

/** What was done for a customer since the owner has it, until the defeat was asked for. */
export interface Effort {
  /** Completed contacts, whatever their kind, and on how many days. */
  readonly contactTimes: number
  readonly contactDays: number
  /** Calendar days from the hand-over to the request. */
  readonly ownedDays: number
  /** A visit or a test drive was planned, or offered in a talk. */
  readonly invited: boolean
  readonly arrived: boolean
}

/** The signs of a defeat that was asked for too lightly, in words. None says that the customer cannot be lost; the reviewer decides. */
export function lazyDefeat(effort: Effort): string[] {
  const { contactTimes, contactDays, ownedDays, invited, arrived } = effort
  return [
    ...(contactTimes === 0 ? ['从未联系'] : []),
    ...(contactTimes === 1 ? ['仅联系1次'] : []),
    ...(contactTimes > 1 && contactDays === 1 ? ['全部联系集中在同一天'] : []),
    ...(ownedDays < fewestOwnedDays ? [`分配不足${fewestOwnedDays}天`] : []),
    ...(invited || arrived ? [] : ['从未到店邀约']),
  ]
}
