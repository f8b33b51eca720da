import type { Completion } from '@showroom/contract/order/complete.rules'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
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

/** Every status between approval and completion counts as approved. */
export const orderTypeOf = (orderStatus: number): OrderType => types[orderStatus] ?? 'approved'

/** Statuses with their own colour; all others are in progress. */
const tones: Readonly<Record<number, 'bad' | 'plain' | 'good' | 'due'>> = {
  [status.waitingSubmit]: 'due',
  [status.rejected]: 'bad',
  [status.cancelled]: 'plain',
  [status.delivered]: 'good',
  [status.completed]: 'good',
}
export const toneOf = (orderStatus: number): string => tones[orderStatus] ?? 'busy'

const exact = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** `139,900.00`: the format of printed papers. */
export const paperYuan = (amount: number): string => exact.format(amount)

/** The order's values that its review needs. Masked numbers count as given. */
export const completionOf = (order: OrderDetail): Completion => ({
  phone: order.customerPhone,
  licenseType: order.licenseType,
  licenseNumber: order.licenseNo,
  province: order.orderProvince,
  city: order.orderCity,
  area: order.orderArea,
  carLicenseCity: order.carLicenseCity,
})

/** Name of the buyer: a person, or a company. */
export const buyerOf = (order: {
  readonly customerType: number
  readonly customerName: string
  readonly companyName: string
}): string => (order.customerType === buyerType.company ? order.companyName : order.customerName)
