import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { daySeconds, dayText } from '../kernel/day.ts'
import {
  changeRate,
  periodStart,
  pointsBetween,
  shareRate,
  wallDateType,
  wallPeriod,
  wearsMedal,
} from './wall.rules.ts'

const at = (text: string): number => Date.parse(`${text}+08:00`) / 1000
const read = (seconds: number): string =>
  new Date((seconds + 8 * 3600) * 1000).toISOString().slice(0, 16).replace('T', ' ')
const { day, week, month } = wallDateType

describe('a period of the screen', () => {
  it.each([
    ['a day that runs', day, '2026-11-22T00:00', '2026-11-22 00:00', '2026-11-22 15:30', '2026-11-21 15:30'],
    ['a day gone by', day, '2026-11-20T12:00', '2026-11-20 00:00', '2026-11-21 00:00', '2026-11-20 00:00'],
    [
      'a week, from Monday',
      week,
      '2026-11-22T00:00',
      '2026-11-16 00:00',
      '2026-11-22 15:30',
      '2026-11-15 15:30',
    ],
    ['a month', month, '2026-11-03T00:00', '2026-11-01 00:00', '2026-11-22 15:30', '2026-10-22 15:30'],
  ] as const)('%s', (_name, type, startDate, start, end, endBefore) => {
    const { now, before } = wallPeriod(type, at(startDate), at('2026-11-22T15:29:59'))
    expect([read(now.start), read(now.end), read(before.end)]).toEqual([start, end, endBefore])
  })

  it('compares a running month with at most the whole of a shorter month before', () => {
    const { before } = wallPeriod(month, at('2026-03-01T00:00'), at('2026-03-30T10:00:00'))
    expect([read(before.start), read(before.end)]).toEqual(['2026-02-01 00:00', '2026-03-01 00:00'])
  })

  test('holds the chosen day, and neither period overlaps or passes its end, on any day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(day, week, month),
        fc.integer({ min: at('2001-01-01T00:00'), max: at('2090-01-01T00:00') }),
        fc.integer({ min: 0, max: 400 * daySeconds }),
        (type, startDate, later) => {
          const { now, before, beforeAsOf } = wallPeriod(type, startDate, startDate + later)
          expect(now.start).toBeLessThanOrEqual(startDate)
          expect(now.end).toBeLessThanOrEqual(periodStart(type, startDate, 1))
          expect(now.end).toBeGreaterThan(now.start)
          expect(before.start).toBe(periodStart(type, now.start - 1))
          expect(before.end).toBeGreaterThan(before.start)
          expect(before.end).toBeLessThanOrEqual(now.start)
          expect(before.end - before.start <= now.end - now.start || before.end === now.start).toBe(true)
          expect(beforeAsOf - before.start).toBe(startDate + later + 1 - now.start)
          expect(dayText(now.start) <= dayText(startDate)).toBe(true)
        },
      ),
    )
  })
})

it('gives medals to the first three, except for 0 and for a loss', () => {
  const places = [0, 1, 2, 3, 4]
  expect(places.map((place) => wearsMedal(place, 5, false))).toEqual([false, true, true, true, false])
  expect(places.map((place) => wearsMedal(place, 0, false))).not.toContain(true)
  expect(places.map((place) => wearsMedal(place, 5, true))).not.toContain(true)
})

describe('rates', () => {
  it('are percent with one decimal, null for a whole of 0', () => {
    expect([changeRate(12, 9), changeRate(0, 4), changeRate(3, 3), changeRate(3, 0)]).toEqual([
      33.3,
      -100,
      0,
      null,
    ])
    expect([shareRate(1, 3), shareRate(0, 5), shareRate(0, 0)]).toEqual([33.3, 0, null])
    expect([pointsBetween(33.3, 20), pointsBetween(null, 20), pointsBetween(20, null)]).toEqual([
      13.3,
      null,
      null,
    ])
  })
})
