import { measures } from '@showroom/contract/report/measures'
import { orderMeasures } from '@showroom/contract/report/report.rules'
import { describe, expect, it } from 'vitest'
import { orderList } from './order.fields'
import { statusTabs } from './order.tabs'

describe('order list', () => {
  const { filterOf, searchOf, requestOf, changed } = orderList

  it('defaults to the last 30 days and all sources', () => {
    const request = requestOf(filterOf({}))
    const days = ((request.createdDate?.end ?? 0) - (request.createdDate?.start ?? 0)) / 86_400
    expect(Math.round(days)).toBe(30)
    expect(request).toMatchObject({ orderStatus: '', fromType: 0, ownerId: 0, pageId: 1, pageSize: 10 })
  })

  it('shows an order in one tab beside 全部, and a delivered one no longer under 待交车', () => {
    const tabsOf = (status: number) =>
      statusTabs.filter(({ statuses }) => statuses.includes(status)).map(({ label }) => label)
    for (const status of [3, 15, 16, 17, 4]) expect(tabsOf(status)).toEqual(['待交车'])
    expect([19, 14].map(tabsOf)).toEqual([['已交车'], ['已完成']])
  })

  it('labels report measures as the reports do', () => {
    expect(orderList.fields.counted.choices.map(({ label }) => label)).toEqual(
      orderMeasures.map((name) => measures[name].label),
    )
  })

  it('uses the field names of its query in the request', () => {
    const request = requestOf(filterOf({ p: 3, n: 20, st: '3,15' }, '张三'))
    expect(request).toMatchObject({ customerInfo: '张三', pageId: 3, pageSize: 20, orderStatus: '3,15' })
  })

  it('opens from a report number with its days, regardless of the creation date', () => {
    const address = { cm: 2, kd: '20261101-20261122', km: 17, cd: 'all' }
    expect(searchOf(filterOf(address))).toEqual(address)
    expect(requestOf(filterOf(address))).toMatchObject({
      counted: 2,
      creditedId: 17,
      createdDate: undefined,
      countedDate: { start: expect.any(Number), end: expect.any(Number) },
    })
    expect(orderList.chosen(filterOf({ kd: '20261101-20261122', km: 17 }))).toEqual([])
  })

  it('accepts online or offline sources, not both', () => {
    expect(filterOf({ ol: 91, fs: 2, os: 7 })).toMatchObject({
      onlineSources: [91],
      fromSources: [],
      otherSources: [],
    })
    expect(filterOf({ ft: 2, ol: 91, fs: 2 })).toMatchObject({ onlineSources: [], fromSources: [2] })
    expect(filterOf({ ft: 1, fs: 2 })).toMatchObject({ fromSources: [] })
    const offline = changed(filterOf({ ol: 91 }), { fromSources: [2], onlineSources: [] })
    expect(searchOf(offline)).toEqual({ fs: 2 })
  })
})
