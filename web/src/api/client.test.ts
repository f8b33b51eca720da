/// <reference types="node" />

import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { call } from '@showroom/contract/kernel/call'
import { releaseHeader } from '@showroom/contract/kernel/release'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callApi, onSessionGone, withWait } from './client'
import type { CallOptions } from './client'
import { connection, giveUpSaves, probe } from './connection'

/** The client's transport against a real HTTP server, which answers each request by the next step of its script. */

const content = z.object({ text: z.string().optional(), dealerId: z.number().optional() })
const query = call({
  path: '/query',
  summary: '',
  may: 'public',
  request: content,
  answer: z.object({ data: z.string().optional() }),
})
const mutation = call({ ...query, path: '/change', writes: true })
const inner = call({ ...query, path: '/inner', may: 'member' })

interface Received {
  readonly path: string
  readonly token: string | undefined
  readonly key: string | undefined
  readonly body: unknown
}
type Step = (response: ServerResponse) => void
const received: Received[] = []
let script: Step[] = []
let isReady = true
/** Whether each request outlives its page, which no server can see. */
const outlives: boolean[] = []

const done = { status: '0' }
const answer =
  (status: number, body: object | string = done, headers: Record<string, string> = {}): Step =>
  (response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
/** The server has served the request, but its response is lost with the connection. */
const lost: Step = (response) => response.destroy()
const silent: Step = () => undefined
const gone = answer(200, { status: '-100', detail: '账号在别处登录' })

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/readyz') {
    response.writeHead(isReady ? 200 : 503).end()
    return
  }
  const { authorization: token, 'idempotency-key': key } = request.headers
  const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString())
  received.push({ path: request.url ?? '', token, key: key?.toString(), body })
  // A connection that is used again would make a lost response look like one that was never accepted.
  response.shouldKeepAlive = false
  const step = script.shift() ?? answer(200)
  step(response)
}
const server = createServer((request, response) => void serve(request, response))

