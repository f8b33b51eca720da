import type { OrderRow } from '@showroom/contract/order/list.schema'
import { expect, it } from 'vitest'
import { lostText, ordersOf, spansOf } from './order.rows'

const rows = [
  [1, 11],
  [1, 12],
  [2, 21],
  [3, 31],
  [3, 32],
  [3, 33],
].map(([id, subOrderId]) => ({ id, subOrderId }) as OrderRow)

it("spans an order's cells over its lines", () => {
  expect([...spansOf(rows)]).toEqual([
    [11, 2],
    [12, 0],
    [21, 1],
    [31, 3],
    [32, 0],
    [33, 0],
  ])
})

it("makes one card from an order's lines", () => {
  expect(ordersOf(rows).map(({ order, lines }) => [order.id, lines.length])).toEqual([
    [1, 2],
    [2, 1],
    [3, 3],
  ])
})

it.each([
  [16, 3, 0, ''],
  [16, 3, 2, '已取消2台'],
  [16, 3, 3, '已取消'],
  [8, 3, 3, ''],
])('shows for status %i, %i vehicles and %i cancelled: %s', (orderStatus, number, cancelSubCount, text) => {
  expect(lostText({ orderStatus, number, cancelSubCount })).toBe(text)
})
