import { expect, it } from 'vitest'
import { findUnread } from './shown.guard.ts'
import { readShown } from './sent.ts'

/** Runs after the server tests: a query names no topic whose tables it never read. */

it('no query names a topic that it does not read', () => {
  const all = readShown()
  expect(all.length, 'run the server tests before: they leave what queries read').toBeGreaterThan(0)
  expect(findUnread(all)).toEqual([])
})
