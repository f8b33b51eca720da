import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexesOf, openLargeStore } from '../../test/database/plans.ts'
import type { LargeStore } from '../../test/database/plans.ts'

/** Query plans for the signs of a large store. */

let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  await store.client.query(
    `insert into attendance_sign (dealer_id, member_id, day, type, signed_at, is_outside)
     select m.dealer_id, m.id, d::date, 1, d, false
     from member m, generate_series('2026-01-01'::timestamptz, '2026-11-17', '1 day') d`,
  )
  // Sets the visibility map, as autovacuum does in production, so that index-only scans need no rows.
  await store.client.query('vacuum analyze attendance_sign')
}, 120_000)
afterAll(() => store.close())

describe('signs', () => {
  test('of the own month come from the member’s index', async () => {
    const plans = await store.plansOf(rooms.attendance.month, store.tokens.head, { month: '2026-10' })
    const used = plans.flatMap(({ generic }) => indexesOf(generic))
    expect(used).toContain('attendance_sign_member')
  })

  test('of the store’s days are counted from the index alone', async () => {
    const { rows } = await store.client.query<{ 'QUERY PLAN': string }>(
      `explain select member_id, day, min(signed_at), max(signed_at) filter (where type = 2), bool_or(is_outside)
       from attendance_sign where dealer_id = 1 and day between '2026-10-01' and '2026-10-07' group by member_id, day`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(
      'Index Only Scan using attendance_sign_day',
    )
  })
})
