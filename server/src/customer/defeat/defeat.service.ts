import type { Fail, Revive } from '@showroom/contract/customer/action.schema'
import { activityType, defeatBranch, mayAct, timelineType } from '@showroom/contract/customer/customer.rules'
import type { FieldError } from '@showroom/contract/kernel/errors'
import type { ConfirmFail, RejectFail } from '@showroom/contract/review/review.schema'
import { audit } from '../../platform/auditing/audit.ts'
import { namesOf } from '../../platform/export/catalogue.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { DomainEvents } from '../../platform/live/events.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal, refuseAll, refuseField } from '../../platform/refusal.ts'
import { cancelOpenActivity } from '../follow/activity.repository.ts'
import { notifyOwner } from '../handover/assign.service.ts'
import { awake, changeDeal, giveDeal } from '../customer.repository.ts'
import {
  belongsTo,
  closeDefeatRequest,
  findDecision,
  insertDefeatRequest,
  isWaiting,
  reviveDefeats,
} from './defeat.repository.ts'
import type { DefeatForm } from './defeat.repository.ts'
import { defeatFacts, defeatParts } from '../follow/follow.text.ts'
import { chooseNextDate, chooseOwner, nothingPlanned, planNext } from '../follow/plan.ts'
import { happened } from '../events.ts'
import { lockCustomer, lockCustomers, refuseState } from '../lock.ts'
import type { LockedCustomer } from '../lock.ts'
import { recordTimeline } from '../timeline.ts'

/** Requests, reviews and reverses the defeat of a customer. */

/** Requests a defeat from the detail page. The follow-up dialog can request one, too. */
export async function fail(context: Context, form: Fail) {
  const { db, session, now } = context
  const customer = await lockCustomer(context, form.customerId, { action: 'defeat', dealId: form.dealId })
  const fields = await defeatProblems(context, form)
  refuseAll(fields)
  await cancelOpenActivity(db, session.scope, customer.dealId, now)
  const request = { ...form, dealId: customer.dealId }
  await insertDefeatRequest(db, session.scope, request, { followTimes: customer.followCount, now })
  await changeDeal(db, session.scope, customer.dealId, {
    waiting_fail_review: true,
    fail_reason: form.failReason,
    ...nothingPlanned,
  })
  await happened(context, 'followed', { customerId: customer.customerId })
  return recordTimeline(context, customer, {
    type: timelineType.defeatRequested,
    subject: '战败申请',
    content: [...defeatParts(context.catalogue, form), `备注：${form.remark}`].join('；'),
    facts: { kind: 'defeatAsked', said: form.remark, ...defeatFacts(context.catalogue, form) },
  })
}

/**
 * Refuses reasons that the store does not offer, and second reasons of another reason. "Bought in another city" is only for stores that
 * share the city pool.
 */
export async function defeatProblems(
  { db, session, catalogue }: Context,
  form: DefeatForm,
): Promise<FieldError[]> {
  const branch = defeatBranch(form.failReason)
  const barred = branch.city && !session.flags.cityPoolEnable
  const region = { province: form.failProvince, city: form.failCity, area: '' }
  const wrongSub = form.failSubReason > 0 && !(await belongsTo(db, form.failSubReason, form.failReason))
  return [
    ...(barred ? [{ path: 'failReason', text: '请选择战败原因' }] : []),
    ...(branch.city && !catalogue.hasRegion(region)
      ? [{ path: 'failCity', text: '请选择意向购车城市' }]
      : []),
    ...(wrongSub ? [{ path: 'failSubReason', text: '请选择战败次原因' }] : []),
  ]
}

/** Confirms a defeat request: the customer is defeated. */
export async function confirmDefeat(context: Context, form: ConfirmFail) {
  const customer = await lockWaiting(context, form, 'confirmDefeat')
  return agree(context, customer, form)
}

/** The request that a decision refers to. */
type Asked = Pick<ConfirmFail, 'customerId' | 'dealId' | 'requestId'>

/** Confirms several requests independently. Returns those already decided or no longer allowed, each with its reason. */
export async function confirmDefeats(context: Context, requests: readonly Asked[]) {
  const customers = await lockCustomers(
    context,
    requests.map(({ customerId }) => customerId),
    { reach: 'read', decides: true },
  )
  const left: { requestId: number; reason: string }[] = []
  for (const { customerId, dealId, requestId } of requests) {
    const customer = customers.get(customerId)
    if (customer?.dealId !== dealId || !customer.waitingFailReview)
      left.push({ requestId, reason: '已被处理' })
    else if (!mayAct('confirmDefeat', customer.state, context.session.flags))
      left.push({ requestId, reason: '有未处理订单' })
    else if (!(await isWaiting(context.db, context.session.scope, dealId, requestId)))
      left.push({ requestId, reason: '已被处理' })
    else await agree(context, customer, { requestId, remark: '' })
  }
  return { doneTotal: requests.length - left.length, left }
}

async function agree(
  context: Context,
  customer: LockedCustomer,
  form: Pick<ConfirmFail, 'requestId' | 'remark'>,
) {
  const { db, session, now } = context
  const request = await closeRequest(context, customer, { ...form, state: 1, crossRecall: 0 })
  await cancelOpenActivity(db, session.scope, customer.dealId, now)
  await changeDeal(db, session.scope, customer.dealId, {
    level: 'F',
    level_before: customer.level,
    waiting_fail_review: false,
    failed_at: now,
    ...nothingPlanned,
  })
  await happened(context, 'defeated', {
    customerId: customer.customerId,
    name: customer.name,
    mobile: customer.mobile,
    seriesId: customer.seriesIds[0] ?? null,
    request,
  })
  return recordTimeline(context, customer, {
    level: 'F',
    type: timelineType.defeatReviewed,
    subject: '战败审核通过',
    content: form.remark || '同意战败',
    facts: { kind: 'defeatAgreed', said: form.remark },
  })
}

