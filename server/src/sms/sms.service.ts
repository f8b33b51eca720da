import { timelineType } from '@showroom/contract/customer/customer.rules'
import { dayStart } from '@showroom/contract/kernel/day'
import { maskMobile, maskText, unlessShown } from '@showroom/contract/kernel/mask'
import { fillIn, quietEnd, smsParts, smsPerDay } from '@showroom/contract/sms/sms.rules'
import type { SmsPreview } from '@showroom/contract/sms/sms.schema'
import { refuseBlocked } from '../base/index.ts'
import { insertTimelines, lockCustomer, recordTimeline } from '../customer/index.ts'
import type { CustomerRow } from '../customer/index.ts'
import { audit } from '../platform/auditing/audit.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Actor } from '../platform/live/events.ts'
import type { Context } from '../platform/http/handler.ts'
import { refuseField, Refusal } from '../platform/refusal.ts'
import { receiptOf } from '../platform/open/directory.ts'
import type { Texts } from '../platform/texts/outbox.ts'
import { textKind } from '../platform/texts/outbox.repository.ts'
import { holdsLink } from './link.ts'
import * as repository from './sms.repository.ts'
import type { Addressee } from './sms.repository.ts'

/** Maximum number of templates in a store. */
const mostTemplates = 100

interface Template {
  readonly subject: string
  readonly content: string
}

export async function addTemplate(context: Context, { subject, content }: Template): Promise<{ id: number }> {
  const { db, session, now } = context
  refuseHidden(content)
  refuseLink('content', content)
  await repository.lockTemplates(db, session.scope)
  if ((await repository.listTemplates(db, session.scope)).length >= mostTemplates)
    throw new Refusal('TEMPLATES_TOO_MANY')
  const id = await repository.insertTemplate(db, session.scope, {
    subject,
    content,
    userName: session.memberName,
    at: now,
  })
  await audit(context, 'sms-template', `template:${id}`, { old: null, new: maskText(content) })
  return { id }
}

export async function updateTemplate(context: Context, id: number, form: Template): Promise<void> {
  const { db, session, now } = context
  const before = await lockTemplate(context, id)
  const subject = unlessShown(form.subject, before.subject)
  const content = unlessShown(form.content, before.content)
  if (content !== before.content) {
    refuseHidden(content)
    refuseLink('content', content)
  }
  await repository.updateTemplate(db, session.scope, id, {
    subject,
    content,
    userName: session.memberName,
    at: now,
  })
  await audit(context, 'sms-template', `template:${id}`, {
    old: maskText(before.content),
    new: maskText(content),
  })
}

export async function deleteTemplate(context: Context, id: number): Promise<void> {
  const before = await lockTemplate(context, id)
  await repository.deleteTemplate(context.db, context.session.scope, id)
  await audit(context, 'sms-template', `template:${id}`, { old: maskText(before.content), new: null })
}

/** A masked number that was copied from the screen would reach customers with its asterisks. */
function refuseHidden(content: string): void {
  if (/[0-9０-９]\*{4,}[0-9０-９]/.test(content))
    throw refuseField('INVALID', 'content', '隐藏的号码发不出去，请填写完整号码')
}

/** Messages to customers must not contain links, no matter who wrote the text. */
function refuseLink(path: 'content' | 'templateId', text: string): void {
  if (holdsLink(text)) throw refuseField('INVALID', path, '短信内容不能包含链接')
}

/** Keeps others from changing the template until the transaction ends. */
async function lockTemplate({ db, session }: Context, id: number): Promise<Template> {
  const template = await repository.lockTemplate(db, session.scope, id)
  if (!template) throw new Refusal('NOT_FOUND')
  return template
}

async function findTemplate({ db, session }: Context, id: number): Promise<Template> {
  const template = await repository.findTemplate(db, session.scope, id)
  if (!template) throw new Refusal('NOT_FOUND')
  return template
}

/** The unmasked text that is sent. */
export const textFor = (content: string, to: Addressee): string =>
  fillIn(content, {
    '{客户姓名}': to.name,
    '{客户经理}': to.ownerName,
    '{客户经理电话}': to.ownerMobile,
  })
