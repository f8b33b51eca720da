import { expect, it } from 'vitest'
import { withCommas } from './withCommas'

it.each([0, 7, 999, 1000, 12_345, 1_000_000, 1_234_567.5, 0.1234, -1234.56, 999.9])(
  'writes %d as toLocaleString does',
  (count) => {
    expect(withCommas(count)).toBe(count.toLocaleString('zh-CN'))
  },
)
