import { z } from 'zod'
import { choice, DateRange, dealerId, Id, idList, OptionalId, page, text } from '../kernel/wire.ts'
import { allocationStage } from './verify.rules.ts'

/** The lists of orders to review and of orders that wait for their car (docs/product/order.md). */

const Ids = idList(200).default([])

/** What both lists are filtered by. */
const filters = {
  dealerId,
  ...page,
  /** A part of the customer's name or number, or of an order number. */
  key: text(50),
  /** When the order was made. */
  createdDate: DateRange,
  /** 0 all, 1 online, 2 offline. */
  fromType: choice(2),
  /** Offline sources, and online ones: of both the client sends one kind. */
  fromSources: Ids,
  onlineSources: Ids,
  /** The orders' owners. */
  saleIds: Ids,
  businessTypes: Ids,
  /** By the time it was made: 0 newest first, 1 oldest first. */
  sortType: choice(1),
}

export const VerifyListQuery = z.object({
  ...filters,
  /** 0 waiting for review, 1 reviewed. */
  isDone: choice(1),
  /** Of the reviewed ones only those in the status; 0 for all. */
  orderStatus: choice(19),
})

export const AllocationQuery = z.object({
  ...filters,
  /** Approved. Where the maker has got with it since is told by `stage`. */
  orderStatus: z.literal(3).default(3),
  /** `allocationStage`: waiting for a car, in the maker's hands, with a car. */
  stage: choice(Math.max(...Object.values(allocationStage))),
  modelId: OptionalId,
  seriesId: OptionalId,
})

/** An order of either list. Amounts are yuan, instants epoch seconds, 0 for none. */
export const VerifyRow = z.object({
  id: z.number(),
  orderNo: z.string(),
  customerId: z.number(),
  dealId: z.number(),
  createdAt: z.number(),
  /** 1 person, 2 company. */
  customerType: z.number(),
  /** The person: the buyer, or whom to reach at the company. */
  customerName: z.string(),
  companyName: z.string(),
  /** Masked. */
  customerPhone: z.string(),
  /** Series and model of each line. */
  modelDisplay: z.string(),
  vehicles: z.number(),
  ownerName: z.string(),
  /** Deposit of all vehicles, and what they cost. */
  paymentDown: z.number(),
  totalPrice: z.number(),
  status: z.number(),
  /** The first second of the planned day. */
  deliverDate: z.number(),
  submittedAt: z.number(),
  reviewedAt: z.number(),
  reviewerName: z.string(),
  /** Vehicles that the maker has given it. */
  vins: z.array(z.string()),
  /** `orderAlert`: what somebody should look at. */
  alerts: z.array(z.number()),
})
export type VerifyRow = z.infer<typeof VerifyRow>

export const VerifyListAnswer = z.object({ data: z.array(VerifyRow), total: z.number() })

export const OrderReviewQuery = z.object({ dealerId, orderId: Id })

/** Another order of who buys, neither completed nor cancelled. */
const OtherOrder = z.object({
  id: z.number(),
  orderNo: z.string(),
  status: z.number(),
  createdAt: z.number(),
  modelDisplay: z.string(),
  totalPrice: z.number(),
  ownerName: z.string(),
  /** Of this customer; else by the same number. */
  isSameCustomer: z.boolean(),
})

/** What a reviewer wants to know beside the order itself. */
export const OrderReviewAnswer = z.object({
  /** How often it was handed in, and who did it last. */
  submissions: z.number(),
  submittedByName: z.string(),
  alerts: z.array(z.number()),
  /** The last rejection; nothing where there was none. */
  rejection: z.object({ reason: z.string(), rejectedAt: z.number(), reviewerName: z.string() }).nullable(),
  /** What is another since then; texts are empty where only that it changed is told. */
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** The newest twenty. */
  others: z.array(OtherOrder),
})
export type OrderReview = z.infer<typeof OrderReviewAnswer>
