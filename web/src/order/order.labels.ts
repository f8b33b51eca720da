import { buyerType } from '@showroom/contract/order/licence'
import { orderStatus as status } from '@showroom/contract/order/order.rules'
import type { OrderType } from './detail/orderSearch'

const types: Readonly<Record<number, OrderType>> = {
  [status.waitingSubmit]: 'waitingSubmit',
  [status.submitted]: 'submitted',
  [status.rejected]: 'rejected',
  [status.completed]: 'completed',
  [status.cancelled]: 'orderCancel',
}

/** Between approval and completion everything counts as approved. */
export const orderTypeOf = (orderStatus: number): OrderType => types[orderStatus] ?? 'approved'

/** Statuses with a colour of their own; the others are on their way. */
const tones: Readonly<Record<number, 'bad' | 'plain' | 'good' | 'due'>> = {
  [status.waitingSubmit]: 'due',
  [status.rejected]: 'bad',
  [status.cancelled]: 'plain',
  [status.delivered]: 'good',
  [status.completed]: 'good',
}
export const toneOf = (orderStatus: number): string => tones[orderStatus] ?? 'busy'

const whole = new Intl.NumberFormat('zh-CN')
const exact = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** `139,900`, or `139,900.50`; the unit stands beside it. */
export const yuanText = (amount: number): string => (Number.isInteger(amount) ? whole : exact).format(amount)
/** `139,900.00`: as papers have it. */
export const paperYuan = (amount: number): string => exact.format(amount)

/** Who buys: a person, or a company by its own name. */
export const buyerOf = (order: {
  readonly customerType: number
  readonly customerName: string
  readonly companyName: string
}): string => (order.customerType === buyerType.company ? order.companyName : order.customerName)
