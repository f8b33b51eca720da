import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WecomConfig } from '../../src/platform/wecom/wecom.ts'

/** A fake WeCom: the real protocol, its error numbers, and simulated faults. */

export interface SentMessage {
  readonly touser: string
  readonly textcard: { readonly title: string; readonly description: string; readonly url: string }
}

export interface FakeWecom {
  readonly config: WecomConfig
  /** Number of requests to a path. */
  countRequests(path: string): number
  /** The code of a scan by that member; an empty id is an outsider. */
  scan(userId: string): string
  /** Invalidates all issued tokens. */
  forgetTokens(errcode?: number): void
  /** Sets faults for the next requests to a path, in order. */
  misbehave(path: string, ...ways: Misbehaviour[]): void
  readonly messages: readonly SentMessage[]
  /** The contacts of the company by their ids. */
  readonly contacts: Map<string, FakeContact>
  /** Signs as WeCom's client checks it: the ticket of each kind that was issued last. */
  signatureOf(kind: 'config' | 'agent', signed: { nonceStr: string; timestamp: number; url: string }): string
  /** An event as WeCom sends it: the query and the encrypted body. */
  event(fields: Readonly<Record<string, string>>, over?: EventOverrides): SentEvent
  close(): Promise<void>
}

export interface FakeContact {
  readonly name: string
  /** The members who have the contact. */
  readonly followUsers: readonly {
    readonly userId: string
    readonly mobiles?: readonly string[]
    readonly tags?: readonly { readonly id: string; readonly name: string }[]
  }[]
}

export interface SentEvent {
  readonly query: string
  readonly body: string
}

export interface EventOverrides {
  readonly at?: Date
  readonly receiverId?: string
  readonly token?: string
  readonly key?: string
  /** The whole message instead of the fields. */
  readonly xml?: string
}

/** An errcode, or no valid WeCom response. */
export type Misbehaviour = number | 'html' | 'silence' | 'huge' | 'redirect' | 'gone' | 'no errcode'

