import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testNow } from '../../test/app.ts'
import { createExplainer } from '../../test/database/explain.ts'
import { indexesOf, openLargeStore, typesOf } from '../../test/database/plans.ts'
import type { LargeStore } from '../../test/database/plans.ts'
import { recordStatements } from '../../test/database/statements.ts'
import { claimRows } from '../platform/queues/table.repository.ts'
import { countRows } from '../platform/queues/upkeep.repository.ts'
import { textsOf, toSend } from '../platform/texts/outbox.repository.ts'

/** Checks the query plans for templates, recipients and messages in a store that has sent many. */

let store: LargeStore
let templateId = 0
beforeAll(async () => {
  store = await openLargeStore()
  await store.client.query(
    `insert into sms_template (dealer_id, subject, content, user_name, updated_at)
     select d.id, '到店邀请' || n, '{客户姓名}您好', '经理', $1 from dealer d, generate_series(1, 100) n`,
    [testNow],
  )
  await store.client.query(
    `insert into sms_message (dealer_id, customer_id, member_id, subject, content, created_at, state)
     select c.dealer_id, c.id, 1, '到店邀请', '您好', $1::timestamptz - n * interval '1 day', 1
     from customer c, generate_series(1, 2) n`,
    [testNow],
  )
  await store.client.query(
    `insert into sms_outbox (kind, mobile, state, expires_at, created_at, settled_at)
     select 1 + n % 3, '13800000000', 2, at, at, at
     from generate_series(1, 30000) n cross join lateral (select $1::timestamptz - n * interval '1 minute' as at) t`,
    [testNow],
  )
  await store.settle('sms_template', 'sms_message', 'sms_outbox')
  const { data = [] } = await store.app.post(rooms.sms.list, store.tokens.head, {})
  templateId = data[0]?.id ?? 0
}, 120_000)
afterAll(() => store.close())

const usedBy = async (...request: Parameters<LargeStore['plansOf']>): Promise<string[]> =>
  (await store.plansOf(...request)).flatMap(({ generic }) => indexesOf(generic))

test('the templates of a store come sorted from their index', async () => {
  const [plan] = await store.plansOf(rooms.sms.list, store.tokens.head, {})
  expect(plan && indexesOf(plan.generic)).toEqual(['sms_template_pkey'])
  expect(plan && typesOf(plan.generic).filter((type) => /Sort/.test(type))).toEqual([])
})

test('a preview reads one customer: the requested one or the newest', async () => {
  const { customerId } = await store.findCustomer()
  const content = '{客户姓名}您好'
  const { head, consultant } = store.tokens
  for (const [token, body] of [
    [head, { content, customerId }],
    [head, { content }],
    [consultant, { content }],
  ] as const)
    expect(await usedBy(rooms.sms.preview, token, body)).toContain('customer_pkey')
})

test('sending a message reads the rows of its customer by index', async () => {
  const { customerId } = await store.findCustomer()
  const used = await usedBy(rooms.sms.send, store.tokens.head, { customerId, templateId })
  expect(used).toContain('sms_message_customer')
})

test('the next message is found among the waiting ones, not among all that were sent', async () => {
  const explainer = createExplainer(store.client)
  const now = testNow
  const statements = await recordStatements(async () => {
    await claimRows(store.app.db, textsOf('texts'), 0, { now, limit: 12 })
    await countRows(store.app.db, 'sms_outbox', toSend)
    await store.app.app.jobs.find(({ name }) => name === 'tidy-rows-platform')?.run()
  })
  const queries = statements.filter(({ text }) => text.includes('sms_outbox'))
  expect(queries).toHaveLength(3)
  for (const { text } of queries)
    expect(indexesOf(await explainer.explain(text)).join(), text).toMatch(
      /sms_outbox_(?:due|of_store|created)/,
    )
})
