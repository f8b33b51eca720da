import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { call } from '@showroom/contract/kernel/call'
import { countsCall } from '@showroom/contract/kernel/counts'
import { DateRange, idList, text, wordList } from '@showroom/contract/kernel/wire'
import type { View } from '@showroom/contract/view/view.schema'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { days, ids, order, words } from '../ui/list/filter/fields'
import { listFields } from '../ui/list/filter/listFields'
import {
  addressOfView,
  contentOf,
  countText,
  isSameContent,
  pinnedOf,
  usualSetting,
  viewedList,
  viewsOf,
} from './views'

const me = {} as SessionInfo
const sampleCall = call({
  path: '/sample',
  may: 'member',
  summary: 'a list',
  request: z.object({
    levels: wordList(),
    createdDate: DateRange,
    saleIds: idList(),
    orderType: z.number(),
    key: text(50),
  }),
  answer: z.object({}),
})
const table = listFields<typeof sampleCall>()(
  {
    levels: words('lv', '意向级别', ['H', 'A']),
    createdDate: days('cd', '创建日期', '29d'),
    saleIds: ids('m', '客户经理'),
    orderType: order('o', 3),
  },
  { kept: { in: 'x', as: 'x' } },
)
const counts = countsCall('/sample/counts', sampleCall, [])
const sample = viewedList('customers', table, counts, () =>
  [1, 2, 3, 4].map((viewId) => ({ viewId, name: '系统视图', search: {} })),
)
const view = (viewId: number, search: View['search'] = {}): View => ({
  viewId,
  list: 'customers',
  name: `视图${viewId}`,
  search,
  columns: [],
  roles: [],
  isOwn: true,
  ownerName: '秦朗',
})

test('filters that a list no longer has are dropped when its view is opened', () => {
  const old = view(1001, { lv: 'H,Z', zz: 5, cd: 'someday', p: 7, n: 50, v: 3, o: 9 })
  expect(addressOfView(table as never, old)).toEqual({ lv: 'H', v: 1001 })
})

test('a view is changed when filters or order differ from its own', () => {
  const saved = contentOf(table, { lv: 'H', o: 1 })
  expect(isSameContent(saved, contentOf(table, { lv: 'H', o: 1, p: 4, n: 20, v: 9 }))).toBe(true)
  expect(isSameContent(saved, contentOf(table, { lv: 'H' }))).toBe(false)
  expect(isSameContent(saved, contentOf(table, { lv: 'H', o: 1, m: 3 }))).toBe(false)
})

test('supplied views are pinned until the member chooses; a removed view leaves no gap', () => {
  const all = viewsOf(sample, me, [view(1001), { ...view(1002), list: 'tasks' }, view(1003)])
  expect(all.map(({ viewId }) => viewId)).toEqual([1, 2, 3, 4, 1001, 1003])
  const pinned = (chosen: number[] | null): number[] =>
    pinnedOf(all, { ...usualSetting('customers'), pinned: chosen }).map(({ viewId }) => viewId)
  expect(pinned(null)).toEqual([1, 2, 3, 4])
  expect(pinned([1003, 999, 2])).toEqual([1003, 2])
  expect(pinned([])).toEqual([])
})

test('a count ends at 999+', () => {
  expect([0, 999, 1000].map(countText)).toEqual(['0', '999', '999+'])
})

test('every list keeps the member’s own page size', () => {
  const pages = import.meta.glob<string>('../*/**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const without = Object.keys(pages).filter(
    (file) => pages[file]?.includes('<ListPage') && !/use(Viewed|Sized)List\(/.test(pages[file]),
  )
  expect(without).toEqual([])
  expect(Object.keys(pages).length).toBeGreaterThan(100)
})
