import { maskMobile } from '@showroom/contract/kernel/mask'
import type { Logger } from '../log.ts'
import { Refusal } from '../refusal.ts'

/** A way to send a code to a mobile. A real provider is a driver of this shape, chosen by configuration. */
export interface SmsSender {
  /** Throws `Refusal` SMS_UNAVAILABLE where nothing can be sent to anybody. */
  check(): void
  /** Never throws: a failure is logged, the person asks again. */
  send(mobile: string, code: string): Promise<void>
  /** Sends a text to a customer. Never throws: why it did not go, in words for people; empty when it did. */
  sendText(mobile: string, text: string): Promise<string>
  /** Sends a text. Never throws: a failure is logged. */
  tell(mobile: string, text: string): Promise<void>
}

/** Sends nothing: whoever asks reads the code on the page, which shows it in demo mode; texts stand in the log. */
export const demoSms = (log: Logger): SmsSender => ({
  check: () => undefined,
  send: () => Promise.resolve(),
  // So that a demo shows a failure, too.
  sendText: (mobile) => Promise.resolve(mobile.endsWith('0000') ? '号码为空号' : ''),
  async tell(mobile, text) {
    log.info({ mobile: maskMobile(mobile) }, `SMS: ${text}`)
  },
})

/**
 * Where no provider is configured. A code is as good as a password, so that it stands nowhere else instead: asking is refused, and the
 * log says why.
 */
export const absentSms = (log: Logger): SmsSender => ({
  check() {
    log.error('an SMS code was asked for, and none can be sent: this installation has no SMS provider')
    throw new Refusal('SMS_UNAVAILABLE')
  },
  send: () => Promise.resolve(),
  sendText: () => Promise.resolve('短信服务尚未配置'),
  async tell() {
    log.warn('a text was to be sent, and none can be: this installation has no SMS provider')
  },
})
