import type { OrderOfCustomer } from '@showroom/contract/order/order.schema'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { expect, it } from 'vitest'
import { orderedCars } from './order.form'

const line = (color: string, number: number, cancelSubCount: number) => ({
  specId: 20_101,
  seriesName: '星途',
  specName: '尊享型',
  configurationName: '四驱版',
  color,
  number,
  cancelSubCount,
  price: 98_800,
})
const order = {
  id: 7,
  orderNo: 'DD7',
  dealId: 3,
  orderStatus: orderStatus.approved,
  // Two white cars are left.
  paymentAmount: 10_000,
  payment: 5000,
  subOrders: [line('松雪白', 3, 1), line('云母黑', 2, 2)],
} as unknown as OrderOfCustomer

it('lists the remaining cars of an order with the deposit of one car each', () => {
  expect(orderedCars([order], 3)).toMatchObject([
    { orderId: 7, color: '松雪白', downPayment: 5000, vehicles: 2, text: '星途 尊享型 四驱版，松雪白' },
  ])
})
