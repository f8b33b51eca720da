import { expect, it } from 'vitest'
import { unrankedFrom } from './unranked'

const spans = (...ranks: number[]): number[] =>
  ranks.map((_rank, at) =>
    unrankedFrom(
      ranks.map((thisRank) => ({ thisRank })),
      at,
    ),
  )

it('joins neighbours without a rank in one cell', () => {
  expect(spans(0, 0, 0)).toEqual([3, 0, 0])
  expect(spans(2, 1, 0, 0, 3, 0)).toEqual([0, 0, 2, 0, 0, 1])
  expect(spans(1)).toEqual([0])
})
