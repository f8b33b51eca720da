import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256Hex } from './sha256'

const reference = (text: string): string => createHash('sha256').update(text).digest('hex')

test('equals the reference at every length around the block borders', () => {
  for (let length = 0; length <= 200; length++) {
    const text = 'Aa1#'.repeat(50).slice(0, length)
    expect(sha256Hex(text)).toBe(reference(text))
  }
})

test('equals the reference for any text', () => {
  const anyText = fc.string({ unit: 'grapheme', maxLength: 300 })
  fc.assert(
    fc.property(anyText, (text) => {
      expect(sha256Hex(text)).toBe(reference(text))
    }),
  )
})
