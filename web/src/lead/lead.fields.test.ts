import { leadTab } from '@showroom/contract/lead/lead.rules'
import { expect, test } from 'vitest'
import { type LeadFilter, leadList } from './lead.fields'

const { changed, filterOf, requestOf, Search, searchOf, usualOf } = leadList
const parse = (raw: object): LeadFilter => filterOf(Search.parse(raw))
const onTab = (filter: LeadFilter, tab: number): LeadFilter => changed(filter, { activityType: tab })

test('an empty address is what waits for cleaning, of any day', () => {
  expect(parse({})).toMatchObject({
    activityType: leadTab.waiting,
    createdDate: '',
    pageStart: 1,
    pageCount: 10,
    view: 0,
  })
  expect(searchOf(parse({}))).toEqual({})
})

test('done leads are shown of the last 29 days, all of the last 6', () => {
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

test('every day is told apart from the usual ones', () => {
  const open = { ...parse({ t: leadTab.all }), createdDate: '' }
  expect(searchOf(open)).toEqual({ t: 6, cd: 'all' })
  expect(parse({ t: 6, cd: 'all' })).toEqual(open)
})

test('what is set comes back from the address as it was', () => {
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

test('another tab takes its own usual days; chosen ones go along', () => {
  expect(onTab(parse({}), leadTab.all).createdDate).toBe('6d')
  expect(onTab(parse({ t: 6, p: 3 }), leadTab.waiting)).toEqual(parse({}))
  expect(onTab(parse({ cd: '7d', m: 5 }), leadTab.invalid)).toMatchObject({ createdDate: '7d', userIds: [5] })
})

test('only what waits for cleaning can wait too long for it', () => {
  const late = parse({ lt: 1, o: 1 })
  expect(late).toMatchObject({ activityType: leadTab.waiting, isOverdue: 1, orderType: 1 })
  expect(searchOf(late)).toEqual({ lt: 1, o: 1 })
  expect(onTab(late, leadTab.all)).toMatchObject({ isOverdue: 0, orderType: 1 })
  expect(parse({ t: leadTab.unreachable, lt: 1 }).isOverdue).toBe(0)
})

test('a keyword that filters hide is looked for among all leads', () => {
  const filter = filterOf({ t: leadTab.invalid, cl: 2 }, '王')
  expect(leadList.widest(filter)).toEqual(filterOf({ t: leadTab.all }, '王'))
  expect(leadList.isOfAllTime(filterOf({ t: leadTab.invalid }, '王'))).toBe(true)
  // What waits is shown of any day anyway.
  expect(leadList.isOfAllTime(filterOf({}, '王'))).toBe(false)
})

test('nonsense in the address is dropped', () => {
  expect(parse({ t: 9, ol: 'x,-3', cd: '../..', rm: 7, cl: 3, lt: 2, o: 'x', n: 13, clue: 'a' })).toEqual(
    parse({}),
  )
  expect(parse({ t: 6, cd: 'lately', ol: '2,2' })).toEqual({ ...parse({ t: 6 }), onlineSources: [2] })
})

test('the request has comma lists and seconds, and the keyword beside them', () => {
  const request = requestOf({ ...parse({ t: 6, ol: '1,2' }), keyword: '王' })
  expect(request).toMatchObject({ activityType: 6, onlineSources: '1,2', userIds: '', key: '王' })
  const { start = 0, end = 0 } = request.createdDate ?? {}
  expect(end - start).toBe(7 * 86_400 - 1)
})
