import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNow } from '../../../test/app.ts'
import { indexesOf, openLargeStore, pageOf, typesOf } from '../../../test/database/plans.ts'
import type { LargeStore, Plan } from '../../../test/database/plans.ts'

/** Checks the query plans for the lists of orders to review and to find cars for, in a store with thousands of orders. */

let store: LargeStore
let tokens: LargeStore['tokens']
beforeAll(async () => {
  store = await openLargeStore()
  tokens = store.tokens
  // Orders of every status among the store's customers, about as many as a few years bring.
  await store.client.query(`
    with made as (
      insert into vehicle_order (dealer_id, order_no, customer_id, deal_id, owner_id, status, business_type, payment_fen, name, phone,
                                 deliver_on, submitted_at, reviewed_at, created_at, created_by, line_count, from_source, other_source,
                                 series_ids, model_ids)
      select d.dealer_id, 'DD' || lpad(d.id::text, 11, '0'), d.customer_id, d.id, d.owner_id,
             (array[1, 2, 3, 15, 4, 14, 14, 14, 14, 8])[1 + d.id / 2 % 10], 1, 500000, c.name, c.mobile, '2026-12-20',
             d.created_at, case when d.id / 2 % 10 between 2 and 8 then d.created_at end, d.created_at, d.owner_id, 1,
             d.from_source, d.other_source, '{1201}', '{20101}'
      from deal d join customer c on c.dealer_id = d.dealer_id and c.id = d.customer_id
      where d.is_current and d.id % 2 = 0
      returning dealer_id, id, order_no, status, name, contact_name, phone
    ), bought as (
      insert into vehicle_order_buyer (dealer_id, order_id, name, contact_name, phone)
      select dealer_id, id, name, contact_name, phone from made
    )
    insert into vehicle_order_line (dealer_id, order_id, sub_order_no, series_id, model_id, sku_id, color, quantity, price_fen, status)
    select dealer_id, id, order_no || '-1', 1201, 20101, 1, '松雪白', 1, 9880000, status from made`)
  await store.settle('vehicle_order', 'vehicle_order_line')
}, 180_000)
afterAll(() => store.close())

const verified = async (body: object): Promise<Plan> =>
  pageOf(await store.plansOf(rooms.order.verifyList, tokens.head, body))
const allocated = async (body: object): Promise<Plan> =>
  pageOf(await store.plansOf(rooms.order.allocationList, tokens.head, body))

describe('a page comes sorted from its index, without a sort', () => {
  test.each<[string, () => Promise<Plan>, string]>([
    ['waiting, the longest first', () => verified({}), 'vehicle_order_waiting'],
    ['waiting, the newest first', () => verified({ sortType: 2 }), 'vehicle_order_waiting'],
    ['reviewed', () => verified({ isDone: 1 }), 'vehicle_order_reviewed'],
    [
      'reviewed, of a month',
      () => verified({ isDone: 1, createdDate: lastDays(testNow.getTime() / 1000, 29) }),
      'vehicle_order_reviewed',
    ],
    ['reviewed, of an owner', () => verified({ isDone: 1, saleIds: '17,18' }), 'vehicle_order_reviewed'],
    ['reviewed, online', () => verified({ isDone: 1, fromType: 1 }), 'vehicle_order_reviewed'],
    ['waiting for a car', () => allocated({}), 'vehicle_order_car_waiting'],
    ['in the making', () => allocated({ stage: 1, sortType: 1 }), 'vehicle_order_car_making'],
    [
      'of a model',
      () => allocated({ stage: 2, seriesId: 1201, modelId: 20_101 }),
      'vehicle_order_car_equipped',
    ],
  ])('%s', async (_name, planned, index) => {
    const page = await planned()
    expect(indexesOf(page)[0]).toBe(index)
    expect(typesOf(page).filter((type) => /Sort/.test(type))).toEqual([])
  })
})

test('the facts for a reviewer are found by indexes', async () => {
  const { data = [] } = await store.app.post(rooms.order.verifyList, tokens.head, {})
  const plans = await store.plansOf(rooms.order.orderReview, tokens.head, { orderId: data[0]?.id })
  expect(plans.flatMap(({ generic }) => indexesOf(generic))).toEqual(
    expect.arrayContaining(['vehicle_order_customer', 'vehicle_order_phone']),
  )
})