/** The masked text for the screen and the timeline. */
const maskedFor = (content: string, to: Addressee): string =>
  maskText(textFor(content, { ...to, ownerMobile: maskMobile(to.ownerMobile) }))

/** Shows how a text reads for one of the member's customers. Keeps the placeholders if the member has no customer. */
export async function preview(
  { db, session }: Context,
  { content, customerId }: { readonly content: string; readonly customerId: number },
): Promise<SmsPreview> {
  const to = await repository.findSeenAddressee(db, session.scope, customerId)
  if (!to && customerId) throw new Refusal('NOT_FOUND')
  refuseLink('content', content)
  if (!to) return { content: maskText(content), ...smsParts(content), customerName: '' }
  return {
    content: maskedFor(content, to),
    ...smsParts(textFor(content, to)),
    customerName: maskText(to.name),
  }
}

type Sending = Pick<Actor, 'db' | 'scope' | 'now'>

/** Returns where a text to a locked customer goes, or refuses one that the customer declines or has had enough of. */
async function findReachable({ db, scope, now }: Sending, customer: CustomerRow): Promise<Addressee> {
  const to = await repository.findAddressee(db, scope, customer.customerId)
  if (!to) throw new Refusal('NOT_FOUND')
  if (to.isDeclined) throw new Refusal('SMS_DECLINED')
  if (customer.mobile === '') throw new Refusal('SMS_NO_MOBILE')
  await refuseBlocked(db, scope, customer)
  if (quietEnd(secondsOf(now)) !== undefined) throw new Refusal('SMS_QUIET')
  const today = new Date(dayStart(secondsOf(now)) * 1000)
  if ((await repository.countMessages(db, scope, customer.customerId, today)) >= smsPerDay)
    throw new Refusal('SMS_CUSTOMER_LIMIT')
  return to
}

/** A text that the product sends to a customer by itself. `shown` is its wording for the timeline, without secrets. */
interface OwnText {
  readonly subject: string
  readonly text: string
  readonly shown: string
  /** The appointment that the text is about: it is not sent once that has ended. */
  readonly activityId: number
  /** Until when it makes sense. */
  readonly until: Date
}

/** Queues a text to a locked customer in the store's name, within the limits of a member's text, and adds a timeline row. */
export async function textCustomer(
  by: Sending,
  texts: Texts,
  customer: CustomerRow,
  { subject, text, shown, activityId, until }: OwnText,
): Promise<void> {
  const { db, scope, now } = by
  const { customerId, dealId, level } = customer
  const { mobile } = await findReachable(by, customer)
  const content = maskText(shown)
  const id = await repository.insertMessage(db, scope, { customerId, activityId, subject, content, at: now })
  await texts.post(db, {
    until,
    dealerId: scope.dealerId,
    kind: textKind.customer,
    mobile,
    content: text,
    about: receiptOf(scope.dealerId, id),
    at: now,
  })
  const entry = { customerId, dealId, level, memberName: '系统', at: now, type: timelineType.sms }
  await insertTimelines(db, scope, [{ ...entry, subject: '发送短信', content }])
}

/** Queues a message to a customer and adds a timeline entry. The message is sent after the transaction commits. */
export async function sendSms(
  context: Context,
  texts: Texts,
  { customerId, templateId }: { readonly customerId: number; readonly templateId: number },
): Promise<void> {
  const { db, session, now } = context
  texts.check()
  const customer = await lockCustomer(context, customerId)
  const template = await findTemplate(context, templateId)
  const to = await findReachable({ db, scope: session.scope, now }, customer)
  const text = textFor(template.content, to)
  // The filled-in text contains names that users typed.
  refuseLink('templateId', text)
  const id = await repository.insertMessage(db, session.scope, { customerId, ...template, at: now })
  await texts.post(db, {
    dealerId: session.dealerId,
    kind: textKind.customer,
    mobile: to.mobile,
    content: text,
    about: receiptOf(session.dealerId, id),
    at: now,
  })
  await recordTimeline(context, customer, {
    type: timelineType.sms,
    subject: '发送短信',
    content: maskedFor(template.content, to),
  })
  await audit(context, 'sms-send', `customer:${customerId}`, { remark: template.subject })
  context.afterwards(() => texts.wake())
}
