import { nowMs } from '../api/clock'

/**
 * At most one refetch round a second, with a random delay: an event reaches all pages at once, but they must not all
 * refetch at once.
 */
export const roundMs = 1_000
const scatterMs = 250
/** After this time without a response the next round starts: the connection may be dead. */
export const mostRoundMs = 15_000

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Collects topics to refetch; undefined stands for all. */
export function createRounds(readAgain: (topics: ReadonlySet<string> | undefined) => Promise<void>) {
  const due = new Set<string>()
  let isAllDue = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let ranAt = 0
  let isRunning = false

  async function run(): Promise<void> {
    timer = undefined
    ranAt = nowMs()
    const topics = isAllDue ? undefined : new Set(due)
    due.clear()
    isAllDue = false
    isRunning = true
    // Waits for the responses of the previous round: a new one would cancel and repeat its requests, and a busy
    // server would never finish.
    await Promise.race([readAgain(topics), after(mostRoundMs)])
    isRunning = false
    if (isAllDue || due.size > 0) plan()
  }

  function plan(): void {
    if (isRunning) return
    timer ??= setTimeout(() => void run(), Math.max(ranAt + roundMs - nowMs(), Math.random() * scatterMs))
  }

  return {
    changed(topics: readonly string[]): void {
      for (const topic of topics) due.add(topic)
      plan()
    },
    missed(): void {
      isAllDue = true
      plan()
    },
    stop(): void {
      clearTimeout(timer)
      due.clear()
      isAllDue = false
    },
  }
}
