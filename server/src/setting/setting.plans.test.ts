import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testNow } from '../../test/app.ts'
import { indexesOf, nodes, openLargeStore, typesOf } from '../../test/database/plans.ts'
import type { LargeStore, Plan, Plans } from '../../test/database/plans.ts'

/** Query plans for the settings of a store with many announcements and a long blocklist. */

let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  await store.client.query(
    `insert into dealer_topic (dealer_id, content, member_id, member_name, created_at)
     select d.id, '公告' || n, 1, '经理', $1::timestamptz - (5000 - n) * interval '1 hour' from dealer d, generate_series(1, 5000) n`,
    [testNow],
  )
  await store.client.query(
    `insert into store_blocklist (dealer_id, name, mobile, contacts, member_name, created_at)
     select d.id, '名单', '199' || lpad(n::text, 8, '0'), '{李经理 13800000000}', '经理', $1 from dealer d, generate_series(1, 5000) n`,
    [testNow],
  )
  await store.settle('dealer_topic', 'store_blocklist')
}, 120_000)
afterAll(() => store.close())

const plansOf = (call: Parameters<LargeStore['plansOf']>[0], body: object = {}): Promise<Plans[]> =>
  store.plansOf(call, store.tokens.head, body)
const limits = (plans: readonly Plans[]): Plan[] =>
  plans.flatMap(({ generic }) => nodes(generic).filter((node) => node['Node Type'] === 'Limit'))

test.each([
  ['announcements', rooms.setting.topicList, 'dealer_topic_pkey'],
  ['the blocklist', rooms.setting.blockedList, 'store_blocklist_pkey'],
])('%s: reads every page in order from its index, the last one too', async (_name, call, index) => {
  for (const pageStart of [1, 400]) {
    const [page, ...others] = limits(await plansOf(call, { pageStart }))
    expect(others).toEqual([])
    expect(page && indexesOf(page)).toEqual([index])
    expect(page && typesOf(page).filter((type) => /Sort/.test(type))).toEqual([])
  }
})

test('profile reads only the newest announcement', async () => {
  const [newest] = limits(await plansOf(rooms.setting.profile))
  expect(newest && indexesOf(newest)).toEqual(['dealer_topic_pkey'])
})

test('waiting leads are counted by their state', async () => {
  const used = (await plansOf(rooms.setting.waitingLeads)).flatMap(({ generic }) => indexesOf(generic))
  expect(used.every((index) => index.startsWith('lead_'))).toBe(true)
  expect(used).not.toEqual([])
})

test('an entry is removed from the blocklist by its id', async () => {
  const { data = [] } = await store.app.post(rooms.setting.blockedList, store.tokens.head, {})
  const plans = await plansOf(rooms.setting.removeBlocked, { id: data[0]?.id })
  expect(plans.flatMap(({ generic }) => indexesOf(generic))).toContain('store_blocklist_pkey')
})

test('custom sources are added, renamed and deleted by their ids', async () => {
  await plansOf(rooms.setting.addSource, { name: '异业合作' })
  const { data = [] } = await store.app.post(rooms.team.sourceList, store.tokens.head, {})
  const sourceId = data[0]?.id
  for (const plans of [
    await plansOf(rooms.setting.updateSource, { sourceId, name: '异业合作二' }),
    await plansOf(rooms.setting.deleteSource, { sourceId }),
  ])
    expect(plans).not.toEqual([])
})
