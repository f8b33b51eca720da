import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { describe, expect, it } from 'vitest'
import { priceOf } from './price'
import { withOneKind } from './verify.fields'
import { waitedText } from './verify.labels'

const line = (part: Partial<OrderDetail['subOrders'][number]>) =>
  ({
    subOrderNo: 'DD1-1',
    seriesName: '澜岳',
    specName: '标准版',
    price: 95_000,
    guidePrice: 100_000,
    number: 1,
    cancelSubCount: 0,
    orderStatus: 2,
    ...part,
  }) as OrderDetail['subOrders'][number]

describe('the price against the list', () => {
  it('counts the vehicles that are left, exact to the fen', () => {
    expect(priceOf([line({ number: 3, cancelSubCount: 1, price: 95_000.1 })])).toMatchObject({
      discount: 9999.8,
      share: expect.closeTo(4.9999, 4),
    })
    expect(priceOf([line({}), line({ subOrderNo: 'DD1-2', orderStatus: 8 })])).toMatchObject({
      discount: 5000,
      share: 5,
      lines: [{ number: 1 }],
    })
  })

  it('groups vehicles by model and price, whatever their colours', () => {
    const { lines, discount } = priceOf([
      line({ subOrderNo: 'DD1-1', specId: 1 }),
      line({ subOrderNo: 'DD1-2', specId: 1, number: 2 }),
      line({ subOrderNo: 'DD1-3', specId: 1, price: 94_000 }),
      line({ subOrderNo: 'DD1-4', specId: 2 }),
    ])
    expect(lines.map(({ number, price }) => [number, price])).toEqual([
      [3, 95_000],
      [1, 94_000],
      [1, 95_000],
    ])
    expect(discount).toBe(26_000)
  })

  it('handles prices above the list and lines without a list price', () => {
    expect(priceOf([line({ price: 101_000 })]).discount).toBe(-1000)
    expect(priceOf([])).toEqual({ lines: [], discount: 0, share: 0 })
  })
})

describe('sources', () => {
  it('keeps only the kind chosen last', () => {
    expect(withOneKind({ onlineSources: [10] })).toEqual({
      onlineSources: [10],
      fromSources: [],
      fromType: 0,
    })
    expect(withOneKind({ fromSources: [2] })).toEqual({ fromSources: [2], onlineSources: [], fromType: 0 })
    expect(withOneKind({ fromType: 1 })).toEqual({ fromType: 1, fromSources: [] })
    expect(withOneKind({ fromType: 2 })).toEqual({ fromType: 2, onlineSources: [] })
    expect(withOneKind({ onlineSources: [] })).toEqual({ onlineSources: [] })
  })
})

it.each([
  [0, '0分钟'],
  [59 * 60, '59分钟'],
  [3600, '1小时'],
  [26 * 3600, '1天2小时'],
  [48 * 3600, '2天'],
])('formats a wait of %i seconds as %s', (seconds, text) => {
  expect(waitedText(1_000_000 - seconds, 1_000_000)).toBe(text)
})
