import { expect, it } from 'vitest'
import { pagesFor } from './usePages'

it.each([
  ['all of it has room', [3, 2], 7, 1],
  ['one row too many', [3, 2], 6, 2],
  ['both channels on each of three', [16, 9], 11, 3],
  ['a place too small for anything: a row of each at a time', [4, 2], 1, 4],
  ['nothing yet', [], 10, 1],
])('%s', (_name, groups, room, pages) => {
  expect(pagesFor(groups, room)).toBe(pages)
})
