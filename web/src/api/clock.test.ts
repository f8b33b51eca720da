import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type * as Clock from './clock'

let clock: typeof Clock
const second = 1000
const noon = Date.parse('2026-11-26T04:00:00Z')

beforeEach(async () => {
  vi.useFakeTimers({ now: noon })
  vi.resetModules()
  clock = await import('./clock')
})
afterEach(() => vi.useRealTimers())

/** A response of a server whose clock is ahead, after a round trip of `tookMs`. */
function respond(aheadMs: number, tookMs = 100): void {
  const correct = clock.startTiming()
  vi.advanceTimersByTime(tookMs)
  correct(new Date(Date.now() + aheadMs).toUTCString())
}

it.each([
  ['26 hours behind', 26 * 3600 * second],
  ['400 days ahead', -400 * 86_400 * second],
])('follows the server where the computer is %s', (_name, aheadMs) => {
  respond(aheadMs)
  expect(Math.abs(clock.nowMs() - (Date.now() + aheadMs))).toBeLessThanOrEqual(1.1 * second)
  expect(clock.clockSkew.readMinutes()).toBe(Math.trunc(clock.nowMs() / 60_000 - Date.now() / 60_000))
})

it('stays where a correct clock is within the header’s second', () => {
  for (let at = 0; at < 50; at++) respond(0, 70)
  expect(clock.nowMs()).toBe(Date.now())
})

it('narrows the difference with each response, and hears of a clock that was put right', () => {
  for (let at = 0; at < 50; at++) respond(90 * second, 37)
  expect(Math.abs(clock.nowMs() - Date.now() - 90 * second)).toBeLessThanOrEqual(100)
  respond(0)
  expect(Math.abs(clock.nowMs() - Date.now())).toBeLessThanOrEqual(1.1 * second)
})

it('ignores a response without a date, and one during which the computer’s clock was set back', () => {
  clock.startTiming()(null)
  clock.startTiming()('nonsense')
  const correct = clock.startTiming()
  vi.setSystemTime(noon - 3600 * second)
  correct(new Date(noon).toUTCString())
  expect(clock.nowMs()).toBe(Date.now())
})

it('notifies listeners of a correction until they leave', () => {
  const heard = vi.fn<() => void>()
  const leave = clock.clockSkew.subscribe(heard)
  respond(3600 * second)
  expect(heard).toHaveBeenCalledTimes(1)
  leave()
  respond(0)
  expect(heard).toHaveBeenCalledTimes(1)
})
