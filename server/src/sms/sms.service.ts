import { timelineType } from '@showroom/contract/customer/customer.rules'
import { dayStart } from '@showroom/contract/kernel/day'
import { maskMobile, maskText, unlessShown } from '@showroom/contract/kernel/mask'
import { fillIn, isQuiet, smsParts, smsPerDay } from '@showroom/contract/sms/sms.rules'
import type { SmsPreview } from '@showroom/contract/sms/sms.schema'
import { refuseBlocked } from '../base/index.ts'
import { lockCustomer, recordTimeline } from '../customer/index.ts'
import { audit } from '../platform/audit.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Context } from '../platform/http/handler.ts'
import { refuseField, Refusal } from '../platform/refusal.ts'
import { receiptOf } from '../platform/open/directory.ts'
import type { Texts } from '../platform/texts/outbox.ts'
import { textKind } from '../platform/texts/outbox.repository.ts'
import { holdsLink } from './link.ts'
import * as repository from './sms.repository.ts'
import type { Addressee } from './sms.repository.ts'

/** Templates that a store may keep. */
const mostTemplates = 100

interface Template {
  readonly subject: string
  readonly content: string
}

export async function addTemplate(context: Context, { subject, content }: Template): Promise<{ id: number }> {
  const { db, session, now } = context
  refuseHidden(content)
  refuseLink('content', content)
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
  const before = await findTemplate(context, id)
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
  const before = await findTemplate(context, id)
  await repository.deleteTemplate(context.db, context.session.scope, id)
  await audit(context, 'sms-template', `template:${id}`, { old: maskText(before.content), new: null })
}

/** A number that was copied as it is shown would go to customers with its stars. */
function refuseHidden(content: string): void {
  if (/[0-9０-９]\*{4,}[0-9０-９]/.test(content))
    throw refuseField('INVALID', 'content', '隐藏的号码发不出去，请填写完整号码')
}

/** Customers are sent no address of the web, whoever wrote it. */
function refuseLink(path: 'content' | 'templateId', text: string): void {
  if (holdsLink(text)) throw refuseField('INVALID', path, '短信内容不能包含链接')
}

async function findTemplate({ db, session }: Context, id: number): Promise<Template> {
  const found = await repository.findTemplate(db, session.scope, id)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/** The message as it goes. */
export const textFor = (content: string, to: Addressee): string =>
  fillIn(content, {
    '{客户姓名}': to.name,
    '{客户经理}': to.ownerName,
    '{客户经理电话}': to.ownerMobile,
  })
/** The same for the screen and the timeline. */
const maskedFor = (content: string, to: Addressee): string =>
  maskText(textFor(content, { ...to, ownerMobile: maskMobile(to.ownerMobile) }))

/** How a text would read to one of the member's customers; with the placeholders as they are where there is none. */
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

const hourOf = (now: Date): number => (now.getUTCHours() + 8) % 24

/** Puts a message to a customer on its way: it goes once this is committed, and the timeline tells it. */
export async function sendSms(
  context: Context,
  texts: Texts,
  { customerId, templateId }: { readonly customerId: number; readonly templateId: number },
): Promise<void> {
  const { db, session, now } = context
  texts.check()
  const customer = await lockCustomer(context, customerId)
  const template = await findTemplate(context, templateId)
  if (customer.mobile === '') throw new Refusal('SMS_NO_MOBILE')
  await refuseBlocked(db, session.scope, customer)
  if (isQuiet(hourOf(now))) throw new Refusal('SMS_QUIET')
  const today = new Date(dayStart(secondsOf(now)) * 1000)
  if ((await repository.countMessages(db, session.scope, customerId, today)) >= smsPerDay)
    throw new Refusal('SMS_CUSTOMER_LIMIT')
  const to = await repository.findAddressee(db, session.scope, customerId)
  if (!to) throw new Refusal('NOT_FOUND')
  const text = textFor(template.content, to)
  // Filled in, the text holds names that somebody typed.
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
