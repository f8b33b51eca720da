import { role } from '../access/access.rules.ts'

/** Pure rules of the front desk (docs/product/desk.md). */

/** How somebody came: registered as new traffic, or on file before and confirmed. */
export const visitType = { new: 1, confirmed: 2 } as const

/** Minutes that somebody may wait for a consultant; then it turns amber, and the managers are told. */
export const waitingMinutes = 10

/** Whether somebody whom nobody is with has waited too long. Epoch seconds. */
export const waitsTooLong = (cameAt: number, now: number): boolean => now - cameAt > waitingMinutes * 60

/** Why a consultant is not in the showroom, as the signs of the day tell; or has never signed in to the product, and hears no bell. */
export const absences = { unsigned: '未签到', outside: '外出', left: '已签退', inactive: '未激活' } as const
export type Absence = keyof typeof absences

/** What decides whose turn it is. */
export interface Turn {
  readonly memberId: number
  readonly role: number
  /** Nothing while in the showroom. */
  readonly absence: Absence | ''
  /** Customers in the showroom whom the member is with. */
  readonly serving: number
  /** When the member last received a customer, on whatever day; epoch seconds, 0 for never. */
  readonly receivedAt: number
}

/** In the showroom, and with nobody. */
export const isFree = ({ absence, serving }: Pick<Turn, 'absence' | 'serving'>): boolean =>
  absence === '' && serving === 0

/** Customers are received by the consultants in turn; others who can own customers only where somebody says so. */
export const takesTurns = ({ role: of }: Pick<Turn, 'role'>): boolean => of === role.consultant

const rank = (one: Turn): number => (isFree(one) ? 0 : one.absence === '' ? 1 : 2) + (takesTurns(one) ? 0 : 3)

/** In the order of their turns: the free ones first, of them whoever has received nobody for the longest; then the busy and the absent. */
export const inTurn = <One extends Turn>(members: readonly One[]): One[] =>
  members.toSorted((a, b) => rank(a) - rank(b) || a.receivedAt - b.receivedAt || a.memberId - b.memberId)

/** The consultant whose turn it is: free, and without a customer for the longest. Undefined where nobody is free. */
export const nextInTurn = <One extends Turn>(members: readonly One[]): One | undefined =>
  inTurn(members).find((one) => takesTurns(one) && isFree(one))

/**
 * Who should receive each of those who wait, by their owners, in the order in which they are served: the own consultant where that one is
 * free, else whoever's turn it is, and nobody twice. 0 for nobody.
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
