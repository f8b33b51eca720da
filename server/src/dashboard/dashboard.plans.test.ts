import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodes, openLargeStore } from '../../test/database/plans.ts'
import type { LargeStore } from '../../test/database/plans.ts'

/** Query plans of a large store's dashboard. */

const { summary, dueTasks, today, trend, places, onlineSources, storeSources, due, team } = rooms.dashboard

let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  await store.settle('lead', 'defeat_request', 'suspension')
}, 120_000)
afterAll(() => store.close())

/** Tables whose rows are read, rather than an index alone; without the plans of the few customers who wait in the showroom. */
async function rowsRead(...request: Parameters<LargeStore['plansOf']>): Promise<string[]> {
  const plans = (await store.plansOf(...request)).flatMap(({ custom }) => nodes(custom))
  const large = new Set(['deal', 'activity', 'lead'])
  return plans
    .filter((node) => node['Node Type'] !== 'Index Only Scan' && node['Index Name'] !== 'activity_customer')
    .flatMap((node) => node['Relation Name'] ?? [])
    .filter((table) => large.has(table))
}

describe('the dashboard of a store', () => {
  test.each([
    ['summary', summary, {}],
    ['trend', trend, {}],
    ['places of today', places, { dateType: 4 }],
    ['places of all time', places, { dateType: 0 }],
    ['online sources of the year', onlineSources, { dateType: 1 }],
    ['offline sources of the month', storeSources, { dateType: 2 }],
    ['what is due', due, {}],
    ['team', team, {}],
  ] as const)('counts %s from indexes alone', async (_name, call, body) => {
    expect(await rowsRead(call, store.tokens.head, body)).toEqual([])
  })

  test.each([
    ['summary', summary],
    ['trend', trend],
    ['what is due', due],
    ['the tasks due this month', dueTasks],
    ['the work of today', today],
  ] as const)('counts %s of a consultant without scanning a table from end to end', async (_name, call) => {
    expect((await store.plansOf(call, store.tokens.consultant, {})).length).toBeGreaterThan(0)
  })
})
