import { z } from 'zod'
import { choice, DateRange, dealerId, idList, OptionalId, page, text } from '../kernel/wire.ts'

/** The list of defeat requests (docs/product/review.md). */

const Ids = idList(200).default([])

export const FailListQuery = z.object({
  dealerId,
  ...page,
  /** 1 pending, 2 finished. */
  type: z.number().int().min(1).max(2).default(1),
  /** The customers' owners. */
  saleIds: Ids,
  /** When the customer was created. */
  createdDate: DateRange,
  /** When it was asked for; on the finished tab when it was decided. */
  followDate: DateRange,
  /** 0 all, 1 online, 2 offline. */
  fromType: choice(2),
  fromSources: Ids,
  onlineSources: Ids,
  /** Custom sources of the store. */
  otherSources: Ids,
  businessTypes: Ids,
  /** The first intended series: the one that reports count the customer under. */
  mainSeries: OptionalId,
  /** 1: only the defeats that the reports count, of customers who were not revived since. */
  counted: choice(1),
  /** Whose the customer was when the request was agreed to. */
  creditedId: OptionalId,
  /** 0 newest first, 1 oldest first. */
  orderType: choice(1),
  key: text(50),
})

/** What was done for the customer since the owner has it, until the request: so that a reviewer sees a lazy defeat. */
export const Evidence = z.object({
  /** Completed contacts by kind: telephone, WeCom and video; visits; test drives. */
  calls: z.number(),
  visits: z.number(),
  testDrives: z.number(),
  /** Their sum, and on how many days. */
  contactTimes: z.number(),
  contactDays: z.number(),
  /** Calendar days from the hand-over to the owner until the request. */
  ownedDays: z.number(),
  /** A visit or a test drive was planned, or offered in a talk. */
  invited: z.boolean(),
  /** Ever, whoever owned the customer then. */
  arrived: z.boolean(),
  testDriven: z.boolean(),
  /** Signs of a lazy defeat, by `lazyDefeat`. */
  doubts: z.array(z.string()),
})
export type Evidence = z.infer<typeof Evidence>

export const FailRow = z.object({
  requestId: z.number(),
  customerId: z.number(),
  dealId: z.number(),
  /** When it was asked for, or decided; `2026-11-18 12:00` in Asia/Shanghai. */
  dateDisplay: z.string(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  ownerId: z.number(),
  ownerName: z.string(),
  level: z.string(),
  sourceName: z.string(),
  /** 1 yes, 2 no, 0 not decided. */
  crossRecall: z.number(),
  /** Who asked for it, why, and in what words; numbers masked. */
  requestedByName: z.string(),
  reason: z.string(),
  remark: z.string(),
  /** The latest follow note before the request, numbers masked. */
  desc: z.string(),
  /** 0 waiting, 1 agreed, 2 rejected. */
  state: z.number(),
  reviewerName: z.string(),
  reviewRemark: z.string(),
  evidence: Evidence,
})
export type FailRow = z.infer<typeof FailRow>

export const FailListAnswer = z.object({ data: z.array(FailRow), total: z.number() })
