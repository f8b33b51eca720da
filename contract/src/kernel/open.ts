import { z } from 'zod'
import { requiredCode } from './wire.ts'

/** Shared by all routes for other systems (docs/intake.md). */

/** Seconds by which a request's timestamp may differ from the server's clock. */
export const openWindowSeconds = 300

/** The sender, the time (epoch seconds), and HMAC-SHA256 in hex over `<timestamp>.<body>`. */
export const openHeaders = {
  key: 'x-source-key',
  timestamp: 'x-timestamp',
  signature: 'x-signature',
} as const

/** Retries refused deliveries: all of the sender's, or the listed ones. */
export const Replay = z.object({
  receipts: z.array(z.string().max(60)).max(500, '一次最多500条').optional(),
})

/** Code of the store that a delivery is for. */
export const sentStore = { dealerCode: requiredCode('请填写门店编码') }

/** Fields by path, with a text about each: why it is wrong, or what became of it. */
export const FieldNotes = z.array(z.object({ path: z.string(), text: z.string() }))
