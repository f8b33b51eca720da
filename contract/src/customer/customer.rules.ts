import type { Flags } from '../kernel/call.ts'
import { isDay } from '../kernel/day.ts'
import { isFollowLevel, type Level } from './level.rules.ts'

/** Pure rules of the customer room, used by both sides (docs/product/customer.md). */

/** Customer statuses by the codes of the list's query; 0 means all. */
export const statusNames = ['全部', '未到店', '已到店', '已订车', '已交车', '已战败', '休眠'] as const

/** Activity types. The lists below have those of a next follow-up, of communication and of visits. */
export const activityType = { call: 1, visit: 2, testDrive: 3, revisit: 8, wecom: 14, video: 15 } as const
export const nextActivityTypes = [1, 2, 3, 14, 15] as const
export const communicationTypes: readonly number[] = [1, 14, 15]
/** Activities that are a contact with the customer; an order or a delivery that completes one is not. */
export const contactTypes = Object.values(activityType)
/** Contact type of a telephone call. */
export const phoneContact = 1
/** Contact type that a WeCom or video activity implies: a plain call does not offer it. */
export const ownContacts: Readonly<Record<number, number>> = { 14: 5, 15: 6 }
/** Whether a contact type is offered with an activity. Those that belong to one activity are not offered with a plain call. */
export const offersContact = (type: number, contact: number): boolean =>
  type !== activityType.call || !Object.values(ownContacts).includes(contact)
export const arrivalTypes: readonly number[] = [2, 3]
/** How a customer first came to the store. */
export const arrivalKind = { byThemselves: 1, invited: 2 } as const

/** Events of a communication. */
export const followEvent = { quote: 1, inviteVisit: 2, inviteTestDrive: 3, other: 4, birthday: 5 } as const

/** Returns which fields of the defeat form a reason requires. */
export const defeatBranch = (reason: number, subReason = 0) => ({
  subReason: reason === 6 || reason === 2 || reason === 3,
  dealer: reason === 6 && subReason === 1,
  series: reason === 1 || reason === 7,
  purchaseReasons: reason === 1 || reason === 21,
  city: reason === 15,
})

/** Sources that require proof images: the offline new-media ones. */
export const proofSources: readonly number[] = [7, 8]
export const source = { walkIn: 2, network: 98, custom: 99 } as const
/** Online source of customers whom another store gave up because they buy in this city. */
export const cityPoolSource = 20
/** Sources that cannot be chosen or changed by hand. */
export const lockedSources: readonly number[] = [4, 96, 104]
export const bulkBusinessType = 4
/** Business types that name the old car: trade-in and additional purchase. */
export const oldCarBusinessTypes: readonly number[] = [2, 3]
export const maxSeries = 5

/** Order statuses that forbid defeat and dormancy until the order is cancelled. */
export const openOrderStatuses: readonly number[] = [1, 2, 6]

/**
 * Types of timeline rows: the activity types, and from 30 on other events. The server writes them, the seed generates them, and the web
 * client chooses the icon by them.
 */
export const timelineType = {
  call: 1,
  visit: 2,
  testDrive: 3,
  order: 4,
  deliver: 5,
  defeatRequested: 6,
  created: 7,
  revisit: 8,
  revived: 10,
  wecom: 14,
  video: 15,
  leadAssigned: 21,
  leadCleaned: 22,
  defeatReviewed: 23,
  reassigned: 30,
  annotated: 31,
  suspended: 32,
  woken: 33,
  edited: 34,
  tagged: 35,
  merged: 36,
  /** The event of an earlier row was undone. */
  undone: 37,
  sms: 38,
  /** A follow-up of an older system. No report counts it. */
  imported: 39,
} as const
export type TimelineType = (typeof timelineType)[keyof typeof timelineType]

/** Types of rows that record a contact with the customer. */
export const contactRows: readonly TimelineType[] = [
  ...contactTypes,
  timelineType.defeatRequested,
  timelineType.imported,
]

/** State that decides which actions on a customer are allowed. */
export interface CustomerState {
  readonly level: Level
  readonly isSuspend: boolean
  readonly waitingFailReview: boolean
  /** Orders in a status of `openOrderStatuses`. */
  readonly openOrders: number
  /** Approved orders of the deal whose car is not delivered: a status of `holdingStatuses`. */
  readonly undelivered: number
  /** The person was erased: what was ordered is delivered, and nothing else is done or planned. */
  readonly isErased?: boolean
}

/** Why nothing is done with the file of an erased person. */
export const erasedFileText = '该客户的个人信息已删除'

/** Why a customer is not followed up at present: lost, in defeat review, or dormant. Empty while followed. */
export const stopped = ['', 'lost', 'inReview', 'dormant'] as const
export type Stopped = (typeof stopped)[number]
export const stoppedNames: Readonly<Record<Stopped, string>> = {
  '': '',
  lost: '已战败',
  inReview: '战败审核中',
  dormant: '休眠中',
}

