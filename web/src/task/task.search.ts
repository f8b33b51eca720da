import { levels } from '@showroom/contract/customer/customer.rules'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { lastDays } from '@showroom/contract/kernel/day'
import type { list } from '@showroom/contract/task/task.api'
import { completedMaxDays, TaskCountsQuery, taskFilter } from '@showroom/contract/task/task.schema'
import type { DayRange } from '../ui/form/DayPicker'
import { nowSeconds } from '../ui/day'
import { rangeOf, rangeText, readRange } from '../ui/list/dayRange'
import { createLastList } from '../ui/list/lastList'
import { type Page, readIds, readKnown, readPage, shortSearch } from '../ui/list/searchFields'
import { TaskListSearch } from './task.address'

/** The filters of the address, as the page works with them. */
export interface TaskFilter extends Page {
  activityType: number
  filterType: number
  levels: string[]
  saleIds: number[]
  seriesIds: number[]
  fromType: number
  /** '6d' (relative to today) or 'YYYYMMDD-YYYYMMDD'; a week at most. */
  completedDate: string
}

const defaultCompleted = '6d'

export function filterOf(search: TaskListSearch): TaskFilter {
  return {
    activityType: search.t ?? 0,
    filterType: search.f ?? taskFilter.today,
    levels: readKnown(search.lv, levels),
    saleIds: readIds(search.m),
    seriesIds: readIds(search.se),
    fromType: search.ft ?? 0,
    completedDate: readCompleted(search.cd),
    ...readPage(search),
  }
}

export const defaultFilter = (): TaskFilter => filterOf({})

export const searchOf = (filter: TaskFilter): TaskListSearch =>
  shortSearch(filter, [
    ['t', filter.activityType, 0],
    ['f', filter.filterType, taskFilter.today],
    ['lv', filter.levels.join(','), ''],
    ['m', filter.saleIds.join(','), ''],
    ['se', filter.seriesIds.join(','), ''],
    ['ft', filter.fromType, 0],
    ['cd', filter.completedDate, defaultCompleted],
  ])

/** How many filters beside the tabs and the keyword are set. */
export const chosen = (filter: TaskFilter): number =>
  [
    filter.levels.length > 0,
    filter.saleIds.length > 0,
    filter.seriesIds.length > 0,
    filter.fromType > 0,
    filter.filterType === taskFilter.completed && filter.completedDate !== defaultCompleted,
  ].filter(Boolean).length

/** A range of an old or mistyped link that cannot be asked for is dropped. */
function readCompleted(text: string | undefined): string {
  const range = readRange(text)
  return range && !completedProblem(rangeOf(range)) ? range : defaultCompleted
}

/** What is wrong with a range of completion dates: the contract's text, or nothing. */
export function completedProblem(range: DayRange | undefined): string {
  const { error } = TaskCountsQuery.safeParse({ dateStart: range?.start, dateEnd: range?.end })
  return error?.issues[0]?.message ?? ''
}

/** A picked range as the address has it; none picked is the default. */
export const completedText = (range: DayRange | undefined): string => {
  const usual = lastDays(nowSeconds(), completedMaxDays - 1)
  const isUsual = range?.start === usual.start && range.end === usual.end
  return !range || isUsual ? defaultCompleted : rangeText(range)
}

export const completedPresets = () =>
  [0, 1, 2, completedMaxDays - 1].map((days) => ({
    label: days === 0 ? '今天' : `近${days}天`,
    value: lastDays(nowSeconds(), days),
  }))

type ListRequest = Omit<RequestOf<typeof list>, 'dealerId'>

/** What the numbers on the tabs are asked by. Relative ranges become days here. */
export function countsRequestOf(filter: TaskFilter, key: string): ListRequest {
  const { start, end } = rangeOf(filter.completedDate) ?? { start: 0, end: 0 }
  return {
    activityType: filter.activityType,
    filterType: filter.filterType,
    saleIds: filter.saleIds.join(','),
    seriesIds: filter.seriesIds.join(','),
    fromType: filter.fromType,
    level: filter.levels.join(','),
    key,
    dateStart: start,
    dateEnd: end,
  }
}

/** What the list is asked by. */
export const requestOf = (filter: TaskFilter, key: string): ListRequest => ({
  ...countsRequestOf(filter, key),
  pageStart: filter.pageStart,
  pageCount: filter.pageCount,
})

/** Where the list was last, for the ways back to it (document 2, section 2.4). */
export const lastTasks = createLastList('listFilters', 'tasks', TaskListSearch)
