import { useSyncExternalStore } from 'react'
import { nowSeconds } from '../ui/day'

/** One clock for all countdowns. A tick rerenders only the countdowns, not the table. */
let second = nowSeconds()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  const now = nowSeconds()
  if (now === second) return
  second = now
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const read = (): number => {
  if (!timer) second = nowSeconds()
  return second
}

/** The current time in epoch seconds, updated every second. */
export const useSecond = (): number => useSyncExternalStore(subscribe, read)
