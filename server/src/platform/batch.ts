/** Work that comes in piece by piece and is done together: what waits while one batch is under way is the next one. */
export interface Batches<Item, Result> {
  /** Settles once the batch with the item is done. Items of one key and source are worked at in the order in which they came. */
  add(key: number, item: Item): Promise<Result>
  /** Settles when nothing is under way. */
  idle(): Promise<void>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

interface Terms<Item> {
  /** Items of a batch. */
  readonly most: number
  /** Batches at a time, each of another key. */
  readonly atOnce: number
  /** Who sent the item: a batch has an equal share of each, so that a flood of one leaves the others their place. One for all by default. */
  readonly sourceOf?: (item: Item) => number
  /** The same will work later, or whatever it is, it is not one item's fault: the whole batch fails. */
  readonly isPassing: (error: unknown) => boolean
}

/** The next batch and the rest: as many of each source as there are, else an equal share, each in the order in which it came. */
function shareOut<Item, Result>(
  all: readonly Waiting<Item, Result>[],
  most: number,
  sourceOf: (item: Item) => number,
): [batch: Waiting<Item, Result>[], rest: Waiting<Item, Result>[]] {
  const places = new Map<number, number>()
  const placed = all.map((one) => {
    const source = sourceOf(one.item)
    const place = places.get(source) ?? 0
    places.set(source, place + 1)
    return { one, place }
  })
  const chosen = new Set(
    placed
      .toSorted((one, other) => one.place - other.place)
      .slice(0, most)
      .map(({ one }) => one),
  )
  return [all.filter((one) => chosen.has(one)), all.filter((one) => !chosen.has(one))]
}

/** `work` does the items of a key together, and tells the results in their order. Where it fails for a single item, only that one fails. */
export function createBatches<Item, Result>(
  work: (key: number, items: readonly Item[]) => Promise<readonly Result[]>,
  { most, atOnce, sourceOf = () => 0, isPassing }: Terms<Item>,
): Batches<Item, Result> {
  const waiting = new Map<number, Waiting<Item, Result>[]>()
  const working = new Map<number, Promise<void>>()

  function begin(): void {
    for (const [key, all] of waiting) {
      if (working.size >= atOnce) return
      if (working.has(key)) continue
      const [batch, rest] = shareOut(all, most, sourceOf)
      // At the end: every other key has its turn before.
      waiting.delete(key)
      if (rest.length > 0) waiting.set(key, rest)
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