/** Rejects a defeat request: the customer gets level N and a consultant, who calls next. */
export async function rejectDefeat(context: Context, form: RejectFail) {
  const { db, session } = context
  const customer = await lockWaiting(context, form, 'rejectDefeat')
  const name = await chooseOwner(context, form.memberId, true)
  if (form.crossRecall === 1 && form.memberId === customer.ownerId)
    throw refuseField('MEMBER_UNAVAILABLE', 'memberId', '交叉回访请选择其他客户经理')
  const at = chooseNextDate(context, form)
  await closeRequest(context, customer, { ...form, state: 2 })
  const next = { ...customer, ownerId: form.memberId, type: activityType.call, at }
  await giveDeal(db, session.scope, customer.dealId, form.memberId, {
    level: 'N',
    waiting_fail_review: false,
    fail_reason: 0,
    cross_recall: form.crossRecall,
    ...(form.specIds.length > 0 && { series_ids: form.specIds }),
    ...(await planNext(context, next)),
  })
  await happened(context, 'ownerChanged', { customerIds: [customer.customerId] })
  await notifyHeir(context, customer, form, `驳回战败，将客户${customer.name}分配给您`)
  return recordTimeline(context, customer, {
    level: 'N',
    type: timelineType.defeatReviewed,
    subject: '战败驳回',
    content: `驳回原因：${form.remark}；交叉回访：${form.crossRecall === 1 ? '是' : '否'}；客户经理：${name}`,
    facts: {
      kind: 'defeatRejected',
      said: form.remark,
      owner: name,
      isCrossRecall: form.crossRecall === 1,
    },
  })
}

/** Revives a defeated customer at a follow level, with an owner and a next contact. */
export async function revive(context: Context, form: Revive) {
  const { db, session, now } = context
  const customer = await lockCustomer(context, form.customerId, { action: 'revive', dealId: form.dealId })
  const name = await chooseOwner(context, form.memberId)
  const at = chooseNextDate(context, form)
  const next = {
    ...customer,
    ownerId: form.memberId,
    type: form.nextActivityType,
    at,
    testSeriesId: form.nextTestSpecId,
    minutes: form.nextMinutes,
    carId: form.nextCarId,
  }
  await giveDeal(db, session.scope, customer.dealId, form.memberId, {
    level: form.level,
    level_before: '',
    series_ids: form.specIds,
    fail_reason: 0,
    failed_at: null,
    cross_recall: 0,
    // The customer may have been dormant before the defeat; a revived one is followed up.
    ...awake,
    ...(await planNext(context, next)),
  })
  await reviveDefeats(db, session.scope, customer.dealId, now)
  await happened(context, 'ownerChanged', { customerIds: [customer.customerId] })
  await notifyHeir(context, customer, form, `复活客户${customer.name}，分配给您`)
  return recordTimeline(context, customer, {
    level: form.level,
    type: timelineType.revived,
    subject: '复活',
    content: `客户经理：${name}；备注：${form.remark}`,
    facts: {
      kind: 'revived',
      said: form.remark,
      owner: name,
      series: namesOf(context.catalogue.seriesName, form.specIds).join('、'),
      nextType: form.nextActivityType,
      nextDate: secondsOf(at),
      nextMinutes: form.nextMinutes,
    },
  })
}

/** Sends a notice to a new owner. The previous owner finds the customer among the tasks anyway. */
async function notifyHeir(
  context: Context,
  { customerId, ownerId }: LockedCustomer,
  { memberId }: { memberId: number },
  text: string,
): Promise<void> {
  if (memberId !== ownerId) await notifyOwner(context, memberId, { text, customerId })
}

/** Locks a customer whose defeat request is waiting. If another reviewer was faster, refuses with that decision. */
async function lockWaiting(
  context: Context,
  form: { customerId: number; dealId: number; requestId: number },
  action: 'confirmDefeat' | 'rejectDefeat',
): Promise<LockedCustomer> {
  const customer = await lockCustomer(context, form.customerId, {
    dealId: form.dealId,
    reach: 'read',
    decides: true,
  })
  if (!customer.waitingFailReview) throw await decided(context, customer.dealId, form.requestId)
  refuseState(context, customer, action)
  return customer
}

async function decided({ db, session }: Context, dealId: number, requestId: number): Promise<Refusal> {
  const decision = await findDecision(db, session.scope, dealId, requestId)
  const how = decision ? `由${decision.reviewerName}${decision.state === 1 ? '同意' : '驳回'}` : '被处理'
  return new Refusal('STALE', { text: `该战败申请已${how}，请刷新后重试` })
}

async function closeRequest(
  context: Context,
  customer: LockedCustomer,
  review: { state: 1 | 2; requestId: number; crossRecall: number; remark: string },
): Promise<DomainEvents['defeated']['request']> {
  const { db, session, now } = context
  const closed = await closeDefeatRequest(db, session.scope, customer.dealId, {
    ...review,
    ownerId: customer.ownerId,
    now,
  })
  // The request on screen was decided, and another one is waiting now.
  if (!closed) throw await decided(context, customer.dealId, review.requestId)
  const action = review.state === 1 ? 'confirm-defeat' : 'reject-defeat'
  await audit(context, action, `customer:${customer.customerId}`, {
    dealId: customer.dealId,
    requestId: closed.id,
  })
  return closed
}
