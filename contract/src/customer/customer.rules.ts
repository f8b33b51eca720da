import type { Flags } from '../kernel/call.ts'
import { addDays, dayStart, isDay } from '../kernel/day.ts'

/** Pure rules of the customer room, used by both sides (docs/product/customer.md). */

export const followLevels = ['N', 'H', 'A', 'B', 'C'] as const
export type FollowLevel = (typeof followLevels)[number]
export const levels = [...followLevels, 'O', 'D', 'F'] as const
/** N H A B C follow levels; O ordered, D delivered, F defeated. */
export type Level = (typeof levels)[number]

/** Days until the next follow-up, by level: the default date and the latest one that can be picked. */
export const windowDays: Readonly<Record<FollowLevel, number>> = { N: 2, H: 6, A: 14, B: 30, C: 90 }

/** How a customer stands, by the codes of the list's query; 0 asks for all. */
export const statusNames = ['全部', '未到店', '已到店', '已订车', '已交车', '已战败', '休眠'] as const

export const isFollowLevel = (level: string): level is FollowLevel =>
  (followLevels as readonly string[]).includes(level)

/** Default next follow-up for a level: today plus its window. Epoch seconds, start of that day in Asia/Shanghai. */
export const defaultNextDate = (level: FollowLevel, nowSeconds: number): number =>
  addDays(nowSeconds, windowDays[level])

/** Whether a next follow-up may fall on that day: from yesterday to the end of the level's window. */
export function nextDateAllowed(level: FollowLevel, nextSeconds: number, nowSeconds: number): boolean {
  const day = dayStart(nextSeconds)
  return day >= addDays(nowSeconds, -1) && day <= addDays(nowSeconds, windowDays[level])
}

/** Activity types that a next follow-up can have, and those that count as communication or as a visit. */
export const activityType = { call: 1, visit: 2, testDrive: 3, revisit: 8, wecom: 14, video: 15 } as const
export const nextActivityTypes = [1, 2, 3, 14, 15] as const
export const communicationTypes: readonly number[] = [1, 14, 15]
/** The way of contact that a communication of its own kind stands for already: a plain one does not offer it again. */
export const ownContacts: Readonly<Record<number, number>> = { 14: 5, 15: 6 }
export const arrivalTypes: readonly number[] = [2, 3]
/** How a customer came to the store for the first time. */
export const arrivalKind = { byThemselves: 1, invited: 2 } as const

/** What happened in a communication. */
export const followEvent = { quote: 1, inviteVisit: 2, inviteTestDrive: 3, other: 4, birthday: 5 } as const

/** Which parts of the defeat form a reason opens. */
export const defeatBranch = (reason: number, subReason = 0) => ({
  subReason: reason === 6 || reason === 2 || reason === 3,
  dealer: reason === 6 && subReason === 1,
  series: reason === 1 || reason === 7,
  purchaseReasons: reason === 1 || reason === 21,
  city: reason === 15,
})

/** Sources whose proof images are required: the offline new-media ones. */
export const proofSources: readonly number[] = [7, 8]
export const source = { network: 98, custom: 99 } as const
/** The online source of customers whom another store gave up because they buy in this city. */
export const cityPoolSource = 20
/** Sources nobody can choose or change by hand. */
export const lockedSources: readonly number[] = [4, 96, 104]
export const bulkBusinessType = 4
/** Trade-in and additional purchase: they name the old car. */
export const oldCarBusinessTypes: readonly number[] = [2, 3]
export const maxSeries = 5

/** Order statuses that forbid defeat and dormancy until the order is cancelled. */
export const openOrderStatuses: readonly number[] = [1, 2, 6]

/**
 * Kinds of timeline rows: the activity types, and from 30 on what is no activity. The server writes
 * them, the seed tells them, the web client picks the icon by them.
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
  /** What the row before it tells of the customer was taken back. */
  undone: 37,
  sms: 38,
} as const
export type TimelineType = (typeof timelineType)[keyof typeof timelineType]

/** Rows that tell of a contact with the customer. */
export const contactRows: readonly TimelineType[] = [
  ...Object.values(activityType),
  timelineType.defeatRequested,
]

