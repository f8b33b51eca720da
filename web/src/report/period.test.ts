import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOf, readPeriod, searchOf, wordsOf } from './period'
import { PeriodSearch } from '../frame/period.search'

const at = (text: string): number => Date.parse(`${text}+08:00`) / 1000
const now = at('2026-11-18T12:00:00')
const read = (search: object) => readPeriod(PeriodSearch.parse(search), now)
const textOf = (search: object): string | undefined => {
  const period = read(search)
  return period && wordsOf(period, now)
}

test('without an address it is this month up to today', () => {
  expect(textOf({})).toBe('2026-11-01 至 2026-11-18')
  expect(textOf({ dt: 1 })).toBe('2026-11-18')
  expect(textOf({ dt: 2 })).toBe('2026-11-16 至 2026-11-18')
  expect(textOf({ dt: 4 })).toBe('2026-01-01 至 2026-11-18')
  expect(textOf({ dt: 3, d: 20261003 })).toBe('2026-10-01 至 2026-10-31')
  expect(textOf({ dt: 2, d: '20261101' })).toBe('2026-10-26 至 2026-11-01')
})

test('a range needs both days, in order, not in the future, and within three years', () => {
  expect(textOf({ dt: 5 })).toBeUndefined()
  expect(textOf({ dt: 5, d: '20261101' })).toBeUndefined()
  expect(textOf({ dt: 5, d: '20261102', e: '20261101' })).toBeUndefined()
  expect(textOf({ dt: 5, d: '20261119', e: '20261120' })).toBeUndefined()
  expect(textOf({ dt: 5, d: '20200101', e: '20261101' })).toBeUndefined()
  expect(textOf({ dt: 5, d: '20261101', e: '20261231' })).toBe('2026-11-01 至 2026-11-18')
})

test('invalid values are dropped', () => {
  const nonsense = { dt: 9, d: '20261399', e: 'x', o: '<b>', c: 7 }
  expect(PeriodSearch.parse(nonsense)).toEqual({})
  expect(textOf({ dt: 1, d: '20991231' })).toBe('2026-11-18')
})

test('every address survives a round trip', () => {
  const days = fc.integer({ min: at('2020-01-01T00:00:00'), max: now })
  fc.assert(
    fc.property(fc.constantFrom(1, 2, 3, 4), days, (dt, day) => {
      const d = new Date((day + 8 * 3600) * 1000).toISOString().slice(0, 10).replaceAll('-', '')
      const period = read({ dt, d })
      expect(period && read(searchOf(period, now))).toEqual(period)
    }),
  )
  const range = read({ dt: 5, d: '20261005', e: '20261010' })
  expect(range && searchOf(range, now)).toEqual({ dt: 5, d: '20261005', e: '20261010' })
  expect(range && rangeOf(range, now)).toBe('20261005-20261010')
})
