import { createListeners } from './listeners'

/**
 * The one clock of the web client: the server's time. A computer's own clock may be minutes or days wrong, so days, ranges, countdowns and
 * distances are never taken from it. It follows the Date header of each response.
 */

/** How far the server's clock is ahead of this computer's, in milliseconds. */
let aheadMs = 0
const listeners = createListeners()

/** The server's time in epoch milliseconds. */
export const nowMs = (): number => Date.now() + aheadMs

/** The device's own time in epoch milliseconds, for ages without a network: the difference to the server's is lost with the page. */
export const deviceMs = (): number => Date.now()

/** The server's time in epoch seconds. */
export const nowSeconds = (): number => Math.floor(nowMs() / 1000)

/**
 * Call it before a request; the result corrects the clock by the response's Date header. The header has whole seconds and was written
 * between sending and receiving, which gives two bounds. Within them the clock stays as it is, so a correct one never moves.
 */
export function startTiming(): (date: string | null) => void {
  const sentAt = Date.now()
  return (date) => {
    const at = Date.parse(date ?? '')
    const receivedAt = Date.now()
    // The computer's clock was set back meanwhile: this response says nothing.
    if (Number.isNaN(at) || receivedAt < sentAt) return
    const next = Math.min(Math.max(aheadMs, at - receivedAt), at + 1000 - sentAt)
    if (next === aheadMs) return
    aheadMs = next
    listeners.notify()
  }
}

/** For `useSyncExternalStore`: how far the computer's clock is behind the server's, in whole minutes; negative if it is ahead. */
export const clockSkew = {
  subscribe: listeners.subscribe,
  readMinutes: (): number => Math.trunc(aheadMs / 60_000),
}
