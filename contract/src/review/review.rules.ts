/** Pure rules of the review room (docs/product/review.md). */

export const reviewTab = { pending: 1, finished: 2 } as const

/** Days an owner should keep a customer before giving it up. */
const fewestOwnedDays = 3

/** Work done for a customer from when the owner got it until the defeat request. */
export interface Effort {
  /** Completed contacts of any kind, and number of days with a contact. */
  readonly contactTimes: number
  readonly contactDays: number
  /** Calendar days from when the owner got the customer until the request. */
  readonly ownedDays: number
  /** A visit or test drive was planned, or offered during a contact. */
  readonly invited: boolean
  readonly arrived: boolean
}

/** Returns the signs of a hasty defeat request as texts. They are only hints; the reviewer decides. */
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
