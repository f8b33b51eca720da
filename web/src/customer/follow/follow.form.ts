import { nextDateProblem } from '@showroom/contract/customer/add.schema'
import {
  activityType,
  arrivalTypes,
  communicationTypes,
  defeatBranch,
  followEvent,
  maxSeries,
  nextActivityTypes,
  offersContact,
  ownContacts,
} from '@showroom/contract/customer/customer.rules'
import { defaultNextDate, isFollowLevel, windowDays } from '@showroom/contract/customer/level.rules'
import { type FollowInput, reservedArrival } from '@showroom/contract/customer/follow.schema'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { addDays } from '@showroom/contract/kernel/day'
import type { FieldError } from '@showroom/contract/kernel/errors'
import type { Region } from '../../base/public'
import { hourFieldOf, type HourValues, hourOf } from '../fields/hour'

/** Form values of the follow-up dialog, and its request. Free of DOM. */

/** The reason for a defeat and its details. */
export interface DefeatValues {
  failReason?: number
  failSubReason?: number | undefined
  failDealerName?: string
  /** At most one competitor series. */
  failSeries?: number[]
  failPurchaseReason?: number[]
  failRegion?: Region | undefined
}

export interface FollowValues extends DefeatValues, HourValues {
  completedActivityType: number
  contactType?: number
  event?: number
  quote?: number | null
  reserveComeDate?: number | undefined
  comeDuration?: number
  testSpecId?: number | undefined
  testResult?: number
  testCarId?: number | undefined
  testMinutes?: number | null | undefined
  remark: string
  level: string
  specIds: number[]
  competitionSerieses: number[]
  /** Makes the customer dormant instead of planning the next step. */
  isSuspend: boolean
  resumeDuration?: number
  nextActivityType: number
  nextDate?: number | undefined
  nextTestSpecId?: number | undefined
}

/** Maps request fields to form fields with other names. */
export const defeatFieldOf = {
  failSeriesId: 'failSeries',
  failProvince: 'failRegion',
  failCity: 'failRegion',
}
export const followFieldOf = {
  ...defeatFieldOf,
  ...hourFieldOf,
  activityId: 'completedActivityType',
}

/** Follow-up ways; a return visit only if one was planned. */
export function completedTypes(profile: CustomerProfile): number[] {
  const planned = profile.pendingActivity?.type
  return planned === activityType.revisit ? [planned, ...nextActivityTypes] : [...nextActivityTypes]
}

export function initialFollow(profile: CustomerProfile, now: number): FollowValues {
  const { info, pendingActivity: pending } = profile
  const types = completedTypes(profile)
  const specIds = info.intendSerieses.map(({ specId }) => specId).slice(0, maxSeries)
  return {
    completedActivityType: pending && types.includes(pending.type) ? pending.type : activityType.call,
    ...drivenOf(pending?.drive),
    testSpecId: pending?.drive?.seriesId || pending?.testSpecId || onlyOne(specIds),
    remark: '',
    level: info.level,
    specIds,
    competitionSerieses: info.competitionSeries.map(({ specId }) => specId).slice(0, maxSeries),
    isSuspend: false,
    ...plannedFor(info.level, now),
    quote: null,
    failSeries: [],
    failPurchaseReason: [],
  }
}

/** The car and minutes of the drive, once its keys were handed over. */
const drivenOf = (drive: NonNullable<CustomerProfile['pendingActivity']>['drive'] | undefined) => ({
  testCarId: drive?.carId,
  testMinutes: drive?.minutes || undefined,
})

/** The contact way that fits a follow-up way: its own, or the previous choice if still offered. */
export function contactFor(type: number, chosen: number | undefined): number | undefined {
  const own = ownContacts[type]
  if (own !== undefined) return own
  return chosen !== undefined && offersContact(type, chosen) ? chosen : undefined
}

const onlyOne = (ids: readonly number[]): number | undefined => (ids.length === 1 ? ids[0] : undefined)

