import { useSyncExternalStore } from 'react'
import { nowSeconds } from '../ui/day'

/** One clock for all countdowns: a tick renders them only, never the table around them. */
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

/** The time now in epoch seconds, renewed every second. */
export const useSecond = (): number => useSyncExternalStore(subscribe, read)
