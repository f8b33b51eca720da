import { z } from 'zod'
import { dealerId, Id } from '../kernel/wire.ts'

/** An online lead as the dialogs show it (document 2, section 3.10). Numbers are masked. */

export const ClueDetail = z.object({
  clueId: z.number(),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  /** 1 pending cleaning, 12 unreachable, 5 pending assignment, 4 invalid, 2 completed, 3 closed. */
  status: z.number(),
  clearStatus: z.number(),
  seriesName: z.string(),
  mappingSeriesName: z.string(),
  mappingSpecId: z.number(),
  province: z.string(),
  city: z.string(),
  buyProvince: z.string(),
  buyCity: z.string(),
  buyArea: z.string(),
  /** 1 yes, 2 no, 3 not known. */
  isRemote: z.number(),
  sourceName: z.string(),
  zhwxUrl: z.string(),
  createTime: z.number(),
  /** 1 first class, 2 second. */
  clueLevel: z.number(),
  ownerName: z.string(),
  /** What the source told about the prospect; empty where it told nothing. */
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
  /** What to say, in the order of the talk. */
  openingRemarks: z.string(),
  specIntroduction: z.string(),
  activityRecommend: z.string(),
  pricingStrategy: z.string(),
  inviteToShop: z.string(),
})
export type ClueDetail = z.infer<typeof ClueDetail>

/** What became of the lead, newest first. */
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
export const ClueAnswer = z.object({ data: ClueDetail, timeline: z.array(ClueEvent) })

/** The same lead, as a timeline row names it. */
export const GetOnlineCustomer = z.object({ dealerId, onlineCustomerId: Id })
export const OnlineCustomerAnswer = z.object({ data: ClueDetail })
