import { nextDateProblem } from '@showroom/contract/customer/add.schema'
import { activityType, arrivalTypes, customerCan, isFollowLevel } from '@showroom/contract/customer/customer.rules'
import type { CustomerState, Level } from '@showroom/contract/customer/customer.rules'
import { isInvitation } from '@showroom/contract/customer/follow.schema'
import type { Follow } from '@showroom/contract/customer/follow.schema'
import { addDays } from '@showroom/contract/kernel/day'
import { instantOf, secondsOf } from '../platform/clock.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import { completeActivity, findOpenActivity, insertActivity } from './activity.repository.ts'
import { bumpVersion, countOpenOrders, findBlocked, insertTimeline, lockCustomer, readSeriesNames } from './customer.repository.ts'
import type { LockedCustomer } from './customer.repository.ts'
import { describeFollow } from './follow.text.ts'
import { insertDefeatRequest, updateDeal } from './follow.repository.ts'

/** Activity type of a defeat request in the timeline. */
const defeatRequested = 6

/**
 * Completes a follow-up: the open activity ends, the next one is planned (or the customer goes to defeat review, or dormant), the
 * deal and the timeline tell so; all of it or nothing (document 2, sections 3.6 and 4.2).
 */
export async function follow(context: Context, request: Follow): Promise<{ rowVersion: number }> {
  const { db, session, now } = context
  const { scope } = session
  const customer = await lockCustomer(db, scope, request.customerId)
  if (!customer) throw new Refusal('NOT_FOUND')
  const form = withReservedArrival(request)
  await refuseWrongState(context, customer, form)
  await refuseWrongFields(context, form)
  await refuseBlocked(context, customer)

  const planned = await settleActivity(context, customer, form)
  const ends = form.level === 'F' || form.isSuspend
  const next = instantOf(ends ? 0 : form.nextDate)
  if (next)
    await insertActivity(db, scope, {
      customerId: customer.customerId,
      dealId: customer.dealId,
      ownerId: customer.ownerId,
      type: form.nextActivityType,
      dueAt: next,
      testSeriesId: form.nextTestSpecId || null,
      at: now,
    })
  if (form.level === 'F')
    await insertDefeatRequest(db, scope, form, { followTimes: customer.followCount + 1, now })
  await updateDeal(db, scope, customer.dealId, dealChange(customer, form, planned, next, now), now)
  const text = await describeFollow(db, form)
  await insertTimeline(db, scope, {
    customerId: customer.customerId,
    dealId: customer.dealId,
    memberName: session.memberName,
    level: form.level === 'F' ? customer.level : form.level,
    type: form.level === 'F' ? defeatRequested : form.completedActivityType,
    subject: text.subject,
    content: text.content,
    at: now,
  })
  return { rowVersion: await bumpVersion(db, scope, customer.customerId) }
}

/** An invitation's reserved arrival is the next follow-up (document 2, section 4.2). */
const withReservedArrival = (form: Follow): Follow =>
  isInvitation(form.event) && form.reserveComeDate && isFollowLevel(form.level) && !form.isSuspend
    ? { ...form, nextDate: form.reserveComeDate }
    : form

async function refuseWrongState({ db, session }: Context, customer: LockedCustomer, form: Follow): Promise<void> {
  if (customer.dealId !== form.dealId) throw new Refusal('STALE')
  const state: CustomerState = {
    level: customer.level as Level,
    isSuspend: customer.suspendedAt !== null,
    waitingFailReview: customer.waitingFailReview,
    openOrders: await countOpenOrders(db, session.scope, customer.customerId),
  }
  if (!customerCan.follow(state)) throw new Refusal('CUSTOMER_STATE')
  if ((form.level === 'F' || form.isSuspend) && state.openOrders > 0) throw new Refusal('CUSTOMER_ORDER_OPEN')
  if (form.level === 'F' && !customerCan.defeat(state)) throw new Refusal('CUSTOMER_STATE')
  if (form.isSuspend && !customerCan.suspend(state)) throw new Refusal('CUSTOMER_STATE')
  // O and D come from orders and stay until those change; a follow-up moves a customer among N H A B C only.
  const keeps = isFollowLevel(state.level) ? isFollowLevel(form.level) || form.level === 'F' : form.level === state.level
  if (!keeps) throw refuseField('CUSTOMER_STATE', 'level', '客户级别已变化，请刷新后重试')
}

async function refuseWrongFields({ db, now }: Context, form: Follow): Promise<void> {
  const planned = form.level !== 'F' && !form.isSuspend
  const late = planned ? nextDateProblem(form, secondsOf(now)) : undefined
  if (late) throw refuseField('INVALID', isInvitation(form.event) ? 'reserveComeDate' : 'nextDate', late)
  const named = await readSeriesNames(db, form.specIds)
  if (named.length < form.specIds.length) throw refuseField('INVALID', 'specIds', '请选择意向车型')
  const tests = [...new Set([form.testSpecId, form.nextTestSpecId].filter((id) => id > 0))]
  if ((await readSeriesNames(db, tests)).length < tests.length)
    throw refuseField('INVALID', 'testSpecId', '请选择试驾车系')
}

async function refuseBlocked({ db }: Context, customer: LockedCustomer): Promise<void> {
  const blocked = await findBlocked(db, customer.mobile, customer.identifyNo)
  if (blocked) throw new Refusal('BLOCKED', { text: blocked.contacts.join(','), answer: { name: customer.name } })
}

/** Ends the open activity, which must be the one the form was opened on. Tells whether the visit had been planned. */
async function settleActivity({ db, session, now }: Context, customer: LockedCustomer, form: Follow): Promise<boolean> {
  const { scope } = session
  const open = await findOpenActivity(db, scope, customer.dealId)
  if ((open?.id ?? 0) !== form.activityId) throw new Refusal('STALE', { text: '该跟进任务已被处理，请刷新后重试' })
  const completion = { type: form.completedActivityType, at: now, result: resultOf(form) }
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
  return open !== undefined && arrivalTypes.includes(open.type)
}

const resultOf = (form: Follow): Record<string, unknown> => ({
  contactType: form.contactType,
  event: form.event,
  quoteFen: Math.round(form.quote * 100),
  reserveComeDate: form.reserveComeDate,
  comeDuration: form.comeDuration,
  testResult: form.testResult,
  testSpecId: form.testSpecId,
  remark: form.remark,
})

function dealChange(customer: LockedCustomer, form: Follow, planned: boolean, next: Date | null, now: Date) {
  const arrived = arrivalTypes.includes(form.completedActivityType)
  return {
    // A defeat request keeps the deal in its level; only the reviewer's word makes it F.
    level: form.level === 'F' ? customer.level : form.level,
    seriesIds: form.specIds,
    competitorIds: form.competitionSerieses,
    next: next && { at: next, type: form.nextActivityType },
    arrival: arrived
      ? { kind: planned ? (2 as const) : (1 as const), testDrive: form.completedActivityType === activityType.testDrive }
      : null,
    suspend: form.isSuspend
      ? { days: form.resumeDuration, resumeAt: new Date(addDays(secondsOf(now), form.resumeDuration) * 1000) }
      : null,
    waitingFailReview: form.level === 'F',
    failReason: form.failReason,
  }
}
