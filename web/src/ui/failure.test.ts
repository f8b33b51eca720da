import { expect, it } from 'vitest'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The files in which a pattern occurs. */
const having = (pattern: RegExp): string[] =>
  Object.entries(sources).flatMap(([file, text]) =>
    !file.endsWith('.test.ts') && pattern.test(text) ? [file] : [],
  )

it('the two texts of a failed call come from one place, so that no dialog takes one for the other', () => {
  expect(having(/接口错误|系统错误/)).toEqual(['../api/client.ts'])
})

it('no write takes a new key for its repeat: a form has its own, another write asks for `once`', () => {
  expect(having(/idempotencyKey: randomId\(\)/)).toEqual([])
})
