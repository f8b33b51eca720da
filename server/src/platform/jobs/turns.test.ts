import { expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { createTurns } from './turns.ts'

it('runs a limited number in parallel, queues some in order and refuses the rest', async () => {
  const turns = createTurns(2, 2)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = (n: number) => () => {
    begun.push(n)
    return new Promise<number>((resolve) => ends.push(() => resolve(n)))
  }
  const all = [1, 2, 3, 4].map((n) => turns.run(work(n)))
  await expect(turns.run(work(5))).rejects.toMatchObject({ code: 'TOO_MANY', details: { retryAfter: 2 } })
  expect(begun).toEqual([1, 2])
  ends[0]?.()
  await all[0]
  expect(begun).toEqual([1, 2, 3])
  ends[1]?.()
  ends[2]?.()
  await Promise.all([all[1], all[2]])
  ends[3]?.()
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4])
})

it('continues after a failure', async () => {
  const turns = createTurns(1)
  await expect(turns.run(() => Promise.reject(new Refusal('STALE')))).rejects.toThrow(Refusal)
  expect(await turns.run(() => Promise.resolve(1))).toBe(1)
})
