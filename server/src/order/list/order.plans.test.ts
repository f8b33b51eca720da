import { rooms } from '@showroom/contract'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNow } from '../../../test/app.ts'
import { indexesOf, nodes, openLargeStore } from '../../../test/database/plans.ts'
import type { LargeStore, Plans } from '../../../test/database/plans.ts'
import { orderForm, submission } from '../order.factory.ts'

/** Checks the query plans for orders in a large store. */

let app: LargeStore['app']
let tokens: LargeStore['tokens']
let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  ;({ app, tokens } = store)
}, 120_000)
afterAll(() => store.close())

const plansOf = (...request: Parameters<LargeStore['plansOf']>): Promise<Plans[]> => store.plansOf(...request)

const nextDate = testNow.getTime() / 1000 + 86_400

const day = 86_400
const today = testNow.getTime() / 1000
const { search, detail, orderTimeLine, create, edit, submit, recall } = rooms.order

describe('the list of orders', () => {
  beforeAll(() => store.settle('vehicle_order', 'vehicle_order_line', 'deal'), 120_000)

  /** The indexes used by the generic plan. */
  const indexesFor = async (who: 'head' | 'consultant', query: RequestOf<typeof search>) => {
    const plans = await plansOf(search, tokens[who], query)
    expect(plans).toHaveLength(1)
    return new Set(plans.flatMap(({ generic }) => indexesOf(generic)))
  }

  test.each(['head', 'consultant'] as const)(
    'of %s is read along an index, and so is its total',
    async (who) => {
      const [plans] = await plansOf(search, tokens[who], {
        createdDate: { start: today - 29 * day, end: today },
      })
      const read = nodes(plans?.generic as never)
      // Only the rows of the page are sorted.
      expect(read.find((node) => node['Node Type'] === 'Limit')).toBeDefined()
      expect(new Set(read.flatMap((node) => node['Index Name'] ?? []))).toContain('vehicle_order_line_order')
      expect(read.some((node) => node['Node Type'] === 'Index Only Scan')).toBe(true)
    },
  )

  test.each<[string, RequestOf<typeof search>, string]>([
    ['a name', { customerInfo: '张伟' }, 'vehicle_order_search'],
    ['four digits', { customerInfo: '4321' }, 'vehicle_order_search'],
    ['an order’s number', { customerInfo: 'DD2611180' }, 'vehicle_order_no'],
    ['the day of its review', { reviewDate: { start: today - day, end: today } }, 'vehicle_order_decided'],
    [
      'the day it was cancelled',
      { cancelDate: { start: today - day, end: today } },
      'vehicle_order_cancelled',
    ],
  ])('by %s is found by its index', async (_name, query, index) => {
    expect(await indexesFor('head', query)).toContain(index)
  })

  test('by source and series reads no table from end to end', async () => {
    for (const query of [
      { fromType: 1 },
      { specIds: '1201' },
      { onlineSources: '3', ownerId: 1 },
      { orderStatus: '3' },
    ])
      expect((await indexesFor('head', query)).size).toBeGreaterThan(0)
  })
})

test('every statement of the order page uses an index', async () => {
  const { customerId } = await store.findCustomer()
  const form = orderForm(app)
  const { orderId = 0 } = await app.post(create, tokens.head, { ...form, customerId })
  for (const [call, body] of [
    [detail, { orderId }],
    [orderTimeLine, { orderId }],
    [edit, { ...form, orderId, payment: 6000 }],
    [submit, { orderId }],
    [recall, { orderId }],
    [rooms.order.cancel, { orderId, cancelReason: 'qxyy01' }],
  ] as const)
    expect(await plansOf(call, tokens.head, body)).not.toEqual([])
})

test('every statement from a quick order to its delivery uses an index', async () => {
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
  await plansOf(rooms.order.submitOrder, tokens.head, submission(orderId))
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
