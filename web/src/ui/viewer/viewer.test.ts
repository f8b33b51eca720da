import { expect, test } from 'vitest'
import { canZoomOut, maxScale, zoomed } from './scale'

test('zooming out goes in steps of 0.2 down to 0.2', () => {
  let scale = 1
  const seen = []
  while (canZoomOut(scale)) seen.push((scale = zoomed(scale, -1)))
  expect(seen).toEqual([0.8, 0.6, 0.4, 0.2])
  expect(zoomed(0.2, -1)).toBe(0.2)
})

test('zooming in stops at the maximum', () => {
  expect(zoomed(1, 1)).toBe(1.2)
  expect(zoomed(maxScale, 1)).toBe(maxScale)
})
