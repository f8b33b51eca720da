import { rooms } from '@showroom/contract'
import { exceptSignIns } from '@showroom/contract/kernel/audit'
import { lastDays } from '@showroom/contract/kernel/day'
import { role } from '@showroom/contract/access/access.rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNow } from '../../test/app.ts'
import { indexesOf, nodes, openLargeStore, typesOf } from '../../test/database/plans.ts'
import type { LargeStore, Plan, Plans } from '../../test/database/plans.ts'

/** Query plans of an audit with many rows. */

let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  await store.client.query(
    `insert into audit (dealer_id, at, member_id, action, kind, record)
     select m.dealer_id, $1::timestamptz - n * interval '2 minutes', m.id, 'reveal', 1 + n % 10, 'customer:' || n
     from (select dealer_id, id, row_number() over (partition by dealer_id order by id) as place from member) m, generate_series(1, 12000) n
     where m.place <= 4`,
    [testNow],
  )
  await store.client.query(
    `insert into export_log (dealer_id, created_at, export_name, member_id, user_name, record_total, file_key)
     select d.id, $1::timestamptz - n * interval '10 minutes', '客户列表', 1, '顾问', 100, 'export/1/x' from dealer d, generate_series(1, 4000) n`,
    [testNow],
  )
  await store.client.query(`update member set role = $1 where role = 1`, [role.boss])
  await store.settle('audit', 'export_log', 'member')
}, 180_000)
afterAll(() => store.close())

const memberOf = async (): Promise<number> => {
  const { rows } = await store.client.query<{ id: number }>(
    `select a.member_id::int as id from audit a group by a.dealer_id, a.member_id order by a.dealer_id limit 1`,
  )
  return rows[0]?.id ?? 0
}
const limits = (plans: readonly Plans[]): Plan[] =>
  plans.flatMap(({ generic }) => nodes(generic).filter((node) => node['Node Type'] === 'Limit'))

describe('the audit', () => {
  test.each<[string, string, object]>([
    ['newest', 'audit_newest', {}],
    ['of days', 'audit_newest', { createdDate: lastDays(testNow.getTime() / 1000, 6) }],
    ['of a kind', 'audit_kind', { kind: 2 }],
    ['without sign-ins', 'audit_acts', { kind: exceptSignIns.value }],
    ['of a record', 'audit_of_record', { record: 'customer:77' }],
  ])('%s: the page comes sorted from %s', async (_name, index, body) => {
    const plans = await store.plansOf(rooms.audit.auditList, store.tokens.head, body)
    const limitNodes = limits(plans)
    expect(limitNodes).toHaveLength(2)
    // The whole audit may be counted by any index.
    expect(limitNodes.map((plan) => indexesOf(plan)[0])).toContain(index)
    expect(limitNodes.flatMap(typesOf).filter((type) => /Sort/.test(type))).toEqual([])
    // Even for a late page, no row before it is read.
    expect(limitNodes.flatMap(typesOf)).not.toContain('Index Scan')
  })

  test('of a member, or of a member and a kind, uses a separate index', async () => {
    const memberId = await memberOf()
    for (const [index, body] of [
      ['audit_member', { memberId }],
      ['audit_member_kind', { memberId, kind: 3 }],
    ] as const) {
      const limitNodes = limits(await store.plansOf(rooms.audit.auditList, store.tokens.head, body))
      for (const plan of limitNodes) expect(indexesOf(plan)[0]).toBe(index)
    }
  })

  test('finds members with unusually many reveals from the index alone', async () => {
    const plans = await store.plansOf(rooms.audit.revealWatch, store.tokens.head, {})
    expect(plans.flatMap(({ generic }) => indexesOf(generic))).toContain('audit_kind')
    expect(plans.flatMap(({ generic }) => typesOf(generic))).toContain('Index Only Scan')
  })
})

test('sorts a page of the export log by its index', async () => {
  const plans = await store.plansOf(rooms.audit.exportRecords, store.tokens.head, {
    createdDate: lastDays(testNow.getTime() / 1000, 29),
  })
  const [page] = limits(plans)
  expect(page && indexesOf(page)[0]).toBe('export_log_created')
  expect(page && typesOf(page).filter((type) => /Sort/.test(type))).toEqual([])
})
