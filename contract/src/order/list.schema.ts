import { z } from 'zod'
import { choice, DateRange, dealerId, idList, keyword, OptionalId } from '../kernel/wire.ts'
import { orderMeasures } from '../report/report.rules.ts'

/**
 * The list of orders: a row is a line (sub-order) with the fields of its order. Pages and totals count orders; the lines of one order are adjacent,
 * on one page, newest order first.
 */

const Ids = idList(200).default([])

export const SearchOrders = z.object({
  dealerId,
  /** Name or phone of the buyer, or the beginning of an order number. */
  customerInfo: keyword,
  createdDate: DateRange,
  /** When a reviewer decided. */
  reviewDate: DateRange,
  cancelDate: DateRange,
  /** Status of the order; any of these. */
  orderStatus: Ids,
  /** 0 all, 1 online, 2 offline. */
  fromType: choice(2),
  fromSources: Ids,
  onlineSources: Ids,
  /** Custom sources of the store. */
  otherSources: Ids,
  /** Owner of the customer; 0 for all. */
  ownerId: OptionalId,
  /** Kind of business; 0 for any. */
  businessType: choice(99),
  /** Series. */
  specIds: Ids,
  /** Series of the order's first line, which the reports use. */
  mainSeries: OptionalId,
  /** Limits to orders that a figure of the reports counts: its index in `orderMeasures`, from 1; 0 for all. */
  counted: choice(orderMeasures.length),
  /** Days and credited member of that figure. Both have no effect without it. */
  countedDate: DateRange,
  creditedId: OptionalId,
  pageId: z.number().int().min(1).max(1_000_000).default(1),
  /** Orders per page. */
  pageSize: z.number().int().min(1).max(50).default(10),
  /** 1 exports a workbook, for admins. The response then has its link and no rows. */
  isExport: choice(1),
})
export type SearchOrders = z.output<typeof SearchOrders>

/** Money is yuan, instants and days are epoch seconds (0 for none). */
export const OrderRow = z.object({
  /** The order. */
  id: z.number(),
  bigOrderNo: z.string(),
  customerId: z.number(),
  dealId: z.number(),
  createdAt: z.number(),
  customerType: z.number(),
  customerName: z.string(),
  companyName: z.string(),
  /** Masked. */
  customerPhone: z.string(),
  orderStatus: z.number(),
  estimatedDeliverTime: z.number(),
  /** Deposit per vehicle, deposit of the order, and total price. */
  payment: z.number(),
  paymentAmount: z.number(),
  totalPrice: z.number(),
  contractNo: z.string(),
  carLicenseType: z.number(),
  carLicenseCity: z.string(),
  businessType: z.number(),
  ownerName: z.string(),
  auditTime: z.number(),
  orderDeliverTime: z.number(),
  /** Codes of `orderAlert`. */
  alerts: z.array(z.number()),
  /** The line. */
  subOrderId: z.number(),
  subOrderNo: z.string(),
  subOrderOrderStatus: z.number(),
  seriesName: z.string(),
  specName: z.string(),
  carExternalColor: z.string(),
  number: z.number(),
  /** Vehicles of the line that were cancelled. */
  cancelSubCount: z.number(),
  price: z.number(),
})
export type OrderRow = z.infer<typeof OrderRow>

/** `total` counts orders; after an export, the rows of the workbook. */
export const SearchOrdersAnswer = z.object({
  data: z.array(OrderRow),
  total: z.number(),
  /** Link of the workbook, if one was requested. */
  filePath: z.string().optional(),
})
