import { z } from 'zod'
import { choice, DateRange, dealerId, page, text, wordList } from '../kernel/wire.ts'

/** The list of the front desk: who was registered or arrived (docs/product/desk.md). */

export const DeskListQuery = z.object({
  dealerId,
  ...page,
  levels: wordList(8).default([]),
  /** Part of the name or of the number as it is shown; or the whole of the mobile, the second number or the WeChat name. */
  key: text(50),
  /** 0 all, 1 new traffic, 2 confirmed arrival. */
  type: choice(2),
  /** When the visit was registered. */
  createdDate: DateRange,
  /** Latest first, or earliest first: 0 and 1 by the visit, 2 and 3 by the latest follow-up, 4 and 5 by the next one. */
  orderType: choice(5),
})

/** A customer's visit: one a day. */
export const DeskRow = z.object({
  visitId: z.number(),
  customerId: z.number(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  deal: z.object({
    ownerName: z.string(),
    level: z.string(),
    /** Names of the intended series, joined by 、. */
    specName: z.string(),
  }),
  /** 1 new traffic, 2 confirmed arrival. */
  type: z.number(),
  /** Epoch seconds; 0 for none. */
  createdDate: z.number(),
  updatedDate: z.number(),
  nextFollowDate: z.number(),
  /** The reader sees the customer's file. */
  isSeen: z.boolean(),
})
export type DeskRow = z.infer<typeof DeskRow>

export const DeskListAnswer = z.object({ data: z.array(DeskRow), total: z.number() })

/** Rows of a page when a customer is looked for whose arrival is to be confirmed. */
export const arrivalPageSize = 5

export const ArrivalSearch = z.object({
  dealerId,
  pageStart: page.pageStart,
  pageCount: page.pageCount.default(arrivalPageSize),
  /** Part of the name, or digits of the mobile as it is shown, such as the last four. Without one nobody is found. */
  key: text(50),
})

export const FoundArrival = z.object({
  id: z.number(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  deal: z.object({ ownerName: z.string(), level: z.string() }),
  /** In the showroom now. */
  isPresent: z.boolean(),
})
export type FoundArrival = z.infer<typeof FoundArrival>

export const ArrivalSearchAnswer = z.object({ data: z.array(FoundArrival), total: z.number() })
