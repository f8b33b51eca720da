import { z } from 'zod'
import { dealerId, Id } from '../kernel/wire.ts'

/** One order, as its page shows it. Money is yuan, instants and days are epoch seconds (0 for none), numbers are masked. */

export const OneOrder = z.object({ dealerId, orderId: Id })

const SubOrder = z.object({
  /** The line's own number. */
  subOrderNo: z.string(),
  seriesId: z.number(),
  seriesName: z.string(),
  /** The model. */
  specId: z.number(),
  specName: z.string(),
  /** What the model is listed at. */
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
  /** Of its vehicles, those that will not be built. */
  cancelSubCount: z.number(),
  /** The vehicles that the maker has given it. */
  vins: z.array(z.string()),
})
export type SubOrder = z.infer<typeof SubOrder>

export const OrderDetail = z.object({
  id: z.number(),
  orderNo: z.string(),
  customerId: z.number(),
  dealId: z.number(),
  /** What an edit sends back. */
  rowVersion: z.number(),
  orderStatus: z.number(),
  businessType: z.number(),
  paymentType: z.number(),
  estimatedDeliverTime: z.number(),
  contractNo: z.string(),
  carLicenseType: z.number(),
  /** Province and city, joined by a comma. */
  carLicenseCity: z.string(),
  /** Deposit a vehicle. */
  payment: z.number(),
  /** The server's sums; of a cancelled order 0. */
  paymentAmount: z.number(),
  totalPrice: z.number(),
  /** The deposit of all its vehicles, whatever was cancelled since. */
  originalPayment: z.number(),
  customerType: z.number(),
  /** The person, or who speaks for the company. */
  customerName: z.string(),
  companyName: z.string(),
  contactName: z.string(),
  customerPhone: z.string(),
  licenseType: z.number(),
  licenseNo: z.string(),
  orderProvince: z.string(),
  orderCity: z.string(),
  orderArea: z.string(),
  /** `****` where there is one. */
  orderAddress: z.string(),
  nextFollowTime: z.number(),
  remark: z.string(),
  subOrders: z.array(SubOrder),
  ownerId: z.number(),
  ownerName: z.string(),
  createdAt: z.number(),
  submittedAt: z.number(),
  /** When the last reviewer decided, and who. */
  auditTime: z.number(),
  reviewerName: z.string(),
  rejectReason: z.string(),
  orderDeliverTime: z.number(),
  cancelledAt: z.number(),
  cancelReason: z.string(),
  cancelRemark: z.string(),
  /** The status that a cancelled order was cancelled in: 1, 2, 3 or 6; 0 for one that is not. */
  cancelledFrom: z.number(),
  /** Whether the reader works on it; who only reviews looks at it. */
  isMine: z.boolean(),
})
export type OrderDetail = z.infer<typeof OrderDetail>

export const OrderDetailAnswer = z.object({ data: OrderDetail })

/** What a refusal with code 409 holds beside its text: the order as it is now, and which fields of the form both changed. */
export const OrderConflict = z.object({
  rowVersion: z.number(),
  current: OrderDetail,
  /** Names of the form's fields; `subOrderInfos` for the lines as a whole. */
  conflicts: z.array(z.string()),
})
export type OrderConflict = z.infer<typeof OrderConflict>

/** One row of 订单操作记录; numbers in its text are masked. */
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

/** Clear, for who asked: audited and counted. */
export const OrderNumbers = z.object({
  customerPhone: z.string(),
  licenseNo: z.string(),
  orderAddress: z.string(),
})
export type OrderNumbers = z.infer<typeof OrderNumbers>
