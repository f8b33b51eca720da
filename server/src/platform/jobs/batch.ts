/** Groups single items into batches: everything that arrives while a batch is running becomes the next batch. */
export interface Batches<Item, Result> {
  /** Resolves once the item's batch is done. Items of one key and source are processed in order of arrival. */
  add(key: number, item: Item): Promise<Result>
  /** Resolves when no batch is running. */
  idle(): Promise<void>
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result | Promise<Result>) => void
  readonly reject: (error: unknown) => void
}

interface Terms<Item> {
  /** Maximum number of items in a batch. */
  readonly most: number
  /** Maximum number of batches that run in parallel, each of a different key. */
  readonly atOnce: number
  /**
   * The item's sender. Each sender gets an equal share of a batch, so one flooding sender cannot displace the others. By default all items
   * share one sender.
   */
  readonly sourceOf?: (item: Item) => number
  /** A temporary fault, or one that no single item caused: the whole batch fails. */
  readonly isPassing: (error: unknown) => boolean
}

/** Splits off the next batch: all items if they fit, else an equal share per source, in order of arrival. */
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

/**
 * `work` processes the items of one key together and returns the results in their order, or promises that are settled by then. If a batch
 * fails, its items run one by one, so only the faulty ones fail.
 */
export function createBatches<Item, Result>(
  work: (key: number, items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
  { most, atOnce, sourceOf = () => 0, isPassing }: Terms<Item>,
): Batches<Item, Result> {
  const waiting = new Map<number, Waiting<Item, Result>[]>()
  const working = new Map<number, Promise<void>>()

  function begin(): void {
    for (const [key, all] of waiting) {
      if (working.size >= atOnce) return
      if (working.has(key)) continue
      const [batch, rest] = shareOut(all, most, sourceOf)
      // The key moves to the end of the map, so that every other key has its turn first.
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
