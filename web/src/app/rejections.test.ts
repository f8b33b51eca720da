import { CancelledError } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Refusal, unreachableText, Unreachable, unsentText } from '../api/client'
import { type Notice, noticeStore } from '../ui/notice'
import { createQueryClient } from './queryClient'
import { watchRejections } from './rejections'

const page = new EventTarget()
/** Notices of the test file that ran before in this worker. */
const earlier: readonly Notice[] = noticeStore.read()
const shownNotices = (): readonly Notice[] => noticeStore.read().filter((one) => !earlier.includes(one))
beforeAll(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  watchRejections()
})
afterEach(() => vi.runAllTimers())
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Rejects as a promise without a handler does in a browser; returns the texts shown. */
function reject(reason: unknown): string[] {
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  return shownNotices().map(({ kind, text }) => `${kind}: ${text}`)
}

it('shows why an action without a handler failed', () => {
  expect(reject(new Refusal({ status: '-1', code: 1, detail: '客户已战败' }))).toEqual(['error: 客户已战败'])
})

it('shows a lost connection, and a fault of the client, by their usual texts', () => {
  expect(reject(new Unreachable(unreachableText))).toEqual([`error: ${unreachableText}`])
  vi.runAllTimers()
  expect(reject(new TypeError('x is undefined'))).toEqual([`error: ${unsentText}`])
})

it('shows nothing for a request that its page has left', () => {
  expect(reject(new DOMException('left', 'AbortError'))).toEqual([])
  expect(reject(new CancelledError())).toEqual([])
})

it('shows a failed mutation once, unless it has its own handler or its component shows it', async () => {
  const queries = createQueryClient()
  const run = async (options: object): Promise<string[]> => {
    const mutationFn = () => Promise.reject(new Refusal({ status: '-1', code: 1, detail: '已停用' }))
    const mutation = queries.getMutationCache().build(queries, { mutationFn, ...options })
    await mutation.execute(undefined).catch(() => undefined)
    const texts = shownNotices().map(({ text }) => text)
    vi.runAllTimers()
    return texts
  }
  expect(await run({})).toEqual(['已停用'])
  expect(await run({ onError: () => undefined })).toEqual([])
  expect(await run({ meta: { isShown: true } })).toEqual([])
})
