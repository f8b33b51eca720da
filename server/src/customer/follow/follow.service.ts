import { fenOf } from '@showroom/contract/kernel/money'
import { nextDateProblem } from '@showroom/contract/customer/add.schema'
import {
  activityType,
  arrivalKind,
  arrivalTypes,
  timelineType,
} from '@showroom/contract/customer/customer.rules'
import { isFollowLevel } from '@showroom/contract/customer/level.rules'
import { reservedArrival } from '@showroom/contract/customer/follow.schema'
import type { Follow } from '@showroom/contract/customer/follow.schema'
import { addDays } from '@showroom/contract/kernel/day'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { refuseBlocked } from '../../base/index.ts'
import { instantOf, secondsOf } from '../../platform/clock.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal, refuseAll, refuseField } from '../../platform/refusal.ts'
import { completeActivity, findOpenActivity, insertActivity } from './activity.repository.ts'
import { keepAppointments } from './kept.repository.ts'
import { insertDefeatRequest } from '../defeat/defeat.repository.ts'
import { defeatProblems } from '../defeat/defeat.service.ts'
import { plan } from './plan.ts'
import { findTestCar, updateDeal } from './follow.repository.ts'
import { describeFollow } from './follow.text.ts'
import { happened } from '../events.ts'
import { lockCustomer, refuseState } from '../lock.ts'
import type { LockedCustomer } from '../lock.ts'
import { insertSuspension } from '../defeat/suspension.repository.ts'
import { recordTimeline } from '../timeline.ts'

/**
 * Saves a follow-up: completes the open activity and plans the next one, or sends the customer to defeat review or dormancy. Updates deal
 * and timeline in the same transaction.
 */
export async function follow(context: Context, request: Follow): Promise<{ rowVersion: number }> {
  const { db, session, now } = context
  const { scope } = session
  const customer = await lockCustomer(context, request.customerId, {
    action: 'follow',
    dealId: request.dealId,
  })
  const form = withOneEnd(request)
  refuseEnd(context, customer, form)
  await refuseWrongFields(context, form)
  const car = await drivenCar(context, form)
  await refuseBlocked(db, session.scope, customer)

  const isArriving = arrivalTypes.includes(form.completedActivityType)
  const { open, isInvited } = await meetPlan(context, customer, form)
  const ends = form.level === 'F' || form.isSuspend
  const next = instantOf(ends ? 0 : form.nextDate)
  // First, because what follows keeps the deal's series.
  await updateDeal(db, scope, customer.dealId, dealChange(customer, form, isInvited, next, now), now)
  await complete(context, customer, form, open)
  if (next)
    await plan(context, {
      customerId: customer.customerId,
      dealId: customer.dealId,
      ownerId: customer.ownerId,
      type: form.nextActivityType,
      at: next,
      testSeriesId: form.nextTestSpecId,
      minutes: form.nextMinutes,
      carId: form.nextCarId,
      field: dateField(form),
      isArriving,
    })
  if (form.level === 'F')
    await insertDefeatRequest(db, scope, form, { followTimes: customer.followCount + 1, now })
  if (form.isSuspend) await insertSuspension(db, scope, customer, { days: form.resumeDuration, now })
  const { customerId, name, ownerId } = customer
  await happened(context, 'followed', { customerId })
  const followed = await recordTimeline(context, customer, {
    ...describeFollow(context.catalogue, form, car),
    // A defeat request keeps the deal's level; only the reviewer sets F.
    ...(form.level !== 'F' && { level: form.level }),
    type: form.level === 'F' ? timelineType.defeatRequested : form.completedActivityType,
  })
  if (isArriving)
    await happened(context, 'cameIn', {
      customerId,
      name,
      ownerId,
      isOwnerAtWork: customer.isOwnerAtWork,
      how: 'followed',
      stopped: '',
      isOver: form.comeDuration > 0,
    })
  return followed
}

/** Keeps one outcome if the form still holds several: defeat before dormancy, and a reserved arrival as the next follow-up. */
const withOneEnd = (form: Follow): Follow => ({
  ...form,
  isSuspend: form.isSuspend && form.level !== 'F',
  nextDate: reservedArrival(form) || form.nextDate,
})

/** The field that has the next follow-up's date. */
const dateField = (form: Follow) => (reservedArrival(form) ? 'reserveComeDate' : 'nextDate')

