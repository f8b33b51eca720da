import { z } from 'zod'
import { dealerId, Id } from '../kernel/wire.ts'
import { EditableValues } from './edit.schema.ts'
import { TimelineRow } from './timeline.schema.ts'

/** The customer's whole file for the detail page. Numbers are masked. */

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
  /** First visit, first test drive, delivery and last contact; 0 for not yet. */
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
  /** Differs from the requested id if that file was merged into this one. */
  id: z.number(),
  name: z.string(),
  /** Differing names of files that were merged into this one. */
  formerNames: z.array(z.string()),
  mobile: z.string(),
  secondardPhone: z.string(),
  weixin: z.string(),
  gender: z.number(),
  type: z.number(),
  companyName: z.string(),
  /** Space-separated. */
  tag: z.string(),
  /** 不接收短信: a text to the customer is refused. */
  noSms: z.boolean(),
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
  /** Length of an appointment by the hour; 0 while only the day is agreed. */
  minutes: z.number(),
  type: z.number(),
  testSpecId: z.number(),
  testSpecName: z.string(),
  isDelay: z.boolean(),
  /** The car whose keys were handed over for it. */
  drive: z
    .object({
      carId: z.number(),
      plate: z.string(),
      seriesId: z.number(),
      /** From the keys to the car back; 0 while it is out. */
      minutes: z.number(),
    })
    .nullable(),
})

/** A return visit of an earlier, delivered deal; `recall` with its `dealId` completes it. */
export const ReturnVisit = PendingActivity.extend({ dealId: z.number() })

export const OrderCard = z.object({
  id: z.number(),
  createdAt: z.number(),
  orderNo: z.string(),
  /** Yuan; 0 for a cancelled order. */
  paymentAmount: z.number(),
  /** Yuan, as ordered. */
  originalPayment: z.number(),
  orderStatus: z.number(),
  businessType: z.number(),
  modelDisplay: z.string(),
  deliverDate: z.number(),
})

export const CustomerProfile = z.object({
  /** Rights of the reader that `customerCan` uses. */
  allowAssign: z.boolean(),
  canResign: z.boolean(),
  allowFailVerify: z.boolean(),
  isSuspend: z.boolean(),
  /** The person was erased. */
  isErased: z.boolean(),
  failInfo: z.object({
    /** The waiting request; 0 for none. */
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
    /** Masked entirely. */
    address: z.string(),
    /** Masked. */
    idNo: z.string(),
    identifyType: z.number(),
    birthday: z.string(),
    qq: z.string(),
  }),
  /** Signed links to the source proofs. */
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
  /** The newest 50, newest first; `timelines` returns older ones. */
  timelines: z.array(TimelineRow),
  timelineTotal: z.number(),
  /** The latest order, and the number of orders. */
  order: OrderCard.nullable(),
  orderTotal: z.number(),
  openOrders: z.number(),
  /** Approved orders of the deal whose car is not delivered. */
  undelivered: z.number(),
  onlineSourceName: z.string(),
  isZk: z.boolean(),
  /** Read-only: the server refuses every action of this reader. */
  onlyView: z.boolean(),
  /** Readable for a defeat review only: the server refuses every action of this reader except the decision. */
  onlyReview: z.boolean(),
  /** Initial values of the edit and repurchase forms. */
  editable: EditableValues,
  rowVersion: z.number(),
})
export type CustomerProfile = z.infer<typeof CustomerProfile>

/** Identifies the state of a file that a draft was typed on; changes when data that forms use has changed. */
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

/** Asks for the rows before `beforeId`, the oldest row that the reader has. */
export const GetTimelines = z.object({ dealerId, customerId: Id, beforeId: Id })
export const Timelines = z.object({
  /** At most 50, newest first. */
  timelines: z.array(TimelineRow),
  hasOlder: z.boolean(),
})

/** Quick view of a customer in a list: the last contacts and the planned one. Numbers are masked. */
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
