import { z } from 'zod'
import { dealerId, idList, keyword } from '../kernel/wire.ts'

/** Global search: the few records of each kind that match a keyword best. */

/** Most records of each kind in a response, and most recently opened records. */
export const mostFound = 8

/** Whether a keyword is searched at all: one or two digits occur in nearly every number. */
export const isFindable = (key: string): boolean => key !== '' && !/^\d{1,2}$/.test(key)

const ids = idList(mostFound).default([])

export const Find = z.object({
  dealerId,
  /**
   * Part of a name, the visible digits of a mobile, a whole mobile, or the beginning of an order number. A key that is too short finds
   * nothing.
   */
  key: keyword,
  /** Used without a key: returns those of these records that the member sees, in no order. */
  customerIds: ids,
  clueIds: ids,
  orderIds: ids,
})
export type Find = z.output<typeof Find>

export const FoundCustomer = z.object({
  customerId: z.number(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  level: z.string(),
  ownerName: z.string(),
  /** Names of the intended series, joined by 、. */
  specName: z.string(),
  isSuspend: z.boolean(),
  waitingFailReview: z.boolean(),
  /** Epoch seconds; 0 for none. */
  nextFollowDate: z.number(),
  /** A visit or a test drive is planned for today. */
  isExpected: z.boolean(),
  /** The member may open the file. Who receives customers or hands over keys finds those of the whole store. */
  isSeen: z.boolean(),
})
export type FoundCustomer = z.infer<typeof FoundCustomer>

export const FoundLead = z.object({
  clueId: z.number(),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  /** As `leadStatus`. */
  status: z.number(),
  ownerName: z.string(),
  sourceName: z.string(),
  seriesName: z.string(),
  createdDate: z.number(),
})
export type FoundLead = z.infer<typeof FoundLead>

export const FoundOrder = z.object({
  orderId: z.number(),
  orderNo: z.string(),
  /** The buyer: a person or a company. */
  name: z.string(),
  /** Masked; empty if the member may only see the order on its way. */
  phone: z.string(),
  status: z.number(),
  ownerName: z.string(),
  /** The member may open the order's page; otherwise its page of 待配车订单. */
  isSeen: z.boolean(),
  /** Model of the first order line. */
  modelName: z.string(),
  createdDate: z.number(),
})
export type FoundOrder = z.infer<typeof FoundOrder>

/** Best matches first; empty for kinds the member has no right to. */
export const FindAnswer = z.object({
  customers: z.array(FoundCustomer),
  leads: z.array(FoundLead),
  orders: z.array(FoundOrder),
})
export type FindAnswer = z.infer<typeof FindAnswer>
