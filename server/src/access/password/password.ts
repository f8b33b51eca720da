import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Passwords: the client sends SHA-256 in hex, the server stores Argon2id of it. */

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

export const hashPassword = (clientHash: string): Promise<string> => hash(clientHash)

/** Verified when the account does not exist, so that known and unknown numbers take the same time. */
const dummyHash = hash('nobody')

export async function passwordMatches(stored: string | undefined, clientHash: string): Promise<boolean> {
  const matches = await verify(stored ?? (await dummyHash), clientHash)
  return stored !== undefined && matches
}

/**
 * Common passwords that still satisfy the four classes: usual words with usual endings in usual spellings. The server receives hashes only,
 * so it compares hashes.
 */
const words = [
  'password',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'admin',
  'admin123',
  'qwer',
  'qwerty',
  'abcd',
  'abc',
  'aa',
  'asdf',
  'zxcv',
  'iloveyou',
  'welcome',
  'test',
  'root',
  'user',
  'china',
  'woaini',
  'zhang',
  'wang',
  'li',
  'huawei',
  'a',
  'q',
  'qaz',
  '1qaz',
]
const endings = [
  '1234',
  '12345',
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '123',
  '1',
  '111',
  '888',
  '666',
  '520',
  '1314',
  '2023',
  '2024',
  '2025',
  '2026',
  '@wsx',
  '2wsx',
  '',
]
const marks = ['!', '@', '#', '.', '*', '$', '!@#', '@123', '']

function* spellings(): Generator<string> {
  for (const word of words)
    for (const ending of endings)
      for (const mark of marks)
        for (const start of [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()])
          for (const candidate of [`${start}${mark}${ending}`, `${start}${ending}${mark}`])
            if (candidate.length >= 8) yield candidate
}

/** The part of a hash that a number holds exactly: enough to make collisions unlikely, at a tenth of the memory. */
const startOf = (clientHash: string): number => Number.parseInt(clientHash.slice(0, 13), 16)

const common = Float64Array.from(new Set(Array.from(spellings(), (spelling) => startOf(sha256Hex(spelling)))))

export const isCommonPassword = (clientHash: string): boolean => common.includes(startOf(clientHash))