const corpId = 'ww0123456789abcdef'
const secret = 'secret-of-the-application'
const callback = { token: 'QDG6eK', key: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C' }

/** Encrypts as WeCom's documents describe it, apart from the product's own code. */
function encrypt(message: string, key: string, receiverId: string): string {
  const aesKey = Buffer.from(`${key}=`, 'base64')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(message))
  const text = Buffer.concat([randomBytes(16), length, Buffer.from(message), Buffer.from(receiverId)])
  const fill = 32 - (text.length % 32)
  const cipher = createCipheriv('aes-256-cbc', aesKey, aesKey.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([
    cipher.update(text),
    cipher.update(Buffer.alloc(fill, fill)),
    cipher.final(),
  ]).toString('base64')
}

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')

function eventOf(fields: Readonly<Record<string, string>>, over: EventOverrides): SentEvent {
  const { at = new Date(), receiverId = corpId, token = callback.token, key = callback.key } = over
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const all = { ToUserName: corpId, FromUserName: 'sys', MsgType: 'event', CreateTime: timestamp, ...fields }
  const inner = Object.entries(all).map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
  const encrypted = encrypt(over.xml ?? `<xml>${inner.join('')}</xml>`, key, receiverId)
  const nonce = randomBytes(6).toString('hex')
  const signature = sha1([token, timestamp, nonce, encrypted].toSorted().join(''))
  return {
    query: new URLSearchParams({ msg_signature: signature, timestamp, nonce, echostr: encrypted }).toString(),
    body: `<xml><ToUserName><![CDATA[${corpId}]]></ToUserName><AgentID><![CDATA[]]></AgentID><Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>`,
  }
}

export async function startFakeWecom(publicUrl = 'http://localhost:3000'): Promise<FakeWecom> {
  const codes = new Map<string, { userId: string; at: number }>()
  const tokens = new Set<string>()
  const requests = new Map<string, number>()
  const misbehaviours = new Map<string, Misbehaviour[]>()
  const messages: SentMessage[] = []
  const contacts = new Map<string, FakeContact>()
  const tickets = { config: '', agent: '' }
  const issue = (kind: keyof typeof tickets) => {
    tickets[kind] = randomBytes(24).toString('base64url')
    return { ...ok, ticket: tickets[kind], expires_in: 7200 }
  }
  let deadToken = 42_001

  const scan = (userId: string): string => {
    const code = randomBytes(16).toString('base64url')
    codes.set(code, { userId, at: Date.now() })
    return code
  }

  const paths: Readonly<Record<string, (query: URLSearchParams, body: string) => object>> = {
    '/cgi-bin/gettoken'(query) {
      if (query.get('corpid') !== corpId) return problem(40_013, 'invalid corpid')
      if (query.get('corpsecret') !== secret) return problem(40_001, 'invalid credential')
      const token = randomBytes(24).toString('base64url')
      tokens.add(token)
      return { ...ok, access_token: token, expires_in: 7200 }
    },
    '/cgi-bin/auth/getuserinfo'(query) {
      const code = query.get('code') ?? ''
      const user = codes.get(code)
      codes.delete(code)
      if (!user || Date.now() - user.at > 300_000) return problem(40_029, `invalid code, hint: [${code}]`)
      return user.userId
        ? { ...ok, userid: user.userId }
        : { ...ok, openid: 'oAbc', external_userid: 'wmAbc' }
    },
    '/cgi-bin/message/send'(_query, body) {
      const message = JSON.parse(body) as SentMessage
      if (message.touser.startsWith('gone')) return problem(81_013, 'user & party & tag all invalid')
      messages.push(message)
      return { ...ok, msgid: randomBytes(8).toString('hex') }
    },
    '/cgi-bin/get_jsapi_ticket': () => issue('config'),
    '/cgi-bin/ticket/get': (query) =>
      query.get('type') === 'agent_config' ? issue('agent') : problem(40_097, 'invalid args'),
    '/cgi-bin/externalcontact/get_follow_user_list': () => ({ ...ok, follow_user: ['linxiaowen'] }),
    '/cgi-bin/externalcontact/list'(query) {
      const userId = query.get('userid')?.toLowerCase()
      const ids = [...contacts].flatMap(([id, { followUsers }]) =>
        followUsers.some((one) => one.userId.toLowerCase() === userId) ? [id] : [],
      )
      return ids.length > 0 ? { ...ok, external_userid: ids } : problem(84_061, 'not external contact')
    },
    '/cgi-bin/externalcontact/get'(query) {
      const id = query.get('external_userid') ?? ''
      const contact = contacts.get(id)
      if (!contact || contact.followUsers.length === 0) return problem(84_061, 'not external contact')
      // Two pages, as WeCom answers many follow users.
      const { name, followUsers } = contact
      const at = Number(query.get('cursor') || 0)
      const next = at + 1 < followUsers.length ? { next_cursor: String(at + 1) } : {}
      const follow_user = followUsers.slice(at, at + 1).map(({ userId, mobiles = [], tags = [] }) => ({
        userid: userId,
        remark: name,
        createtime: 1_500_000_000,
        remark_mobiles: mobiles,
        tags: tags.map((tag) => ({ group_name: '意向', tag_name: tag.name, tag_id: tag.id, type: 1 })),
      }))
      return { ...ok, external_contact: { external_userid: id, name, type: 1 }, follow_user, ...next }
    },
    '/cgi-bin/agent/get': () => ({ ...ok, agentid: 1_000_002, name: '展厅' }),
  }

  function answer(request: IncomingMessage, url: URL, body: string, response: ServerResponse): void {
    const { pathname, searchParams: query } = url
    requests.set(pathname, (requests.get(pathname) ?? 0) + 1)
    if (pathname === '/page') return showPage(query, response)
    if (pathname === '/inside') return identify(query, request, response)
    if (pathname === '/phone') return showPhone(query, response)
    const handler = paths[pathname]
    if (!handler) return void response.writeHead(404).end()
    const way = misbehaviours.get(pathname)?.shift()
    if (typeof way === 'number') return send(response, problem(way, 'as the test asked'))
    if (way !== undefined) return beOutOfOrder(way, request, response)
    const needsToken = pathname !== '/cgi-bin/gettoken'
    if (needsToken && !query.get('access_token'))
      return send(response, problem(41_001, 'access_token missing'))
    if (needsToken && !tokens.has(query.get('access_token') ?? ''))
      return send(response, problem(deadToken, 'access_token expired'))
    send(response, handler(query, body))
  }

  /** A page on which choosing a person counts as their scan. */
  function showPage(query: URLSearchParams, response: ServerResponse): void {
    const back = (userId?: string): string => {
      const url = new URL(query.get('redirect_uri') ?? '')
      if (userId !== undefined) url.searchParams.set('code', scan(userId))
      url.searchParams.set('state', query.get('state') ?? '')
      return url.href.replaceAll('&', '&amp;')
    }
    const people = ['zhouqiming', 'linxiaowen', 'newcomer', 'chosen', '']
    const links = people.map((one) => `<p><a href="${back(one)}">${one || 'stranger'}</a></p>`)
    html(response, `${links.join('')}<p><a href="${back()}">refuse</a></p>`)
  }

  /** Identifies the member of the client, as the cookie `wecom-user` says; without it the redirect has no code. */
  function identify(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(query.get('redirect_uri') ?? '')
    const [, userId] = /wecom-user=(\w+)/.exec(request.headers.cookie ?? '') ?? []
    if (userId !== undefined) url.searchParams.set('code', scan(userId))
    url.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(302, { location: url.href }).end()
  }

  /** A page with the cards sent to a person. */
  function showPhone(query: URLSearchParams, response: ServerResponse): void {
    const cards = messages.filter(({ touser }) => touser === query.get('user'))
    const links = cards.map(
      ({ textcard: { title, description, url } }) => `<p><a href="${url}">${title}</a> ${description}</p>`,
    )
    html(response, `<h1>phone</h1>${links.join('')}`)
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://wecom')
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(request, url, Buffer.concat(chunks).toString(), response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    config: {
      corpId,
      agentId: '1000002',
      secret,
      apiUrl: origin,
      pageUrl: `${origin}/page`,
      insideUrl: `${origin}/inside`,
      publicUrl,
      callback,
      verify: 'AbC123',
    },
    countRequests: (path) => requests.get(path) ?? 0,
    scan,
    forgetTokens(errcode = 42_001) {
      deadToken = errcode
      tokens.clear()
    },
    misbehave: (path, ...ways) => void misbehaviours.set(path, ways),
    messages,
    contacts,
    signatureOf: (kind, { nonceStr, timestamp, url }) =>
      sha1(`jsapi_ticket=${tickets[kind]}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`),
    event: (fields, over = {}) => eventOf(fields, over),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const html = (response: ServerResponse, body: string): void =>
  void response
    .setHeader('content-type', 'text/html; charset=utf-8')
    .end(`<!doctype html><title>WeCom</title>${body}`)
const ok = { errcode: 0, errmsg: 'ok' }
const problem = (errcode: number, errmsg: string) => ({ errcode, errmsg })
const send = (response: ServerResponse, body: object): void =>
  void response.setHeader('content-type', 'application/json; charset=UTF-8').end(JSON.stringify(body))

function beOutOfOrder(
  way: Exclude<Misbehaviour, number>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (way === 'html')
    response.setHeader('content-type', 'text/html').end('<html><body>系统维护中</body></html>')
  if (way === 'huge') response.end(`{"errcode":0,"errmsg":"${'x'.repeat(10 * 1024 * 1024)}"}`)
  if (way === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end()
  if (way === 'gone') request.socket.destroy()
  if (way === 'no errcode') send(response, { hello: 'world' })
}
