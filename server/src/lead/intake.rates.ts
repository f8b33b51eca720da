import type { Source } from './intake.directory.ts'

/** Sources may send this many seconds' worth at once. */
const burstSeconds = 5

/**
 * How many leads each source sends, as a bucket that fills at its rate. Kept by each process for itself: it guards the process, and a
 * write for each request would cost what it guards. Gives back the seconds to wait; 0 when the leads may come in.
 */
export function createRates(): (source: Pick<Source, 'id' | 'rate'>, leads: number, nowMs: number) => number {
  const buckets = new Map<number, { left: number; atMs: number }>()
  return ({ id, rate }, leads, nowMs) => {
    const most = Math.max(rate * burstSeconds, leads)
    const bucket = buckets.get(id) ?? { left: most, atMs: nowMs }
    const left = Math.min(most, bucket.left + ((nowMs - bucket.atMs) / 1000) * rate)
    const enough = left >= leads
    buckets.set(id, { left: enough ? left - leads : left, atMs: nowMs })
    return enough ? 0 : Math.ceil((leads - left) / rate)
  }
}
