import { describe, expect, it } from 'vitest'
import { createBatches } from './batch.ts'

const terms = { most: 3, atOnce: 2, isPassing: (error: unknown) => (error as Error).message === 'away' }

describe('batches', () => {
  it('hold what came while the one before was under way, in order, up to a bound', async () => {
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

  it('of a key are one after the other, of all keys no more than may be at once', async () => {
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

  it('fail for the item that is wrong alone, and as a whole where the database is away', async () => {
    const work = (fault: string) =>
      createBatches<number, number>(
        (_key, items) => (items.includes(2) ? Promise.reject(new Error(fault)) : Promise.resolve(items)),
        terms,
      )
    const told = (batches: ReturnType<typeof work>) =>
      Promise.all([0, 1, 2, 3].map((item) => batches.add(1, item).catch(({ message }: Error) => message)))
    expect(await told(work('wrong'))).toEqual([0, 1, 'wrong', 3])
    expect(await told(work('away'))).toEqual([0, 'away', 'away', 'away'])
  })

  it('of a flooded key leave other keys their turn, and of a flooded source other sources their place', async () => {
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
