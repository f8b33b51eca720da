/** Pure rules of orders, used by both sides (docs/product/order.md). */

import { fenOf } from '../kernel/money.ts'

/** The last planned day of a delivery, and of a visit after an order, in days from today. */
export const farthestDelivery = 730
export const farthestVisit = 365

/** Codes of the order's status, defined in `orderStatusDics`. */
export const orderStatus = {
  waitingSubmit: 1,
  submitted: 2,
  approved: 3,
  rejected: 6,
  cancelled: 8,
  pendingAcceptance: 15,
  accepted: 16,
  partEquipped: 17,
  equipped: 4,
  delivered: 19,
  completed: 14,
} as const

/** Approved, without a delivered car. Such an order keeps the deal at level O. */
export const holdingStatuses: readonly number[] = [3, 15, 16, 17, 4]

/** Approved and not completed, including orders that the maker has delivered. */
export const liveStatuses: readonly number[] = [...holdingStatuses, orderStatus.delivered]

/** Approved, and the maker has not allocated a car yet. */
export const awaitsCar = (status: number): boolean =>
  liveStatuses.includes(status) && status !== orderStatus.equipped && status !== orderStatus.delivered

/** Statuses that allow each action; used by both sides. */
export const orderCan = {
  edit: (status: number) => status === orderStatus.waitingSubmit || status === orderStatus.rejected,
  /** A rejected order is corrected and submitted again. */
  submit: (status: number) => status === orderStatus.waitingSubmit || status === orderStatus.rejected,
  withdraw: (status: number) => status === orderStatus.submitted,
  /** Until the maker has accepted it. */
  cancel: (status: number) => [1, 2, 6, 3, 15].includes(status),
  /** Cancels one of several lines of an approved order, until the maker has accepted it. Before approval an edit removes lines. */
  cancelLine: (status: number) => status === orderStatus.approved || status === orderStatus.pendingAcceptance,
  review: (status: number) => status === orderStatus.submitted,
  deliver: (status: number) => liveStatuses.includes(status),
} as const
export type OrderAction = keyof typeof orderCan

/** Reasons for a cancellation: codes of the dictionary orderCancelReasons, which has their names. */
export const cancelReasonCodes = [
  'qxyy01',
  'qxyy02',
  'qxyy03',
  'qxyy04',
  'qxyy05',
  'qxyy06',
  'qxyy07',
] as const
export type CancelReason = (typeof cancelReasonCodes)[number]
/** Reasons that require a remark. */
export const cancelReasonsWithRemark: readonly string[] = ['qxyy02', 'qxyy07']
/** The reason for a withdrawal, which returns the order to 待提交. */
export const withdrawReason = 1

export interface OrderLine {
  readonly quantity: number
  readonly priceFen: number
  readonly isCancelled: boolean
}

/** The remaining vehicles of a line after a partial cancellation. */
export const lineLeft = (quantity: number, cancelled: number) => ({
  quantity: quantity - cancelled,
  isCancelled: cancelled >= quantity,
})

/** Sums of an order without its cancelled lines. */
export function orderTotals(depositFen: number, lines: readonly OrderLine[]) {
  const live = lines.filter((line) => !line.isCancelled)
  const vehicles = live.reduce((sum, line) => sum + line.quantity, 0)
  return {
    vehicles,
    depositFen: depositFen * vehicles,
    totalFen: live.reduce((sum, line) => sum + line.quantity * line.priceFen, 0),
  }
}

/** A line of the form: number of vehicles, and yuan per vehicle. */
interface FormLine {
  readonly num: number
  readonly price: number
}

/** Sums of a form in fen; NaN while one of its numbers is invalid. `payment`: deposit per vehicle, yuan. */
export const formTotals = (payment: number, lines: readonly FormLine[]) =>
  orderTotals(
    fenOf(payment),
    lines.map(({ num, price }) => ({ quantity: num, priceFen: fenOf(price), isCancelled: false })),
  )

/** Whether the sums of a form are exact to the fen. Invalid numbers pass, because they are reported at their line. */
export function isCountable(payment: number, lines: readonly FormLine[]): boolean {
  const { depositFen, totalFen } = formTotals(payment, lines)
  return [depositFen, totalFen].every((sum) => Number.isNaN(sum) || Number.isSafeInteger(sum))
}