/** Checks an outcome that ends the following up by the same rules as the separate action. */
function refuseEnd(context: Context, customer: LockedCustomer, form: Follow): void {
  if (form.level === 'F') refuseState(context, customer, 'defeat')
  else if (form.isSuspend) refuseState(context, customer, 'suspend')
  // O and D come from orders and stay until those change; a follow-up moves a customer only among N H A B C.
  const keeps = isFollowLevel(customer.level)
    ? isFollowLevel(form.level) || form.level === 'F'
    : form.level === customer.level
  if (!keeps) throw refuseField('CUSTOMER_STATE', 'level', '意向级别已变化，请刷新后重试')
}

/** Reports all problems at once that only the database or the clock can detect. */
async function refuseWrongFields(context: Context, form: Follow): Promise<void> {
  const { now } = context
  const fields: FieldError[] = []
  const wrong = (path: keyof Follow, text: string | undefined | false): void => {
    if (text) fields.push({ path, text })
  }
  const planned = form.level !== 'F' && !form.isSuspend
  if (planned) wrong(dateField(form), nextDateProblem(form, secondsOf(now)))
  if (form.level === 'F') fields.push(...(await defeatProblems(context, form)))
  refuseAll(fields)
}

/** Finds the plate of the driven car; empty if unknown. */
async function drivenCar({ db, session }: Context, form: Follow): Promise<string> {
  if (form.completedActivityType !== activityType.testDrive || form.testCarId === 0) return ''
  const car = await findTestCar(db, session.scope, form.testCarId)
  if (car?.seriesId !== form.testSpecId)
    throw refuseField('INVALID', 'testCarId', '该试驾车不是所选的试驾车系')
  return car.plate
}

/** Finds the open activity, which must be the one the form was opened on, and keeps its appointment if the customer came. */
async function meetPlan({ db, session, now }: Context, customer: LockedCustomer, form: Follow) {
  const { scope } = session
  const open = await findOpenActivity(db, scope, customer.dealId)
  if ((open?.id ?? 0) !== form.activityId)
    throw new Refusal('STALE', { text: '该跟进任务已被处理，请刷新后重试' })
  const isKept =
    arrivalTypes.includes(form.completedActivityType) &&
    (await keepAppointments(db, scope, customer.customerId, now)).length > 0
  return { open, isInvited: isKept || (open !== undefined && arrivalTypes.includes(open.type)) }
}

/** Completes the open activity, or inserts one that was never planned. */
async function complete(
  { db, session, now }: Context,
  customer: LockedCustomer,
  form: Follow,
  open: { readonly id: number } | undefined,
): Promise<void> {
  const { scope } = session
  const drivenId = form.completedActivityType === activityType.testDrive ? form.testSpecId : 0
  const completion = { type: form.completedActivityType, at: now, result: resultOf(form), drivenId }
  if (open) await completeActivity(db, scope, open.id, completion)
  else
    await insertActivity(
      db,
      scope,
      {
        customerId: customer.customerId,
        dealId: customer.dealId,
        ownerId: customer.ownerId,
        type: form.completedActivityType,
        dueAt: now,
        testSeriesId: form.testSpecId || null,
        at: now,
      },
      completion,
    )
}

const resultOf = (form: Follow): Record<string, unknown> => ({
  contactType: form.contactType,
  event: form.event,
  quoteFen: fenOf(form.quote),
  reserveComeDate: form.reserveComeDate,
  comeDuration: form.comeDuration,
  testResult: form.testResult,
  testSpecId: form.testSpecId,
  testCarId: form.testCarId,
  testMinutes: form.testMinutes,
  remark: form.remark,
})

function dealChange(
  customer: LockedCustomer,
  form: Follow,
  isInvited: boolean,
  next: Date | null,
  now: Date,
) {
  const arrived = arrivalTypes.includes(form.completedActivityType)
  return {
    // A defeat request keeps the deal's level; only the reviewer sets F.
    level: form.level === 'F' ? customer.level : form.level,
    seriesIds: form.specIds,
    competitorIds: form.competitionSerieses,
    next: next && { at: next, type: form.nextActivityType },
    arrival: arrived
      ? {
          kind: isInvited ? arrivalKind.invited : arrivalKind.byThemselves,
          testDrive: form.completedActivityType === activityType.testDrive,
        }
      : null,
    suspend: form.isSuspend
      ? { days: form.resumeDuration, resumeAt: new Date(addDays(secondsOf(now), form.resumeDuration) * 1000) }
      : null,
    waitingFailReview: form.level === 'F',
    failReason: form.failReason,
  }
}
