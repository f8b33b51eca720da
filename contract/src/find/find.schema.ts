import { z } from 'zod'
import { dealerId, idList, text } from '../kernel/wire.ts'

/** Finding anyone from anywhere: the few records that a keyword finds closest, of every room that has some. */

/** Records of a kind in one answer, and how many were opened last. */
export const mostFound = 8

/** Whether a keyword is looked for at all: one or two digits are in everybody's number. */
export const isFindable = (key: string): boolean => key !== '' && !/^\d{1,2}$/.test(key)

const ids = idList(mostFound).default([])

export const Find = z.object({
  dealerId,
  /** Part of the name, or digits of the mobile as it is shown, or the whole of it, or an order's number from its beginning. What is not findable finds nothing. */
  key: text(50),
  /** Without a key: those of these that the member sees, in no order. */
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
  /** Epoch seconds; 0 for none. */
  nextFollowDate: z.number(),
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
  /** Who buys: a person, or a company. */
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  status: z.number(),
  ownerName: z.string(),
  /** Of its first line. */
  modelName: z.string(),
  createdDate: z.number(),
})
export type FoundOrder = z.infer<typeof FoundOrder>

/** The closest first; of a kind that the member has no right to, none. */
export const FindAnswer = z.object({
  customers: z.array(FoundCustomer),
  leads: z.array(FoundLead),
  orders: z.array(FoundOrder),
})
export type FindAnswer = z.infer<typeof FindAnswer>
