import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256Hex } from './sha256'

async function reference(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

test('equals the reference at every length around the block borders', async () => {
  for (let length = 0; length <= 200; length++) {
    const text = 'Aa1#'.repeat(50).slice(0, length)
    expect(sha256Hex(text)).toBe(await reference(text))
  }
})

test('equals the reference for any text', async () => {
  const anyText = fc.string({ unit: 'grapheme', maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      expect(sha256Hex(text)).toBe(await reference(text))
    }),
  )
})
