import { z } from 'zod'

/** What all routes that are open to other systems have in common (docs/intake.md). */

/** Seconds that a request's timestamp may be off. */
export const openWindowSeconds = 300

/** Who sends, when (epoch seconds), and HMAC-SHA256 in hex over `<timestamp>.<body>`. */
export const openHeaders = {
  key: 'x-source-key',
  timestamp: 'x-timestamp',
  signature: 'x-signature',
} as const

/** Tries refused deliveries again: all of the sender's, or those named. */
export const Replay = z.object({
  receipts: z.array(z.string().max(60)).max(500, '一次最多500条').optional(),
})
