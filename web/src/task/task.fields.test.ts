import { lastDays } from '@showroom/contract/kernel/day'
import { expect, test } from 'vitest'
import { nowSeconds } from '../api/clock'
import { rangeText } from '../ui/list/filter/dayRange'
import { type TaskFilter, taskList } from './task.fields'
import { completedProblem } from './task.labels'

const { chosen, filterOf, requestOf, Search, searchOf, usual } = taskList

const filter: TaskFilter = {
  activityType: 2,
  filterType: 3,
  level: ['H', 'A'],
  saleIds: [7],
  seriesIds: [1201, 1203],
  fromType: 1,
  completedDate: '20261101-20261107',
  keyword: '',
  orderType: 2,
  pageStart: 3,
  pageCount: 50,
  view: 0,
}

test('the address holds chosen values, no defaults', () => {
  expect(searchOf(usual)).toEqual({})
  expect(chosen(usual)).toEqual([])
  const search = searchOf(filter)
  expect(search).toEqual({
    t: 2,
    f: 3,
    lv: 'H,A',
    m: 7,
    se: '1201,1203',
    ft: 1,
    cd: '20261101-20261107',
    o: 2,
    p: 3,
    n: 50,
  })
  expect(filterOf(Search.parse(search))).toEqual(filter)
  expect(chosen(filter)).toHaveLength(5)
})

test('invalid values in an address are dropped', () => {
  const search = Search.parse({
    t: 9,
    f: 'x',
    lv: 'Z,H,alle,H',
    se: '-1',
    cd: '20261101-20261130',
    n: 7,
  })
  expect(filterOf(search)).toEqual({ ...usual, level: ['H'] })
  expect(filterOf(Search.parse({ lv: 'Z' }))).toEqual(usual)
  for (const cd of ['29d', '-20261101', '20261101-', '20261131-20261201', '20261107-20261101', 'all'])
    expect(filterOf(Search.parse({ cd })).completedDate).toBe('6d')
})

test('completed tasks are limited to a week, by default the last six days and today', () => {
  const now = nowSeconds()
  expect(completedProblem(lastDays(now, 6))).toBe('')
  expect(completedProblem(lastDays(now, 7))).toBe('完成时间查询不能大于7天，请重新选择')
  const { most } = taskList.fields.completedDate
  expect(most).toBe(7)
  expect(rangeText(lastDays(now, 6), now)).toBe('6d')
  const { dateStart, dateEnd } = requestOf(usual)
  expect({ start: dateStart, end: dateEnd }).toEqual(lastDays(now, 6))
})
