import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testNow } from '../../test/app.ts'
import { indexesOf, nodes, openLargeStore, typesOf } from '../../test/database/plans.ts'
import type { LargeStore, Plan, Plans } from '../../test/database/plans.ts'

/** Checks the query plans for the log of an endpoint with many messages. */

let store: LargeStore
let endpointId: number
beforeAll(async () => {
  store = await openLargeStore()
  const { client } = store
  const { rows } = await client.query<{ id: number }>(
    `insert into webhook_endpoint (dealer_id, url, events, sealed_secret, creator_name, created_at)
     select d.id, 'https://hooks.example.com/' || n, '{customer.created}', '', '总经理', $1
     from dealer d, generate_series(1, 3) n returning id::int`,
    [testNow],
  )
  await client.query(
    `insert into webhook_message (dealer_id, endpoint_id, type, record, from_dealer_id, body, state, status, created_at, due_at, give_up_at)
     select e.dealer_id, e.id, 'customer.created', 'customer:' || n, e.dealer_id, '{}',
            case when n % 100 = 0 then 2 when n % 1000 = 1 then 0 else 1 end, 200,
            $1::timestamptz - n * interval '2 minutes', $1, $1
     from webhook_endpoint e, generate_series(1, 10000) n`,
    [testNow],
  )
  await store.settle('webhook_message', 'webhook_endpoint')
  const own = await store.app.post(rooms.webhook.list, store.tokens.head, {})
  endpointId = own.data?.[0]?.id ?? rows[0]?.id ?? 0
}, 180_000)
afterAll(() => store.close())

const limits = (plans: readonly Plans[]): Plan[] =>
  plans.flatMap(({ generic }) => nodes(generic).filter((node) => node['Node Type'] === 'Limit'))

test.each<[string, string, object]>([
  ['all', 'webhook_message_log', {}],
  ['of days', 'webhook_message_log', { createdDate: lastDays(testNow.getTime() / 1000, 6) }],
  ['that failed', 'webhook_message_failed', { state: 2 }],
])('the log, %s: the page comes sorted from %s', async (_name, index, body) => {
  const plans = await store.plansOf(rooms.webhook.log, store.tokens.head, { endpointId, ...body })
  const limitNodes = limits(plans)
  expect(limitNodes.map((plan) => indexesOf(plan)[0])).toContain(index)
  expect(limitNodes.flatMap(typesOf).filter((type) => /Sort/.test(type))).toEqual([])
})

test('the endpoint list counts waiting and failed messages from their own indexes and finds the last one in the log', async () => {
  const plans = await store.plansOf(rooms.webhook.list, store.tokens.head, {})
  const used = plans.flatMap(({ generic }) => indexesOf(generic))
  expect(used).toContain('webhook_message_failed')
  expect(used).toContain('webhook_message_log')
  expect(used.filter((name) => /due|held/.test(name))).not.toEqual([])
})
