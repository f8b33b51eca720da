import { createHmac, timingSafeEqual } from 'node:crypto'
import { openWindowSeconds } from '@showroom/contract/kernel/open'

/** Signatures of the open routes. */

/** HMAC-SHA256 in hex over `<timestamp>.<content>`. The content is the raw body, or the path of a request without one. */
export const signatureOf = (secret: string, timestamp: string, content: Buffer | string): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(content).digest('hex')

/** Compares in constant time. */
export function isSigned(
  secret: string,
  signed: { readonly timestamp: string; readonly content: Buffer | string; readonly signature: string },
): boolean {
  const expected = Buffer.from(signatureOf(secret, signed.timestamp, signed.content))
  const given = Buffer.from(signed.signature.toLowerCase())
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Whether a request's timestamp (epoch seconds) is close enough to the current time. */
export const isTimely = (timestamp: string, now: Date): boolean =>
  /^\d{9,11}$/.test(timestamp) && Math.abs(Number(timestamp) - now.getTime() / 1000) <= openWindowSeconds
