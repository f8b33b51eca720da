import { timingSafeEqual } from 'node:crypto'
import { dayEnd } from '@showroom/contract/kernel/day'
import { secondsOf } from '../../platform/clock.ts'
import { transact } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import { refuseField } from '../../platform/refusal.ts'
import type { PublicContext } from '../../platform/http/handler.ts'
import { hashSmsCode, newSmsCode } from '../../platform/texts/code.ts'
import type { SmsCode } from '../../platform/texts/code.ts'
import { newTicket } from '../../platform/texts/outbox.ts'
import { textKind } from '../../platform/texts/outbox.repository.ts'
import * as repository from '../account/account.repository.ts'
import type { AccessDeps } from '../access.deps.ts'
import { originOf } from './browser.service.ts'
import type { Origin } from './browser.service.ts'

/**
 * SMS codes: usable once, valid for 5 minutes, bound to number and purpose, one per 60 s, 10 a day, 5 wrong tries. Browsers that the person
 * signed in from before have separate codes and limits, so strangers cannot use theirs up or void them.
 */
const liveMs = 5 * 60_000
const tries = 5

const captchaLiveMs = 5 * 60_000

export async function checkCaptcha(context: PublicContext, uniqueId: string, answer: string): Promise<void> {
  const right = await repository.takeCaptcha(
    context.db,
    uniqueId,
    new Date(context.now.getTime() - captchaLiveMs),
  )
  if (right?.toLowerCase() !== answer.toLowerCase())
    throw refuseField('CAPTCHA_WRONG', 'answer', '图片验证码错误或已失效，请重新输入')
}

/** Aliyun's default limit of texts per number and hour. */
const hourlySends = 5
const hourHint = '一小时内已多次获取验证码，运营商可能暂停发送；如未收到，请一小时后再试'

export interface Asked {
  readonly code: string
  readonly ticket: string
  readonly hint: string
}

/**
 * Creates a code and queues its text. Known and unknown numbers get the same response in the same time; the code of an unknown number is
 * sent to no one and works for no sign-in. The ticket reveals the delivery result only to browsers the person signed in from.
 */
export async function sendSmsCode(
  context: PublicContext,
  { texts, secret }: Pick<AccessDeps, 'texts' | 'secret'>,
  mobile: string,
  purpose: string,
): Promise<Asked> {
  const origin = await originOf(context, mobile)
  await context.limits.spend(`sms:${mobile}${origin}`, {
    most: 1,
    windowSeconds: 60,
    code: 'SMS_TOO_SOON',
  })
  const now = secondsOf(context.now)
  await context.limits.spend(`sms-day:${mobile}${origin}`, {
    most: 10,
    windowSeconds: dayEnd(now) - now,
    code: 'SMS_DAILY_LIMIT',
  })
  const often = (await context.limits.hit(`sms-hour:${mobile}${origin}`, 3_600)) > hourlySends
  const code = newSmsCode()
  const ticket = newTicket()
  const at = context.now
  const account = await repository.findAccount(context.db, mobile)
  await transact(context.db, async (trx) => {
    const key = { mobile, purpose: `${purpose}${origin}` }
    const codeHash = hashSmsCode(secret, { ...key, code })
    await repository.upsertSmsCode(trx, { ...key, codeHash, sentAt: at })
    await texts.post(trx, {
      dealerId: 0,
      kind: textKind.code,
      mobile: account ? mobile : '',
      content: code,
      at,
      ...(origin && { ticket }),
    })
  })
  texts.wake()
  return { code, ticket, hint: often ? hourHint : '' }
}

/** Makes a code for the sign-in that follows, as the person has just been verified. */
export async function keepLoginCode(
  db: Executor,
  { now }: { readonly now: Date },
  { secret }: Pick<AccessDeps, 'secret'>,
  { mobile, origin }: { readonly mobile: string; readonly origin: Origin },
): Promise<string> {
  const login = { mobile, purpose: `login${origin}`, code: newSmsCode() }
  await repository.upsertSmsCode(db, { ...login, codeHash: hashSmsCode(secret, login), sentAt: now })
  return login.code
}

/** Whether the code is valid. This does not use it up, see `useSmsCode`. */
export async function smsCodeMatches(
  context: { readonly db: Executor; readonly now: Date },
  { secret }: Pick<AccessDeps, 'secret'>,
  typed: SmsCode,
): Promise<boolean> {
  const codeHash = hashSmsCode(secret, typed)
  const key = { ...typed, codeHash }
  const notBefore = new Date(context.now.getTime() - liveMs)
  const live = await repository.trySmsCode(context.db, key, { notBefore, tries })
  return live !== undefined && timingSafeEqual(live, codeHash)
}

/** Uses the code up. Returns false if a parallel request already did. */
export const useSmsCode = (
  db: Executor,
  { secret }: Pick<AccessDeps, 'secret'>,
  typed: SmsCode,
): Promise<boolean> => repository.deleteSmsCode(db, { ...typed, codeHash: hashSmsCode(secret, typed) })
