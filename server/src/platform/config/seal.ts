import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Purposes of sealed values, which the database alone does not reveal. Each has its own key, derived from the server's secret. */
export type SealedFor = 'lead source secrets' | 'texts on their way' | 'authenticators' | 'WeCom tickets'

/** Purposes of hashes with such a key. */
export type HashedFor = 'SMS codes' | 'recovery codes' | 'fingerprint' | 'probe'

/** Purposes of keys that are used as they are. */
export type KeyFor = 'web push'

const usual: SealedFor = 'lead source secrets'

const keyOf = (serverSecret: string, purpose: SealedFor | HashedFor | KeyFor): Buffer =>
  Buffer.from(hkdfSync('sha256', serverSecret, '', purpose, 32))

/** 32 bytes that every process with this secret derives. */
export const keyFrom = (serverSecret: string, purpose: KeyFor): Buffer => keyOf(serverSecret, purpose)

/** Encrypts with AES-256-GCM. The result is nonce, tag and ciphertext. */
export function seal(serverSecret: string, text: string, purpose = usual): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(serverSecret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts a sealed value. Throws if it was sealed with another secret or purpose, or was modified. */
export function unseal(serverSecret: string, sealed: Buffer, purpose = usual): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(serverSecret, purpose), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** Seals a value for the new secret; undefined if the former one cannot open it. */
export type Reseal = (sealed: Buffer, purpose?: SealedFor) => Buffer | undefined

export const resealing =
  (former: string, secret: string): Reseal =>
  (sealed, purpose) => {
    try {
      return seal(secret, unseal(former, sealed, purpose), purpose)
    } catch {
      return undefined
    }
  }

/** HMAC-SHA256. Unlike a plain hash, short values such as codes cannot be found by hashing all of them. */
export const keyedHash = (serverSecret: string, text: string, purpose: HashedFor): Buffer =>
  createHmac('sha256', keyOf(serverSecret, purpose)).update(text).digest()
