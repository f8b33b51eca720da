import { z } from 'zod'
import { dealerId, Id } from '../kernel/wire.ts'
import { EditableValues } from './edit.schema.ts'
import { TimelineRow } from './timeline.schema.ts'

/** The customer's whole file, as the detail page reads it. Numbers are masked. */

const Series = z.object({ specId: z.number(), name: z.string() })

export const Deal = z.object({
  id: z.number(),
  ownerId: z.number(),
  ownerName: z.string(),
  createdAt: z.number(),
  level: z.string(),
  budget: z.number(),
  buycarDate: z.number(),
  orderDate: z.number(),
  deliverDate: z.number(),
  failDate: z.number(),
  suspendDate: z.number(),
  resumeDate: z.number(),
  /** When the customer was first in the store, drove a car, got one, and was last in contact; 0 for not yet. */
  arrivedAt: z.number(),
  testDrivenAt: z.number(),
  deliveredAt: z.number(),
  lastFollowAt: z.number(),
  waitingFailReview: z.boolean(),
  businessType: z.number(),
  buyCount: z.number(),
  buyProvince: z.string(),
  buyCity: z.string(),
  buyArea: z.string(),
})

export const CustomerCard = z.object({
  /** Another one than was asked for where that file was merged into this one. */
  id: z.number(),
  name: z.string(),
  /** Names of the files that were merged into this one, where they differ from its own. */
  formerNames: z.array(z.string()),
  mobile: z.string(),
  secondardPhone: z.string(),
  weixin: z.string(),
  gender: z.number(),
  type: z.number(),
  companyName: z.string(),
  /** Space-separated. */
  tag: z.string(),
  fromSource: z.number(),
  fromSourceName: z.string(),
  otherSource: z.number(),
  remark: z.string(),
  deal: Deal,
})

export const PendingActivity = z.object({
  id: z.number(),
  ownerName: z.string(),
  activityDate: z.number(),
  type: z.number(),
  testSpecId: z.number(),
  testSpecName: z.string(),
  isDelay: z.boolean(),
})

/** A return visit of an earlier deal, whose car was delivered: `recall` with its `dealId` completes it. */
export const ReturnVisit = PendingActivity.extend({ dealId: z.number() })

export const OrderCard = z.object({
  id: z.number(),
  createdAt: z.number(),
  orderNo: z.string(),
  /** Yuan; of a cancelled order 0. */
  paymentAmount: z.number(),
  /** Yuan, as it was ordered. */
  originalPayment: z.number(),
  orderStatus: z.number(),
  businessType: z.number(),
  modelDisplay: z.string(),
  deliverDate: z.number(),
})

export const CustomerProfile = z.object({
  /** Rights of the reader, as `customerCan` asks for them. */
  allowAssign: z.boolean(),
  canResign: z.boolean(),
  allowFailVerify: z.boolean(),
  isSuspend: z.boolean(),
  failInfo: z.object({
    /** Of the request that waits; 0 for none. */
    requestId: z.number(),
    reason: z.string(),
    remark: z.string(),
    followTimes: z.number(),
    requestedAt: z.number(),
    requestedBy: z.string(),
  }),
  customer: CustomerCard,
  additional: z.object({
    province: z.string(),
    city: z.string(),
    area: z.string(),
    /** Masked after the district. */
    address: z.string(),
    /** Masked. */
    idNo: z.string(),
    identifyType: z.number(),
    birthday: z.string(),
    qq: z.string(),
  }),
  /** Signed links of the source proofs. */
  newMediaUrl: z.array(z.string()),
  info: z.object({
    systemTags: z.array(z.string()),
    intendSerieses: z.array(Series),
    competitionSeries: z.array(Series),
    level: z.string(),
    dealId: z.number(),
    /** 0 unknown, 1 yes, 2 no. */
    crossRecall: z.number(),
  }),
  purchaseOldSeries: Series.nullable(),
  pendingActivity: PendingActivity.nullable(),
  /** The one that is due first. */
  returnVisit: ReturnVisit.nullable(),
  /** The newest 50, newest first; `timelines` gives the older ones. */
  timelines: z.array(TimelineRow),
  timelineTotal: z.number(),
  /** The first order, and how many there are. */
  order: OrderCard.nullable(),
  orderTotal: z.number(),
  openOrders: z.number(),
  onlineSourceName: z.string(),
  isZk: z.boolean(),
  /** Only to be looked at: the server refuses every action of this reader. */
  onlyView: z.boolean(),
  /** Read for a defeat review: the server refuses every action of this reader but the decision. */
  onlyReview: z.boolean(),
  /** What the edit and re-purchase forms start from. */
  editable: EditableValues,
  rowVersion: z.number(),
})
export type CustomerProfile = z.infer<typeof CustomerProfile>

/** The state of a file that a draft was typed on: another one where something that forms build on has changed since. */
export const draftedOn = (profile: CustomerProfile): { id: number; version: string } => ({
  id: profile.customer.id,
  version: [
    profile.rowVersion,
    profile.info.dealId,
    profile.info.level,
    profile.pendingActivity?.id ?? 0,
    ...(profile.returnVisit ? [profile.returnVisit.id] : []),
    profile.failInfo.requestId,
    profile.orderTotal,
    profile.openOrders,
  ].join('.'),
})

export const GetCustomer = z.object({ dealerId, customerId: Id })

/** The rows before one of them, which is the oldest that the reader has. */
export const GetTimelines = z.object({ dealerId, customerId: Id, beforeId: Id })
export const Timelines = z.object({
  /** At most 50, newest first. */
  timelines: z.array(TimelineRow),
  hasOlder: z.boolean(),
})

/** A look at a customer from a list: the last contacts and what is planned. Numbers are masked. */
export const Peek = z.object({
  level: z.string(),
  ownerName: z.string(),
  isSuspend: z.boolean(),
  /** At most three, newest first. */
  timelines: z.array(
    TimelineRow.omit({ audioUrl: true, images1: true, onlineCustomerId: true, callId: true, shareId: true }),
  ),
  pendingActivity: PendingActivity.nullable(),
})
export type Peek = z.infer<typeof Peek>
