import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRounds, mostRoundMs, roundMs } from './rounds'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What was read again, and how to end each reading. */
function watch() {
  const read: (readonly string[] | 'all')[] = []
  const answers: (() => void)[] = []
  const rounds = createRounds((topics) => {
    read.push(topics ? [...topics] : 'all')
    return new Promise((resolve) => answers.push(resolve))
  })
  return { read, answers, rounds }
}

it('many hints are one round a second', async () => {
  const { read, answers, rounds } = watch()
  for (let ms = 0; ms < 2 * roundMs; ms += 50) {
    rounds.told(['lead'])
    await vi.advanceTimersByTimeAsync(50)
    for (const answer of answers.splice(0)) answer()
  }
  expect(read.length).toBeLessThanOrEqual(3)
  expect(read[0]).toEqual(['lead'])
})

it('a round waits for the answers of the one before, and then reads what came meanwhile', async () => {
  const { read, answers, rounds } = watch()
  rounds.told(['lead'])
  await vi.advanceTimersByTimeAsync(roundMs)
  rounds.told(['task'])
  rounds.told(['notice'])
  await vi.advanceTimersByTimeAsync(5 * roundMs)
  expect(read).toEqual([['lead']])
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(roundMs)
  expect(read).toEqual([['lead'], ['task', 'notice']])
})

it('a round that is never answered holds up the next for a while only', async () => {
  const { read, rounds } = watch()
  rounds.told(['lead'])
  await vi.advanceTimersByTimeAsync(roundMs)
  rounds.missed()
  await vi.advanceTimersByTimeAsync(mostRoundMs + roundMs)
  expect(read).toEqual([['lead'], 'all'])
})

it('nothing is read after the end', async () => {
  const { read, answers, rounds } = watch()
  rounds.told(['lead'])
  await vi.advanceTimersByTimeAsync(roundMs)
  rounds.told(['lead'])
  rounds.stop()
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(roundMs)
  expect(read).toHaveLength(1)
})
