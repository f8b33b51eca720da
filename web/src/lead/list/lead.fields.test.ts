import { leadTab } from '@showroom/contract/lead/lead.rules'
import { leadMeasures } from '@showroom/contract/report/report.rules'
import { expect, test } from 'vitest'
import { type LeadFilter, leadList } from './lead.fields'

const { changed, filterOf, requestOf, Search, searchOf, usualOf } = leadList
const parse = (raw: object): LeadFilter => filterOf(Search.parse(raw))
const onTab = (filter: LeadFilter, tab: number): LeadFilter => changed(filter, { activityType: tab })

test('shows leads waiting for cleaning of any day without parameters', () => {
  expect(parse({})).toMatchObject({
    activityType: leadTab.waiting,
    createdDate: '',
    pageStart: 1,
    pageCount: 10,
    view: 0,
  })
  expect(searchOf(parse({}))).toEqual({})
})

test('limits finished leads to the last 29 days and all leads to the last 6', () => {
  for (const [tab, days] of [
    [leadTab.unassigned, ''],
    [leadTab.valid, '29d'],
    [leadTab.invalid, '29d'],
    [leadTab.unreachable, ''],
    [leadTab.all, '6d'],
  ] as const) {
    expect(parse({ t: tab }).createdDate).toBe(days)
    expect(searchOf(parse({ t: tab }))).toEqual({ t: tab })
    expect(usualOf(parse({ t: tab, cd: '7d' }), 'createdDate')).toBe(days)
  }
})

test('distinguishes all days from the usual days', () => {
  const open = { ...parse({ t: leadTab.all }), createdDate: '' }
  expect(searchOf(open)).toEqual({ t: 6, cd: 'all' })
  expect(parse({ t: 6, cd: 'all' })).toEqual(open)
})

test('restores filters from the URL', () => {
  const filter: LeadFilter = {
    activityType: leadTab.valid,
    onlineSources: [3],
    userIds: [5, 8],
    createdDate: '20261001-20261031',
    isRemote: 3,
    clueLevel: 1,
    counted: 0,
    isOverdue: 0,
    orderType: 1,
    keyword: '',
    pageStart: 4,
    pageCount: 50,
    view: 0,
  }
  expect(parse(searchOf(filter))).toEqual(filter)
})

test("applies the new tab's usual days but keeps chosen days", () => {
  expect(onTab(parse({}), leadTab.all).createdDate).toBe('6d')
  expect(onTab(parse({ t: 6, p: 3 }), leadTab.waiting)).toEqual(parse({}))
  expect(onTab(parse({ cd: '7d', m: 5 }), leadTab.invalid)).toMatchObject({ createdDate: '7d', userIds: [5] })
})

test('allows the overdue filter only for leads waiting for cleaning', () => {
  const late = parse({ lt: 1, o: 1 })
  expect(late).toMatchObject({ activityType: leadTab.waiting, isOverdue: 1, orderType: 1 })
  expect(searchOf(late)).toEqual({ lt: 1, o: 1 })
  expect(onTab(late, leadTab.all)).toMatchObject({ isOverdue: 0, orderType: 1 })
  expect(parse({ t: leadTab.unreachable, lt: 1 }).isOverdue).toBe(0)
})

test('widens a keyword search to all leads when filters hide the match', () => {
  const filter = filterOf({ t: leadTab.invalid, cl: 2 }, '王')
  expect(leadList.widest(filter)).toEqual(filterOf({ t: leadTab.all }, '王'))
  expect(leadList.isOfAllTime(filterOf({ t: leadTab.invalid }, '王'))).toBe(true)
  // The waiting tab shows leads of any day anyway.
  expect(leadList.isOfAllTime(filterOf({}, '王'))).toBe(false)
})

test('drops invalid parameters from the URL', () => {
  expect(parse({ t: 9, ol: 'x,-3', cd: '../..', rm: 7, cl: 3, lt: 2, o: 'x', n: 13, clue: 'a' })).toEqual(
    parse({}),
  )
  expect(parse({ t: 6, cd: 'lately', ol: '2,2' })).toEqual({ ...parse({ t: 6 }), onlineSources: [2] })
})

test('sends comma lists, seconds and the keyword in the request', () => {
  const request = requestOf({ ...parse({ t: 6, ol: '1,2' }), keyword: '王' })
  expect(request).toMatchObject({ activityType: 6, onlineSources: '1,2', userIds: '', key: '王' })
  const { start = 0, end = 0 } = request.createdDate ?? {}
  expect(end - start).toBe(7 * 86_400 - 1)
})

test('filters by every measure that a number opens leads for', () => {
  const last = leadMeasures.length
  expect(parse({ cm: last }).counted).toBe(last)
  expect(parse({ cm: last + 1 }).counted).toBe(0)
})
