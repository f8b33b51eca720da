import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

/** What a browser needs for a signed direct form post. */
export interface UploadParams {
  readonly policy: string
  readonly signature: string
  readonly host: string
  readonly accessKeyId: string
  readonly key: string
  readonly maxBytes: number
}

/** A place for files: the embedded one, or a bucket. Links are signed, bound to the dealer's keys, and expire. */
export interface FileStore {
  /** Undefined for a type of file that the product does not take. */
  uploadParams(dealerId: number, fileName: string, now: Date): UploadParams | undefined
  /** A link to read the object, good for `linkSeconds`. */
  link(key: string, now: Date): string
  /** A fresh link for one of this dealer's objects, by its key or an old link; undefined for anything else. */
  refresh(dealerId: number, urlOrKey: string, now: Date): string | undefined
  /** Whether the dealer has stored this object. */
  has(dealerId: number, key: string): Promise<boolean>
}

export const linkSeconds = 30 * 60
const policySeconds = 10 * 60

/** What may be uploaded, by file name ending, and how large. */
export const fileKinds: Readonly<Record<string, { mediaType: string; maxBytes: number }>> = {
  jpg: { mediaType: 'image/jpeg', maxBytes: 5 * 1024 * 1024 },
  jpeg: { mediaType: 'image/jpeg', maxBytes: 5 * 1024 * 1024 },
  png: { mediaType: 'image/png', maxBytes: 5 * 1024 * 1024 },
}

export const endingOf = (fileName: string): string => /\.([^.]*)$/.exec(fileName.toLowerCase())?.[1] ?? ''
/** Keys say whose they are: `image/<dealer>/<random>.<ending>`. */
export const keyPattern = /^image\/(\d{1,9})\/[0-9a-f-]{36}\.(?:jpg|jpeg|png)$/
export const dealerOfKey = (key: string): number => Number(keyPattern.exec(key)?.[1] ?? 0)

export interface Policy {
  readonly expiration: string
  readonly key: string
  readonly maxBytes: number
}

export const signWith = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

/** Compares in constant time. */
export function signatureMatches(secret: string, text: string, signature: string): boolean {
  const right = Buffer.from(signWith(secret, text))
  const given = Buffer.from(signature)
  return right.length === given.length && timingSafeEqual(right, given)
}

/** A signed policy for one new object: its key, its size and when the permission ends. */
export function makePolicy(secret: string, dealerId: number, fileName: string, now: Date) {
  const ending = endingOf(fileName)
  const kind = fileKinds[ending]
  if (!kind) return undefined
  const key = `image/${dealerId}/${randomUUID()}.${ending}`
  const expiration = new Date(now.getTime() + policySeconds * 1000).toISOString()
  const body: Policy = { expiration, key, maxBytes: kind.maxBytes }
  const policy = Buffer.from(JSON.stringify(body)).toString('base64')
  return { policy, signature: signWith(secret, policy), key, maxBytes: kind.maxBytes }
}
