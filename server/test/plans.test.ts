import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { lastDays } from '@showroom/contract/kernel/day'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { largeMemberMobile, seedLarge } from '../src/seed/large.ts'
import { demoPassword } from '../src/seed/network.ts'
import { createTestApp, testNow } from './app.ts'
import type { TestApp } from './app.ts'
import { signIn } from './sign-in.ts'
import { recordStatements } from './statements.ts'
import type { Statement } from './statements.ts'

/** How PostgreSQL means to run what the product asks it on a large store: the statements are recorded from the product itself. */

let app: TestApp
let client: pg.Client
const tokens = { head: '', consultant: '' }
let tenantTables: ReadonlySet<string>
let largeTables: ReadonlySet<string>

/**
 * Rows are read from an index alone where their pages are marked as visible to all. That takes the commit to be on the disk and nobody to
 * look at the database from before it, which another test's load can delay: asked for until it is so.
 */
async function settle(): Promise<void> {
  await vi.waitFor(
    async () => {
      await client.query('checkpoint')
      await client.query('vacuum (analyze) customer, deal, activity, timeline, group_mobile')
      const { rows } = await client.query<{ relname: string }>(
        `select relname from pg_class where relname in ('customer', 'deal', 'activity', 'timeline') and relallvisible < relpages * 0.95`,
      )
      expect(rows).toEqual([])
    },
    { timeout: 40_000, interval: 250 },
  )
}

beforeAll(async () => {
  app = await createTestApp()
  await seedLarge(app.databaseUrl, { dealers: 3, customers: 36_000 }, testNow, () => undefined)
  client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await settle()
  tokens.head = (await signIn(app, largeMemberMobile(1, 0), demoPassword)).token ?? ''
  tokens.consultant = (await signIn(app, largeMemberMobile(1, 4), demoPassword)).token ?? ''
  const { rows } = await client.query<{ name: string; rows: number }>(
    `select c.relname as name, c.reltuples as rows from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'dealer_id' where c.relkind = 'r'`,
  )
  tenantTables = new Set(rows.map(({ name }) => name))
  largeTables = new Set(rows.filter((table) => table.rows > 10_000).map(({ name }) => name))
}, 120_000)

