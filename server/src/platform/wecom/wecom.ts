import { setTimeout } from 'node:timers/promises'
import { askJson, OutsideError } from '../outside/ask.ts'

/** WeCom (企业微信): who scanned a QR code, and messages of the application to its members. */

/** Who showed a code: a member of the company by their userid, somebody else, or nobody, as the code was used, old or wrong. */
export type Scanned = { readonly userId: string } | 'stranger' | 'spent'

/** A message with a link. Titles and texts are cut to what WeCom takes. */
export interface WecomMessage {
  readonly userId: string
  readonly title: string
  readonly text: string
  readonly url: string
}

/** A way to WeCom. The real one and the demo's are drivers of this shape. */
export interface Wecom {
  /** Under which the bindings are kept: userids are unique within a company only. */
  readonly corpId: string
  readonly agentId: string
  /** The page that shows the QR code; it comes back with `code` and `state` in the address. */
  pageOf(state: string): string
  /** The address of a page of the product, for a message. */
  linkTo(path: string): string
  /** Throws `OutsideError` where WeCom cannot tell. */
  whoScanned(code: string): Promise<Scanned>
  /** Sends a message; false where it never can be, as the member is none of the application's. Throws `OutsideError`. */
  send(message: WecomMessage): Promise<boolean>
  /** Asks for a token and for the application, and tells in a sentence what was answered. Throws `OutsideError`. */
  check(): Promise<string>
}

export interface WecomConfig {
  readonly corpId: string
  readonly agentId: string
  readonly secret: string
  /** `https://qyapi.weixin.qq.com`, or a proxy of it. */
  readonly apiUrl: string
  readonly pageUrl: string
  /** The product's own origin: the page comes back to `/authRedirect` of it. */
  readonly publicUrl: string
  /** For each request; 5 s. */
  readonly timeoutMs?: number
}

/** A token is let go of this long before it runs out. */
const spareSeconds = 300
/** Tries while WeCom says that it is busy. */
const busyTries = 3
const busyPauseMs = 300

const code = {
  ok: 0,
  busy: -1,
  badToken: [40_014, 42_001],
  /** Spent, old or made up. */
  badCode: [40_029, 40_163, 42_003],
  /** Nobody of those addressed may see the application. */
  nobodyThere: [81_013, 60_111, 60_103],
} as const

interface Answer {
  readonly errcode: number
  readonly [field: string]: unknown
}

export function createWecom(config: WecomConfig): Wecom {
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
    async whoScanned(given) {
      const answer = await askWithToken('/cgi-bin/auth/getuserinfo', { code: given })
      if ((code.badCode as readonly number[]).includes(answer.errcode)) return 'spent'
      refuse(answer, 'auth/getuserinfo')
      const { userid } = answer
      return typeof userid === 'string' && userid !== '' && userid.length <= 64
        ? { userId: userid }
        : 'stranger'
    },
    async send({ userId, title, text, url }) {
      const body = {
        touser: userId,
        msgtype: 'textcard',
        agentid: Number(agentId),
        textcard: { title: cut(title, 128), description: cut(text, 512), url, btntxt: '查看' },
        // A message whose answer got lost is sent again: WeCom drops it.
        enable_duplicate_check: 1,
        duplicate_check_interval: 1800,
      }
      const answer = await askWithToken('/cgi-bin/message/send', {}, body)
      if ((code.nobodyThere as readonly number[]).includes(answer.errcode)) return false
      refuse(answer, 'message/send')
      return !answer['invaliduser']
    },
    async check() {
      const answer = await askWithToken('/cgi-bin/agent/get', { agentid: agentId })
      refuse(answer, 'agent/get')
      return `application ${agentId} of ${corpId} answers`
    },
  }
}

function refuse({ errcode }: Answer, what: string): void {
  // Its `errmsg` repeats addresses and codes: only the number is told.
  if (errcode !== code.ok) throw new OutsideError(`WeCom refused ${what} with errcode ${errcode}`)
}

/** Characters as many as stay within the bytes. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let kept = ''
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytes - 3) break
    kept += character
  }
  return `${kept}…`
}

/** Asks with the application's token, which it keeps and renews; again once with a new one where WeCom does not take it, and while WeCom is busy. */
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

  /** All who need one meanwhile wait for the same. */
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
