import { z } from 'zod'
import { choice, DateRange, dealerId, idList, OptionalId, text } from '../kernel/wire.ts'
import { orderMeasures } from '../report/report.rules.ts'

/** The list of orders: a row is a line (sub-order) with its order's fields. Lines of one order stand together, newest order first. */

const Ids = idList(200).default([])

export const SearchOrders = z.object({
  dealerId,
  /** Name or phone of the buyer, or an order's number from its beginning. */
  customerInfo: text(50),
  createdDate: DateRange,
  /** When a reviewer decided. */
  reviewDate: DateRange,
  cancelDate: DateRange,
  /** Of the order; any of these. */
  orderStatus: Ids,
  /** 0 all, 1 online, 2 offline. */
  fromType: choice(2),
  fromSources: Ids,
  onlineSources: Ids,
  /** Custom sources of the store. */
  otherSources: Ids,
  /** Whose customer it is; 0 for anybody's. */
  ownerId: OptionalId,
  /** Kind of business; 0 for any. */
  businessType: choice(99),
  /** Series. */
  specIds: Ids,
  /** The series of the order's first line: the one that reports count it under. */
  mainSeries: OptionalId,
  /** Only the orders that a number of the reports counts: its place in `orderMeasures`, from 1; 0 for all. */
  counted: choice(orderMeasures.length),
  /** On which days it counts them, and whose the customer was then; of no effect without it. */
  countedDate: DateRange,
  creditedId: OptionalId,
  pageId: z.number().int().min(1).max(1_000_000).default(1),
  /** Lines a page. */
  pageSize: z.number().int().min(1).max(50).default(10),
  /** 1: as a workbook, for admins; the answer then holds the link, and no rows. */
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
  /** Deposit a vehicle; of the whole order, and what the order comes to. */
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
  /** `orderAlert`: what about the order somebody should look at. */
  alerts: z.array(z.number()),
  /** The line. */
  subOrderId: z.number(),
  subOrderNo: z.string(),
  subOrderOrderStatus: z.number(),
  seriesName: z.string(),
  specName: z.string(),
  carExternalColor: z.string(),
  number: z.number(),
  /** Of its vehicles, those that will not be built. */
  cancelSubCount: z.number(),
  price: z.number(),
  /** Its place among the lines of its order that were found, from 1, and how many those are: sums are shown once an order. */
  lineNo: z.number(),
  lineTotal: z.number(),
})
export type OrderRow = z.infer<typeof OrderRow>

/** `total` counts lines, `orderTotal` the orders that they are of. */
export const SearchOrdersAnswer = z.object({
  data: z.array(OrderRow),
  total: z.number(),
  orderTotal: z.number().optional(),
  /** The workbook's link, where one was asked for. */
  filePath: z.string().optional(),
})
