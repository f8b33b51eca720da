import { call } from '@showroom/contract/kernel/call'
import { DateRange, idList, text as freeText } from '@showroom/contract/kernel/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { choice, code, days, flag, ids, order, tab, words } from './fields'
import { activeFilters } from './FilterTags'
import { type AnyField, type FilterOf, listFields, type ListTable, pageSizes } from './listFields'
import { readListSearch } from './listSearch'

/** All lists of the product, found by file name. */
const modules = import.meta.glob('../../../*/**/*.fields.ts', { eager: true })
const isList = (made: unknown): made is ListTable =>
  typeof made === 'object' && made !== null && 'filterOf' in made
const lists = Object.entries(modules)
  .flatMap(([file, made]) =>
    Object.values(made as object)
      .filter(isList)
      .map((table) => ({ file, table })),
  )
  .map(({ file, table }) => [file.replace(/^.*\//, ''), table] as const)

test('finds the lists', () => {
  expect(lists.length).toBeGreaterThanOrEqual(4)
})

const someDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10).replaceAll('-', ''))
const someRange = fc.oneof(
  fc.constant('all'),
  fc.integer({ min: 0, max: 999 }).map((count) => `${count}d`),
  fc.constantFrom('week', 'month', '-7d', '-0d', 'year'),
  fc.tuple(fc.option(someDay, { nil: '' }), fc.option(someDay, { nil: '' })).map((both) => {
    const [from, to] = both
    return from && to && from > to ? `${to}-${from}` : `${from}-${to}`
  }),
)
/** Values that users and old links put into the address for a field. */
const someRaw = ({ kind }: AnyField): fc.Arbitrary<string | number | undefined> =>
  fc.option(
    kind === 'days'
      ? someRange
      : fc.oneof(
          fc.integer({ min: -2, max: 1100 }),
          fc
            .array(fc.oneof(fc.nat(400), fc.constantFrom('N', 'H', 'A', 'Z', '')), { maxLength: 5 })
            .map(String),
          fc.string({ maxLength: 8 }),
          fc.constant('-0'),
        ),
    { nil: undefined },
  )

const anyAddress = ({ fields }: ListTable) =>
  fc.record({
    ...Object.fromEntries(Object.values(fields).map((field) => [field.key, someRaw(field)])),
    p: fc.option(fc.integer({ min: -1, max: 2_000_000 }), { nil: undefined }),
    n: fc.option(fc.oneof(fc.constantFrom(...pageSizes), fc.nat(60)), { nil: undefined }),
    v: fc.option(fc.integer({ min: -1, max: 2000 }), { nil: undefined }),
  })

const anyKeyword = fc.constantFrom('', '5461', '王')

const holds = (table: ListTable, rule: (filter: FilterOf<ListTable['fields']>) => void): void =>
  fc.assert(
    fc.property(anyAddress(table), anyKeyword, (raw, keyword) =>
      rule(table.filterOf(table.Search.parse(raw), keyword)),
    ),
    { numRuns: 300 },
  )

describe.each(lists)('%s', (_file, table) => {
  const { filterOf, searchOf, changed, cleared, chosen, fields, usual, Search } = table

  test('reads back the filter from the address made of it', () => {
    holds(table, (filter) => {
      const { keyword } = filter
      expect(filterOf(searchOf(filter), keyword)).toEqual(filter)
      // Also after the router has parsed it.
      expect(filterOf(Search.parse(readListSearch(searchOf(filter))), keyword)).toEqual(filter)
    })
  })

  test('gives each field a unique key', () => {
    const keys = [...Object.values(fields).map(({ key }) => key), 'p', 'n', table.opens]
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('sets no filter in the usual values, and clearing leaves none set', () => {
    expect(searchOf(usual)).toEqual({})
    expect(chosen(usual)).toEqual([])
    holds(table, (filter) => {
      expect(chosen(cleared(filter))).toEqual([])
      const { pageCount, keyword } = filter
      expect(cleared(filter)).toMatchObject({ pageStart: 1, pageCount, keyword })
      const names = Object.keys(fields).filter((name) => fields[name]?.isKept)
      for (const name of names) expect(cleared(filter)[name]).toEqual(filter[name])
    })
  })

  test('starts at page 1 after a change and keeps the change in the address', () => {
    holds(table, (filter) => {
      for (const name of Object.keys(fields)) {
        const next = changed(filter, { [name]: usual[name] })
        expect(next.pageStart).toBe(1)
        expect(filterOf(searchOf(next), next.keyword)).toEqual(next)
      }
      expect(changed(filter, { pageStart: 7 })).toEqual({ ...filter, pageStart: 7 })
    })
  })

  test('does not limit a keyword by a range of days unless the user chose it', () => {
    const ranges = Object.keys(fields).filter((name) => fields[name]?.kind === 'days')
    const searched = filterOf({}, '5461')
    for (const name of ranges) expect(searched[name]).toBe('')
    expect(chosen(searched)).toEqual([])
    expect(changed(usual, { keyword: '5461' })).toEqual(searched)
    expect(changed(searched, { keyword: '' })).toEqual(usual)
    holds(table, (filter) => {
      const all = table.widest(filter)
      expect(all.keyword).toBe(filter.keyword)
      expect(chosen(all)).toEqual([])
    })
  })
})

const small = z.number().int()
const sampleCall = call({
  path: '/sample',
  may: 'member',
  summary: 'a list',
  request: z.object({
    activityType: small,
    createdDate: DateRange,
    userIds: idList(),
    clueLevel: small,
    isOverdue: small,
    isRemote: small,
    orderType: small,
    key: freeText(50),
  }),
  answer: z.object({}),
})
type Sample = typeof sampleCall

const sample = listFields<Sample>()(
  {
    activityType: tab('t', [1, 2]),
    createdDate: days('cd', '创建时间', '29d'),
    userIds: ids('m', '客户经理'),
    clueLevel: choice('cl', '线索级别', [{ value: 1, label: '一级' }]),
    isOverdue: flag('lt', '超时'),
    isRemote: code('rm', '异地购车', 3),
    orderType: order('o', 1),
  },
  { kept: { in: 'x', as: 'x' } },
)

test('names the set filters in words', () => {
  const names = { userIds: (id: number) => ['', '甲', '乙', '丙'][id] ?? '', isRemote: () => '是' }
  const wordsOf = (part: Partial<typeof sample.usual>): string[] =>
    activeFilters({ table: sample, filter: { ...sample.usual, ...part } }, names).map(({ text }) => text)
  expect(wordsOf({ activityType: 2, orderType: 1 })).toEqual([])
  expect(wordsOf({ createdDate: '', userIds: [1, 2, 3], clueLevel: 1, isOverdue: 1, isRemote: 1 })).toEqual([
    '创建时间：不限',
    '客户经理：甲、乙 等3项',
    '线索级别：一级',
    '超时',
    '异地购车：是',
  ])
})

test('keeps chosen days beside a keyword, and reports a search in all days', () => {
  const { filterOf, requestOf, isOfAllTime, chosen, searchOf } = sample
  expect(requestOf(filterOf({}, '王'))).toMatchObject({ key: '王', createdDate: undefined })
  expect(isOfAllTime(filterOf({}, '王'))).toBe(true)
  expect(isOfAllTime(filterOf({}))).toBe(false)
  // The usual days apply beside a keyword only if the user chooses them.
  const narrowed = filterOf({ cd: '29d' }, '王')
  expect(narrowed.createdDate).toBe('29d')
  expect(chosen(narrowed)).toEqual(['createdDate'])
  expect(searchOf(narrowed)).toEqual({ cd: '29d' })
  expect(isOfAllTime(narrowed)).toBe(false)
  expect(sample.widest(narrowed)).toEqual(filterOf({}, '王'))
})

test('names the usual days while they leave rows out', () => {
  const { filterOf, leftOut } = sample
  expect(leftOut(filterOf({}))).toBe('createdDate')
  for (const filter of [filterOf({ cd: 'all' }), filterOf({ cd: '6d' }), filterOf({}, '王')])
    expect(leftOut(filter)).toBeUndefined()
})

test('a field that the query does not know, or knows with another type, does not compile', () => {
  const options = { kept: { in: 'x', as: 'x' } }
  // @ts-expect-error -- the call has no such field
  listFields<Sample>()({ userId: ids('m', '客户经理') }, options)
  // @ts-expect-error -- the call takes a range there
  listFields<Sample>()({ createdDate: code('cd', '创建时间', 3) }, options)
  // @ts-expect-error -- the call takes a number there
  listFields<Sample>()({ clueLevel: words('cl', '线索级别', ['1']) }, options)
  // @ts-expect-error -- a member has a name, which the room must give
  void (() => activeFilters({ table: sample, filter: sample.usual }, { isRemote: String }))
  expect(options).toBeDefined()
})
