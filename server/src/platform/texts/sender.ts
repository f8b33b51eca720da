import { setTimeout } from 'node:timers/promises'
import { maskMobile } from '@showroom/contract/kernel/mask'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { OutsideError } from '../outside/ask.ts'
import { sendByAliyun } from './aliyun.ts'
import type { AliyunSmsConfig } from './aliyun.ts'
import type { SmsSender } from './sms.ts'

/** Sends by Aliyun, and by a second account or region where the first one cannot. */

interface Deps {
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'smsSent'>
  /** Before each further try at the same provider. */
  readonly pausesMs?: readonly number[]
}

const usualPausesMs = [500, 2_000]

/** What people are told of a code of the provider's; the rest is out of order. */
const words: readonly (readonly [RegExp, string])[] = [
  [/LIMIT_CONTROL/, '该号码的短信已达到运营商的发送上限，请稍后再试'],
  [/MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT/, '手机号码不正确'],
  [/BLACK_KEY|BLACKLIST/, '内容含有运营商不允许的文字'],
  [/AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE/, '短信服务已停用或余额不足，请联系系统管理员'],
  [/SIGN|TEMPLATE/, '短信签名或模板未通过审核，请联系系统管理员'],
]
const outOfOrder = '短信服务暂时不可用，请稍后再试'
export const wordsOf = (code: string): string => words.find(([of]) => of.test(code))?.[1] ?? outOfOrder

/** Its own fault, which may be over in a moment. */
const isPassing = (code: string): boolean =>
  /^(?:isp\.|Throttling|ServiceUnavailable|InternalError)/.test(code)
/** No other provider would take it either. */
const isFinal = (code: string): boolean => /MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT|BLACK_KEY/.test(code)

interface Message {
  readonly mobile: string
  /** The template of an account; nothing where it has none. */
  readonly templateOf: (config: AliyunSmsConfig) => string | undefined
  readonly values: Readonly<Record<string, string>>
}

/** A sender over one account or more, the first ones first. */
export function createSmsSender(accounts: readonly AliyunSmsConfig[], deps: Deps): SmsSender {
  const { log, metrics, pausesMs = usualPausesMs } = deps

  /** The provider's code; empty where it went. */
  async function tryAt(config: AliyunSmsConfig, message: Message): Promise<string> {
    const template = message.templateOf(config)
    if (!template) return 'NO_TEMPLATE'
    for (let attempt = 0; ; attempt++) {
      const code = await sendByAliyun(config, { ...message, template }, deps.clock).catch(
        (error: unknown) => {
          if (!(error instanceof OutsideError)) throw error
          log.warn({ error: error.message }, 'an SMS provider did not answer')
          return 'isp.UNREACHABLE'
        },
      )
      const pause = pausesMs[attempt]
      if (!isPassing(code) || pause === undefined) return code
      await setTimeout(pause)
    }
  }

  /** Why it did not go, in words; empty when it did. Never a text or a code in the log. */
  async function deliver(message: Message): Promise<string> {
    let last = ''
    for (const [place, config] of accounts.entries()) {
      last = await tryAt(config, message)
      metrics.smsSent(place === 0 ? 'first' : 'fallback', last === '' ? 'sent' : last)
      if (last === '') return ''
      log.error({ mobile: maskMobile(message.mobile), provider: place + 1, code: last }, 'an SMS was refused')
      if (isFinal(last)) break
    }
    return wordsOf(last)
  }

  const text = (mobile: string, content: string): Promise<string> =>
    deliver({ mobile, templateOf: ({ textTemplate }) => textTemplate, values: { content } })
  return {
    check: () => undefined,
    async send(mobile, code) {
      await deliver({ mobile, templateOf: ({ codeTemplate }) => codeTemplate, values: { code } })
    },
    sendText: text,
    async tell(mobile, content) {
      await text(mobile, content)
    },
  }
}
