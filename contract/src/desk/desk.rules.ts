import { role } from '../access/access.rules.ts'

/** Pure rules of the front desk (docs/product/desk.md). */

/** How a visit began: registered as new traffic, or a customer on file confirmed as arrived. */
export const visitType = { new: 1, confirmed: 2 } as const

/** Minutes a customer may wait for a consultant. After that the board turns amber and managers are notified. */
export const waitingMinutes = 10

/** Whether a customer without a receiver has waited too long. Epoch seconds. */
export const waitsTooLong = (since: number, now: number): boolean => now - since > waitingMinutes * 60

/**
 * Why a consultant is not in the showroom, from the day's signs. `inactive` has never signed in to the product and would not see a notice.
 */
export const absences = { unsigned: '未签到', outside: '外出', left: '已签退', inactive: '未激活' } as const
export type Absence = keyof typeof absences

/** Facts that decide whose turn it is. */
export interface Turn {
  readonly memberId: number
  readonly role: number
  /** Empty while in the showroom. */
  readonly absence: Absence | ''
  /** Customers in the showroom whom the member is receiving. */
  readonly serving: number
  /** Start of the last reception on any day; epoch seconds, 0 for never. */
  readonly receivedAt: number
}

/** Whether the member is in the showroom and receives no customer. */
export const isFree = ({ absence, serving }: Pick<Turn, 'absence' | 'serving'>): boolean =>
  absence === '' && serving === 0

/** Only consultants take turns. Other roles that can own customers must be chosen by hand. */
export const takesTurns = ({ role: of }: Pick<Turn, 'role'>): boolean => of === role.consultant

const rank = (one: Turn): number => (isFree(one) ? 0 : one.absence === '' ? 1 : 2) + (takesTurns(one) ? 0 : 3)

/** Sorts members by turn: free ones first, the longest without a reception on top; then busy and absent ones. */
export const inTurn = <One extends Turn>(members: readonly One[]): One[] =>
  members.toSorted((a, b) => rank(a) - rank(b) || a.receivedAt - b.receivedAt || a.memberId - b.memberId)

/** Returns the consultant whose turn it is: free, and longest without a reception. Undefined if none is free. */
export const nextInTurn = <One extends Turn>(members: readonly One[]): One | undefined =>
  inTurn(members).find((one) => takesTurns(one) && isFree(one))

/**
 * Suggests a receiver for each waiting customer, given by owner in the order of service: the owner if free, otherwise the next in turn,
 * each at most once. 0 for none.
 */
export function suggest(ownerIds: readonly number[], members: readonly Turn[]): number[] {
  const free = new Map(members.filter(isFree).map((one) => [one.memberId, one]))
  const own = ownerIds.map((ownerId) => (free.delete(ownerId) ? ownerId : 0))
  return own.map((ownerId) => {
    const memberId = ownerId || (nextInTurn([...free.values()])?.memberId ?? 0)
    free.delete(memberId)
    return memberId
  })
}
