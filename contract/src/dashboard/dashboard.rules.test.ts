import { expect, it } from 'vitest'
import { isDayOver } from './dashboard.rules.ts'

const at = (text: string): number => Date.parse(`${text}+08:00`) / 1000

it.each([
  ['2026-11-26T00:00:00', '18:00', false],
  ['2026-11-26T17:59:59', '18:00', false],
  ['2026-11-26T18:00:00', '18:00', true],
  ['2026-11-26T23:59:59', '18:00', true],
  ['2026-11-26T20:00:00', '20:30', false],
])('at %s a day that ends at %s is over: %s', (now, offTime, isOver) => {
  expect(isDayOver(at(now), offTime)).toBe(isOver)
})