/** The next step for a level: follow levels have a default date, O and D need no next follow-up. */
export const plannedFor = (level: string, now: number): Pick<FollowValues, 'nextActivityType' | 'nextDate'> =>
  isFollowLevel(level)
    ? { nextActivityType: activityType.call, nextDate: defaultNextDate(level, now) }
    : { nextActivityType: 0, nextDate: undefined }

/** Outcome of a follow-up: the next one, dormancy, or the review of a defeat. */
export type Outcome = 'next' | 'dormant' | 'defeat'
export const outcomeOf = (values: Pick<FollowValues, 'level' | 'isSuspend'>): Outcome =>
  values.level === 'F' ? 'defeat' : values.isSuspend ? 'dormant' : 'next'

/** The reserved arrival of an invitation, which becomes the date of the next follow-up. */
export const reservedDate = (
  values: Pick<FollowValues, 'completedActivityType' | 'event' | 'reserveComeDate'>,
) => reservedArrival(values) || undefined

/** Field changes for a type of next step: none clears the date, a test drive selects an only intended series. */
export function withNextType(values: FollowValues, type: number): Partial<FollowValues> {
  if (type === 0) return { nextActivityType: type, nextDate: undefined }
  if (type !== activityType.testDrive) return { nextActivityType: type }
  return { nextActivityType: type, nextTestSpecId: values.nextTestSpecId ?? onlyOne(values.specIds) }
}

/** Selectable days: from yesterday to the end of the level's window; open-ended without a window. */
export const dateWindow = (level: string, now: number): { min: number; max: number | undefined } => ({
  min: addDays(now, -1),
  max: isFollowLevel(level) ? defaultNextDate(level, now) : undefined,
})

const usualDays = [1, 2, 3, 7, 14, 30, 60] as const

/** Days from today offered by one click: usual ones within the level's window, and its last day. */
export function quickDays(level: string): number[] {
  if (!isFollowLevel(level)) return [...usualDays]
  const end = windowDays[level]
  return [...usualDays.filter((days) => days < end), end]
}

export interface FollowTarget {
  customerId: number
  dealId: number
  /** The open activity that the dialog completes; 0 if there is none. */
  activityId: number
}

export const targetOf = (profile: CustomerProfile): FollowTarget => ({
  customerId: profile.customer.id,
  dealId: profile.info.dealId,
  activityId: profile.pendingActivity?.id ?? 0,
})

/** The return visit planned in an earlier deal. */
export const returnVisitOf = (profile: CustomerProfile): FollowTarget => ({
  customerId: profile.customer.id,
  dealId: profile.returnVisit?.dealId ?? profile.info.dealId,
  activityId: profile.returnVisit?.id ?? 0,
})

/** Builds the request from a complete or incomplete form. Only fields of the chosen branch are sent. */
export function followRequest(values: FollowValues, target: FollowTarget): FollowInput {
  return {
    ...target,
    completedActivityType: values.completedActivityType as FollowInput['completedActivityType'],
    level: values.level as FollowInput['level'],
    specIds: values.specIds.join(','),
    competitionSerieses: values.competitionSerieses.join(','),
    remark: values.remark,
    ...happenedPart(values),
    ...outcomePart[outcomeOf(values)](values),
  }
}

function happenedPart(values: FollowValues): Partial<FollowInput> {
  const type = values.completedActivityType
  if (communicationTypes.includes(type))
    return {
      contactType: values.contactType ?? 0,
      event: values.event ?? 0,
      quote: values.event === followEvent.quote ? (values.quote ?? 0) : 0,
      reserveComeDate: reservedDate(values) ? plannedOf(values).at : 0,
    }
  if (type === activityType.visit) return { comeDuration: values.comeDuration ?? 0 }
  if (type === activityType.testDrive)
    return {
      testSpecId: values.testSpecId ?? 0,
      testResult: values.testResult ?? 0,
      testCarId: values.testCarId ?? 0,
      testMinutes: values.testMinutes ?? 0,
    }
  return {}
}

