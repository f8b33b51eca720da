import { expect, it } from 'vitest'
import { behindBy } from './month.rules.ts'

it.each([
  [10, 12.9, 2],
  [12, 12.9, 0],
  [13, 12.9, 0],
  [0, 0.9, 0],
  [0, null, 0],
])('with %s done of %s due the month is behind by %s', (done, due, behind) => {
  expect(behindBy({ done, due })).toBe(behind)
})
