import { call } from '@showroom/contract/kernel/call'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { callApi, onSessionGone } from '../api/client'
import { noticeStore } from '../ui/notice'
import { markUnsaved } from '../ui/unsaved'
import { installSessionGone, reloginStore } from './sessionGone'

/** Handling of an expired session by the open page. */

const change = call({
  path: '/change',
  summary: '',
  may: 'member',
  writes: true,
  request: z.object({}),
  answer: z.object({}),
})

/** The browser, whose server knows one token. */
const browser = { token: 'old', known: 'new', dealerId: '7' as string | null, isAtLogin: false, left: 0 }
const sent: string[] = []
class PageRequest extends Request {
  constructor(address: string, init?: RequestInit) {
    super(new URL(address, 'http://server'), init)
  }
}
function respond({ headers }: Request): Promise<Response> {
  const token = headers.get('authorization') ?? ''
  sent.push(`${token} ${headers.get('idempotency-key')}`)
  const body = token === browser.known ? { status: '0' } : { status: '-100', detail: '账号已在别处登录' }
  return Promise.resolve(Response.json(body))
}

beforeAll(() => {
  vi.stubGlobal('Request', PageRequest)
  vi.stubGlobal('fetch', respond)
  vi.stubGlobal('localStorage', {
    getItem: () => browser.dealerId,
    removeItem: () => (browser.dealerId = null),
  })
  vi.stubGlobal('document', {
    get cookie() {
      return browser.token && `Dealer-User-Token=${browser.token}`
    },
    set cookie(text: string) {
      browser.token = /^Dealer-User-Token=([^;]*)/.exec(text)?.[1] ?? ''
    },
  })
  installSessionGone(new QueryClient(), {
    isAtLogin: () => browser.isAtLogin,
    toLogin() {
      browser.left += 1
      browser.isAtLogin = true
      return Promise.resolve()
    },
  })
})
afterAll(() => {
  onSessionGone(() => Promise.resolve(false))
  vi.unstubAllGlobals()
})
beforeEach(() => {
  Object.assign(browser, { token: 'old', dealerId: '7', isAtLogin: false, left: 0 })
  sent.length = 0
})

const send = (idempotencyKey: string): Promise<string> =>
  callApi(change, {}, { idempotencyKey }).then(
    () => 'done',
    (error: Error) => error.name,
  )

describe('a page with unsaved input', () => {
  it('asks once to sign in, and then sends all waiting calls again with their keys', async () => {
    const saved = markUnsaved()
    const calls = Promise.all([send('one'), send('two')])
    await expect.poll(() => reloginStore.isOpen()).toBe(true)
    expect(browser).toMatchObject({ token: 'old', left: 0 })
    browser.token = 'new'
    reloginStore.close(true)
    expect(await calls).toEqual(['done', 'done'])
    expect(sent).toEqual(['old one', 'old two', 'new one', 'new two'])
    expect(reloginStore.isOpen()).toBe(false)
    saved()
  })

  it('lets the calls fail if the user does not sign in, and asks again at the next', async () => {
    const saved = markUnsaved()
    for (const key of ['one', 'two']) {
      const calling = send(key)
      await expect.poll(() => reloginStore.isOpen()).toBe(true)
      reloginStore.close(false)
      expect(await calling).toBe('Refusal')
    }
    expect(sent).toEqual(['old one', 'old two'])
    saved()
  })
})

describe('a page without unsaved input', () => {
  it('leaves once for the sign-in page, with the reason and without the session', async () => {
    expect(await Promise.all([send('one'), send('two'), send('three')])).toEqual(Array(3).fill('Refusal'))
    expect(browser).toMatchObject({ token: '', dealerId: null, left: 1 })
    expect(noticeStore.read().map(({ text }) => text)).toEqual(['账号已在别处登录'])
    expect(sent).toHaveLength(3)
    expect(await send('four')).toBe('Refusal')
    expect(browser.left).toBe(1)
  })
})
