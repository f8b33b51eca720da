import { sha256Hex } from './password.ts'

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
