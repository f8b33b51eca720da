import { errors } from '@showroom/contract/kernel/errors'
import { OpenRefusal } from './routes.ts'
import type { Sender } from './sender.ts'

/** Number of seconds of a sender's rate that it may send at once. */
const burstSeconds = 5

/**
 * Limits items per sender with a token bucket that refills at the sender's rate. Each process keeps its own buckets: they protect the
 * process, and a database write per request would cost as much as it saves. Refuses items over the
 * rate, with the seconds to wait.
 */
export function createRates(): (source: Pick<Sender, 'id' | 'rate'>, items: number) => void {
  const buckets = new Map<number, { left: number; atMs: number }>()
  return ({ id, rate }, items) => {
    const nowMs = performance.now()
    const most = Math.max(rate * burstSeconds, items)
    const bucket = buckets.get(id) ?? { left: most, atMs: nowMs }
    const left = Math.min(most, bucket.left + ((nowMs - bucket.atMs) / 1000) * rate)
    const enough = left >= items
    buckets.set(id, { left: enough ? left - items : left, atMs: nowMs })
    if (!enough)
      throw new OpenRefusal(429, errors.TOO_MANY.text, { retryAfter: Math.ceil((items - left) / rate) })
  }
}
