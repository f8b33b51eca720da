import { createHash, randomBytes } from 'node:crypto'

/**
 * Secret addresses without a session: the store's number, so that the row is found by the key of its store, and 128 random bits. Tables
 * hold the hash.
 */
export interface Token {
  readonly text: string
  readonly dealerId: number
  readonly hash: Buffer
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

export function createToken(dealerId: number): Token {
  const text = `${dealerId.toString(36)}-${randomBytes(16).toString('base64url')}`
  return { text, dealerId, hash: hashOf(text) }
}

/** Reads a token of an address; undefined if it has another form. */
export function readToken(text: string): Token | undefined {
  const [, store = ''] = /^([1-9a-z][\da-z]{0,5})-[\w-]{22}$/.exec(text) ?? []
  const dealerId = Number.parseInt(store, 36)
  return dealerId > 0 && dealerId < 2 ** 31 ? { text, dealerId, hash: hashOf(text) } : undefined
}
