import { addDays, dayEnd } from '@showroom/contract/kernel/day'
import { dimensions, measureNames } from '@showroom/contract/report/measures'
import type { Dimension, MeasureName } from '@showroom/contract/report/measures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExplainer } from '../../../test/database/explain.ts'
import { nodes, openLargeStore } from '../../../test/database/plans.ts'
import type { LargeStore, Plan } from '../../../test/database/plans.ts'
import { recordStatements } from '../../../test/database/statements.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Scope } from '../../platform/session/session.ts'
import { countMeasures } from './count.repository.ts'
import { countedSince, rowsNameOf } from './rows.repository.ts'

/** Each measure of a large store is counted from an index alone, for every dimension. */

let store: LargeStore
let dealerId = 0
beforeAll(async () => {
  store = await openLargeStore()
  await store.settle('lead', 'visit', 'defeat_request', 'suspension', 'vehicle_order', 'vehicle_order_line')
  // Every fourth completed activity becomes a test drive, beside those of other stores.
  await store.client.query(
    `with driven as (update activity set type = 3, completed_type = 3 where completed_at is not null and id % 4 = 0 returning *)
     insert into test_drive (dealer_id, activity_id, car_id, agreement, out_at, out_km, back_at, back_km)
     select dealer_id, id, id % 20 + 1, 2, completed_at - interval '1 hour', 100, completed_at, 110 from driven
     union all select 1000 + n % 40, n, n % 20 + 1, 2, now(), 100, now(), 110 from generate_series(1, 40000) as n`,
  )
  await store.settle('activity', 'test_drive')
  const { rows } = await store.client.query<{ id: number }>('select max(id) as id from dealer')
  dealerId = rows[0]?.id ?? 0
}, 120_000)
afterAll(() => store.close())

const spans = { day: 0, month: 30, year: 364 } as const

async function plansOf(days: number, by: readonly Dimension[], sees: Scope['sees'], seriesId = 0) {
  const now = secondsOf(store.app.now())
  const span = { from: addDays(now, -days), until: dayEnd(now) }
  const scope = { dealerId, memberId: 0, sees, reviews: false } as unknown as Scope
  const statements = await recordStatements(() =>
    countMeasures(store.app.db, scope, { measures: measureNames, span, by, seriesId }),
  )
  // A long span takes one statement per table.
  expect(statements).toHaveLength(days > 31 ? new Set(measureNames.map(rowsNameOf)).size : 1)
  const explainer = createExplainer(store.client)
  await explainer.measure()
  return Promise.all(
    statements.map(async ({ text, values }) => {
      const plan = await explainer.explain(text, values)
      expect(await explainer.readWhole(text, [plan])).toEqual([])
      return plan
    }),
  )
}

/** Scans that read rows of a table. */
const readsRows = (plans: readonly Plan[]) =>
  plans
    .flatMap(nodes)
    .filter((node) => node['Relation Name'] && node['Node Type'] !== 'Index Only Scan')
    .map((node) => [node['Relation Name'], node['Node Type'], node['Index Name']])

describe('measures of a large store', () => {
  const questions: readonly (readonly Dimension[])[] = [[], ...dimensions.map((one) => [one])]
  test.each(questions.map((by) => [by.join() || 'one row of totals', by] as const))(
    'by %s are counted from indexes alone',
    async (_name, by) => {
      for (const days of Object.values(spans)) expect(readsRows(await plansOf(days, by, 'all'))).toEqual([])
    },
  )

  test("of a few members read those members' rows at most", async () => {
    for (const days of Object.values(spans))
      for (const [, type] of readsRows(await plansOf(days, ['member'], [17, 18])))
        expect(type).not.toBe('Seq Scan')
  })

  test('of the funnel as it was read no table from end to end', async () => {
    const now = secondsOf(store.app.now())
    for (const days of [0, 30]) {
      const span = { from: addDays(now, -days - 31), until: addDays(now, -31) + 3600 }
      const scope = { dealerId, memberId: 0, sees: 'all', reviews: false } as unknown as Scope
      const measures = Object.keys(countedSince) as MeasureName[]
      const statements = await recordStatements(() =>
        countMeasures(store.app.db, scope, { measures, span, by: ['source'], asOf: addDays(now, -20) }),
      )
      const explainer = createExplainer(store.client)
      await explainer.measure()
      for (const { text, values } of statements) {
        const plan = await explainer.explain(text, values)
        expect(await explainer.readWhole(text, [plan])).toEqual([])
      }
    }
  })

  test('of one series are counted from indexes alone', async () => {
    expect(readsRows(await plansOf(spans.month, ['day'], 'all', 1201))).toEqual([])
  })
})
