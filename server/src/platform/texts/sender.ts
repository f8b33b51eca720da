import { maskMobile } from '@showroom/contract/kernel/mask'
import type { Clock } from '../clock.ts'
import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { OutsideError } from '../outside/ask.ts'
import type { Door } from '../outside/outcomes.ts'
import { deliveryAtAliyun, isAliyunUp, isPassing, sendByAliyun } from './aliyun.ts'
import type { AliyunAnswer, AliyunSmsConfig } from './aliyun.ts'
import type { Message, SmsDriver, Tried } from './sms.ts'

/** Sends by Aliyun, with a second account or region as a fallback. */

interface Deps {
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'smsSent'>
  readonly door: Door
}

/** Our code for a provider that does not answer. */
const unreachable = 'isp.UNREACHABLE'

/** Whether another provider would refuse it as well. */
const isFinal = (code: string): boolean => /MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT|BLACK_KEY/.test(code)

/** Records the outcome of a message that no provider took, or one did. A refusal because of the message itself shows that they work. */
function recordOutcome(door: Door, code: string): void {
  if (code === '' || isFinal(code) || /LIMIT_CONTROL|^NO_TEMPLATE$/.test(code)) door.succeeded()
  else if (code === unreachable) door.failed('unreachable')
  else door.failed(isPassing(code) ? 'broken' : 'refused')
}

/** Time for which the health of the providers is cached. */
const healthMs = 30_000

/** Creates a driver that tries the accounts in order. It never logs a text, a code or a complete number. */
export function createSmsSender(accounts: readonly AliyunSmsConfig[], deps: Deps): SmsDriver {
  const { clock, log, metrics, door } = deps
  let health: { readonly at: number; readonly isUp: Promise<boolean> } | undefined

  /** Sends by one provider. Returns its response, or one of our codes if it gives none. */
  async function tryAt(config: AliyunSmsConfig, { mobile, content, isCode }: Message): Promise<AliyunAnswer> {
    const template = isCode ? config.codeTemplate : config.textTemplate
    if (!template) return { code: 'NO_TEMPLATE', bizId: '' }
    const values = { [isCode ? 'code' : 'content']: content }
    return sendByAliyun(config, { mobile, template, values }, clock).catch((error: unknown) => {
      if (!(error instanceof OutsideError)) throw error
      log.warn({ error: error.message }, 'an SMS provider did not answer')
      return { code: unreachable, bizId: '' }
    })
  }

  return {
    isThere: true,
    async send(message): Promise<Tried> {
      const codes: string[] = []
      for (const [place, config] of accounts.entries()) {
        const { code, bizId } = await tryAt(config, message)
        const isTaken = code === 'OK'
        metrics.smsSent(place === 0 ? 'first' : 'fallback', isTaken ? 'sent' : code)
        if (isTaken) {
          recordOutcome(door, '')
          return { code: '', isPassing: false, provider: place + 1, receipt: bizId }
        }
        log.error({ mobile: maskMobile(message.mobile), provider: place + 1, code }, 'an SMS was refused')
        codes.push(code)
        if (isFinal(code)) break
      }
      const final = codes.find(isFinal)
      // Reports the first provider's code, because the second may only lack a template.
      const code = final ?? codes[0] ?? ''
      recordOutcome(door, code)
      return { code, isPassing: !final && codes.some(isPassing), provider: 0, receipt: '' }
    },
    async deliveryOf({ mobile, provider, receipt, at }) {
      const config = accounts[provider - 1]
      // The account is no longer configured.
      if (!config || receipt === '') return { state: 'waiting' }
      return deliveryAtAliyun(config, { mobile, bizId: receipt, at }, clock).catch((error: unknown) => {
        if (!(error instanceof OutsideError)) throw error
        log.warn({ error: error.message }, 'an SMS provider did not say whether a text was delivered')
        return { state: 'waiting' }
      })
    },
    isUp() {
      if (!health || performance.now() - health.at > healthMs)
        health = {
          at: performance.now(),
          isUp: Promise.all(accounts.map((config) => isAliyunUp(config, clock))).then((up) =>
            up.includes(true),
          ),
        }
      return health.isUp
    },
  }
}