/** Instant, length and car of the next step; only visits and test drives have an hour. */
function plannedOf(values: FollowValues) {
  const type = values.nextActivityType
  const date = reservedDate(values) ?? values.nextDate ?? 0
  return hourOf(date, type, arrivalTypes.includes(type) ? values : {})
}

function nextPart(values: FollowValues): Partial<FollowInput> {
  const type = values.nextActivityType
  const { at, minutes, carId } = plannedOf(values)
  return {
    nextActivityType: type as NonNullable<FollowInput['nextActivityType']>,
    nextDate: at,
    nextMinutes: minutes as NonNullable<FollowInput['nextMinutes']>,
    nextCarId: carId,
    nextTestSpecId: type === activityType.testDrive ? (values.nextTestSpecId ?? 0) : 0,
  }
}

const dormantPart = (values: FollowValues): Partial<FollowInput> => ({
  isSuspend: true,
  resumeDuration: values.resumeDuration ?? 0,
})

/** Only fields that the chosen reason requires are sent. */
export function defeatPart(values: DefeatValues): Partial<FollowInput> {
  const branch = defeatBranch(values.failReason ?? 0, values.failSubReason)
  return {
    failReason: values.failReason ?? 0,
    ...(branch.subReason && { failSubReason: values.failSubReason ?? 0 }),
    ...(branch.dealer && { failDealerName: values.failDealerName ?? '' }),
    ...(branch.series && { failSeriesId: values.failSeries?.[0] ?? 0 }),
    ...(branch.purchaseReasons && { failPurchaseReason: (values.failPurchaseReason ?? []).join(',') }),
    ...(branch.city && {
      failProvince: values.failRegion?.province ?? '',
      failCity: values.failRegion?.city ?? '',
    }),
  }
}

const outcomePart: Readonly<Record<Outcome, (values: FollowValues) => Partial<FollowInput>>> = {
  next: nextPart,
  dormant: dormantPart,
  defeat: defeatPart,
}

/** Validates what the schema cannot because it depends on the clock: the level's window. */
export function followDateProblems(values: FollowValues, now: number): FieldError[] {
  if (outcomeOf(values) !== 'next') return []
  const reserved = reservedDate(values)
  const text = nextDateProblem({ level: values.level, nextDate: reserved ?? values.nextDate ?? 0 }, now)
  return text ? [{ path: reserved ? 'reserveComeDate' : 'nextDate', text }] : []
}

/**
 * Updates the form after the file changed behind it. Untouched fields take the new value, typed ones stay. Returns only the fields to
 * change.
 */
export function rebaseFollow(
  values: FollowValues,
  before: CustomerProfile,
  after: CustomerProfile,
  now: number,
): Partial<FollowValues> {
  const old = initialFollow(before, now)
  const fresh = initialFollow(after, now)
  const changes: Partial<FollowValues> = {}
  const sameIds = (a: readonly number[], b: readonly number[]) => a.join() === b.join()
  if (sameIds(values.specIds, old.specIds)) changes.specIds = fresh.specIds
  if (sameIds(values.competitionSerieses, old.competitionSerieses))
    changes.competitionSerieses = fresh.competitionSerieses
  if (after.pendingActivity?.drive)
    for (const name of ['testSpecId', 'testCarId', 'testMinutes'] as const)
      if (values[name] === old[name]) Object.assign(changes, { [name]: fresh[name] })
  // Orders determine levels O and D, so a level chosen before may no longer fit.
  const fits = isFollowLevel(after.info.level) ? values.level !== 'O' && values.level !== 'D' : false
  if (values.level === old.level || !fits) {
    changes.level = fresh.level
    if (values.nextDate === old.nextDate && values.nextActivityType === old.nextActivityType)
      Object.assign(changes, plannedFor(fresh.level, now))
  }
  return changes
}
