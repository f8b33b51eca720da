import { maskMobile } from '@showroom/contract/kernel/mask'
import type { Logger } from '../log.ts'

/** What sends texts to mobiles: a provider's driver, or one that stands in for it. `outbox.ts` is what the product sends by. */

export interface Message {
  readonly mobile: string
  /** The number alone for a code, whose words are the provider's template. */
  readonly content: string
  readonly isCode: boolean
}

/** What became of one try to send. */
export interface Tried {
  /** Empty where it was taken, else why not: the provider's code, or one of ours. */
  readonly code: string
  /** Whether the same may be taken a moment later. */
  readonly isPassing: boolean
  /** Who took it, 1 the first provider; 0 for nobody. */
  readonly provider: number
  /** What that provider knows it by. */
  readonly receipt: string
}

/** Whether a text reached the phone, as far as its provider knows by now. */
export type Delivery =
  | { readonly state: 'waiting' }
  | { readonly state: 'delivered' | 'failed'; readonly code: string }

/** A way to send, chosen by configuration. Never throws. */
export interface SmsDriver {
  /** Whether anything can be sent to anybody. */
  readonly isThere: boolean
  send(message: Message): Promise<Tried>
  /** Asked of what it took; absent where nobody tells. */
  deliveryOf?(sent: { mobile: string; provider: number; receipt: string; at: Date }): Promise<Delivery>
  /** Whether the providers answer at all, whoever is sent to; asked now and then only. */
  isUp(): Promise<boolean>
}

const taken: Tried = { code: '', isPassing: false, provider: 1, receipt: '' }
const refused = (code: string): Tried => ({ code, isPassing: false, provider: 0, receipt: '' })

/** Sends nothing: whoever asks reads the code on the page, which shows it in demo mode; other texts stand in the log. */
export const demoSms = (log: Logger): SmsDriver => ({
  isThere: true,
  async send({ mobile, content, isCode }) {
    // So that a demo shows a failure, too.
    if (!isCode && mobile.endsWith('0000')) return refused('demo.NUMBER_EMPTY')
    if (!isCode) log.info({ mobile: maskMobile(mobile) }, `SMS: ${content}`)
    return taken
  },
  isUp: () => Promise.resolve(true),
})

/** Where no provider is configured. A code is as good as a password, so that it stands nowhere else instead. */
export const absentSms: SmsDriver = {
  isThere: false,
  send: () => Promise.resolve(refused('NO_PROVIDER')),
  isUp: () => Promise.resolve(false),
}

/** What people are told of a code; whatever is not among them is out of order. */
const words: readonly (readonly [RegExp, string])[] = [
  [/LIMIT_CONTROL/, '该号码的短信已达到运营商的发送上限，请稍后再试'],
  [/MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT/, '手机号码不正确'],
  [/BLACK_KEY|BLACKLIST/, '内容含有运营商不允许的文字'],
  [/AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE/, '短信服务已停用或余额不足，请联系系统管理员'],
  [/SIGN|TEMPLATE/, '短信签名或模板未通过审核，请联系系统管理员'],
  [/^NO_PROVIDER$/, '短信服务尚未配置'],
  [/NUMBER_EMPTY/, '号码为空号'],
  [/^LOST$/, '发送中断，结果未知'],
]
const outOfOrder = '短信服务暂时不可用，请稍后再试'
export const wordsOf = (code: string): string => words.find(([of]) => of.test(code))?.[1] ?? outOfOrder
/** Of a text that its provider took and that did not reach the phone. */
export const undelivered = (code: string): string =>
  `运营商未能送达，请确认手机未停机、关机或拦截短信${code && `（${code}）`}`
