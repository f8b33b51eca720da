import { describe, expect, it } from 'vitest'
import { createBatches } from './batch.ts'

const terms = { most: 3, atOnce: 2, isPassing: (error: unknown) => (error as Error).message === 'away' }

describe('batches', () => {
  it('collect what arrives during the batch before, in order and up to a limit', async () => {
    const seen: [number, readonly number[]][] = []
    const batches = createBatches<number, number>(async (key, items) => {
      seen.push([key, items])
      await Promise.resolve()
      return items.map((item) => item * 2)
    }, terms)
    const answers = await Promise.all([1, 2, 3, 4, 5].map((item) => batches.add(7, item)))
    expect(answers).toEqual([2, 4, 6, 8, 10])
    expect(seen).toEqual([
      [7, [1]],
      [7, [2, 3, 4]],
      [7, [5]],
    ])
    await batches.idle()
  })

  it('run one after the other for a key, and no more than `atOnce` in total', async () => {
    const now = new Map<number, number>()
    let most = 0
    const batches = createBatches<number, number>(async (key, items) => {
      expect(now.get(key) ?? 0).toBe(0)
      now.set(key, 1)
      most = Math.max(
        most,
        [...now.values()].reduce((sum, one) => sum + one, 0),
      )
      await new Promise((resolve) => setTimeout(resolve, 2))
      now.set(key, 0)
      return items
    }, terms)
    await Promise.all(Array.from({ length: 40 }, (_, at) => batches.add(at % 5, at)))
    expect(most).toBe(2)
  })

  it('fail only for the wrong item, and as a whole when the database is away', async () => {
    const work = (fault: string) =>
      createBatches<number, number>(
        (_key, items) => (items.includes(2) ? Promise.reject(new Error(fault)) : Promise.resolve(items)),
        terms,
      )
    const batchesOf = (batches: ReturnType<typeof work>) =>
      Promise.all([0, 1, 2, 3].map((item) => batches.add(1, item).catch(({ message }: Error) => message)))
    expect(await batchesOf(work('wrong'))).toEqual([0, 1, 'wrong', 3])
    expect(await batchesOf(work('away'))).toEqual([0, 'away', 'away', 'away'])
  })

  it('give other keys a turn and other sources a share during a flood', async () => {
    const seen: [number, readonly string[]][] = []
    const batches = createBatches<string, string>(
      async (key, items) => {
        seen.push([key, items])
        await Promise.resolve()
        return items
      },
      { ...terms, atOnce: 1, sourceOf: (item) => (item.startsWith('a') ? 1 : 2) },
    )
    const flood = Array.from({ length: 30 }, (_, at) => batches.add(7, `a${at}`))
    await Promise.all([batches.add(8, 'a'), batches.add(7, 'b0'), batches.add(7, 'b1'), ...flood])
    expect(seen.slice(0, 4)).toEqual([
      [7, ['a0']],
      [7, ['a1', 'a2', 'b0']],
      [8, ['a']],
      [7, ['a3', 'a4', 'b1']],
    ])
    expect(seen.flatMap(([, items]) => items)).toHaveLength(33)
  })
})
