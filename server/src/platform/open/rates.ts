import type { Sender } from './sender.ts'

/** Number of seconds of a sender's rate that it may send at once. */
const burstSeconds = 5

/**
 * Limits items per sender with a token bucket that refills at the sender's rate. Each process keeps its own buckets: they protect the
 * process, and a database write per request would cost as much as it saves. Returns the seconds to wait; 0 if the items are accepted.
 */
export function createRates(): (source: Pick<Sender, 'id' | 'rate'>, items: number, nowMs: number) => number {
  const buckets = new Map<number, { left: number; atMs: number }>()
  return ({ id, rate }, items, nowMs) => {
    const most = Math.max(rate * burstSeconds, items)
    const bucket = buckets.get(id) ?? { left: most, atMs: nowMs }
    const left = Math.min(most, bucket.left + ((nowMs - bucket.atMs) / 1000) * rate)
    const enough = left >= items
    buckets.set(id, { left: enough ? left - items : left, atMs: nowMs })
    return enough ? 0 : Math.ceil((items - left) / rate)
  }
}
