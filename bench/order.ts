import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import { ask } from './database.ts'
import { findFollowable, now, pick, times, twoCharacters } from './scenarios.ts'
import type { Reader, Scenario } from './scenarios.ts'

/** Orders: the list on opening, one order, the review and car-finding lists, and saving one with many lines. */

const randomOrder = ({ firstOrder, lastOrder }: Reader): number =>
  firstOrder + Math.floor(Math.random() * (lastOrder - firstOrder + 1))

/** Lines of a bulk order. */
const lineCount = 20

interface Line {
  readonly skuId: number
  readonly specId: number
}

/** A complete form of a new order. */
export const newOrder = (
  customer: { readonly customerId: number; readonly dealId: number },
  { province, city, area }: Reader['city'],
  lines: readonly Line[],
) => ({
  ...customer,
  businessType: 4,
  paymentType: 1,
  payment: 5000,
  carLicenseType: 1,
  carLicenseCity: `${province},${city}`,
  customerType: 1 as const,
  name: '林晓雨',
  phone: '13812345678',
  licenseType: 1,
  licenseNumber: '11010519491231002X',
  province,
  city,
  area,
  subOrderInfos: lines.map((line) => ({ ...line, num: 1, price: 120_000 })),
})

/** New orders of twenty lines, each for another customer. */
async function findNewOrders(url: string, reader: Reader, count: number): Promise<object[]> {
  const customers = await findFollowable(url, reader, count)
  const skus = await ask<Line>(
    url,
    `select k.id as "skuId", c.model_id as "specId" from sku k join configuration c on c.id = k.configuration_id order by k.id limit $1`,
    [lineCount],
  )
  return customers.map(({ customerId, dealId }) => newOrder({ customerId, dealId }, reader.city, skus))
}

const monthly = { createdDate: lastDays(now(), 30) }

/** Waiting orders, decided ones, and approved ones on their way to a car, as the pages request them. */
const reviewScenarios: readonly Scenario[] = [
  { name: 'orders to review', call: rooms.order.verifyList, bodies: async () => [{}] },
  { name: 'reviewed orders', call: rooms.order.verifyList, bodies: async () => [{ isDone: 1 }] },
  {
    name: 'reviewed orders, a month, online',
    call: rooms.order.verifyList,
    bodies: async () => [{ isDone: 1, fromType: 1, createdDate: lastDays(now(), 29) }],
  },
  { name: 'orders that wait for a car', call: rooms.order.allocationList, bodies: async () => [{}] },
  {
    name: 'orders with a car, of a series, 50 rows',
    call: rooms.order.allocationList,
    bodies: async () => [{ stage: 2, seriesId: 1201, pageCount: 50 }],
  },
  {
    name: 'orders that wait for a car, 2 characters',
    textsDiffer: true,
    call: rooms.order.allocationList,
    bodies: async (_reader, count) => times(count, () => ({ key: pick(twoCharacters) })),
  },
]

export const orderScenarios = (url: string): readonly Scenario[] => [
  { name: 'orders, 30 days', call: rooms.order.search, bodies: async () => [monthly] },
  {
    name: 'orders, 30 days, a consultant',
    by: 'consultant',
    textsDiffer: true,
    call: rooms.order.search,
    bodies: async () => [monthly],
  },
  {
    name: 'orders, of all time, 2 characters',
    textsDiffer: true,
    call: rooms.order.search,
    bodies: async (_reader, count) => times(count, () => ({ customerInfo: pick(twoCharacters) })),
  },
  {
    name: 'order',
    call: rooms.order.detail,
    bodies: async (reader, count) => times(count, () => ({ orderId: randomOrder(reader) })),
    vary: (body, { firstOrder, lastOrder }) => ({
      [String((body as { orderId: number }).orderId)]: `random(${firstOrder}, ${lastOrder})`,
    }),
  },
  ...reviewScenarios,
  {
    name: `new order of ${lineCount} lines, 8 at once`,
    connections: 8,
    mostASecond: 400,
    isOnce: true,
    call: rooms.order.create,
    bodies: (reader, count) => findNewOrders(url, reader, count),
  },
]
