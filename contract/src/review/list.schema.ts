import { z } from 'zod'
import { choice, DateRange, dealerId, idList, keyword, OptionalId, page } from '../kernel/wire.ts'

/** The list of defeat requests (docs/product/review.md). */

const Ids = idList(200).default([])

export const FailListQuery = z.object({
  dealerId,
  ...page,
  /** 1 pending, 2 finished. */
  type: z.number().int().min(1).max(2).default(1),
  /** Owners of the customers. */
  saleIds: Ids,
  /** When the customer was created. */
  createdDate: DateRange,
  /** When the defeat was requested; on the finished tab, when it was decided. */
  followDate: DateRange,
  /** 0 all, 1 online, 2 offline. */
  fromType: choice(2),
  fromSources: Ids,
  onlineSources: Ids,
  /** Custom sources of the store. */
  otherSources: Ids,
  businessTypes: Ids,
  /** The first intended series, under which reports count the customer. */
  mainSeries: OptionalId,
  /** 1: only defeats that reports count, i.e. the customer was not revived since. */
  counted: choice(1),
  /** Owner of the customer when the request was approved. */
  creditedId: OptionalId,
  /** One of `momentOrder`: pending requests usually oldest first, finished ones newest first. */
  orderType: choice(2),
  key: keyword,
})

/** Work done for the customer from when the owner got it until the request; exposes a lazy defeat to the reviewer. */
export const Evidence = z.object({
  /** Completed contacts by kind: phone, WeCom and video calls; visits; test drives. */
  calls: z.number(),
  visits: z.number(),
  testDrives: z.number(),
  /** Sum of the contacts, and number of days with a contact. */
  contactTimes: z.number(),
  contactDays: z.number(),
  /** Calendar days from when the owner got the customer until the request. */
  ownedDays: z.number(),
  /** A visit or test drive was planned, or offered during a contact. */
  invited: z.boolean(),
  /** Ever happened, under any owner. */
  arrived: z.boolean(),
  testDriven: z.boolean(),
  /** Signs of a lazy defeat (see `lazyDefeat`). */
  doubts: z.array(z.string()),
})
export type Evidence = z.infer<typeof Evidence>

export const FailRow = z.object({
  requestId: z.number(),
  customerId: z.number(),
  dealId: z.number(),
  /** When the defeat was requested or decided; `2026-11-18 12:00` in Asia/Shanghai. */
  dateDisplay: z.string(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  ownerId: z.number(),
  ownerName: z.string(),
  level: z.string(),
  sourceName: z.string(),
  /** Cross recall: 1 yes, 2 no, 0 not decided. */
  crossRecall: z.number(),
  /** Requester, reason and remark; phone numbers masked. */
  requestedByName: z.string(),
  reason: z.string(),
  remark: z.string(),
  /** The latest follow-up note before the request, numbers masked. */
  desc: z.string(),
  /** 0 pending, 1 approved, 2 rejected. */
  state: z.number(),
  reviewerName: z.string(),
  reviewRemark: z.string(),
  evidence: Evidence,
})
export type FailRow = z.infer<typeof FailRow>

export const FailListAnswer = z.object({ data: z.array(FailRow), total: z.number() })
