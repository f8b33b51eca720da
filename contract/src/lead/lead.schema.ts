import { z } from 'zod'
import { FieldNotes } from '../kernel/open.ts'
import { dealerId, Id } from '../kernel/wire.ts'
import { LeadTimes } from './list.schema.ts'

/** An online lead as dialogs display it. Numbers are masked. */

export const ClueDetail = z.object({
  clueId: z.number(),
  name: z.string(),
  /** Masked; empty without a mobile. */
  phone: z.string(),
  /** Masked. */
  secondardPhone: z.string(),
  /** Its only number is the second one; the customer's file begins with a mobile. */
  lacksMobile: z.boolean(),
  /** The person was erased. */
  isErased: z.boolean(),
  /** 1 pending cleaning, 12 unreachable, 5 pending assignment, 4 invalid, 2 completed, 3 closed. */
  status: z.number(),
  clearStatus: z.number(),
  seriesName: z.string(),
  mappingSeriesName: z.string(),
  mappingSpecId: z.number(),
  province: z.string(),
  city: z.string(),
  /** District or county city, if the source named one. */
  area: z.string(),
  buyProvince: z.string(),
  buyCity: z.string(),
  buyArea: z.string(),
  /** 1 yes, 2 no, 3 unknown. */
  isRemote: z.number(),
  sourceName: z.string(),
  zhwxUrl: z.string(),
  createTime: z.number(),
  /** 1 first class, 2 second. */
  clueLevel: z.number(),
  ownerName: z.string(),
  /** The prospect's inquiry. */
  remark: z.string(),
  /** Facts from the source about the prospect; empty if it sent none. */
  siteDesc: z.string(),
  /** Cents. */
  paymentMoney: z.number(),
  buyCarIndex: z.string(),
  budget: z.string(),
  replaceProbability: z.string(),
  loanProbability: z.string(),
  configurePrefer: z.string(),
  onlinePrefer: z.string(),
  customerCity: z.string(),
  purpose: z.string(),
  /** JSON texts: lists of names. */
  historySpec: z.string(),
  attentionSeries: z.string(),
  /** Call script, in the order of the talk. */
  openingRemarks: z.string(),
  specIntroduction: z.string(),
  activityRecommend: z.string(),
  pricingStrategy: z.string(),
  inviteToShop: z.string(),
  ownerId: z.number(),
  /** The customer of the lead; 0 for none or if the reader may not see it. */
  customerId: z.number(),
  isRepeat: z.boolean(),
  /** Code of clueInvalidReasons; 0 for none. */
  invalidReason: z.number(),
  clearRemark: z.string(),
  /** Number of unanswered calls. */
  noContactTimes: z.number(),
  assignedDate: z.number(),
  /** Working seconds; -1 while it runs. */
  clearSeconds: z.number(),
  followSeconds: z.number(),
  /** Data entered in cleaning while the lead waits for an owner; numbers masked. */
  form: z
    .object({
      businessType: z.number(),
      buyCount: z.number(),
      specNames: z.array(z.string()),
      competitionNames: z.array(z.string()),
      remark: z.string(),
    })
    .optional(),
  /** Fields of the source that could not be read. */
  warnings: FieldNotes.optional(),
  /** The store's customer with this mobile. Saving attaches the lead to it. */
  onFile: z.object({ name: z.string(), ownerName: z.string() }).optional(),
})
export type ClueDetail = z.infer<typeof ClueDetail>

/** The lead's history, newest first. */
export const ClueEvent = z.object({
  id: z.number(),
  createdAt: z.number(),
  handleOwnerName: z.string(),
  result: z.string(),
  followOwnerName: z.string(),
  remark: z.string(),
})
export type ClueEvent = z.infer<typeof ClueEvent>

export const GetClue = z.object({ dealerId, clueId: Id })
export const ClueAnswer = z.object({
  data: ClueDetail,
  timeline: z.array(ClueEvent),
  hours: LeadTimes.optional(),
})

/** The same lead by the id that a timeline row uses. */
export const GetOnlineCustomer = z.object({ dealerId, onlineCustomerId: Id })
export const OnlineCustomerAnswer = z.object({ data: ClueDetail })
