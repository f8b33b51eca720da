/** At most one round a second of reading again; a hint that comes to all pages at once is not answered by all at once. */
export const roundMs = 1_000
const scatterMs = 250
/** Whoever has no answer by then asks again: the connection may be a dead one. */
export const mostRoundMs = 15_000

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Gathers what is to be read again: some topics, or all where none is named. */
export function createRounds(readAgain: (topics: ReadonlySet<string> | undefined) => Promise<void>) {
  const due = new Set<string>()
  let isAllDue = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let ranAt = 0
  let isRunning = false

  async function run(): Promise<void> {
    timer = undefined
    ranAt = Date.now()
    const topics = isAllDue ? undefined : new Set(due)
    due.clear()
    isAllDue = false
    isRunning = true
    // A round waits for the answers of the one before: it would call them off and ask anew, and a busy server would never be done.
    await Promise.race([readAgain(topics), after(mostRoundMs)])
    isRunning = false
    if (isAllDue || due.size > 0) plan()
  }

  function plan(): void {
    if (isRunning) return
    timer ??= setTimeout(() => void run(), Math.max(ranAt + roundMs - Date.now(), Math.random() * scatterMs))
  }

  return {
    told(topics: readonly string[]): void {
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
