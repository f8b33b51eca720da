import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { call } from '@showroom/contract/kernel/call'
import { z } from 'zod'
import { callApi, withWait } from './client'

// Files share a process: a stubbed document would make the router take it for a browser.
afterAll(() => vi.unstubAllGlobals())

const probe = call({
  path: '/probe',
  summary: '',
  may: 'public',
  request: z.object({}),
  answer: z.object({}),
})

/** A page resolves relative addresses; Node does not. */
class PageRequest extends Request {
  constructor(address: string, init?: RequestInit) {
    super(new URL(address, 'http://localhost'), init)
  }
}

const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status, headers })))

it('throws a refusal for a rate limit, with its text and the time to wait', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('Request', PageRequest)
  const refused = { status: '-1', code: 1016, detail: '查看号码过于频繁，请稍后再试' }
  answer(429, refused, { 'retry-after': '1500', 'x-request-id': 'one' })
  await expect(callApi(probe, {})).rejects.toMatchObject({
    name: 'Refusal',
    code: 1016,
    message: '查看号码过于频繁，请25分钟后再试',
    requestId: 'one',
  })
  answer(429, refused)
  await expect(callApi(probe, {})).rejects.toMatchObject({ name: 'Refusal', message: refused.detail })
  const page = new Response('<h1>429</h1>', { status: 429, headers: { 'retry-after': '5' } })
  vi.stubGlobal('fetch', () => Promise.resolve(page))
  await expect(callApi(probe, {})).rejects.toMatchObject({ code: 429, message: '操作过于频繁，请5秒后再试' })
  answer(500, refused)
  await expect(callApi(probe, {})).rejects.toMatchObject({ name: 'Unreachable', message: '接口错误' })
})

it("throws the server's own text for a full disk or database, and the usual one for a proxy's page", async () => {
  const full = { status: '-1', code: 507, detail: '存储空间不足，请联系管理员' }
  answer(507, full)
  await expect(callApi(probe, {})).rejects.toMatchObject({ name: 'Unreachable', message: full.detail })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>503</h1>', { status: 503 })))
  await expect(callApi(probe, {})).rejects.toMatchObject({ name: 'Unreachable', message: '接口错误' })
})

describe('a mutation without a regular response', () => {
  const change = call({ ...probe, path: '/change', writes: true })
  const keys: (string | null)[] = []
  /** Responds with these in turn: an HTTP status, or 0 for a lost connection. */
  const respond = (...statuses: number[]) => {
    keys.length = 0
    vi.stubGlobal('fetch', (request: Request) => {
      keys.push(request.headers.get('idempotency-key'))
      const status = statuses.shift() ?? 200
      if (status === 0) return Promise.reject(new TypeError('fetch failed'))
      return Promise.resolve(new Response(JSON.stringify({ status: '0' }), { status }))
    })
  }
  const send = async (options = {}) => {
    const sent = callApi(change, {}, { idempotencyKey: 'one', ...options }).then(
      () => 'done',
      (error: Error) => error.name,
    )
    await vi.runAllTimersAsync()
    return sent
  }
  beforeAll(() => void vi.useFakeTimers())
  afterAll(() => void vi.useRealTimers())

  it.each([0, 502, 503])('is sent once more with its key after %i', async (status) => {
    respond(status)
    expect(await send()).toBe('done')
    expect(keys).toEqual(['one', 'one'])
    respond(status, status)
    expect(await send()).toBe('Unreachable')
    expect(keys).toHaveLength(2)
  })

  it('is not repeated after an error of the server, without a key, or while the page closes', async () => {
    respond(500)
    expect(await send()).toBe('Unreachable')
    for (const options of [{ idempotencyKey: '' }, { keepalive: true }]) {
      respond(503)
      expect(await send(options)).toBe('Unreachable')
      expect(keys).toHaveLength(1)
    }
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
