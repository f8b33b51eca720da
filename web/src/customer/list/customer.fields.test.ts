import { lastDays } from '@showroom/contract/kernel/day'
import { expect, test } from 'vitest'
import { rangeOf, rangePresets, rangeText, rangeWords, readRange } from '../../ui/list/filter/dayRange'
import { type CustomerFilter, customerList } from './customer.fields'

const { filterOf, requestOf, Search, searchOf, usual } = customerList

/** 2026-11-21 15:30 in Shanghai. */
const now = Date.UTC(2026, 10, 21, 7, 30) / 1000
const day = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / 1000 - 8 * 3600

const parse = (raw: object): CustomerFilter => filterOf(Search.parse(raw))

test('defaults to customers created in the last 29 days, 10 rows, newest first', () => {
  expect(parse({})).toEqual(usual)
  expect(usual).toMatchObject({
    createdDate: '29d',
    pageStart: 1,
    pageCount: 10,
    orderType: 0,
    type: 0,
  })
  expect(searchOf(usual)).toEqual({})
})

test('restores filters from the URL', () => {
  const filter: CustomerFilter = {
    ...usual,
    type: 6,
    levels: ['H', 'A'],
    createdDate: '20261001-20261031',
    followDate: '6d',
    saleIds: [12],
    series: [1201, 1208],
    otherSource: 7,
    isZk: 1,
    orderType: 3,
    pageStart: 4,
    pageCount: 50,
  }
  expect(parse(searchOf(filter))).toEqual(filter)
})

test('distinguishes every creation date from the default', () => {
  const filter = { ...usual, createdDate: '' }
  expect(searchOf(filter)).toEqual({ cd: 'all' })
  expect(parse({ cd: 'all' }).createdDate).toBe('')
})

test('drops invalid parameters from the URL', () => {
  const filter = parse({ s: 'x', lv: 'H,<b>,Z', m: '3,x,-4', cd: '../..', n: 13, p: -2, o: 9, zk: '1' })
  expect(filter).toEqual({ ...usual, levels: ['H'], saleIds: [3], isZk: 1 })
  expect(parse({ lv: 'Z' })).toEqual(usual)
})

test('includes both days of a range and allows open ends', () => {
  expect(rangeOf('20261001-20261031')).toEqual({ start: day(2026, 10, 1), end: day(2026, 11, 1) - 1 })
  expect(rangeOf('20261001-')).toEqual({ start: day(2026, 10, 1), end: 0 })
  expect(rangeOf('')).toBeUndefined()
  expect(rangeOf('29d', now)).toEqual({ start: day(2026, 10, 23), end: day(2026, 11, 22) - 1 })
})

test('accepts only existing days in order', () => {
  for (const range of ['20261001-20261031', '20261001-', '-20261031', '20261001-20261001', '29d', '0d'])
    expect(readRange(range, '7d')).toBe(range)
  for (const range of ['20260231-20260301', '20261340-', '20261031-20261001', '-', '29', '', undefined])
    expect(readRange(range, '7d')).toBe('7d')
  expect(readRange('all', '7d')).toBe('')
})

test('covers whole weeks and months, relative to the present day', () => {
  // 2026-11-21 is a Saturday.
  expect(rangeOf('week', now)).toEqual({ start: day(2026, 11, 16), end: day(2026, 11, 23) - 1 })
  expect(rangeOf('month', now)).toEqual({ start: day(2026, 11, 1), end: day(2026, 12, 1) - 1 })
  for (const [at, monday] of [
    [day(2026, 11, 16), 16],
    [day(2026, 11, 23) - 1, 16],
    [day(2026, 11, 23), 23],
  ] as const)
    expect(rangeOf('week', at)?.start).toBe(day(2026, 11, monday))
  expect(rangeOf('month', day(2027, 1, 1) - 1)).toEqual({ start: day(2026, 12, 1), end: day(2027, 1, 1) - 1 })
  for (const range of ['week', 'month']) {
    expect(readRange(range)).toBe(range)
    expect(rangeText(rangeOf(range, now), now)).toBe(range)
  }
  expect(['yesterday', 'week', 'month', '0d', '29d', '7d', '-7d'].map((range) => rangeWords(range))).toEqual([
    '昨天',
    '本周',
    '本月',
    '今天',
    '近一月',
    '近8天',
    '7天前及更早',
  ])
})

test('has no start for a range that ends some days ago', () => {
  expect(rangeOf('-7d', now)).toEqual({ start: 0, end: day(2026, 11, 15) - 1 })
  expect(rangeOf('-0d', now)).toEqual({ start: 0, end: day(2026, 11, 22) - 1 })
})

test('offers the ranges of the specification, each as long as it says', () => {
  const lengths = rangePresets(undefined, now).map(({ label, value: { start, end } }) => [
    label,
    (end + 1 - start) / 86_400,
  ])
  expect(lengths.slice(0, 6)).toEqual([
    ['今天', 1],
    ['昨天', 1],
    ['近一周', 7],
    ['近一月', 30],
    ['近三月', 90],
    ['近一年', 365],
  ])
  expect(rangePresets(7, now).map(({ label }) => label)).toEqual(['今天', '昨天', '近一周', '本周'])
})

test('keeps a range relative if it has a name', () => {
  expect(rangeText({ start: day(2026, 11, 20), end: day(2026, 11, 21) - 1 }, now)).toBe('yesterday')
  for (const days of [0, 6, 29, 89, 364]) expect(rangeText(lastDays(now, days), now)).toBe(`${days}d`)
  expect(rangeText({ start: day(2026, 10, 1), end: day(2026, 11, 1) - 1 }, now)).toBe('20261001-20261031')
  expect(rangeText({ start: 0, end: day(2026, 11, 1) - 1 }, now)).toBe('-20261031')
  expect(rangeText(undefined, now)).toBe('')
})

test('sends comma lists, ranges in seconds and the keyword in the request', () => {
  const request = requestOf({
    ...usual,
    levels: ['H', 'A'],
    saleIds: [3, 5],
    createdDate: '29d',
    keyword: '王',
  })
  expect(request).toMatchObject({
    levels: 'H,A',
    saleIds: '3,5',
    fromSources: '',
    key: '王',
    orderDate: undefined,
  })
  const { start = 0, end = 0 } = request.createdDate ?? {}
  expect(end - start).toBe(30 * 86_400 - 1)
})
