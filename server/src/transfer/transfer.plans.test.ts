import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testNow } from '../../test/app.ts'
import { openLargeStore } from '../../test/database/plans.ts'
import type { LargeStore, Plans } from '../../test/database/plans.ts'

/** Query plans for imports and exports of a large store. */

let tokens: LargeStore['tokens']
let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  ;({ tokens } = store)
}, 120_000)
afterAll(() => store.close())

const plansOf = (...request: Parameters<LargeStore['plansOf']>): Promise<Plans[]> => store.plansOf(...request)

test('import and export run every statement by an index', async () => {
  await plansOf(rooms.customer.list, tokens.head, {
    isExport: 1,
    levels: 'B',
    createdDate: lastDays(testNow.getTime() / 1000, 6),
  })
  expect(await plansOf(rooms.transfer.importTemplate, tokens.head, {})).not.toEqual([])
})
