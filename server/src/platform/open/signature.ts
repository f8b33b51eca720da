import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { openWindowSeconds } from '@showroom/contract/kernel/open'

/** Signatures of the open routes, and the secrets they are made with, sealed at rest. */

/** HMAC-SHA256 in hex over `<timestamp>.<content>`: the raw body, or the path of a request that has none. */
export const signatureOf = (secret: string, timestamp: string, content: Buffer | string): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(content).digest('hex')

/** Compared in constant time. */
export function isSigned(
  secret: string,
  signed: { readonly timestamp: string; readonly content: Buffer | string; readonly signature: string },
): boolean {
  const expected = Buffer.from(signatureOf(secret, signed.timestamp, signed.content))
  const given = Buffer.from(signed.signature.toLowerCase())
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Whether the epoch seconds of a request are near enough to now. */
export const isTimely = (timestamp: string, now: Date): boolean =>
  /^\d{9,11}$/.test(timestamp) && Math.abs(Number(timestamp) - now.getTime() / 1000) <= openWindowSeconds

const keyOf = (serverSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', serverSecret, '', 'lead source secrets', 32))

/** AES-256-GCM under a key derived from the server's secret: nonce, tag, text. */
export function seal(serverSecret: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(serverSecret), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws when it was sealed with another secret, or changed since. */
export function unseal(serverSecret: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(serverSecret), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}
