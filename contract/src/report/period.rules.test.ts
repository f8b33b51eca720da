import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayEnd, dayStart } from '../kernel/day.ts'
import { changeRate, daysUntilToday, periodOf, periodStart, spanBefore } from './period.rules.ts'

const at = (text: string): number => Date.parse(`${text}+08:00`) / 1000
const day = (text: string): number => at(`${text}T00:00:00`)
const span = (start: string, end: string) => ({ start: day(start), end: day(end) })
/** A Wednesday. */
const now = at('2026-11-18T12:00:00')

describe('the period that holds a day', () => {
  it.each([
    [1, span('2026-11-18', '2026-11-19')],
    [2, span('2026-11-16', '2026-11-23')],
    [3, span('2026-11-01', '2026-12-01')],
    [4, span('2026-01-01', '2027-01-01')],
  ] as const)('of kind %i', (type, period) => {
    expect(periodOf(type, now)).toEqual(period)
  })

  it('follows the one before without a gap and starts weeks on Monday', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
        fc.integer({ min: day('2000-01-01'), max: day('2099-12-31') }),
        (type, seconds) => {
          const { start, end } = periodOf(type, seconds)
          expect(start <= seconds && seconds < end).toBe(true)
          expect([dayStart(start), dayStart(end)]).toEqual([start, end])
          expect(periodOf(type, end).start).toBe(end)
          expect(periodStart(type, end, -1)).toBe(start)
        },
      ),
    )
  })

  it('ends today at the latest', () => {
    expect(daysUntilToday(day('2026-11-01'), day('2026-11-30'), now)).toEqual(
      span('2026-11-01', '2026-11-19'),
    )
    expect(daysUntilToday(day('2026-10-01'), at('2026-10-31T15:00:00'), now)).toEqual(
      span('2026-10-01', '2026-11-01'),
    )
  })
})

describe('the span before', () => {
  it.each([
    [
      'a month that is over: the whole one before',
      3,
      '2026-10-01',
      '2026-11-01',
      '2026-09-01',
      day('2026-10-01'),
    ],
    ['a year that is over', 4, '2025-01-01', '2026-01-01', '2024-01-01', day('2025-01-01')],
    [
      'the running day: as much of yesterday',
      1,
      '2026-11-18',
      '2026-11-19',
      '2026-11-17',
      at('2026-11-17T12:00:00'),
    ],
    ['the running week', 2, '2026-11-16', '2026-11-19', '2026-11-09', at('2026-11-11T12:00:00')],
    ['the running month', 3, '2026-11-01', '2026-11-19', '2026-10-01', at('2026-10-18T12:00:00')],
    ['a range: as many days before it', 5, '2026-11-05', '2026-11-08', '2026-11-02', day('2026-11-05')],
    ['a range until now', 5, '2026-11-15', '2026-11-19', '2026-11-11', at('2026-11-14T12:00:00')],
    ['part of a month said to be one', 3, '2026-10-05', '2026-10-08', '2026-10-02', day('2026-10-05')],
  ] as const)('%s', (_what, type, start, end, startBefore, endBefore) => {
    expect(spanBefore(type, span(start, end), now)).toEqual({ start: day(startBefore), end: endBefore })
  })

  it('of a month is no longer than the shorter month before', () => {
    const late = at('2026-03-31T12:00:00')
    const { start, end } = spanBefore(3, { start: day('2026-03-01'), end: dayEnd(late) }, late)
    expect({ start, end }).toEqual(span('2026-02-01', '2026-03-01'))
  })

  it('yields a change in percent, or null when the earlier count is 0', () => {
    expect([changeRate(3, 2), changeRate(1, 3), changeRate(2, 2), changeRate(5, 0)]).toEqual([
      50,
      -66.7,
      0,
      null,
    ])
  })
})
