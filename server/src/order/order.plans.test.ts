import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testNow } from '../../test/app.ts'
import { openLargeStore } from '../../test/plans.ts'
import type { LargeStore, Plans } from '../../test/plans.ts'

/** How PostgreSQL means to run what is done with orders in a large store. */

let app: LargeStore['app']
let tokens: LargeStore['tokens']
let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  ;({ app, tokens } = store)
}, 120_000)
afterAll(() => store.close())

const plansOf = (...asked: Parameters<LargeStore['plansOf']>): Promise<Plans[]> => store.plansOf(...asked)

const nextDate = testNow.getTime() / 1000 + 86_400

test('an order from the file to its delivery: every statement by an index', async () => {
  const { customerId } = await store.findCustomer()
  const form = {
    customerId,
    specId: 20_101,
    color: '松雪白',
    price: 98_800,
    downPayment: 5000,
    deliverDate: nextDate,
  }
  await plansOf(rooms.order.order, tokens.head, form)
  const { data = [] } = await app.post(rooms.order.getCustomerOrders, tokens.head, { customerId })
  await plansOf(rooms.order.getCustomerOrders, tokens.head, { customerId })
  const orderId = data[0]?.id ?? 0
  await plansOf(rooms.order.submitOrder, tokens.head, { orderId })
  await plansOf(rooms.order.confirmOrder, tokens.head, { orderId })
  await plansOf(rooms.order.orderFollow, tokens.head, {
    customerId,
    contactStatus: 1,
    nextDate,
    remark: '等车中',
  })
  const delivered = { ...form, deliverDate: nextDate - 86_400, nextDate }
  expect(await plansOf(rooms.order.deliver, tokens.head, delivered)).not.toEqual([])
})
