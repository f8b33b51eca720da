import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testNow } from '../../test/app.ts'
import { indexesOf, nodes, openLargeStore, typesOf } from '../../test/database/plans.ts'
import type { LargeStore } from '../../test/database/plans.ts'

/** Query plans for the files of a store that never deletes any. */

let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  await store.client.query(
    `insert into dealer_file (dealer_id, file_name, file_key, file_size, member_id, user_name, created_at)
     select d.id, '价格表' || n, 'file/' || d.id || '/' || n || '.pdf', 20000, 1, '经理', $1::timestamptz - n * interval '1 hour'
     from dealer d, generate_series(1, 5000) n`,
    [testNow],
  )
  await store.settle('dealer_file')
}, 120_000)
afterAll(() => store.close())

test.each([1, 400])('page %i of the files comes sorted from their index', async (pageStart) => {
  const plans = await store.plansOf(rooms.file.list, store.tokens.head, { pageStart })
  const pages = plans.flatMap(({ generic, custom }) =>
    [generic, custom].flatMap(nodes).filter((node) => node['Node Type'] === 'Limit'),
  )
  expect(pages).toHaveLength(2)
  for (const page of pages) {
    expect(indexesOf(page)).toEqual(['dealer_file_newest'])
    expect(typesOf(page).filter((type) => /Sort/.test(type))).toEqual([])
  }
})

test('deleting files goes by their ids', async () => {
  const { rows } = await store.client.query<{ id: number }>(
    `select f.id::int as id from dealer_file f join member m on m.dealer_id = f.dealer_id and m.role = 1
     join account a on a.id = m.account_id and a.mobile = '17000001000' order by f.id limit 3`,
  )
  const ids = rows.map(({ id }) => id).join()
  const plans = await store.plansOf(rooms.file.remove, store.tokens.head, { ids })
  expect(plans.flatMap(({ custom }) => indexesOf(custom))).toContain('dealer_file_pkey')
})
