import { setTimeout } from 'node:timers/promises'
import { askJson, OutsideError } from '../outside/ask.ts'

/** Requests to WeCom's interface. */

export interface AskerConfig {
  readonly corpId: string
  readonly secret: string
  /** `https://qyapi.weixin.qq.com`, or a proxy for it. */
  readonly apiUrl: string
  /** Timeout per request; default 5 s. */
  readonly timeoutMs?: number
}

/** Seconds before its expiry at which a token is renewed. */
const spareSeconds = 300
/** Maximum number of tries while WeCom is busy. */
const busyTries = 3
const busyPauseMs = 300

const code = {
  ok: 0,
  busy: -1,
  badToken: [40_014, 42_001],
} as const

export interface Answer {
  readonly errcode: number
  readonly [field: string]: unknown
}

export type AskWithToken = (
  path: string,
  query: Readonly<Record<string, string>>,
  body?: object,
) => Promise<Answer>

export function refuse({ errcode }: Answer, what: string): void {
  // WeCom's `errmsg` contains addresses and codes, so only the number is reported.
  if (errcode !== code.ok) throw new OutsideError(`WeCom refused ${what} with errcode ${errcode}`)
}

/**
 * Sends requests with the application's token, which it caches and renews. Retries once with a new token if WeCom rejects it, and a few
 * times while WeCom is busy.
 */
export function createAsker({ apiUrl, corpId, secret, timeoutMs = 5_000 }: AskerConfig): AskWithToken {
  let token: { readonly value: Promise<string>; until: number } | undefined

  async function ask(path: string, query: Readonly<Record<string, string>>, body?: object): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await askJson(`${apiUrl}${path}?${new URLSearchParams(query).toString()}`, {
        timeoutMs,
        ...(body && {
          method: 'POST' as const,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      const { errcode } = answer
      if (typeof errcode !== 'number') throw new OutsideError('WeCom answered without an errcode')
      if (errcode !== code.busy || attempt === busyTries) return { ...answer, errcode }
      await setTimeout(busyPauseMs * attempt)
    }
  }

  async function fetchToken(entry: { until: number }): Promise<string> {
    const answer = await ask('/cgi-bin/gettoken', { corpid: corpId, corpsecret: secret })
    refuse(answer, 'gettoken')
    const { access_token: value, expires_in: seconds } = answer
    if (typeof value !== 'string' || typeof seconds !== 'number')
      throw new OutsideError('WeCom answered gettoken without a token')
    entry.until = performance.now() + Math.max(0, seconds - spareSeconds) * 1000
    return value
  }

  /** Parallel requests share one pending token. */
  function tokenNow(): Promise<string> {
    if (token && token.until > performance.now()) return token.value
    const entry = { until: Number.POSITIVE_INFINITY, value: Promise.resolve('') }
    entry.value = fetchToken(entry)
    entry.value.catch(() => {
      if (token === entry) token = undefined
    })
    token = entry
    return entry.value
  }

  return async (path, query, body) => {
    const first = tokenNow()
    const answer = await ask(path, { access_token: await first, ...query }, body)
    if (!(code.badToken as readonly number[]).includes(answer.errcode)) return answer
    if (token?.value === first) token = undefined
    return ask(path, { access_token: await tokenNow(), ...query }, body)
  }
}
