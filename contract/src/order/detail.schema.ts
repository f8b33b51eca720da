import { z } from 'zod'
import { dealerId, Id } from '../kernel/wire.ts'

/** One order as its page displays it. Money is yuan, instants and days are epoch seconds (0 for none), numbers are masked. */

export const OneOrder = z.object({ dealerId, orderId: Id })

const SubOrder = z.object({
  /** Number of the line (sub-order). */
  subOrderNo: z.string(),
  seriesId: z.number(),
  seriesName: z.string(),
  /** The model. */
  specId: z.number(),
  specName: z.string(),
  /** List price of the model. */
  guidePrice: z.number(),
  configurationName: z.string(),
  carExternalColor: z.string(),
  carInternalColor: z.string(),
  vehicleProductCode: z.string(),
  vehicleProductId: z.number(),
  skuId: z.number(),
  number: z.number(),
  price: z.number(),
  orderStatus: z.number(),
  /** Vehicles of the line that were cancelled. */
  cancelSubCount: z.number(),
  /** Vehicles that the maker has allocated. */
  vins: z.array(z.string()),
})
export type SubOrder = z.infer<typeof SubOrder>

export const OrderDetail = z.object({
  id: z.number(),
  orderNo: z.string(),
  customerId: z.number(),
  dealId: z.number(),
  /** Sent back with an edit. */
  rowVersion: z.number(),
  orderStatus: z.number(),
  businessType: z.number(),
  paymentType: z.number(),
  estimatedDeliverTime: z.number(),
  contractNo: z.string(),
  carLicenseType: z.number(),
  /** Province and city, joined by a comma. */
  carLicenseCity: z.string(),
  /** Deposit per vehicle. */
  payment: z.number(),
  /** Sums calculated by the server; 0 for a cancelled order. */
  paymentAmount: z.number(),
  totalPrice: z.number(),
  /** Deposit of all vehicles, including cancelled ones. */
  originalPayment: z.number(),
  customerType: z.number(),
  /** The person, or the contact at the company. */
  customerName: z.string(),
  companyName: z.string(),
  contactName: z.string(),
  customerPhone: z.string(),
  licenseType: z.number(),
  licenseNo: z.string(),
  orderProvince: z.string(),
  orderCity: z.string(),
  orderArea: z.string(),
  /** `****` if there is an address. */
  orderAddress: z.string(),
  nextFollowTime: z.number(),
  remark: z.string(),
  subOrders: z.array(SubOrder),
  ownerId: z.number(),
  ownerName: z.string(),
  createdAt: z.number(),
  submittedAt: z.number(),
  /** Time of the last decision and the name of its reviewer. */
  auditTime: z.number(),
  reviewerName: z.string(),
  rejectReason: z.string(),
  orderDeliverTime: z.number(),
  cancelledAt: z.number(),
  cancelReason: z.string(),
  cancelRemark: z.string(),
  /** Status before the cancellation: 1, 2, 3 or 6; 0 if the order is not cancelled. */
  cancelledFrom: z.number(),
  /** True for a member with 库存 alone: phone, document number and address are empty. */
  hidesNumbers: z.boolean(),
  /** Whether the reader may change the order. A reviewer may only read it. */
  isMine: z.boolean(),
})
export type OrderDetail = z.infer<typeof OrderDetail>

export const OrderDetailAnswer = z.object({ data: OrderDetail })

/** Added to a refusal with code 409: the current order, and the form fields that both sides changed. */
export const OrderConflict = z.object({
  rowVersion: z.number(),
  current: OrderDetail,
  /** Names of form fields; `subOrderInfos` stands for all lines. */
  conflicts: z.array(z.string()),
})
export type OrderConflict = z.infer<typeof OrderConflict>

/** One row of 订单操作记录. Numbers in its text are masked. */
export const OrderEvent = z.object({
  id: z.number(),
  createdAt: z.number(),
  ownerName: z.string(),
  subject: z.string(),
  content: z.string(),
  orderStatus: z.number(),
})
export type OrderEvent = z.infer<typeof OrderEvent>
/** Newest first. */
export const OrderTimeLineAnswer = z.object({ data: z.array(OrderEvent) })

/** Unmasked numbers. Each request is audited and rate limited. */
export const OrderNumbers = z.object({
  customerPhone: z.string(),
  licenseNo: z.string(),
  orderAddress: z.string(),
})
export type OrderNumbers = z.infer<typeof OrderNumbers>