afterAll(async () => {
  await client.end()
  await app.close()
})

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
const typesOf = (plan: Plan): string[] => nodes(plan).map((node) => node['Node Type'])
const indexesOf = (plan: Plan): string[] => nodes(plan).flatMap((node) => node['Index Name'] ?? [])
const sequential = (plan: Plan, tables: ReadonlySet<string>): string[] =>
  nodes(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((table) => tables.has(table))

async function explain(statement: Statement, way: 'generic_plan' | 'for these values'): Promise<Plan> {
  const generic = way === 'generic_plan'
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (${generic ? 'generic_plan, ' : ''}format json) ${statement.text}`,
    generic ? [] : [...statement.values],
  )
  const [row] = rows
  if (!row) throw new Error('no plan')
  return row['QUERY PLAN'][0].Plan
}

interface Plans {
  /** As it is prepared, whatever the values. */
  readonly generic: Plan
  /** For the very values of the call. */
  readonly custom: Plan
}

/** Asks the product and explains what it asked PostgreSQL. Refuses a plan that reads a table from end to end. */
async function plansOf(call: Call, token: string, body: object): Promise<Plans[]> {
  // Once before: a session is read from the database the first time, and from memory afterwards.
  await app.post(rooms.access.profile, token, {})
  const statements = await recordStatements(async () => {
    const answer = await app.post(call, token, body)
    expect(answer.detail).toBe('')
  })
  const plans: Plans[] = []
  for (const statement of statements.filter(({ text }) => /^\s*(select|update|delete)\b/i.test(text))) {
    const [generic, custom] = [
      await explain(statement, 'generic_plan'),
      await explain(statement, 'for these values'),
    ]
    expect([...sequential(generic, largeTables), ...sequential(custom, largeTables)], statement.text).toEqual(
      [],
    )
    // Tables that are small here are not elsewhere: each must have an index that could serve.
    await client.query('set enable_seqscan = off')
    expect(sequential(await explain(statement, 'generic_plan'), tenantTables), statement.text).toEqual([])
    await client.query('reset enable_seqscan')
    plans.push({ generic, custom })
  }
  return plans
}

/** The list is one statement; its only limit is that of the page. */
async function pageOf(who: keyof typeof tokens, body: object): Promise<Plan> {
  const plans = await plansOf(rooms.customer.list, tokens[who], body)
  expect(plans).toHaveLength(1)
  const page = plans.flatMap(({ generic }) => nodes(generic)).find((node) => node['Node Type'] === 'Limit')
  if (!page) throw new Error('no page')
  return page
}

const month = lastDays(Math.floor(testNow.getTime() / 1000), 29)
const usual = { createdDate: month }

describe('customer list', () => {
  test.each<[string, string, object]>([
    ['the default filter', 'deal_created', usual],
    ['its oldest first', 'deal_created', { ...usual, orderType: 1 }],
    ['everything', 'deal_created', {}],
    ['a deep page of everything', 'deal_created', { pageStart: 800, pageCount: 10 }],
    ['the latest follow-up first', 'deal_followed', { orderType: 2 }],
    ['the earliest follow-up first', 'deal_followed', { orderType: 3, followDate: month }],
    ['levels', 'deal_created', { ...usual, levels: 'H,A' }],
    ['a status', 'deal_created', { ...usual, type: 2 }],
    ['the defeated of all times', 'deal_created', { type: 5 }],
    ['owners', 'deal_created', { ...usual, saleIds: '17,18' }],
    ['sources and business types', 'deal_created', { ...usual, fromSources: '2,98', businessTypes: '1' }],
    ['online sources', 'deal_created', { ...usual, fromType: 1, onlineSources: '1,2' }],
    ['series', 'deal_created', { ...usual, series: '1201' }],
    ['order date', 'deal_created', { orderDate: month }],
    ['delivery date', 'deal_created', { deliverDate: month }],
    ['arrival', 'deal_created', { comeDate: month, comeStatus: 2 }],
    ['defeat date', 'deal_created', { failDate: month, failReason: 1 }],
    ['dormant', 'deal_created', { ...usual, suspendStatus: 1 }],
    ['smart drive', 'deal_created', { ...usual, isSmartDrive: 1 }],
    ['WeCom contacts', 'deal_created', { ...usual, wxCustomerStatus: 1 }],
    ['on file at another store', 'deal_created', { ...usual, isZk: 1 }],
  ])('%s: the page comes sorted from %s', async (_name, index, body) => {
    const page = await pageOf('head', body)
    expect(indexesOf(page)[0]).toBe(index)
    expect(typesOf(page).filter((type) => /Sort/.test(type))).toEqual([])
  })

  test('the default filter reads the index alone', async () => {
    const page = await pageOf('head', usual)
    expect(typesOf(page)).toEqual(['Limit', 'Index Only Scan'])
  })

  test('the total is counted from an index alone', async () => {
    for (const body of [usual, {}, { ...usual, levels: 'H,A', type: 2, fromSources: '2' }]) {
      const [plans] = await plansOf(rooms.customer.list, tokens.head, body)
      const count = nodes(plans?.generic ?? { 'Node Type': '' }).find(
        (node) => node['Node Type'] === 'Aggregate' && typesOf(node).join() === 'Aggregate,Index Only Scan',
      )
      expect(count, JSON.stringify([body, plans?.generic], null, 1)).toBeDefined()
    }
  })

  test.each([usual, {}, { orderType: 2 }])(
    'a consultant reads their own customers by an index %j',
    async (body) => {
      expect(indexesOf(await pageOf('consultant', body))[0]).toMatch(/^deal_(created|followed|owner)$/)
    },
  )

  test.each(['张', '张伟', '欧阳伟', '432', '4321', '13812345678'])(
    'keyword %s: found by the search index',
    async (key) => {
      for (const body of [{ key }, { key, ...usual }])
        for (const who of ['head', 'consultant'] as const)
          expect(indexesOf(await pageOf(who, body))).toContain('customer_search')
    },
  )
})

describe('a customer', () => {
  const findOne = async () => {
    const { rows } = await client.query<{ customerId: number; dealId: number; activityId: number }>(
      `select d.customer_id::int as "customerId", d.id::int as "dealId", a.id::int as "activityId"
       from deal d join activity a on a.dealer_id = d.dealer_id and a.deal_id = d.id and a.completed_at is null
       join member m on m.dealer_id = d.dealer_id and m.role = 1 join account p on p.id = m.account_id and p.mobile = $1
       where d.level = 'A' and d.suspended_at is null limit 1`,
      [largeMemberMobile(1, 0)],
    )
    if (!rows[0]) throw new Error('the seed has no such customer')
    return rows[0]
  }
  const nextDate = testNow.getTime() / 1000 + 86_400

  test('get: each table by its index', async () => {
    const { customerId } = await findOne()
    const [plans, ...others] = await plansOf(rooms.customer.get, tokens.head, { customerId })
    expect(others).toEqual([])
    expect(indexesOf(plans?.generic ?? { 'Node Type': '' })).toEqual(
      expect.arrayContaining([
        'customer_pkey',
        'deal_pkey',
        'timeline_customer',
        'activity_open',
        'group_mobile_pkey',
      ]),
    )
  })

  test('an order from the file to its delivery: every statement by an index', async () => {
    const { customerId } = await findOne()
    const form = {
      customerId,
      specId: 20_101,
      color: '松雪白',
      price: 98_800,
      downPayment: 5000,
      deliverDate: nextDate,
    }
    await plansOf(rooms.order.order, tokens.head, form)
    const { data = [] } = await app.post(rooms.order.getCustomerOrders, tokens.head, { customerId })
    await plansOf(rooms.order.getCustomerOrders, tokens.head, { customerId })
    const orderId = data[0]?.id ?? 0
    await plansOf(rooms.order.submitOrder, tokens.head, { orderId })
    await plansOf(rooms.order.confirmOrder, tokens.head, { orderId })
    await plansOf(rooms.order.orderFollow, tokens.head, {
      customerId,
      contactStatus: 1,
      nextDate,
      remark: '等车中',
    })
    const delivered = { ...form, deliverDate: nextDate - 86_400, nextDate }
    expect(await plansOf(rooms.order.deliver, tokens.head, delivered)).not.toEqual([])
  })

  test('import and export: every statement by an index', async () => {
    await plansOf(rooms.customer.list, tokens.head, {
      isExport: 1,
      levels: 'B',
      createdDate: lastDays(testNow.getTime() / 1000, 6),
    })
    expect(await plansOf(rooms.customer.importTemplate, tokens.head, {})).not.toEqual([])
  })

  test('add and follow: every statement by an index', async () => {
    const customer = {
      name: '林晓雨',
      mobile: '19912345678',
      gender: 2,
      specIds: '1201',
      level: 'A',
      nextDate,
    }
    const region = { buyProvince: '浙江省', buyCity: '杭州市', buyArea: '西湖区' }
    expect(await plansOf(rooms.customer.add, tokens.head, { ...customer, ...region })).not.toEqual([])
    const follow = {
      completedActivityType: 1,
      contactType: 1,
      event: 4,
      level: 'A',
      specIds: '1201',
      remark: '周末来看车',
    }
    const form = { ...(await findOne()), ...follow, nextActivityType: 2, nextDate }
    expect(await plansOf(rooms.customer.follow, tokens.head, form)).not.toEqual([])
  })
})
