import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { firstViewId } from '@showroom/contract/view/view.rules'
import { ViewSearch } from '@showroom/contract/view/view.schema'
import { describe, expect, test } from 'vitest'
import { customerViews } from './customer.views'

const me = { profile: { memberId: 7 } } as SessionInfo
const { table } = customerViews

describe('built-in views', () => {
  const supplied = customerViews.supplied(me)

  test('have unique ids and valid filters, and could be saved', () => {
    expect(supplied.map(({ name }) => name)).toEqual(['我的高意向', '7天未联系', '本周到店', '今日到期'])
    expect(new Set(supplied.map(({ viewId }) => viewId)).size).toBe(supplied.length)
    for (const { viewId, search } of supplied) {
      expect(viewId).toBeLessThan(firstViewId)
      expect(table.searchOf(table.filterOf(table.Search.parse(search)))).toEqual(search)
      expect(ViewSearch.safeParse(search).success).toBe(true)
    }
  })

  test('refer to the signed-in user and the present day', () => {
    const filters = supplied.map(({ search }) => table.filterOf(search))
    expect(filters[0]).toMatchObject({ saleIds: [7], levels: ['H', 'A'], createdDate: '' })
    expect(filters[1]).toMatchObject({ followDate: '-7d', suspendStatus: 2 })
    expect(filters[2]).toMatchObject({ comeDate: 'week' })
    expect(filters[3]).toMatchObject({ nextDate: '0d', createdDate: '' })
  })
})