export function stoppedOf(s: Pick<CustomerState, 'level' | 'isSuspend' | 'waitingFailReview'>): Stopped {
  if (s.level === 'F') return 'lost'
  if (s.waitingFailReview) return 'inReview'
  return s.isSuspend ? 'dormant' : ''
}

/** Rights that some actions require in addition to the state. */
/** `allowFront` is absent on a file's page, where the desk does not work. */
export type CustomerRights = Pick<Flags, 'allowAssign' | 'canResign' | 'allowFailVerify'> &
  Partial<Pick<Flags, 'allowFront'>>

type Allowed = (state: CustomerState, by: CustomerRights) => boolean

/** The customer is being followed, has ordered or has received the car; not defeated, in review or dormant. */
const active = (s: CustomerState): boolean => s.level !== 'F' && !s.waitingFailReview && !s.isSuspend

/**
 * Table of the actions allowed in each state, by which the server refuses and the web client shows buttons. Annotating, editing and
 * tagging are always possible.
 */
export const customerCan = {
  follow: active,
  order: active,
  deliver: active,
  defeat: (s) => active(s) && isFollowLevel(s.level) && s.openOrders === 0,
  suspend: (s) => active(s) && s.openOrders === 0,
  resume: (s) => s.isSuspend && s.level !== 'F' && !s.waitingFailReview,
  reassign: (s, by) => by.allowAssign && by.canResign && s.level !== 'F' && !s.waitingFailReview,
  /** For batches from the list, to assignable members only. */
  batchReassign: (s, by) => by.allowAssign && s.level !== 'F' && !s.waitingFailReview,
  confirmDefeat: (s, by) => by.allowFailVerify && s.waitingFailReview && s.openOrders === 0,
  rejectDefeat: (s, by) => by.allowFailVerify && s.waitingFailReview,
  revive: (s) => s.level === 'F',
  /** The front desk registers every visitor; the state stays. */
  confirmArrival: (s, by) => by.allowFront === true || s.level !== 'F',
  /** A return visit after delivery. */
  recall: (s) => active(s) && s.level === 'D',
  /** A repurchase: a new deal of the same customer. A car could not be delivered in the deal that it ends. */
  repurchase: (s) => s.level === 'D' && !s.waitingFailReview && s.openOrders === 0 && s.undelivered === 0,
  /** Applies to both customers of a merge: a waiting review would lose its customer. */
  merge: (s) => !s.waitingFailReview,
} as const satisfies Record<string, Allowed>
export type CustomerAction = keyof typeof customerCan

export function mayAct(action: CustomerAction, state: CustomerState, by: CustomerRights): boolean {
  const allowed: Allowed = customerCan[action]
  return allowed(state, by) && (!state.isErased || action === 'deliver')
}

/** Whether an action would be allowed if the customer had no orders in progress. */
export const mayWithoutOrders = (action: CustomerAction, state: CustomerState, by: CustomerRights): boolean =>
  mayAct(action, { ...state, openOrders: 0, undelivered: 0 }, by)

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const idChecks = '10X98765432'

/** Checks a resident identity number: 18 characters with the check character of GB 11643, or the older 15 digits. */
export function isResidentId(value: string): boolean {
  const id = value.toUpperCase()
  if (/^\d{15}$/.test(id)) return isDate(`19${id.slice(6, 12)}`)
  if (!/^\d{17}[\dX]$/.test(id) || !isDate(id.slice(6, 14))) return false
  const sum = idWeights.reduce((total, weight, index) => total + weight * Number(id[index]), 0)
  return idChecks[sum % 11] === id[17]
}

const isDate = (yyyymmdd: string): boolean => isDay(yyyymmdd.replace(/^(.{4})(..)/, '$1-$2-'))

/** Last kind of document with its own rule. For other kinds the number is required. */
const lastKnownDocument = 3

/**
 * Checks an identity number by kind: 1 resident card, 2 passport, 3 officer card, others. Returns the error text or undefined. The number
 * is required only for kinds other than these three.
 */
export function identityProblem(identifyType: number, idNo: string): string | undefined {
  if (idNo === '') return identifyType > lastKnownDocument ? '请输入证件号码' : undefined
  if (identifyType === 1) return isResidentId(idNo) ? undefined : '请输入合法证件号'
  if (identifyType === 2) return /^[A-Za-z0-9]{5,17}$/.test(idNo) ? undefined : '请输入护照'
  if (identifyType === 3)
    return /^[\u4e00-\u9fa5]{0,4}字?第?[0-9A-Za-z]{4,12}号?$/.test(idNo) ? undefined : '请输入合法军官证件号'
  return idNo.length <= 30 ? undefined : '请输入证件号码'
}
