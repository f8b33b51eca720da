/**
 * Draining: the process takes no new load and will close. Probes send clients elsewhere, kept connections are closed after their next
 * response, and streams end.
 */
export interface Drain {
  isOn(): boolean
  /** Starts draining; further calls do nothing. */
  start(): void
  /** Calls back when draining starts. */
  onStart(listener: () => void): void
}

export function createDrain(): Drain {
  const listeners: (() => void)[] = []
  let isOn = false
  return {
    isOn: () => isOn,
    start() {
      if (isOn) return
      isOn = true
      for (const listener of listeners) listener()
    },
    onStart: (listener) => void listeners.push(listener),
  }
}
