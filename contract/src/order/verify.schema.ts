import { z } from 'zod'
import { choice, DateRange, dealerId, Id, idList, keyword, OptionalId, page } from '../kernel/wire.ts'
import { allocationStage } from './verify.rules.ts'

/** The lists of orders to review and of orders that wait for their car (docs/product/order.md). */

const Ids = idList(200).default([])

/** Filters of both lists. */
const filters = {
  dealerId,
  ...page,
  /** Part of the customer's name or number, or of an order number. */
  key: keyword,
  /** When the order was made. */
  createdDate: DateRange,
  /** 0 all, 1 online, 2 offline. */
  fromType: choice(2),
  /** Offline and online sources. The client sends only one of both. */
  fromSources: Ids,
  onlineSources: Ids,
  /** The orders' owners. */
  saleIds: Ids,
  businessTypes: Ids,
  /**
   * One of `momentOrder`: orders to review by their submission, those that wait for a car by their approval, usually
   * oldest first; reviewed ones by their creation, newest first.
   */
  sortType: choice(2),
}

export const VerifyListQuery = z.object({
  ...filters,
  /** 0 waiting for review, 1 reviewed. */
  isDone: choice(1),
  /** Limits reviewed orders to a status; 0 for all. */
  orderStatus: choice(19),
})

export const AllocationQuery = z.object({
  ...filters,
  /** Approved. `stage` selects how far the maker has got. */
  orderStatus: z.literal(3).default(3),
  /** `allocationStage`: waiting for a car, in production, with a car. */
  stage: choice(Math.max(...Object.values(allocationStage))),
  modelId: OptionalId,
  seriesId: OptionalId,
})

/** A row of either list. Amounts are yuan, instants epoch seconds, 0 for none. */
export const VerifyRow = z.object({
  id: z.number(),
  orderNo: z.string(),
  /** Sent back with a decision. */
  rowVersion: z.number(),
  customerId: z.number(),
  dealId: z.number(),
  createdAt: z.number(),
  /** 1 person, 2 company. */
  customerType: z.number(),
  /** The buyer, or the contact at the company. */
  customerName: z.string(),
  companyName: z.string(),
  /** Masked; empty for a member with 库存 alone. */
  customerPhone: z.string(),
  /** Series and model of each line. */
  modelDisplay: z.string(),
  vehicles: z.number(),
  ownerName: z.string(),
  /** Deposit and price of all vehicles. */
  paymentDown: z.number(),
  totalPrice: z.number(),
  status: z.number(),
  /** The first second of the planned day. */
  deliverDate: z.number(),
  submittedAt: z.number(),
  reviewedAt: z.number(),
  reviewerName: z.string(),
  /** Vehicles that the maker has allocated. */
  vins: z.array(z.string()),
  /** Codes of `orderAlert`. */
  alerts: z.array(z.number()),
})
export type VerifyRow = z.infer<typeof VerifyRow>

export const VerifyListAnswer = z.object({ data: z.array(VerifyRow), total: z.number() })

export const OrderReviewQuery = z.object({ dealerId, orderId: Id })

/** Another open order of the buyer, neither completed nor cancelled. */
const OtherOrder = z.object({
  id: z.number(),
  orderNo: z.string(),
  status: z.number(),
  createdAt: z.number(),
  modelDisplay: z.string(),
  totalPrice: z.number(),
  ownerName: z.string(),
  /** True for an order of the same customer; false for one with the same phone number. */
  isSameCustomer: z.boolean(),
})

/** Additional facts for the reviewer of an order. */
export const OrderReviewAnswer = z.object({
  /** Number of submissions, and the member who made the last one. */
  submissions: z.number(),
  submittedByName: z.string(),
  alerts: z.array(z.number()),
  /** Codes of `gapLabels`: what the order lacks. */
  missing: z.array(z.enum(['phone', 'licence', 'region', 'licenceCity'])),
  /** The last rejection; null if there was none. */
  rejection: z.object({ reason: z.string(), rejectedAt: z.number(), reviewerName: z.string() }).nullable(),
  /** Changes since the rejection. Both texts are empty if only the fact of a change is displayed. */
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** The newest twenty. */
  others: z.array(OtherOrder),
})
export type OrderReview = z.infer<typeof OrderReviewAnswer>
