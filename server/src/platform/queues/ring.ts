/** A ring of stores waiting for a turn. Each turn is short, and a store with more work goes to the end. */
export interface Ring {
  /** Adds stores at the end. A waiting store keeps its place. */
  add(dealerIds: Iterable<number>): void
  /** Resolves when no turn is running and none can start. */
  idle(): Promise<void>
  /** Starts no further turn and resolves when the running ones have ended. */
  stop(): Promise<void>
}

interface Terms {
  /** Maximum number of parallel turns. */
  readonly atOnce: number
  /** While it returns true no turn starts; `add` checks it again. */
  readonly isFull?: (() => boolean) | undefined
  /** Runs one turn and returns whether the store has more work. An error ends the store's turns until it is added again. */
  readonly turn: (dealerId: number, isStopping: () => boolean) => Promise<boolean>
  readonly failed: (dealerId: number, error: unknown) => void
}

export function createRing({ atOnce, isFull, turn, failed }: Terms): Ring {
  // A Set iterates in insertion order.
  const waiting = new Set<number>()
  const running = new Map<number, Promise<void>>()
  let stopping = false
  const isStopping = (): boolean => stopping

  function go(): void {
    for (const dealerId of waiting) {
      if (stopping || running.size >= atOnce || isFull?.()) return
      // The store was added during its own turn and has to wait until that ends.
      if (running.has(dealerId)) continue
      waiting.delete(dealerId)
      running.set(dealerId, take(dealerId))
    }
  }

  async function take(dealerId: number): Promise<void> {
    try {
      if (await turn(dealerId, isStopping)) waiting.add(dealerId)
    } catch (error) {
      failed(dealerId, error)
    }
    running.delete(dealerId)
    go()
  }

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values())
  }

  return {
    add(dealerIds) {
      for (const dealerId of dealerIds) waiting.add(dealerId)
      go()
    },
    idle,
    async stop() {
      stopping = true
      await idle()
    },
  }
}

/**
 * Gives each store turns until none has more work, for jobs that serve many stores. Throws the first error after all stores were served.
 */
export async function serveInTurns(
  dealerIds: Iterable<number>,
  turn: (dealerId: number) => Promise<boolean>,
): Promise<void> {
  const errors: unknown[] = []
  const ring = createRing({ atOnce: 1, turn, failed: (_, error) => errors.push(error) })
  ring.add(dealerIds)
  await ring.idle()
  if (errors.length > 0) throw errors[0]
}
