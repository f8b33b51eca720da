import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { commentLines, documentLines, findingsOf, testNames, trackedFiles } from './prose.ts'
import type { Line } from './prose.ts'

const root = path.resolve(import.meta.dirname, '../..')

const collect = (pattern: RegExp, read: (root: string, file: string) => Line[]): Line[] =>
  trackedFiles(root, pattern).flatMap((file) => read(root, file))

describe('prose keeps to docs/style.md', () => {
  const sources: Readonly<Record<string, () => Line[]>> = {
    comments: () => collect(/\.(ts|tsx|mjs|css)$/, commentLines),
    testNames: () => collect(/\.(test|e2e)\.tsx?$/, testNames),
    // The style page quotes the patterns that it forbids.
    documents: () => collect(/^(?!docs\/style\.md).*(?<!zh-CN)\.md$/, documentLines),
  }
  it.each(Object.entries(sources))('in %s', (_kind, read) => {
    const lines = read()
    expect(lines.length).toBeGreaterThan(1_000)
    const findings = findingsOf(lines)
    expect(findings.map(({ file, rule, text }) => `${file}: ${rule}: ${text}`)).toEqual([])
  })

  it('finds what it looks for', () => {
    const bad = ['Tells who may call', 'What of that a query shows', 'A part of its own']
    const good = ['Returns the permitted callers', 'The stored text']
    const countOf = (texts: string[]) => findingsOf(texts.map((text) => ({ file: '', text }))).length
    expect(countOf(bad)).toBeGreaterThanOrEqual(3)
    expect(countOf(good)).toBe(0)
  })
})
