/** Stores that wait for a turn, in a circle: each turn is short, and a store that has more work goes to the end. */
export interface Ring {
  /** Puts stores at the end of the ring; one that waits already keeps its place. */
  add(dealerIds: Iterable<number>): void
  /** Settles when no turn is under way and none can begin. */
  idle(): Promise<void>
  /** Begins no further turn, and settles when those under way have ended. */
  stop(): Promise<void>
}

interface Terms {
  /** Stores that have a turn at the same time. */
  readonly atOnce: number
  /** While true no turn begins; `add` looks again. */
  readonly isFull?: (() => boolean) | undefined
  /** One turn. Returns whether the store has more to do; an error ends the store's turns until it is added again. */
  readonly turn: (dealerId: number, isStopping: () => boolean) => Promise<boolean>
  readonly failed: (dealerId: number, error: unknown) => void
}

export function createRing({ atOnce, isFull, turn, failed }: Terms): Ring {
  // A Set keeps the order in which its members were added.
  const waiting = new Set<number>()
  const running = new Map<number, Promise<void>>()
  let stopping = false
  const isStopping = (): boolean => stopping

  function go(): void {
    for (const dealerId of waiting) {
      if (stopping || running.size >= atOnce || isFull?.()) return
      // It was added during its own turn, and comes after it.
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

/** Gives each store turns until none has more to do, for a job that serves many stores. The first error is thrown once all others are served. */
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
