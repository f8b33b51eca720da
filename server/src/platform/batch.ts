/** Work that comes in piece by piece and is done together: what waits while one batch is under way is the next one. */
export interface Batches<Item, Result> {
  /** Settles once the batch with the item is done. Items of one key are worked at in the order in which they came. */
  add(key: number, item: Item): Promise<Result>
  /** Settles when nothing is under way. */
  idle(): Promise<void>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

interface Terms {
  /** Items of a batch. */
  readonly most: number
  /** Batches at a time, each of another key. */
  readonly atOnce: number
  /** The same will work later, or whatever it is, it is not one item's fault: the whole batch fails. */
  readonly isPassing: (error: unknown) => boolean
}

/** `work` does the items of a key together, and tells the results in their order. Where it fails for a single item, only that one fails. */
export function createBatches<Item, Result>(
  work: (key: number, items: readonly Item[]) => Promise<readonly Result[]>,
  { most, atOnce, isPassing }: Terms,
): Batches<Item, Result> {
  const waiting = new Map<number, Waiting<Item, Result>[]>()
  const working = new Map<number, Promise<void>>()

  function begin(): void {
    for (const [key, all] of waiting) {
      if (working.size >= atOnce) return
      if (working.has(key)) continue
      const batch = all.splice(0, most)
      if (all.length === 0) waiting.delete(key)
      working.set(
        key,
        run(key, batch).then(() => {
          working.delete(key)
          begin()
        }),
      )
    }
  }

  async function run(key: number, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(
        key,
        batch.map(({ item }) => item),
      )
      batch.forEach(({ resolve }, at) => resolve(results[at] as Result))
    } catch (error) {
      if (batch.length === 1 || isPassing(error)) for (const { reject } of batch) reject(error)
      else for (const one of batch) await run(key, [one])
    }
  }

  return {
    add: (key, item) =>
      new Promise((resolve, reject) => {
        const all = waiting.get(key) ?? []
        waiting.set(key, all)
        all.push({ item, resolve, reject })
        begin()
      }),
    async idle() {
      while (working.size > 0) await Promise.all(working.values())
    },
  }
}
