import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRounds, mostRoundMs, roundMs } from './rounds'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Records each refetch, with a way to end it. */
function watch() {
  const read: (readonly string[] | 'all')[] = []
  const answers: (() => void)[] = []
  const rounds = createRounds((topics) => {
    read.push(topics ? [...topics] : 'all')
    return new Promise((resolve) => answers.push(resolve))
  })
  return { read, answers, rounds }
}

it('many events make one round a second', async () => {
  const { read, answers, rounds } = watch()
  for (let ms = 0; ms < 2 * roundMs; ms += 50) {
    rounds.changed(['lead'])
    await vi.advanceTimersByTimeAsync(50)
    for (const answer of answers.splice(0)) answer()
  }
  expect(read.length).toBeLessThanOrEqual(3)
  expect(read[0]).toEqual(['lead'])
})

it('a round waits for the responses of the one before, then refetches topics that changed meanwhile', async () => {
  const { read, answers, rounds } = watch()
  rounds.changed(['lead'])
  await vi.advanceTimersByTimeAsync(roundMs)
  rounds.changed(['task'])
  rounds.changed(['notice'])
  await vi.advanceTimersByTimeAsync(5 * roundMs)
  expect(read).toEqual([['lead']])
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(roundMs)
  expect(read).toEqual([['lead'], ['task', 'notice']])
})

it('a round without a response delays the next for a limited time only', async () => {
  const { read, rounds } = watch()
  rounds.changed(['lead'])
  await vi.advanceTimersByTimeAsync(roundMs)
  rounds.missed()
  await vi.advanceTimersByTimeAsync(mostRoundMs + roundMs)
  expect(read).toEqual([['lead'], 'all'])
})

it('nothing is refetched after the end', async () => {
  const { read, answers, rounds } = watch()
  rounds.changed(['lead'])
  await vi.advanceTimersByTimeAsync(roundMs)
  rounds.changed(['lead'])
  rounds.stop()
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(roundMs)
  expect(read).toHaveLength(1)
})
