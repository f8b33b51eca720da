import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createRing, serveInTurns } from './ring.ts'

/** Builds a ring whose stores have the given amounts of work; `turns` records the stores in the order of their turns. */
function ringOf(work: Map<number, number>, terms: { atOnce?: number; isFull?: () => boolean } = {}) {
  const turns: number[] = []
  const errors: number[] = []
  const together = { now: 0, most: 0 }
  const ring = createRing({
    atOnce: 1,
    ...terms,
    async turn(dealerId) {
      turns.push(dealerId)
      together.most = Math.max(together.most, (together.now += 1))
      await setImmediate()
      together.now -= 1
      const left = (work.get(dealerId) ?? 0) - 1
      if (left < 0) throw new Error('nothing to do')
      work.set(dealerId, left)
      return left > 0
    },
    failed: (dealerId) => void errors.push(dealerId),
  })
  return { ring, turns, errors, together }
}

it('serves a late store after one batch of each waiting store', async () => {
  const { ring, turns } = ringOf(
    new Map([
      [1, 100],
      [2, 100],
      [3, 1],
    ]),
  )
  ring.add([1, 2])
  await setImmediate()
  ring.add([3])
  await ring.idle()
  expect(turns.indexOf(3)).toBeLessThanOrEqual(3)
  expect(turns).toHaveLength(201)
})

it('serves a single store in consecutive turns, never two at once', async () => {
  const { ring, turns, together } = ringOf(new Map([[1, 50]]), { atOnce: 4 })
  ring.add([1])
  ring.add([1])
  await ring.idle()
  expect(turns).toHaveLength(50)
  expect(together.most).toBe(1)
})

it('serves up to `atOnce` stores in parallel, and none while it is full', async () => {
  let isFull = true
  const work = new Map([1, 2, 3, 4, 5].map((dealerId) => [dealerId, 3]))
  const { ring, turns, together } = ringOf(work, { atOnce: 2, isFull: () => isFull })
  ring.add(work.keys())
  await ring.idle()
  expect(turns).toEqual([])
  isFull = false
  ring.add([])
  await ring.idle()
  expect(turns).toEqual([...Array<number[]>(3).fill([1, 2, 3, 4, 5])].flat())
  expect(together.most).toBe(2)
})

it('continues with other stores after a failure, and starts no turn after `stop`', async () => {
  const { ring, turns, errors } = ringOf(
    new Map([
      [1, 0],
      [2, 1_000_000],
    ]),
  )
  ring.add([1, 2])
  await setImmediate()
  await ring.stop()
  const ended = turns.length
  ring.add([3])
  await setImmediate()
  expect(errors).toEqual([1])
  expect(turns).toHaveLength(ended)
})

it('serves all stores of a job in turns before it throws', async () => {
  const left = new Map([
    [1, 3],
    [2, 0],
    [3, 1],
  ])
  const turns: number[] = []
  const served = serveInTurns(left.keys(), async (dealerId) => {
    turns.push(dealerId)
    await setImmediate()
    if (left.get(dealerId) === 0) throw new Error('store 2')
    left.set(dealerId, (left.get(dealerId) ?? 0) - 1)
    return left.get(dealerId) !== 0
  })
  await expect(served).rejects.toThrow('store 2')
  expect(turns).toEqual([1, 2, 3, 1, 1])
})
