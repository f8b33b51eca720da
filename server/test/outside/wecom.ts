import { randomBytes } from 'node:crypto'
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
  asked(path: string): number
  /** The code of a scan by that member; an empty id is an outsider. */
  scan(userId: string): string
  /** Invalidates all issued tokens. */
  forgetTokens(errcode?: number): void
  /** Sets faults for the next requests to a path, in order. */
  misbehave(path: string, ...ways: Misbehaviour[]): void
  readonly messages: readonly SentMessage[]
  close(): Promise<void>
}

/** An errcode, or no valid WeCom response. */
export type Misbehaviour = number | 'html' | 'silence' | 'huge' | 'redirect' | 'gone' | 'no errcode'

const corpId = 'ww0123456789abcdef'
const secret = 'secret-of-the-application'

export async function startFakeWecom(publicUrl = 'http://localhost:3000'): Promise<FakeWecom> {
  const codes = new Map<string, { userId: string; at: number }>()
  const tokens = new Set<string>()
  const requests = new Map<string, number>()
  const misbehaviours = new Map<string, Misbehaviour[]>()
  const messages: SentMessage[] = []
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
    '/cgi-bin/agent/get': () => ({ ...ok, agentid: 1_000_002, name: '展厅' }),
  }

  function answer(request: IncomingMessage, url: URL, body: string, response: ServerResponse): void {
    const { pathname, searchParams: query } = url
    requests.set(pathname, (requests.get(pathname) ?? 0) + 1)
    if (pathname === '/page') return showPage(query, response)
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
      publicUrl,
    },
    asked: (path) => requests.get(path) ?? 0,
    scan,
    forgetTokens(errcode = 42_001) {
      deadToken = errcode
      tokens.clear()
    },
    misbehave: (path, ...ways) => void misbehaviours.set(path, ways),
    messages,
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
