/** Pure rules of orders, used by both sides (docs/product/order.md). */

/** Codes of the order's status, as `orderStatusDics` names them. */
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

/** Approved, and the customer has no car yet: such an order holds the deal at level O. */
export const holdingStatuses: readonly number[] = [3, 15, 16, 17, 4]

/** Approved and not completed: with what the maker has delivered. */
export const liveStatuses: readonly number[] = [...holdingStatuses, orderStatus.delivered]

/** On its way, and the maker has no car for it yet. */
export const awaitsCar = (status: number): boolean =>
  liveStatuses.includes(status) && status !== orderStatus.equipped && status !== orderStatus.delivered

/** What may be done with an order in which status: the table both sides ask. */
export const orderCan = {
  edit: (status: number) => status === orderStatus.waitingSubmit || status === orderStatus.rejected,
  /** A rejected one is corrected and submitted again. */
  submit: (status: number) => status === orderStatus.waitingSubmit || status === orderStatus.rejected,
  withdraw: (status: number) => status === orderStatus.submitted,
  /** Until the maker has accepted it. */
  cancel: (status: number) => [1, 2, 6, 3, 15].includes(status),
  /** One line of several, once the order is approved: before, it is edited out. Until the maker has accepted it. */
  cancelLine: (status: number) => status === orderStatus.approved || status === orderStatus.pendingAcceptance,
  review: (status: number) => status === orderStatus.submitted,
  deliver: (status: number) => liveStatuses.includes(status),
} as const
export type OrderAction = keyof typeof orderCan

/** Why an order is cancelled: codes of the dictionary orderCancelReasons, which has their names. */
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
/** Reasons that need words of their own. */
export const cancelReasonsWithRemark: readonly string[] = ['qxyy02', 'qxyy07']
/** The reason that means: back to 待提交. */
export const withdrawReason = 1

/** Money is yuan with at most two decimals on the wire and whole fen inside. */
export const fenOf = (yuan: number): number => Math.round(yuan * 100)

export interface OrderLine {
  readonly quantity: number
  readonly priceFen: number
  readonly isCancelled: boolean
}

/** What is left of a line of which some vehicles will not be built. */
export const lineLeft = (quantity: number, cancelled: number) => ({
  quantity: quantity - cancelled,
  isCancelled: cancelled >= quantity,
})

/** What an order comes to: lines that are cancelled count for nothing. */
export function orderTotals(depositFen: number, lines: readonly OrderLine[]) {
  const live = lines.filter((line) => !line.isCancelled)
  const vehicles = live.reduce((sum, line) => sum + line.quantity, 0)
  return {
    vehicles,
    depositFen: depositFen * vehicles,
    totalFen: live.reduce((sum, line) => sum + line.quantity * line.priceFen, 0),
  }
}

/** A line as the form has it: vehicles, and yuan a vehicle. */
interface FormLine {
  readonly num: number
  readonly price: number
}

/** What a form comes to, in fen; not a number while one of its numbers is none. `payment`: deposit a vehicle, yuan. */
export const formTotals = (payment: number, lines: readonly FormLine[]) =>
  orderTotals(
    fenOf(payment),
    lines.map(({ num, price }) => ({ quantity: num, priceFen: fenOf(price), isCancelled: false })),
  )

/** Whether the sums of a form can be told to the last fen. What is no number at all is told beside its line. */
export function isCountable(payment: number, lines: readonly FormLine[]): boolean {
  const { depositFen, totalFen } = formTotals(payment, lines)
  return [depositFen, totalFen].every((sum) => Number.isNaN(sum) || Number.isSafeInteger(sum))
}