/** What decides the actions on a customer. */
export interface CustomerState {
  readonly level: Level
  readonly isSuspend: boolean
  readonly waitingFailReview: boolean
  /** Orders in a status of `openOrderStatuses`. */
  readonly openOrders: number
}

/** The rights that some actions ask for beside the state. */
export type CustomerRights = Pick<Flags, 'allowAssign' | 'canResign' | 'allowFailVerify'>

type Allowed = (state: CustomerState, by: CustomerRights) => boolean

/** Nothing ends or waits: the customer is being followed, has ordered or has got the car. */
const active = (s: CustomerState): boolean => s.level !== 'F' && !s.waitingFailReview && !s.isSuspend

/**
 * Who may do what in which state: the one table that the server refuses by and the web client shows buttons by.
 * To annotate, edit and tag is always possible.
 */
export const customerCan = {
  follow: active,
  order: active,
  defeat: (s) => active(s) && isFollowLevel(s.level) && s.openOrders === 0,
  suspend: (s) => active(s) && s.openOrders === 0,
  resume: (s) => s.isSuspend && s.level !== 'F' && !s.waitingFailReview,
  reassign: (s, by) => by.allowAssign && by.canResign && s.level !== 'F' && !s.waitingFailReview,
  /** From the list, among assignable members only. */
  batchReassign: (s, by) => by.allowAssign && s.level !== 'F' && !s.waitingFailReview,
  confirmDefeat: (s, by) => by.allowFailVerify && s.waitingFailReview && s.openOrders === 0,
  rejectDefeat: (s, by) => by.allowFailVerify && s.waitingFailReview,
  revive: (s) => s.level === 'F',
  confirmArrival: (s) => s.level !== 'F',
  /** A return visit after the delivery. */
  recall: (s) => active(s) && s.level === 'D',
  /** Buys again: a new deal on the same customer. */
  repurchase: (s) => s.level === 'D' && !s.waitingFailReview && s.openOrders === 0,
  /** Of both customers of a merge: a review under way would lose its customer. */
  merge: (s) => !s.waitingFailReview,
} as const satisfies Record<string, Allowed>
export type CustomerAction = keyof typeof customerCan

export function mayAct(action: CustomerAction, state: CustomerState, by: CustomerRights): boolean {
  const allowed: Allowed = customerCan[action]
  return allowed(state, by)
}

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const idChecks = '10X98765432'

/** A resident identity number: 18 characters with the check character of GB 11643, or the older 15 digits. */
export function isResidentId(value: string): boolean {
  const id = value.toUpperCase()
  if (/^\d{15}$/.test(id)) return isDate(`19${id.slice(6, 12)}`)
  if (!/^\d{17}[\dX]$/.test(id) || !isDate(id.slice(6, 14))) return false
  const sum = idWeights.reduce((total, weight, index) => total + weight * Number(id[index]), 0)
  return idChecks[sum % 11] === id[17]
}

const isDate = (yyyymmdd: string): boolean => isDay(yyyymmdd.replace(/^(.{4})(..)/, '$1-$2-'))

/** The last kind of document with a rule of its own: whoever chooses another one has it at hand. */
const lastKnownDocument = 3

/**
 * Identity documents: 1 resident card, 2 passport, 3 officer card, others. Returns the text to show, or nothing. A number is asked for only
 * with another document than those three.
 */
export function identityProblem(identifyType: number, idNo: string): string | undefined {
  if (idNo === '') return identifyType > lastKnownDocument ? '请输入证件号码' : undefined
  if (identifyType === 1) return isResidentId(idNo) ? undefined : '请输入合法证件号'
  if (identifyType === 2) return /^[A-Za-z0-9]{5,17}$/.test(idNo) ? undefined : '请输入护照'
  if (identifyType === 3)
    return /^[\u4e00-\u9fa5]{0,4}字?第?[0-9A-Za-z]{4,12}号?$/.test(idNo) ? undefined : '请输入合法军官证件号'
  return idNo.length <= 30 ? undefined : '请输入证件号码'
}
