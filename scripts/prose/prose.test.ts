import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { commentLines, documentLines, findingsOf, testNames, trackedFiles } from './prose.ts'
import type { Line } from './prose.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Most lines that may break docs/style.md. A limit only falls: lower it with the change that mends lines. */
const limits = {
  comments: 3017,
  testNames: 514,
  documents: 427,
}

const collect = (pattern: RegExp, read: (root: string, file: string) => Line[]): Line[] =>
  trackedFiles(root, pattern).flatMap((file) => read(root, file))

describe('prose keeps to docs/style.md', () => {
  const sources: Record<keyof typeof limits, () => Line[]> = {
    comments: () => collect(/\.(ts|tsx|mjs|css)$/, commentLines),
    testNames: () => collect(/\.(test|e2e)\.tsx?$/, testNames),
    // The style page quotes the patterns that it forbids.
    documents: () => collect(/^(?!docs\/style\.md).*(?<!zh-CN)\.md$/, documentLines),
  }
  it.each(Object.keys(limits) as (keyof typeof limits)[])('in %s', (kind) => {
    const lines = sources[kind]()
    const findings = findingsOf(lines)
    const worst = findings.map(({ file, rule, text }) => `${file}: ${rule}: ${text}`)
    expect(
      findings.length,
      `${findings.length} of ${lines.length} lines; for instance\n${worst.slice(0, 20).join('\n')}`,
    ).toBeLessThanOrEqual(limits[kind])
  })
})
