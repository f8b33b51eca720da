import { dayStart } from '@showroom/contract/kernel/day'
import { expect, it } from 'vitest'
import { looseDay } from './Typed'

const january5 = dayStart(Date.UTC(2026, 0, 5, 4) / 1000)

it.each(['2026-1-5', '2026-01-5', '2026/1/5', '2026.01.05', ' 2026年1月5日 '])(
  'reads %s as a day',
  (text) => {
    expect(looseDay(text)).toBe(january5)
  },
)

it.each([
  '',
  '2026-01-05',
  '2026/01/05',
  '20260105',
  '2026',
  '2026-1',
  '2026-13-1',
  '2026-2-30',
  '26-1-5',
  '2026-1-5x',
])('“%s” is none, or the picker’s own', (text) => {
  expect(looseDay(text)).toBeUndefined()
})
