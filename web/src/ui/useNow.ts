import { useSyncExternalStore } from 'react'
import { clockSkew, nowSeconds } from '../api/clock'

/**
 * The current time as React state. All components share a timer for each pace; a tick also follows a correction of the clock and the return
 * to the page, since a computer that slept over midnight has run no timer.
 */
function createTicker(tickMs: number): () => number {
  let seconds = nowSeconds()
  const listeners = new Set<() => void>()
  let stop: (() => void) | undefined

  function tick(): void {
    const now = nowSeconds()
    if (now === seconds) return
    seconds = now
    for (const listener of listeners) listener()
  }
  function start(): () => void {
    const timer = setInterval(tick, tickMs)
    const leaveClock = clockSkew.subscribe(tick)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      leaveClock()
      document.removeEventListener('visibilitychange', tick)
    }
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    stop ??= start()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      stop?.()
      stop = undefined
    }
  }
  const read = (): number => {
    if (!stop) seconds = nowSeconds()
    return seconds
  }
  return () => useSyncExternalStore(subscribe, read)
}

/** The server's time in epoch seconds, updated every half minute. */
export const useNow = createTicker(30_000)

/** The server's time in epoch seconds, updated every second. */
export const useSecond = createTicker(1000)
