import type { Sender } from './sender.ts'

/** Senders may send this many seconds' worth at once. */
const burstSeconds = 5

/**
 * How many items each sender sends, as a bucket that fills at its rate. Kept by each process for itself: it guards the process, and a
 * write for each request would cost what it guards. Gives back the seconds to wait; 0 when they may come in.
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
