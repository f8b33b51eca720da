import { expect, it } from 'vitest'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The files that match a pattern. */
const having = (pattern: RegExp): string[] =>
  Object.entries(sources).flatMap(([file, text]) =>
    !file.endsWith('.test.ts') && pattern.test(text) ? [file] : [],
  )

it('the two texts for a failed call are defined in one place only', () => {
  expect(having(/接口错误|系统错误/)).toEqual(['../api/client.ts'])
})

it('no mutation takes a random key itself: forms have their own key, other mutations pass `once`', () => {
  expect(having(/idempotencyKey: randomId\(\)/)).toEqual([])
})
