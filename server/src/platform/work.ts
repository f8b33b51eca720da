/** Work that lies in a table, done by whichever process is at it. */
export interface Work {
  /** Starts on what there is to do, if this process is not at it already. */
  wake(): void
  /** Does all there is to do. */
  run(): Promise<void>
  /** Ends after the batch under way; the rest waits for another process. */
  stop(): Promise<void>
}

/** `step` does one piece of it, and tells whether there was any; `isStopping` says that it is to leave off. */
export function createWork(
  step: (isStopping: () => boolean) => Promise<boolean>,
  failed: (error: unknown) => void,
): Work {
  let running: Promise<void> | undefined
  const control = { again: false, stopping: false }
  const isStopping = (): boolean => control.stopping
  async function run(): Promise<void> {
    do {
      control.again = false
      while (!control.stopping && (await step(isStopping)));
    } while (control.again && !control.stopping)
  }
  const start = (): Promise<void> => {
    control.again = true
    running ??= run().finally(() => {
      running = undefined
      // Woken between the last look and here.
      if (control.again && !control.stopping) wake()
    })
    return running
  }
  const wake = (): void => void start().catch(failed)
  return {
    run: start,
    async stop() {
      control.stopping = true
      await running?.catch(() => undefined)
    },
    wake,
  }
}

/** Another process has taken the work over, or this one is to end: what it was about to write is rolled back. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
