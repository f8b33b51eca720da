import { setTimeout } from 'node:timers/promises'
import { askJson, OutsideError } from '../outside/ask.ts'
import type { Door } from '../outside/outcomes.ts'

/** WeCom (企业微信): identifies who scanned a QR code, and sends the application's messages to members. */

/** Result of a scan: a member of the company, a stranger, or a code that is used, expired or invalid. */
export type Scanned = { readonly userId: string } | 'stranger' | 'spent'

/** A message with a link. Title and text are cut to WeCom's limits. */
export interface WecomMessage {
  readonly userId: string
  readonly title: string
  readonly text: string
  readonly url: string
}

/** Access to WeCom, implemented by the real driver and the demo's. */
export interface Wecom {
  /** Company of the bindings: userids are unique only within a company. */
  readonly corpId: string
  readonly agentId: string
  /** URL of the page with the QR code. It redirects back with `code` and `state`. */
  pageOf(state: string): string
  /** URL of a page of the product, for messages. */
  linkTo(path: string): string
  /** Identifies the person who scanned. Throws `OutsideError` if WeCom is unavailable. */
  memberOfScan(code: string): Promise<Scanned>
  /** Sends a message. Returns false if it can never arrive, because the member cannot use the application. Throws `OutsideError`. */
  send(message: WecomMessage): Promise<boolean>
  /** Requests a token and the application, and returns the result as a sentence. Throws `OutsideError`. */
  check(): Promise<string>
}

export interface WecomConfig {
  readonly corpId: string
  readonly agentId: string
  readonly secret: string
  /** `https://qyapi.weixin.qq.com`, or a proxy for it. */
  readonly apiUrl: string
  readonly pageUrl: string
  /** The product's own origin. The QR page redirects to its `/authRedirect`. */
  readonly publicUrl: string
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
  /** Used, expired or invalid codes. */
  badCode: [40_029, 40_163, 42_003],
  /** None of the recipients may see the application. */
  nobodyThere: [81_013, 60_111, 60_103],
} as const

interface Answer {
  readonly errcode: number
  readonly [field: string]: unknown
}

export function createWecom(config: WecomConfig, door: Door): Wecom {
  const { corpId, agentId } = config
  const askWithToken = createAsker(config)
  return {
    corpId,
    agentId,
    pageOf(state) {
      const url = new URL(config.pageUrl)
      const params = {
        login_type: 'CorpApp',
        appid: corpId,
        agentid: agentId,
        redirect_uri: `${config.publicUrl}/authRedirect`,
        state,
      }
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      return url.href
    },
    linkTo: (path) => `${config.publicUrl}/#${path}`,
    memberOfScan: (given) =>
      door.run(async () => {
        const answer = await askWithToken('/cgi-bin/auth/getuserinfo', { code: given })
        if ((code.badCode as readonly number[]).includes(answer.errcode)) return 'spent'
        refuse(answer, 'auth/getuserinfo')
        const { userid } = answer
        return typeof userid === 'string' && userid !== '' && userid.length <= 64
          ? { userId: userid }
          : 'stranger'
      }),
    send: ({ userId, title, text, url }) =>
      door.run(async () => {
        const body = {
          touser: userId,
          msgtype: 'textcard',
          agentid: Number(agentId),
          textcard: { title: cut(title, 128), description: cut(text, 512), url, btntxt: '查看' },
          // If the response is lost the message is sent again; WeCom then drops the duplicate.
          enable_duplicate_check: 1,
          duplicate_check_interval: 1800,
        }
        const answer = await askWithToken('/cgi-bin/message/send', {}, body)
        if ((code.nobodyThere as readonly number[]).includes(answer.errcode)) return false
        refuse(answer, 'message/send')
        return !answer['invaliduser']
      }),
    check: () =>
      door.run(async () => {
        const answer = await askWithToken('/cgi-bin/agent/get', { agentid: agentId })
        refuse(answer, 'agent/get')
        return `application ${agentId} of ${corpId} answers`
      }),
  }
}

function refuse({ errcode }: Answer, what: string): void {
  // WeCom's `errmsg` contains addresses and codes, so only the number is reported.
  if (errcode !== code.ok) throw new OutsideError(`WeCom refused ${what} with errcode ${errcode}`)
}

/** Cuts a text to this many bytes without splitting a character. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let token = ''
  for (const character of text) {
    if (Buffer.byteLength(token + character) > bytes - 3) break
    token += character
  }
  return `${token}…`
}

/**
 * Sends requests with the application's token, which it caches and renews. Retries once with a new token if WeCom rejects it, and a few
 * times while WeCom is busy.
 */
function createAsker({ apiUrl, corpId, secret, timeoutMs = 5_000 }: WecomConfig) {
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

  return async (path: string, query: Readonly<Record<string, string>>, body?: object): Promise<Answer> => {
    const first = tokenNow()
    const answer = await ask(path, { access_token: await first, ...query }, body)
    if (!(code.badToken as readonly number[]).includes(answer.errcode)) return answer
    if (token?.value === first) token = undefined
    return ask(path, { access_token: await tokenNow(), ...query }, body)
  }
}
