import { lastDays } from '@showroom/contract/kernel/day'
import { expect, test } from 'vitest'
import { nowSeconds } from '../ui/day'
import { TaskListSearch } from './task.address'
import { remarkOf } from './task.labels'
import {
  chosen,
  completedProblem,
  completedText,
  defaultFilter,
  filterOf,
  requestOf,
  searchOf,
  type TaskFilter,
} from './task.search'

const filter: TaskFilter = {
  activityType: 2,
  filterType: 3,
  levels: ['H', 'A'],
  saleIds: [7],
  seriesIds: [1201, 1203],
  fromType: 1,
  completedDate: '20261101-20261107',
  pageStart: 3,
  pageCount: 50,
}

test('what is chosen stands in the address, defaults do not', () => {
  expect(searchOf(defaultFilter())).toEqual({})
  expect(chosen(defaultFilter())).toBe(0)
  const search = searchOf(filter)
  expect(search).toEqual({
    t: 2,
    f: 3,
    lv: 'H,A',
    m: 7,
    se: '1201,1203',
    ft: 1,
    cd: '20261101-20261107',
    p: 3,
    n: 50,
  })
  expect(filterOf(TaskListSearch.parse(search))).toEqual(filter)
  expect(chosen(filter)).toBe(5)
})

test('nonsense in an address is dropped', () => {
  const search = TaskListSearch.parse({
    t: 9,
    f: 'x',
    lv: 'Z,H,alle,H',
    se: '-1',
    cd: '20261101-20261130',
    n: 7,
  })
  expect(filterOf(search)).toEqual({ ...defaultFilter(), levels: ['H'] })
  expect(filterOf(TaskListSearch.parse({ lv: 'Z' }))).toEqual(defaultFilter())
  for (const cd of ['29d', '-20261101', '20261101-', '20261131-20261201', '20261107-20261101', 'all'])
    expect(filterOf(TaskListSearch.parse({ cd })).completedDate).toBe('6d')
})

test('completed tasks are asked for by a week at most, usually the last six days and today', () => {
  const now = nowSeconds()
  expect(completedProblem(lastDays(now, 6))).toBe('')
  expect(completedProblem(lastDays(now, 7))).toBe('完成时间查询不能大于7天，请重新选择')
  expect(completedText(undefined)).toBe('6d')
  expect(completedText(lastDays(now, 6))).toBe('6d')
  const { dateStart, dateEnd } = requestOf(defaultFilter(), '')
  expect({ start: dateStart, end: dateEnd }).toEqual(lastDays(now, 6))
})

test('of a follow-up the list shows the remark', () => {
  const framed = '沟通方式：电话；发生事件：其他；备注：客户要比价；周末再来；下次跟进：2026-11-24 到店'
  expect(remarkOf(framed)).toBe('客户要比价；周末再来')
  expect(remarkOf('备注：看了两台车')).toBe('看了两台车')
  expect(remarkOf('回访未接通，稍后再联系。')).toBe('回访未接通，稍后再联系。')
  expect(remarkOf('备注：')).toBe('备注：')
})
