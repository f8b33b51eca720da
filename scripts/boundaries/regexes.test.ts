import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { slowRegexes } from './regexes.ts'

const root = path.resolve(import.meta.dirname, '../..')

test.each(['contract', 'server', 'web'])('no regular expression of %s is slow for any text', (floor) => {
  expect(slowRegexes(path.join(root, floor, 'src'))).toEqual([])
})

test('finds a regular expression that a long text makes slow, and accepts its linear twin', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-regexes-'))
  const slow = [String.raw`/[a-z0-9-]{2,}\s*\.\s*com/i`, String.raw`/ *\n */g`, String.raw`/(a+)+$/`]
  const linear = [String.raw`/[a-z0-9-]{2}\s*\.\s*com/i`, String.raw`/ ?\n ?/g`, String.raw`/(?<!a)a+$/`]
  const inCode = [...slow, ...linear].map((regex) => `'x'.replace(${regex}, '')`).join('\n')
  writeFileSync(path.join(folder, 'all.ts'), inCode)
  try {
    expect(slowRegexes(folder)).toEqual(slow.map((regex) => `all.ts: ${regex}`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
