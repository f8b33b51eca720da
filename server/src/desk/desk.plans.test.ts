import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNow } from '../../test/app.ts'
import { indexesOf, openLargeStore, pageOf, typesOf } from '../../test/database/plans.ts'
import type { LargeStore, Plans } from '../../test/database/plans.ts'

/** Query plans of the front desk of a large store. */

let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  await store.settle('visit')
}, 120_000)
afterAll(() => store.close())

const plansOf = (...[call, body]: [Parameters<LargeStore['plansOf']>[0], object]): Promise<Plans[]> =>
  store.plansOf(call, store.tokens.head, body)
const now = Math.floor(testNow.getTime() / 1000)
const today = { createdDate: lastDays(now, 0) }

describe('the list of the front desk', () => {
  const filters: readonly [string, object][] = [
    ['today', today],
    ['a month', { createdDate: lastDays(now, 29) }],
    ['all time', {}],
    ['new traffic', { ...today, type: 1 }],
    ['levels', { ...today, levels: 'H,A' }],
    ['levels of all time', { levels: 'H,A' }],
    ['a name', { key: '张伟' }],
    ['digits', { key: '4321' }],
    ['another contact', { ...today, key: 'zhouqm88' }],
  ]
  test.each(filters)('%s: comes from indexes', async (_name, filter) => {
    for (const orderType of [0, 2, 5])
      expect(await plansOf(rooms.desk.list, { ...filter, orderType })).toHaveLength(1)
    await plansOf(rooms.desk.viewCounts, { queries: [filter] })
  })

  test('reads a sorted page from the index and no further', async () => {
    for (const filter of [today, { type: 2 }, {}]) {
      const page = pageOf(await plansOf(rooms.desk.list, filter))
      expect(typesOf(page)[1]).toBe('Index Only Scan')
      expect(indexesOf(page)).toEqual(['visit_registered'])
    }
  })
})

test('the search for arrivals goes by its index', async () => {
  // With the visitors, the members, their signs, the plans of those found, and for digits the cars.
  for (const [key, statements] of [
    ['张', 5],
    ['张伟', 5],
    ['4321', 6],
  ] as const)
    expect(await plansOf(rooms.desk.search, { key })).toHaveLength(statements)
})

test('the board reads the visits of the day and the members by their indexes', async () => {
  const plans = await plansOf(rooms.desk.getBoard, {})
  const used = new Set(plans.flatMap(({ generic }) => indexesOf(generic)))
  for (const index of ['visit_present', 'reception_of_member', 'visit_registered'])
    expect(used).toContain(index)
})
