import type { Door } from '../outside/outcomes.ts'
import { createAsker, refuse } from './asker.ts'
import type { AskerConfig } from './asker.ts'
import { createContacts } from './contacts.ts'
import type { Contacts } from './contacts.ts'

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
export interface Wecom extends Contacts {
  /** The product's own origin, of which pages are signed. */
  readonly origin: string
  /** Company of the bindings: userids are unique only within a company. */
  readonly corpId: string
  readonly agentId: string
  /** URL of the page with the QR code. It redirects back with `code` and `state`. */
  pageOf(state: string): string
  /** URL of the page that identifies the member without a scan, within WeCom's client. It redirects back in the same way. */
  insideOf(state: string): string
  /** URL of a page of the product, for messages. */
  linkTo(path: string): string
  /** Identifies the person who scanned. Throws `OutsideError` if WeCom is unavailable. */
  memberOfScan(code: string): Promise<Scanned>
  /** Sends a message. Returns false if it can never arrive, because the member cannot use the application. Throws `OutsideError`. */
  send(message: WecomMessage): Promise<boolean>
  /** Requests a token and the application, and returns the result as a sentence. Throws `OutsideError`. */
  check(): Promise<string>
}

/** Secrets that both sides of the callback hold: the token signs, the key encrypts. */
export interface WecomCallback {
  readonly token: string
  /** EncodingAESKey: 43 characters. */
  readonly key: string
}

export interface WecomConfig extends AskerConfig {
  readonly agentId: string
  readonly pageUrl: string
  readonly insideUrl: string
  /** The product's own origin. The QR page redirects to its `/authRedirect`. */
  readonly publicUrl: string
  /** Receives events of contacts; without it contacts are read daily and when a side bar opens. */
  readonly callback?: WecomCallback | undefined
  /** The file that proves whose the domain is: `WW_verify_<this>.txt`. */
  readonly verify?: string | undefined
}

/** The application is visible to no recipient. */
const noRecipient: ReadonlySet<number> = new Set([81_013, 60_111, 60_103])
/** Used, expired or invalid codes. */
const badCode: ReadonlySet<number> = new Set([40_029, 40_163, 42_003])

export function createWecom(config: WecomConfig, door: Door): Wecom {
  const { corpId, agentId } = config
  const askWithToken = createAsker(config)
  const back = `${config.publicUrl}/authRedirect`
  return {
    ...createContacts(door, askWithToken),
    corpId,
    agentId,
    origin: config.publicUrl,
    pageOf: (state) =>
      withParams(config.pageUrl, {
        login_type: 'CorpApp',
        appid: corpId,
        agentid: agentId,
        redirect_uri: back,
        state,
      }),
    insideOf: (state) => {
      const params = { appid: corpId, redirect_uri: back, response_type: 'code', scope: 'snsapi_base', state }
      return `${withParams(config.insideUrl, { ...params, agentid: agentId })}#wechat_redirect`
    },
    linkTo: (path) => `${config.publicUrl}/#${path}`,
    memberOfScan: (given) =>
      door.run(async () => {
        const answer = await askWithToken('/cgi-bin/auth/getuserinfo', { code: given })
        if (badCode.has(answer.errcode)) return 'spent'
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
        if (noRecipient.has(answer.errcode)) return false
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

function withParams(page: string, params: Readonly<Record<string, string>>): string {
  const url = new URL(page)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
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
