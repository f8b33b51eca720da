import { z } from 'zod'
import { leadMeasures } from '../report/report.rules.ts'
import { choice, DateRange, dealerId, idList, keyword, page } from '../kernel/wire.ts'

/** The lead page (docs/product/lead.md). */

const Ids = idList(200).default([])

/** Filters of the list and its counts. */
const filters = {
  dealerId,
  onlineSources: Ids,
  /** Owners. */
  userIds: Ids,
  /** Part of the name, or digits of the mobile. */
  key: keyword,
  /** 0 all, 1 first class, 2 second. */
  clueLevel: choice(2),
  /** 0 all, 1 yes, 2 no, 3 空: unknown region. */
  isRemote: choice(3),
  createdDate: DateRange,
}

export const ClueListQuery = z.object({
  ...filters,
  ...page,
  /** Tab, as `leadTab`: 1 pending cleaning, 2 pending assignment, 3 valid, 4 invalid, 5 unreachable, 6 all. */
  activityType: z.number().int().min(1).max(6).default(6),
  /** Limits to leads that a figure of the reports counts: its index in `leadMeasures`, from 1; 0 for all. */
  counted: choice(leadMeasures.length),
  /** 1: only leads that wait for cleaning longer than allowed. */
  isOverdue: choice(1),
  /** By arrival, one of `momentOrder`: waiting leads (`listsWaiting`) usually oldest first, others newest first. */
  orderType: choice(2),
  isExport: choice(1),
})

/** Characters of a longer text that fit into a row. */
export const rowTextMax = 100

export const LeadTimes = z.object({
  inTime: z.string(),
  offTime: z.string(),
  clearWithin: z.number(),
  followWithin: z.number(),
})

export const ClueRow = z.object({
  clueId: z.number(),
  id: z.number(),
  createdDate: z.number(),
  name: z.string(),
  /** Masked. The second one if the lead lacks a mobile. */
  phone: z.string(),
  lacksMobile: z.boolean(),
  /** The person was erased. */
  isErased: z.boolean(),
  /** See `leadStatus`. */
  status: z.number(),
  /** The last action: 2 cleaning, 1 assignment; 0 for none. */
  type: z.number(),
  /** See `clearStatus`. */
  clearStatus: z.number(),
  ownerName: z.string(),
  sourceName: z.string(),
  seriesName: z.string(),
  /** Beginnings of the inquiry and of the handling remark; numbers masked. */
  remark: z.string(),
  clearRemark: z.string(),
  /** Code of clueInvalidReasons; 0 for none. */
  invalidReason: z.number(),
  /** 1 first class, 2 second. */
  clueLevel: z.number(),
  /** 1 yes, 2 no, 3 unknown. */
  isRemote: z.number(),
  /** The prospect was already a customer. */
  isRepeat: z.boolean(),
  /** The customer of the lead; 0 for none or if the reader may not see it. */
  customerId: z.number(),
  assignedDate: z.number(),
  /** Working seconds from intake to the first cleaning result; -1 while there is none. */
  clearSeconds: z.number(),
  /** Working seconds from assignment to the first follow-up; -1 while there is none. */
  followSeconds: z.number(),
})
export type ClueRow = z.infer<typeof ClueRow>

export const ClueListAnswer = z.object({
  data: z.array(ClueRow),
  total: z.number(),
  /** The store's hours, in which the countdowns run. */
  hours: LeadTimes.optional(),
  /** With isExport: the link of the workbook, and no rows. */
  filePath: z.string().optional(),
})

/** Numbers of waiting leads on the tabs for the reader, independent of the filters. */
export const GetClueCounts = z.object({ dealerId })
export const ClueCounts = z.object({
  waiting: z.number(),
  unassigned: z.number(),
  unreachable: z.number(),
  /** Waiting leads past their limit. */
  overdue: z.number(),
})
