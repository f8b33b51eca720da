import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { largeMemberMobile } from '../src/seed/large.ts'
import { testNow } from './app.ts'
import { indexesOf, nodes, openLargeStore, pageOf as pageIn, typesOf } from './plans.ts'
import type { LargeStore, Plan, Plans } from './plans.ts'

/** How PostgreSQL means to run the lists and actions on a large store. */

let app: LargeStore['app']
let client: LargeStore['client']
let tokens: LargeStore['tokens']
let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  ;({ app, client, tokens } = store)
}, 120_000)

afterAll(() => store.close())

const plansOf = (...asked: Parameters<LargeStore['plansOf']>): Promise<Plans[]> => store.plansOf(...asked)

const pageOf = async (who: keyof typeof tokens, body: object): Promise<Plan> =>
  pageIn(await plansOf(rooms.customer.list, tokens[who], body))

const month = lastDays(Math.floor(testNow.getTime() / 1000), 29)
const usual = { createdDate: month }

describe('customer list', () => {
  test.each<[string, string, object]>([
    ['the default filter', 'deal_created', usual],
    ['its oldest first', 'deal_created', { ...usual, orderType: 1 }],
    ['everything', 'deal_created', {}],
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

  test.each([
    ['newest first', 'deal_created', {}],
    ['earliest follow-up first', 'deal_followed', { orderType: 3 }],
  ])('a deep page, %s: one walk over the index, then from a mark', async (_name, index, order) => {
    const plans = await plansOf(rooms.customer.list, tokens.head, { ...order, pageStart: 800, pageCount: 10 })
    expect(plans).toHaveLength(2)
    const [walk, page] = plans.map(({ generic }) => nodes(generic))
    expect(walk?.find((node) => node['Index Name'])).toMatchObject({
      'Node Type': 'Index Only Scan',
      'Index Name': index,
    })
    expect(walk?.some((node) => /Sort/.test(node['Node Type']))).toBe(false)
    const read = page?.find((node) => node['Index Name'] === index)
    expect(read).toMatchObject({ 'Index Cond': expect.stringContaining('ROW(') })
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

  test.each(['张', '张伟', '欧阳伟', '432', '4321'])('keyword %s: found by the search index', async (key) => {
    for (const body of [{ key }, { key, ...usual }])
      for (const who of ['head', 'consultant'] as const)
        expect(indexesOf(await pageOf(who, body))).toContain('customer_search')
  })

  test('a whole number: found by the search index', async () => {
    // Beside the list's own statement, those that count numbers nobody has.
    for (const who of ['head', 'consultant'] as const) {
      const plans = await plansOf(rooms.customer.list, tokens[who], { key: '13812345678' })
      expect(plans.flatMap(({ generic }) => indexesOf(generic))).toContain('customer_search')
    }
  })
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

  test('its older timeline rows: from the index, no further than the page', async () => {
    const { rows } = await client.query<{ customerId: number; beforeId: number }>(
      `select customer_id::int as "customerId", max(id)::int as "beforeId" from timeline
       where customer_id = $1 group by 1`,
      [(await findOne()).customerId],
    )
    const [plans] = await plansOf(rooms.customer.timelines, tokens.head, rows[0] ?? {})
    expect(indexesOf(plans?.generic ?? { 'Node Type': '' })).toContain('timeline_customer')
    expect(typesOf(plans?.generic ?? { 'Node Type': '' })).not.toContain('Sort')
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
    expect(await plansOf(rooms.transfer.importTemplate, tokens.head, {})).not.toEqual([])
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

describe('follow-up tasks', () => {
  const filters: readonly [string, object][] = [
    ['no filter', {}],
    ['levels', { level: 'H,A' }],
    ['online', { fromType: 1 }],
    ['offline', { fromType: 2 }],
    ['series', { seriesIds: '1201,1203' }],
    ['members', { saleIds: '17,18' }],
    ['a name', { key: '张伟' }],
    ['one character', { key: '张' }],
    ['digits', { key: '4321' }],
    ['all of them', { level: 'H', fromType: 2, seriesIds: '1201', saleIds: '17,18', key: '张' }],
  ]
  const states = { today: 0, pending: 1, overdue: 2, completed: 3 }

  test.each(filters)('%s: every tab and the numbers on them come from indexes', async (_name, filter) => {
    for (const who of ['head', 'consultant'] as const) {
      for (const filterType of Object.values(states))
        expect(await plansOf(rooms.task.list, tokens[who], { ...filter, filterType })).toHaveLength(1)
      expect(await plansOf(rooms.task.counts, tokens[who], filter)).toHaveLength(1)
    }
  })

  const pageOfTasks = async (filterType: number): Promise<Plan | undefined> => {
    const [plans] = await plansOf(rooms.task.list, tokens.head, { filterType })
    return nodes(plans?.generic ?? { 'Node Type': '' }).find((node) => node['Node Type'] === 'Limit')
  }
  test('a page of the store comes sorted from the index alone', async () => {
    for (const [filterType, index] of [
      [states.today, 'activity_due_day'],
      [states.pending, 'activity_due_day'],
      [states.overdue, 'activity_due_day'],
      [states.completed, 'activity_done'],
    ] as const) {
      const page = await pageOfTasks(filterType)
      expect(page && typesOf(page)[1]).toBe('Index Only Scan')
      expect(page && indexesOf(page)[0]).toBe(index)
    }
  })

  test('the numbers on the tabs read no row of an activity or a deal', async () => {
    for (const filter of [{}, { level: 'H,A' }, { fromType: 2 }]) {
      const [plans] = await plansOf(rooms.task.counts, tokens.head, filter)
      const read = nodes(plans?.generic ?? { 'Node Type': '' }).filter((node) =>
        /Scan/.test(node['Node Type']),
      )
      const rows = read.filter((node) => ['activity', 'deal'].includes(node['Relation Name'] ?? ''))
      expect(rows.length).toBeGreaterThan(1)
      for (const node of rows) expect(node['Node Type']).toBe('Index Only Scan')
    }
  })
})

describe('defeat review', () => {
  beforeAll(() => store.settle('defeat_request'), 60_000)
  const pageOfRequests = async (body: object): Promise<Plan> => {
    const [plans, ...others] = await plansOf(rooms.review.failList, tokens.head, body)
    expect(others).toEqual([])
    const page = nodes(plans?.generic ?? { 'Node Type': '' }).find((node) => node['Node Type'] === 'Limit')
    if (!page) throw new Error('no page')
    return page
  }

  test.each<[string, string, object]>([
    ['waiting', 'defeat_request_pending', {}],
    ['who waits longest first', 'defeat_request_pending', { orderType: 1 }],
    [
      'decided in the last days',
      'defeat_request_decided',
      { type: 2, followDate: lastDays(testNow.getTime() / 1000, 6) },
    ],
    ['decided at any time', 'defeat_request_decided', { type: 2 }],
    ['decided for an owner', 'defeat_request_decided', { type: 2, saleIds: '17,18' }],
    ['online customers', 'defeat_request_decided', { type: 2, fromType: 1 }],
  ])('%s: the page comes sorted from %s', async (_name, index, body) => {
    const page = await pageOfRequests(body)
    expect(indexesOf(page)[0]).toBe(index)
    expect(typesOf(page).filter((type) => /Sort/.test(type))).toEqual([])
  })

  test('a keyword: found by the search index', async () => {
    for (const key of ['张', '张伟', '4321'])
      expect(indexesOf(await pageOfRequests({ type: 2, key }))).toContain('customer_search')
  })

  test('to agree and to reject: every statement by an index', async () => {
    const { rows } = await client.query<{ customerId: number }>(
      `select f.customer_id::int as "customerId" from defeat_request f
       join member m on m.dealer_id = f.dealer_id and m.role = 1 join account p on p.id = m.account_id and p.mobile = $1
       where f.state = 0 limit 2`,
      [largeMemberMobile(1, 0)],
    )
    await client.query(`update deal set waiting_fail_review = true where customer_id = any($1)`, [
      rows.map(({ customerId }) => customerId),
    ])
    await plansOf(rooms.review.confirmFail, tokens.head, rows[0] ?? {})
    const { data = [] } = await app.post(rooms.team.assignMembers, tokens.head, { isAll: true })
    const rejection = {
      ...rows[1],
      crossRecall: 2,
      memberId: data[0]?.memberId,
      nextDate: testNow.getTime() / 1000,
      remark: '再争取',
    }
    expect(await plansOf(rooms.review.rejectFail, tokens.head, rejection)).not.toEqual([])
  })
})

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

  test('one’s own, and how many are unread: from their indexes, no further than the page', async () => {
    const plans = await plansOf(rooms.notice.list, tokens.head, { before: 999_999 })
    expect(indexesOf(pageIn(plans))[0]).toBe('notice_member')
    expect(typesOf(pageIn(plans)).filter((type) => /Sort/.test(type))).toEqual([])
    expect(plans.flatMap(({ generic }) => indexesOf(generic))).toContain('notice_unread')
  })

  test('to read them: the unread ones alone', async () => {
    for (const { generic } of await plansOf(rooms.notice.read, tokens.head, { upTo: 999_999 }))
      expect(indexesOf(generic)).not.toContain('notice_member')
  })
})
