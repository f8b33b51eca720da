import { secondsOf } from '../../platform/clock.ts'
import { wallPeriod } from '@showroom/contract/report/wall.rules'
import type { WallDateType } from '@showroom/contract/report/wall.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExplainer } from '../../../test/database/explain.ts'
import { nodes, openLargeStore } from '../../../test/database/plans.ts'
import type { LargeStore } from '../../../test/database/plans.ts'
import { recordStatements } from '../../../test/database/statements.ts'
import { countRanks } from './rank.repository.ts'

/** Query plans for counting the stores of a city: covering indexes of the reports, a statement per store. */

let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  await store.client.query(`update dealer set province = '浙江省', city = '杭州市'`)
  await store.settle(
    'lead',
    'deal',
    'visit',
    'defeat_request',
    'vehicle_order',
    'vehicle_order_line',
    'dealer',
  )
}, 120_000)
afterAll(() => store.close())

const ofStores = new Set(['lead', 'deal', 'visit', 'defeat_request', 'vehicle_order', 'vehicle_order_line'])

async function scansOf(dateType: WallDateType, seriesId: number) {
  const now = store.app.now()
  const period = wallPeriod(dateType, secondsOf(now), secondsOf(now))
  const question = { province: '浙江省', city: '杭州市', dateType, seriesId, startsOn: '2026-11-01' }
  const statements = await recordStatements(() => countRanks(store.app.db, question, { period, now }))
  const statement = statements.find(({ text }) => text.includes('from lead l'))
  const explainer = createExplainer(store.client)
  await explainer.measure()
  if (!statement) throw new Error('nothing was asked')
  const plan = await explainer.explain(statement.text)
  return nodes(plan).filter((node) => ofStores.has(node['Relation Name'] ?? ''))
}

describe('counting the stores of a city', () => {
  it.each([1, 2, 3] as const)('uses indexes alone for period kind %i', async (dateType) => {
    const scans = await scansOf(dateType, 0)
    expect(scans.map((node) => node['Node Type'])).toEqual(scans.map(() => 'Index Only Scan'))
    // Ranks count leads only, so the lead's customer must not be joined.
    expect(scans.filter((node) => node['Index Name'] === 'deal_current')).toEqual([])
    expect(scans.length).toBeGreaterThanOrEqual(6)
  })

  it('of one series scans no table from end to end', async () => {
    for (const node of await scansOf(3, 1201)) expect(node['Node Type']).not.toBe('Seq Scan')
  })
})
