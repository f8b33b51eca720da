import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNow } from '../../test/app.ts'
import { indexesOf, openLargeStore, pageOf as pageIn, typesOf } from '../../test/database/plans.ts'
import type { LargeStore, Plans } from '../../test/database/plans.ts'

/** Checks the query plans for notices in a large store. */

let client: LargeStore['client']
let tokens: LargeStore['tokens']
let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  ;({ client, tokens } = store)
}, 120_000)
afterAll(() => store.close())

const plansOf = (...request: Parameters<LargeStore['plansOf']>): Promise<Plans[]> => store.plansOf(...request)

describe('notices', () => {
  beforeAll(async () => {
    await client.query(
      `insert into notice (dealer_id, member_id, kind, text, created_at, read_at)
       select m.dealer_id, m.id, 1, '新线索', $1, case when i > 20 then $1::timestamptz end
       from member m, generate_series(1, 1000) i`,
      [testNow],
    )
    await store.settle('notice')
  }, 60_000)

  test('a page and the unread count read their indexes, no further than the page', async () => {
    const plans = await plansOf(rooms.notice.list, tokens.head, { before: 999_999 })
    expect(indexesOf(pageIn(plans))[0]).toBe('notice_member')
    expect(typesOf(pageIn(plans)).filter((type) => /Sort/.test(type))).toEqual([])
    expect(plans.flatMap(({ generic }) => indexesOf(generic))).toContain('notice_unread')
  })

  test('marking as read touches only unread notices', async () => {
    for (const { generic } of await plansOf(rooms.notice.read, tokens.head, { upTo: 999_999 }))
      expect(indexesOf(generic)).not.toContain('notice_member')
  })
})
