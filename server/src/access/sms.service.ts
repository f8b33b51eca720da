import { randomInt } from 'node:crypto'
import type { Executor } from '../platform/db/client.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import type { PublicContext } from '../platform/http/handler.ts'
import type { SmsSender } from '../platform/texts/sms.ts'
import * as repository from './account.repository.ts'
import { originOf } from './browser.service.ts'

/**
 * SMS codes: one use, 5 minutes, bound to number and purpose; 60 s between, 10 a day, 5 wrong tries. All of it apart for browsers that the
 * person signed in from before: whatever strangers ask for, those get a code, and nothing strangers send or try makes it void.
 */
const liveMs = 5 * 60_000
const tries = 5
const daySeconds = 86_400

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

/** Sends a code. Known and unknown numbers get the same answer: an unknown one gets a code that no sign-in will accept. */
export async function sendSmsCode(
  context: PublicContext,
  sender: SmsSender,
  mobile: string,
  purpose: string,
): Promise<string> {
  const origin = await originOf(context, mobile)
  if ((await context.limits.hit(`sms:${mobile}${origin}`, 60)) > 1) throw new Refusal('SMS_TOO_SOON')
  if ((await context.limits.hit(`sms-day:${mobile}${origin}`, daySeconds)) > 10)
    throw new Refusal('SMS_DAILY_LIMIT')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await repository.upsertSmsCode(context.db, {
    mobile,
    purpose: `${purpose}${origin}`,
    code,
    sentAt: context.now,
  })
  const known = await repository.findAccount(context.db, mobile)
  // Not awaited: how long the provider takes must not tell whether the number is known.
  if (known) void sender.send(mobile, code)
  return code
}

/** Whether the code is the live one. It is not used up yet: see `useSmsCode`. */
export async function smsCodeMatches(
  context: PublicContext,
  mobile: string,
  purpose: string,
  code: string,
): Promise<boolean> {
  const live = await repository.trySmsCode(
    context.db,
    { mobile, purpose },
    { notBefore: new Date(context.now.getTime() - liveMs), tries },
  )
  return live === code
}

/** Uses the code up; refused when a parallel call already did. */
export async function useSmsCode(db: Executor, mobile: string, purpose: string, code: string): Promise<void> {
  if (!(await repository.deleteSmsCode(db, mobile, purpose, code))) throw smsWrong()
}

export const smsWrong = (): Refusal => refuseField('SMS_WRONG', 'smsCode', '验证码错误或已失效，请重新获取')
