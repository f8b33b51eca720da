import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What is kept at rest so that the database alone does not tell it: sealed under a key of its own, derived from the server's secret. */
export type SealedFor = 'lead source secrets' | 'texts on their way'

/** What is kept as a hash under such a key. */
export type HashedFor = 'SMS codes'

const usual: SealedFor = 'lead source secrets'

const keyOf = (serverSecret: string, purpose: SealedFor | HashedFor): Buffer =>
  Buffer.from(hkdfSync('sha256', serverSecret, '', purpose, 32))

/** AES-256-GCM: nonce, tag, text. */
export function seal(serverSecret: string, text: string, purpose = usual): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(serverSecret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws when it was sealed with another secret or for something else, or changed since. */
export function unseal(serverSecret: string, sealed: Buffer, purpose = usual): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(serverSecret, purpose), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** HMAC-SHA256: what few enough values could be guessed for is not found out by hashing them all. */
export const keyedHash = (serverSecret: string, text: string, purpose: HashedFor): Buffer =>
  createHmac('sha256', keyOf(serverSecret, purpose)).update(text).digest()
