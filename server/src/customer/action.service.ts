import type { Annotate, MarkSms, Pause, Recall } from '@showroom/contract/customer/action.schema'
import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays, dayText } from '@showroom/contract/kernel/day'
import { instantOf, secondsOf } from '../platform/clock.ts'
import { startOf } from '../platform/db/conditions.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import {
  cancelOpenActivity,
  completeActivity,
  findOpenActivity,
  insertActivity,
  listEarlierVisits,
} from './follow/activity.repository.ts'
import { changeDeal, oneMore, setNoSms } from './customer.repository.ts'
import { nothingPlanned, planNext } from './follow/plan.ts'
import { happened } from './events.ts'
import { lockCustomer, refuseOutdated } from './lock.ts'
import type { LockedCustomer } from './lock.ts'
import { insertSuspension } from './defeat/suspension.repository.ts'
import { recordTimeline } from './timeline.ts'
import { notifyMentioned } from './mention/mention.service.ts'

/** Single-customer actions of the detail page. */

export async function annotate(context: Context, form: Annotate) {
  const customer = await lockCustomer(context, form.customerId, { dealId: form.dealId })
  await notifyMentioned(context, customer, form)
  return recordTimeline(context, customer, {
    type: timelineType.annotated,
    subject: '批注',
    content: form.remark,
    facts: { kind: 'annotated', said: form.remark },
  })
}

/** Marks whether the customer receives texts. Setting the same mark again changes nothing. */
export async function markSms(context: Context, { customerId, dealId, noSms }: MarkSms) {
  const { db, session } = context
  const customer = await lockCustomer(context, customerId, { dealId })
  if (!(await setNoSms(db, session.scope, customer.customerId, noSms)))
    return { rowVersion: customer.rowVersion }
  const outcome = noSms
    ? { subject: '标记不接收短信', content: '不再给该客户发送短信' }
    : { subject: '恢复接收短信', content: '可以再给该客户发送短信' }
  return recordTimeline(context, customer, { type: timelineType.edited, ...outcome })
}

/** Suspends a customer, who wakes automatically after the chosen number of days. */
export async function pause(context: Context, form: Pause) {
  const { db, session, now } = context
  const customer = await lockCustomer(context, form.customerId, { action: 'suspend', dealId: form.dealId })
  const days = form.resumeDuration
  await cancelOpenActivity(db, session.scope, customer.dealId, now)
  await changeDeal(db, session.scope, customer.dealId, {
    suspended_at: now,
    resume_duration: days,
    resume_at: startOf(addDays(secondsOf(now), days)),
    ...nothingPlanned,
  })
  await insertSuspension(db, session.scope, customer, { days, now })
  return recordTimeline(context, customer, {
    type: timelineType.suspended,
    subject: '休眠',
    content: `暂停回访，${days}天后自动唤醒`,
    facts: { kind: 'suspended', resumeDuration: days },
  })
}

/** Records a return visit after delivery, for the current or an earlier deal. Completes the planned visit and may plan another. */
export async function recall(context: Context, form: Recall) {
  const { db, session, now } = context
  const customer = await lockCustomer(context, form.customerId)
  const ofEarlier = await isEarlierVisit(context, customer, form)
  const dealId = ofEarlier ? form.dealId : customer.dealId
  if (!ofEarlier) refuseOutdated(context, customer, { action: 'recall', dealId: form.dealId })
  refuseDates(form, secondsOf(now))
  await completeVisit(context, { ...customer, dealId }, form)
  const next = form.nextRecall ? instantOf(form.nextDate) : null
  const planned = next
    ? await planNext(context, { ...customer, dealId, type: activityType.revisit, at: next })
    : nothingPlanned
  await changeDeal(db, session.scope, customer.dealId, {
    last_follow_at: now,
    follow_count: oneMore,
    // The current deal's next activity is planned by its own follow-ups.
    ...(!ofEarlier && planned),
  })
  await happened(context, 'followed', { customerId: customer.customerId })
  const content = [
    `回访日期：${dayText(form.completedDate)}`,
    `联系状态：${form.contactStatus === 1 ? '已联系' : '未联系上'}`,
    form.birthdayRecall && '生日回访',
    `备注：${form.remark}`,
    next && `下次回访：${dayText(form.nextDate)}`,
  ]
  return recordTimeline(context, customer, {
    dealId,
    type: timelineType.revisit,
    subject: '回访',
    content: content.filter(Boolean).join('；'),
    facts: {
      kind: 'visited',
      said: form.remark,
      contactStatus: form.contactStatus,
      completedDate: form.completedDate,
      isBirthday: form.birthdayRecall,
      nextType: next ? activityType.revisit : 0,
      nextDate: next ? form.nextDate : 0,
    },
  })
}

/** Whether the form's deal is an earlier deal of the customer that has an open return visit. */
async function isEarlierVisit(
  { db, session }: Context,
  customer: LockedCustomer,
  { dealId }: Recall,
): Promise<boolean> {
  if (!dealId || dealId === customer.dealId) return false
  const visits = await listEarlierVisits(db, session.scope, customer.customerId)
  return visits.some((visit) => visit.dealId === dealId)
}

/** Rejects a visit dated in the future and a next visit dated in the past. */
function refuseDates(form: Recall, now: number): void {
  const today = addDays(now, 0)
  if (form.completedDate >= addDays(now, 1))
    throw refuseField('INVALID', 'completedDate', '回访日期不能晚于今天')
  if (form.nextRecall && form.nextDate < today)
    throw refuseField('INVALID', 'nextDate', '下次回访日期不能早于今天')
}

async function completeVisit(
  { db, session, now }: Context,
  customer: LockedCustomer,
  form: Recall,
): Promise<void> {
  const { contactStatus, birthdayRecall, completedDate, remark } = form
  const completion = {
    type: activityType.revisit,
    at: now,
    result: { contactStatus, birthdayRecall, completedDate, remark },
  }
  const open = await findOpenActivity(db, session.scope, customer.dealId)
  if (form.activityId && form.activityId !== open?.id)
    throw new Refusal('STALE', { text: '该跟进任务已被处理，请刷新后重试' })
  if (open) return completeActivity(db, session.scope, open.id, completion)
  const unplanned = { ...customer, type: activityType.revisit, dueAt: now, testSeriesId: null, at: now }
  await insertActivity(db, session.scope, unplanned, completion)
}
