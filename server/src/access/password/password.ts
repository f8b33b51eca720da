import { hash as digest } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Passwords: the client sends SHA-256 in hex, the server stores Argon2id of it. */

export const sha256Hex = (text: string): string => digest('sha256', text)

export const hashPassword = (clientHash: string): Promise<string> => hash(clientHash)

/** Verified when the account does not exist, so that known and unknown numbers take the same time. */
const dummyHash = hash('nobody')

export async function passwordMatches(stored: string | undefined, clientHash: string): Promise<boolean> {
  const matches = await verify(stored ?? (await dummyHash), clientHash)
  return stored !== undefined && matches
}