/** The browser's session, of which a page has one. */
const session = { token: '', dealerId: 0 }
let signIns: string[] = []
/** Answer of the page to an expired session: by default it does not sign in again. */
let signIn = (): boolean => false

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // A page resolves relative addresses; Node does not.
  class PageRequest extends Request {
    constructor(address: string, init?: RequestInit) {
      super(new URL(address, `http://127.0.0.1:${port}`), init)
      outlives.push(this.keepalive)
    }
  }
  vi.stubGlobal('Request', PageRequest)
  vi.stubGlobal('localStorage', { getItem: () => (session.dealerId ? String(session.dealerId) : null) })
  vi.stubGlobal('document', {
    get cookie() {
      return session.token ? `other=1; Dealer-User-Token=${encodeURIComponent(session.token)}` : ''
    },
  })
  onSessionGone((detail) => {
    signIns.push(detail)
    return Promise.resolve(signIn())
  })
})
afterAll(async () => {
  // Files share a process: a stubbed document would make the router take it for a browser.
  vi.unstubAllGlobals()
  onSessionGone(() => Promise.resolve(false))
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  received.length = 0
  outlives.length = 0
  script = []
  isReady = true
  Object.assign(session, { token: '', dealerId: 0 })
  signIns = []
  signIn = () => false
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const keys = () => received.map(({ key }) => key)
/** A call's outcome: `done`, or the name of its error. */
const outcomeOf = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'done',
    (error: Error) => error.name,
  )
const change = (options: CallOptions, request: z.infer<typeof content> = {}) =>
  outcomeOf(callApi(mutation, request, options as CallOptions & { once: true }))

describe('a response', () => {
  it('of a rate limit is a refusal with its text and the time to wait', async () => {
    const refused = { status: '-1', code: 1016, detail: '查看号码过于频繁，请稍后再试' }
    script = [
      answer(429, refused, { 'retry-after': '1500', 'x-request-id': 'one' }),
      answer(429, refused),
      answer(429, '<h1>429</h1>', { 'retry-after': '5' }),
    ]
    await expect(callApi(query, {})).rejects.toMatchObject({
      name: 'Refusal',
      code: 1016,
      message: '查看号码过于频繁，请25分钟后再试',
      requestId: 'one',
    })
    await expect(callApi(query, {})).rejects.toMatchObject({ name: 'Refusal', message: refused.detail })
    const ofProxy = { code: 429, message: '操作过于频繁，请5秒后再试' }
    await expect(callApi(query, {})).rejects.toMatchObject(ofProxy)
  })

  it("of a full disk or database shows the server's own text, any other failure the usual one", async () => {
    const full = { status: '-1', code: 507, detail: '存储空间不足，请联系管理员' }
    script = [
      answer(507, full, { 'x-request-id': 'two' }),
      answer(503, { ...full, detail: '数据库只读' }),
      answer(503, '<h1>503</h1>'),
      answer(500, full),
      answer(200, '<h1>a proxy</h1>'),
      lost,
    ]
    const own = { name: 'Unreachable', message: full.detail, status: 507, requestId: 'two' }
    await expect(callApi(query, {})).rejects.toMatchObject(own)
    const readOnly = { name: 'Unreachable', message: '数据库只读', status: 503 }
    await expect(callApi(query, {})).rejects.toMatchObject(readOnly)
    const usual = { name: 'Unreachable', message: '接口错误' }
    for (const status of [503, 500, 0, 0])
      await expect(callApi(query, {})).rejects.toMatchObject({ ...usual, status })
  })

  it('of a refusal has its code, its wrong fields and the whole body', async () => {
    const errors = [{ path: 'text', text: '请输入' }]
    script = [answer(200, { status: '-1', code: 1000, detail: '请检查', errors, by: '许安' })]
    const refusal = { name: 'Refusal', code: 1000, status: '-1', errors, answer: { by: '许安' } }
    await expect(callApi(query, {})).rejects.toMatchObject(refusal)
  })

  it("corrects the page's clock and reports a newer release, even if it is an error", async () => {
    vi.stubEnv('RELEASE', '1.0.0')
    vi.resetModules()
    const [page, { clockSkew }, { pageAge }] = await Promise.all([
      import('./client'),
      import('./clock'),
      import('./release'),
    ])
    const at = new Date(Date.now() + 3_600_000).toUTCString()
    script = [answer(500, {}, { date: at, [releaseHeader]: '1.0.1' }), answer(200)]
    await outcomeOf(page.callApi(query, {}))
    expect(clockSkew.readMinutes()).toBe(59)
    expect(pageAge.newest()).toBe('1.0.1')
    await page.callApi(query, {})
    expect(clockSkew.readMinutes()).toBe(0)
  })
})

describe('a request', () => {
  it('carries the session and its store', async () => {
    await callApi(query, { text: 'a' })
    Object.assign(session, { token: 'a b;c', dealerId: 7 })
    await callApi(query, { text: 'a' })
    expect(received).toEqual([
      { path: '/query', token: undefined, key: undefined, body: { text: 'a' } },
      { path: '/query', token: 'a b;c', key: undefined, body: { dealerId: 7, text: 'a' } },
    ])
  })

  it('outlives its page only if it is sent while that closes', async () => {
    await callApi(query, {})
    await callApi(query, {}, { keepalive: true })
    expect(outlives).toEqual([false, true])
  })

  it('names its own store if it has one, whichever the session has', async () => {
    session.dealerId = 7
    await callApi(query, { dealerId: 8 })
    expect(received[0]?.body).toEqual({ dealerId: 8 })
  })

  it('that cannot be built is not sent', async () => {
    const circular: { text?: string; self?: unknown } = {}
    circular.self = circular
    const unsent = { name: 'Unsent', message: '系统错误，请联系管理员！' }
    await expect(callApi(mutation, circular, { once: true })).rejects.toMatchObject({ name: 'TypeError' })
    await expect(callApi(mutation, circular, { withoutKey: 'same effect' })).rejects.toMatchObject(unsent)
    expect(received).toEqual([])
  })

  it('that the page aborts fails with the abort, not as unreachable, and is not sent again', async () => {
    script = [silent]
    const abort = new AbortController()
    const sent = change({ once: true, signal: abort.signal }, { text: 'left' })
    await expect.poll(() => received.length).toBe(1)
    abort.abort()
    expect(await sent).toBe('AbortError')
    expect(received).toHaveLength(1)
  })
})

describe('a mutation without a regular response', () => {
  // The pause before the repetition passes at once; sockets use other timers.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())
  async function settled(sent: Promise<string>): Promise<string> {
    const outcomes: string[] = []
    void sent.then((outcome) => outcomes.push(outcome))
    while (outcomes.length === 0) {
      vi.advanceTimersByTime(100)
      await setImmediate()
    }
    return sent
  }
  const send = (options: CallOptions = {}, request: z.infer<typeof content> = {}) =>
    settled(change({ idempotencyKey: 'one', ...options }, request))
  const failing: [string, Step][] = [
    ['a lost connection', lost],
    ['502', answer(502)],
    ['503', answer(503)],
  ]

  it.each(failing)('is sent once more with its key after %s', async (_name, step) => {
    script = [step]
    expect(await send()).toBe('done')
    expect(keys()).toEqual(['one', 'one'])
    script = [step, step]
    expect(await send()).toBe('Unreachable')
    expect(keys()).toHaveLength(4)
  })

  it('waits before it is sent again, so that a process can start', async () => {
    script = [answer(502)]
    const sent = change({ idempotencyKey: 'one' })
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(499)
    await setImmediate()
    expect(received).toHaveLength(1)
    vi.advanceTimersByTime(1001)
    expect(await sent).toBe('done')
    expect(received).toHaveLength(2)
  })

  it('waits while the server is away, and is sent with its key when it is back', async () => {
    script = [lost, lost]
    isReady = false
    const sent = change({ idempotencyKey: 'one' })
    await expect.poll(() => connection.read()).toBe('saving')
    expect(received).toHaveLength(1)
    isReady = true
    expect(await settled(sent)).toBe('done')
    expect(keys()).toEqual(['one', 'one', 'one'])
    expect(connection.read()).toBe('up')
  })

  it('is not sent again once the user ends the wait', async () => {
    script = [lost]
    isReady = false
    const sent = change({ idempotencyKey: 'one' })
    await expect.poll(() => connection.read()).toBe('saving')
    giveUpSaves()
    expect(await sent).toBe('Unreachable')
    isReady = true
    await probe()
    expect(received).toHaveLength(1)
  })

  it.each([500, 504, 507])('is not sent again after %i, when its work may be under way', async (status) => {
    script = [answer(status)]
    expect(await send()).toBe('Unreachable')
    expect(received).toHaveLength(1)
  })

  it("is sent again after the server's own 503 only with Retry-After", async () => {
    const own = { status: '-1', code: 503, detail: '数据库权限不足，请联系管理员' }
    script = [answer(503, own), answer(503, own, { 'retry-after': '2' })]
    expect(await send()).toBe('Unreachable')
    expect(received).toHaveLength(1)
    expect(await send()).toBe('done')
    expect(received).toHaveLength(3)
  })

  it('is not sent again after a timeout', async () => {
    const { timeout } = AbortSignal
    const limits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms)
      return timeout(200)
    })
    script = [silent]
    expect(await send()).toBe('Unreachable')
    script = [silent]
    expect(await send({ signal: new AbortController().signal })).toBe('Unreachable')
    expect(outlives).toHaveLength(2)
    expect(limits).toEqual([30_000, 30_000])
  })

  it('is not sent again without a key, while the page closes, or if it is a query', async () => {
    script = [answer(503), answer(503), answer(503)]
    expect(await send({ idempotencyKey: '' })).toBe('Unreachable')
    expect(await send({ keepalive: true })).toBe('Unreachable')
    expect(await outcomeOf(callApi(query, {}, { idempotencyKey: 'one' }))).toBe('Unreachable')
    expect(received).toHaveLength(3)
  })

  it('has the key of its lost response when the user repeats it, and a new one after its success', async () => {
    const once = () => send({ once: true, idempotencyKey: '' }, { text: 'same' })
    script = [lost, lost]
    expect(await once()).toBe('Unreachable')
    expect(await once()).toBe('done')
    expect(await once()).toBe('done')
    const [first, second, third, fourth] = keys()
    expect(first).toMatch(/^.{16,}$/)
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })

  it('keeps the key of a lost response for the same call and request alone', async () => {
    const once = (request: z.infer<typeof content>) => send({ once: true }, request)
    script = [lost, lost]
    await once({ text: 'one' })
    await once({ text: 'other' })
    const other = call({ ...mutation, path: '/other' })
    await settled(outcomeOf(callApi(other, { text: 'one' }, { once: true })))
    const [first, , second, third] = keys()
    expect(new Set([first, second, third]).size).toBe(3)
    await once({ text: 'one' })
    expect(keys().at(-1)).toBe(first)
  })

  it('has a new key after a refusal, which is an answer', async () => {
    const once = () => send({ once: true }, { text: 'refused' })
    script = [answer(200, { status: '-1', code: 2001, detail: '不可' })]
    expect(await once()).toBe('Refusal')
    expect(await once()).toBe('done')
    expect(new Set(keys()).size).toBe(2)
  })
})

