import { z } from 'zod'
import { stopped } from '../customer/customer.rules.ts'
import { choice, DateRange, dealerId, keyword, page, wordList } from '../kernel/wire.ts'
import { CarOut, DeskMember, ExpectedVisit, PresentVisit } from './board.schema.ts'

/** The front desk's list of registered and arrived customers (docs/product/desk.md). */

export const DeskListQuery = z.object({
  dealerId,
  ...page,
  levels: wordList(8).default([]),
  /** Part of the name, or of the visible digits of the mobile; or the whole mobile, second number or WeChat name. */
  key: keyword,
  /** 0 all, 1 new traffic, 2 confirmed arrival. */
  type: choice(2),
  /** When the visit was registered. */
  createdDate: DateRange,
  /** Latest or earliest first: 0 and 1 by visit, 2 and 3 by latest follow-up, 4 and 5 by next follow-up. */
  orderType: choice(5),
})

/** A customer's visit, at most one a day. */
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
  /** The customer is on a test drive now (试驾中). */
  isDriving: z.boolean(),
  /** Whether the reader may see the customer's file. */
  isSeen: z.boolean(),
})
export type DeskRow = z.infer<typeof DeskRow>

export const DeskListAnswer = z.object({ data: z.array(DeskRow), total: z.number() })

/** Page size of the search for a customer whose arrival is to be confirmed. */
export const arrivalPageSize = 5

export const ArrivalSearch = z.object({
  dealerId,
  pageStart: page.pageStart,
  pageCount: page.pageCount.default(arrivalPageSize),
  /**
   * Part of the name, visible digits of the mobile such as the last four, or part of the plate of a test-drive car. Without a key the result
   * is empty.
   */
  key: keyword,
})

/** A member who can receive customers, with today's absence. */
const Receiver = DeskMember.pick({ memberId: true, userName: true, absence: true, serving: true })

export const FoundArrival = z.object({
  id: z.number(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  deal: z.object({ ownerName: z.string(), level: z.string() }),
  /** The customer is in the showroom now. */
  isPresent: z.boolean(),
  stopped: z.enum(stopped),
  /** A visit or a test drive is planned for today. */
  isExpected: z.boolean(),
  /** The owner; null once frozen, or after a leave. */
  owner: Receiver.nullable(),
  /** The plan of today as in 今日预约; null without one, and once the customer has come. */
  expected: ExpectedVisit.nullable(),
  /** The card on the board; null while not in the showroom. */
  visit: PresentVisit.nullable(),
  /** The receiver whom the board suggests for the visit; null for none. */
  suggested: Receiver.nullable(),
})
export type FoundArrival = z.infer<typeof FoundArrival>

/** A test-drive car found by its plate, with its driver, then the customers who have booked it for today, by hour. */
export const FoundCar = z.object({
  plate: z.string(),
  seriesName: z.string(),
  /** Since when the keys are out, and until when; null while the car is in. */
  out: CarOut.nullable(),
  customers: z.array(FoundArrival),
})
export type FoundCar = z.infer<typeof FoundCar>

export const ArrivalSearchAnswer = z.object({
  data: z.array(FoundArrival),
  total: z.number(),
  cars: z.array(FoundCar),
  /** Consultant for a new customer, as on the board; null for none. */
  walkIn: Receiver.nullable(),
})
export type ArrivalSearchAnswer = z.infer<typeof ArrivalSearchAnswer>
