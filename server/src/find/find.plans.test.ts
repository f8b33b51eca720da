import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexesOf, nodes, openLargeStore } from '../../test/database/plans.ts'
import type { LargeStore } from '../../test/database/plans.ts'

/** Query plans of the search in a large store. */

let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
}, 120_000)
afterAll(() => store.close())

describe('searching', () => {
  const readBy = async (who: keyof LargeStore['tokens'], body: object) => {
    const plans = await store.plansOf(rooms.find.find, store.tokens[who], body)
    const all = plans.flatMap(({ generic }) => nodes(generic))
    const large = new Set(['customer', 'deal', 'lead'])
    const walked = all.filter(
      (node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''),
    )
    expect(walked).toEqual([])
    return { statements: plans.length, indexes: [...new Set(all.flatMap(indexesOf))] }
  }

  test.each(['张伟', '张', '4321', '138'])(
    '%s: takes one statement and uses the search indexes',
    async (key) => {
      for (const who of ['head', 'consultant'] as const) {
        const { statements, indexes } = await readBy(who, { key })
        expect(statements).toBe(1)
        expect(indexes).toEqual(
          expect.arrayContaining(['customer_search', 'lead_number_search', 'vehicle_order_search']),
        )
      }
    },
  )

  test('reads no whole store beside the search index, however many stores there are', async () => {
    const { client } = store
    await client.query('begin')
    try {
      for (const table of ['customer', 'lead', 'vehicle_order_buyer']) {
        await client.query(`alter table ${table} alter dealer_id set (n_distinct = 3000)`)
        await client.query(`analyze ${table}`)
        await client.query(`update pg_class set reltuples = 30000000 where oid = $1::regclass`, [table])
      }
      const plans = await store.plansOf(rooms.find.find, store.tokens.head, { key: '张伟' })
      const combined = plans
        .flatMap(({ generic }) => nodes(generic))
        .filter((node) => node['Node Type'] === 'BitmapAnd')
      expect(combined).toEqual([])
    } finally {
      await client.query('rollback')
    }
  })

  test('a whole number uses an index, and a miss takes another statement to be counted', async () => {
    expect((await readBy('head', { key: '13812344321' })).statements).toBeGreaterThan(1)
  })

  test('recently opened records uses their ids', async () => {
    const { indexes } = await readBy('head', { customerIds: '1,2,3', clueIds: '4,5', orderIds: '6' })
    expect(indexes).toEqual(expect.arrayContaining(['customer_pkey', 'lead_pkey', 'vehicle_order_pkey']))
  })
})
