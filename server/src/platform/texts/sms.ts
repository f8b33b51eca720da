import { maskMobile } from '@showroom/contract/kernel/mask'
import type { Logger } from '../observe/log.ts'

/** Drivers that send texts to mobiles. The product sends through `outbox.ts`. */

export interface Message {
  readonly mobile: string
  /** For a code only the digits, because the provider's template has the words. */
  readonly content: string
  readonly isCode: boolean
}

/** Result of one try to send. */
export interface Tried {
  /** Empty if accepted; otherwise the provider's error code, or one of ours. */
  readonly code: string
  /** Whether a retry may succeed shortly. */
  readonly isPassing: boolean
  /** Number of the provider that accepted it, from 1; 0 for none. */
  readonly provider: number
  /** The provider's message id. */
  readonly receipt: string
}

/** Whether a text has reached the phone, as far as the provider knows. */
export type Delivery =
  | { readonly state: 'waiting' }
  | { readonly state: 'delivered' | 'failed'; readonly code: string }

/** A way to send texts, chosen by the configuration. Never throws. */
export interface SmsDriver {
  /** Whether any provider is configured. */
  readonly isThere: boolean
  send(message: Message): Promise<Tried>
  /** Queries the delivery of an accepted text; absent if the driver cannot. */
  deliveryOf?(sent: { mobile: string; provider: number; receipt: string; at: Date }): Promise<Delivery>
  /** Whether the providers answer at all. The result is cached for a while. */
  isUp(): Promise<boolean>
}

const taken: Tried = { code: '', isPassing: false, provider: 1, receipt: '' }
const refused = (code: string): Tried => ({ code, isPassing: false, provider: 0, receipt: '' })

/** Demo driver that sends nothing. The page shows codes in demo mode; other texts are logged. */
export const demoSms = (log: Logger): SmsDriver => ({
  isThere: true,
  async send({ mobile, content, isCode }) {
    // Lets a demo show a failure.
    if (!isCode && mobile.endsWith('0000')) return refused('demo.NUMBER_EMPTY')
    if (!isCode) log.info({ mobile: maskMobile(mobile) }, `SMS: ${content}`)
    return taken
  },
  isUp: () => Promise.resolve(true),
})

/** Driver used without a provider. It does not log codes, because a code is as good as a password. */
export const absentSms: SmsDriver = {
  isThere: false,
  send: () => Promise.resolve(refused('NO_PROVIDER')),
  isUp: () => Promise.resolve(false),
}

/** Texts shown to users by code; all other codes are shown as `outOfOrder`. */
const words: readonly (readonly [RegExp, string])[] = [
  [/LIMIT_CONTROL/, '该号码的短信已达到运营商的发送上限，请稍后再试'],
  [/MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT/, '手机号不正确'],
  [/BLACK_KEY|BLACKLIST/, '内容含有运营商不允许的文字'],
  [/AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE/, '短信服务已停用或余额不足，请联系系统管理员'],
  [/SIGN|TEMPLATE/, '短信签名或模板未通过审核，请联系系统管理员'],
  [/^NO_PROVIDER$/, '短信服务尚未配置'],
  [/NUMBER_EMPTY/, '号码为空号'],
  [/^LOST$/, '发送中断，结果未知'],
  [/^STALE$/, '预约已变更，未发送'],
  [/^RENUMBERED$/, '客户号码已变更，未发送'],
]
const outOfOrder = '短信服务暂时不可用，请稍后再试'
export const wordsOf = (code: string): string => words.find(([of]) => of.test(code))?.[1] ?? outOfOrder
/** Whether a refusal ends by itself or by a payment, so that a text to a customer is worth another try. */
export const mayPass = (code: string): boolean => /LIMIT_CONTROL|AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE/.test(code)
/** Text for a message that the provider accepted but that did not reach the phone. */
export const undelivered = (code: string): string =>
  `运营商未能送达，请确认手机未停机、关机或拦截短信${code && `（${code}）`}`