describe('an expired session', () => {
  beforeEach(() => void (session.token = 'old'))
  const ask = (options: CallOptions = {}) =>
    outcomeOf(callApi(inner, {}, { idempotencyKey: 'one', ...options }))

  it('asks to sign in and sends the request again with the new token and its key', async () => {
    script = [gone]
    signIn = () => {
      session.token = 'new'
      return true
    }
    expect(await ask()).toBe('done')
    expect(signIns).toEqual(['账号在别处登录'])
    expect(received.map(({ token, key }) => [token, key])).toEqual([
      ['old', 'one'],
      ['new', 'one'],
    ])
  })

  it('is a refusal if the user does not sign in', async () => {
    script = [answer(200, { status: '-100' })]
    expect(await ask()).toBe('Refusal')
    expect(signIns).toEqual(['登录过期'])
    expect(received).toHaveLength(1)
  })

  it('does not ask a user who signed in while the request was under way', async () => {
    script = [
      (response) => {
        session.token = 'new'
        gone(response)
      },
    ]
    expect(await ask()).toBe('done')
    expect(signIns).toEqual([])
    expect(received.map(({ token }) => token)).toEqual(['old', 'new'])
  })

  it('asks a user who signed out while the request was under way', async () => {
    script = [
      (response) => {
        session.token = ''
        gone(response)
      },
    ]
    expect(await ask()).toBe('Refusal')
    expect(signIns).toHaveLength(1)
  })

  it('of a background request or a public call is a refusal without a question', async () => {
    script = [gone, gone]
    expect(await ask({ inBackground: true })).toBe('Refusal')
    expect(await outcomeOf(callApi(query, {}))).toBe('Refusal')
    expect(signIns).toEqual([])
    expect(received).toHaveLength(2)
  })
})

it.each([
  ['操作过于频繁，请稍后再试', 2, '操作过于频繁，请2秒后再试'],
  ['操作过于频繁，请稍后再试', 61, '操作过于频繁，请2分钟后再试'],
  ['操作过于频繁，请稍后再试', 3_601, '操作过于频繁，请2小时后再试'],
  ['操作过于频繁，请稍后再试', 0, '操作过于频繁，请稍后再试'],
  ['今日验证码发送次数已达上限', 3_601, '今日验证码发送次数已达上限'],
])('%s with %i seconds to wait', (detail, seconds, text) => {
  expect(withWait(detail, seconds)).toBe(text)
})
