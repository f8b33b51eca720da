import type { SaveTexts } from '@showroom/contract/appointment/appointment.schema'
import {
  addressed,
  fillText,
  reasonText,
  usualTexts,
  whenText,
} from '@showroom/contract/appointment/text.rules'
import type { TextEvent } from '@showroom/contract/appointment/text.rules'
import { dayStart } from '@showroom/contract/kernel/day'
import { maskText } from '@showroom/contract/kernel/mask'
import { quietFrom } from '@showroom/contract/sms/sms.rules'
import { findOpenActivity, lockCustomerRows } from '../../customer/index.ts'
import { audit } from '../../platform/auditing/audit.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Actor } from '../../platform/live/events.ts'
import type { Context } from '../../platform/http/handler.ts'
import { refuseField, Refusal } from '../../platform/refusal.ts'
import type { Texts } from '../../platform/texts/outbox.ts'
import { holdsLink, recordFailure, textCustomer } from '../../sms/index.ts'
import { claimEvent, eventKind, isMoved } from '../plan/event.repository.ts'
import type { DueText } from '../plan/event.repository.ts'
import { appointmentOf } from '../plan/move.service.ts'
import { findShown, insertLink } from '../link/link.repository.ts'
import { findTexts, upsertTexts } from './text.repository.ts'
import { createToken } from '../link/token.ts'

/** Texts to customers about their appointments, and the store's setting of them. */

export interface TextDeps {
  readonly texts: Texts
  /** The product's public address; empty if none is configured. */
  readonly publicUrl: string
}

export async function readTexts({ db, session }: Context, publicUrl: string) {
  const { isOn = false, booked, moved, evening } = (await findTexts(db, session.scope)) ?? {}
  return {
    isOn,
    booked: maskText(booked ?? usualTexts.booked),
    moved: maskText(moved ?? usualTexts.moved),
    evening: maskText(evening ?? usualTexts.evening),
    origin: publicUrl,
  }
}

export async function saveTexts(context: Context, { texts, publicUrl }: TextDeps, form: SaveTexts) {
  const { db, session, now } = context
  const before = await findTexts(db, session.scope)
  if (form.isOn && !before?.isOn) {
    texts.check()
    if (publicUrl === '') throw refuseField('INVALID', 'isOn', '系统尚未配置访问地址，短信中的链接无法打开')
  }
  for (const event of Object.keys(usualTexts) as TextEvent[]) {
    const content = form[event]
    if (/\d\*{4,}\d/.test(content)) throw refuseField('INVALID', event, '隐藏的号码发不出去，请填写完整号码')
    if (holdsLink(content.replaceAll('{链接}', '')))
      throw refuseField('INVALID', event, '短信内容不能包含其他链接')
  }
  await upsertTexts(db, session.scope, form, before?.isOn ? before.onSince : now)
  await audit(context, 'setting', 'appointment-text', {
    old: before?.isOn ?? false,
    new: form.isOn,
  })
  return {}
}

/** An appointment that begins sooner needs no text: the customer is on the way. */
export const soonSeconds = 30 * 60

/**
 * Queues one text about an appointment, unless it was queued, moved or cancelled since. The outbox retries it until the customer is on the
 * way, that of the evening until the night. One that a limit forbids, as after 不接收短信, is a row in the timeline.
 */
export async function sendText(
  by: Actor,
  { texts, publicUrl }: TextDeps,
  { activityId, customerId, isEvening }: DueText,
): Promise<void> {
  const { db, scope, now } = by
  const store = await findTexts(db, scope)
  const [customer] = await lockCustomerRows(db, scope, [customerId], 'store')
  const open = customer && (await findOpenActivity(db, scope, customer.dealId))
  if (!store?.isOn || !customer || open?.id !== activityId) return
  const plan = { activityId, appointmentId: appointmentOf(open) }
  const event = isEvening ? 'evening' : (await isMoved(db, scope, plan)) ? 'moved' : 'booked'
  if (!(await claimEvent(db, scope, activityId, eventKind[event], now))) return
  const isStopped = customer.waitingFailReview || customer.suspendedAt !== null || customer.level === 'F'
  const appointment = await findShown(db, scope, activityId)
  if (isStopped || !appointment) return
  const token = createToken(scope.dealerId)
  const values = {
    '{称呼}': addressed(appointment.surname, appointment.gender),
    '{门店}': appointment.storeName,
    '{时间}': whenText(appointment.startsAt),
    '{事由}': reasonText(appointment.type, appointment.seriesName),
  }
  const until = isEvening ? dayStart(secondsOf(now)) + quietFrom * 3_600 : appointment.startsAt - soonSeconds
  try {
    await textCustomer(by, texts, customer, {
      subject: subjects[event],
      activityId,
      until: new Date(until * 1000),
      text: fillText(store[event], { ...values, '{链接}': `${publicUrl}/a/${token.text}` }),
      shown: fillText(store[event], { ...values, '{链接}': '（链接）' }),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return recordFailure(by, customer, { subject: subjects[event], why: error.message })
  }
  await insertLink(db, token, plan, now)
}

const subjects = { booked: '预约短信', moved: '改约短信', evening: '预约前一天提醒' } as const
