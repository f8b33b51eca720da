import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cacheUntilChanged } from './kept.ts'
import type { KeptAnswers } from './kept.ts'
import type { LiveWatcher } from './live.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let isUp: boolean
let now: number
let hears: LiveWatcher
let reads: number
let answers: KeptAnswers<{ total: number }>
beforeEach(() => {
  isUp = true
  now = 0
  reads = 0
  const live = { isUp: () => isUp, watch: (watcher: LiveWatcher) => void (hears = watcher) }
  answers = cacheUntilChanged(live, 'task', { most: 3, now: () => now })
})

const read = () => Promise.resolve({ total: (reads += 1) })
const ask = async (dealerId = 1, key: unknown = 'all') => (await answers.get(dealerId, key, read)).total

describe('a cached answer', () => {
  it('is returned again, also to callers while it is being read', async () => {
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
    expect(await ask()).toBe(1)
  })

  it('to several questions is read together, for those not cached', async () => {
    const requests: (readonly number[])[] = []
    const each = (keys: readonly string[]) =>
      answers.getEach(1, keys, async (missing) => {
        requests.push(missing)
        return missing.map(() => ({ total: (reads += 1) }))
      })
    expect(await each(['a', 'b'])).toEqual([{ total: 1 }, { total: 2 }])
    expect(await each(['c', 'b', 'd'])).toEqual([{ total: 3 }, { total: 2 }, { total: 4 }])
    expect(await ask(1, 'd')).toBe(4)
    expect(requests).toEqual([
      [0, 1],
      [0, 2],
    ])
  })

  it('is separate for each question and dealer', async () => {
    expect([await ask(), await ask(2), await ask(1, { mine: true }), await ask()]).toEqual([1, 2, 3, 1])
  })

  it('is dropped when its topic changes at the dealer', async () => {
    await ask()
    hears.changed(1, ['lead'])
    hears.changed(2, ['task'])
    expect(await ask()).toBe(1)
    hears.changed(1, ['customer', 'task'])
    expect(await ask()).toBe(2)
  })

  it('is evicted once it expires, even without further reads', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const held = await answers.get(2, 'a report', read).then((answer) => new WeakRef(answer))
    now = 10_000
    vi.advanceTimersByTime(now)
    await setImmediate()
    collectGarbage()
    expect(held.deref()).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is evicted beyond a number per dealer', async () => {
    for (const key of ['a', 'b', 'c']) await ask(1, key)
    expect(await ask(1, 'a')).toBe(1)
    await ask(1, 'd')
    expect([await ask(1, 'd'), await ask(1, 'a')]).toEqual([4, 5])
  })

  it('is not cached when a change arrives during the read', async () => {
    let finish: (answer: { total: number }) => void = () => undefined
    const slow = answers.get(1, 'all', () => new Promise((resolve) => (finish = resolve)))
    hears.changed(1, ['task'])
    finish({ total: 99 })
    expect(await slow).toEqual({ total: 99 })
    expect(await ask()).toBe(1)
  })

  it('is dropped when a change may have been missed, and not cached while the connection is down', async () => {
    await ask()
    isUp = false
    expect([await ask(), await ask()]).toEqual([2, 3])
    isUp = true
    hears.missed()
    expect(await ask()).toBe(4)
  })

  it('expires after ten seconds', async () => {
    await ask()
    now = 9_999
    expect(await ask()).toBe(1)
    now = 10_000
    expect(await ask()).toBe(2)
  })

  it('is not cached if it failed', async () => {
    await expect(answers.get(1, 'all', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await ask()).toBe(1)
  })
})
