import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DayKind, type PaceFacts, paceOf, patternOf, shareGone, sumPaces } from './pace.rules.ts'

const week = fc.array(fc.nat(60), { minLength: 7, maxLength: 7 })
const past = fc.array(week, { maxLength: 12 })
const facts: fc.Arbitrary<PaceFacts> = fc
  .record({
    target: fc.option(fc.nat(5000)),
    done: fc.nat(5000),
    // A February, a leap one, and longer months.
    days: fc
      .integer({ min: 28, max: 31 })
      .chain((length) => fc.array(fc.integer({ min: 0, max: 7 }), { minLength: length, maxLength: length })),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    past,
  })
  .map(({ days, part, past: weeks, ...of }) => ({
    ...of,
    days: days as DayKind[],
    gone: part * days.length,
    pattern: patternOf(weeks),
  }))
const always = (check: (of: PaceFacts) => void) => fc.assert(fc.property(facts, check), { numRuns: 500 })

/** A store that is busy on Saturdays and Sundays. */
const usual = [2, 2, 2, 2, 2, 5, 5]
const weeks = (count: number, of: readonly number[] = usual) => Array.from({ length: count }, () => of)
const days = Array.from({ length: 28 }, (_, at) => (at % 7) as DayKind)

describe('pace', () => {
  it('never forecasts less than is done, and keeps the range around the forecast', () =>
    always((of) => {
      const { done, forecast, low, high } = paceOf(of)
      if (forecast === null) return
      expect(forecast).toBeGreaterThanOrEqual(done)
      expect(low ?? forecast).toBeGreaterThanOrEqual(done)
      expect(low ?? forecast).toBeLessThanOrEqual(forecast)
      expect(high ?? forecast).toBeGreaterThanOrEqual(forecast)
    }))

  it('forecasts exactly what is done, and has the whole target due, at the end of the month', () =>
    always((of) => {
      const pace = paceOf({ ...of, gone: of.days.length })
      expect(pace).toMatchObject({ forecast: of.done, due: of.target, perDay: null })
      for (const bound of [pace.low, pace.high]) expect(bound ?? of.done).toBe(of.done)
    }))

  it('rises with what is done', () =>
    always((of) => {
      const [less, more] = [paceOf(of), paceOf({ ...of, done: of.done + 1 })]
      for (const field of ['forecast', 'low', 'high'] as const)
        expect(more[field] ?? 0).toBeGreaterThanOrEqual(less[field] ?? 0)
      expect(more.perDay ?? 0).toBeLessThanOrEqual(less.perDay ?? 0)
    }))

  it('has more due as the day goes by, from nothing to all', () =>
    always((of) => {
      const [before, after] = [0.2, 0.7].map((part) => paceOf({ ...of, gone: Math.floor(of.gone) + part }))
      expect(after?.due ?? 0).toBeGreaterThanOrEqual(before?.due ?? 0)
      expect(shareGone({ ...of, gone: 0 })).toBe(0)
      expect(shareGone({ ...of, gone: of.days.length })).toBe(1)
      expect(paceOf({ ...of, gone: 0 })).toMatchObject({ due: of.target === null ? null : 0, forecast: null })
    }))

  it('takes as many a day as reach the target in the days left, today included', () =>
    always((of) => {
      const { perDay } = paceOf(of)
      if (perDay === null || of.target === null) return
      const left = of.days.length - Math.floor(of.gone)
      expect(of.done + perDay * left).toBeGreaterThanOrEqual(of.target - 0.001)
    }))

  it('of a quarter is the sum of its months', () =>
    always((of) => {
      const over = paceOf({ ...of, gone: of.days.length })
      const quarter = sumPaces([over, over, paceOf(of)])
      expect(quarter.done).toBe(3 * of.done)
      expect(quarter.target).toBe(of.target === null ? null : 3 * of.target)
      const { forecast } = paceOf(of)
      expect(quarter.forecast).toBe(forecast === null ? null : 2 * of.done + forecast)
    }))

  it('weighs a day by the median share of its weekday, holidays as Sundays, make-up days as weekdays', () => {
    const pattern = patternOf([...weeks(11), [50, 0, 0, 0, 0, 0, 0]])
    expect(pattern?.weights).toEqual([0.1, 0.1, 0.1, 0.1, 0.1, 0.25, 0.25, 0.1])
    // Five of 28 days: half of a week, an eighth of the month.
    const fifth = { target: 80, done: 10, days, gone: 5, pattern: patternOf(weeks(12)) }
    expect(paceOf(fifth)).toMatchObject({ due: 10, forecast: 80, low: 80, high: 80, perDay: 3.1 })
    const holiday = [6, 6, 6, 6, 6, 7, 7, ...days.slice(7)] as DayKind[]
    expect(paceOf({ ...fifth, days: holiday })).toMatchObject({ due: 22.5 })
  })

  it('widens the range by the low and high weeks', () => {
    const pattern = patternOf([
      ...weeks(
        4,
        usual.map((n) => n * 2),
      ),
      ...weeks(8),
    ])
    const { forecast, low, high } = paceOf({ target: 80, done: 40, days, gone: 14, pattern })
    expect([low, forecast, high]).toEqual([70, 80, 100])
  })

  it('counts even days without eight weeks of past, or below 5 % of the weight', () => {
    const even = { target: 280, done: 3, days, gone: 3 }
    const answer = { due: 30, forecast: 28, low: null, high: null }
    expect(paceOf({ ...even, pattern: patternOf(weeks(7)) })).toMatchObject(answer)
    expect(paceOf({ ...even, pattern: patternOf(weeks(12, [0, 0, 0, 0, 0, 0, 0])) })).toMatchObject(answer)
    expect(paceOf({ ...even, gone: 1, pattern: patternOf(weeks(12)) })).toMatchObject({
      due: 7,
      forecast: 84,
      low: null,
    })
    // The first hour of the month.
    expect(paceOf({ ...even, done: 1, gone: 0.1 })).toMatchObject({ forecast: 28 })
  })

  it('has no target, and no rate of it, where none is set', () =>
    expect(paceOf({ target: null, done: 5, days, gone: 14 })).toEqual({
      done: 5,
      target: null,
      due: null,
      forecast: 10,
      low: null,
      high: null,
      perDay: null,
    }))
})
