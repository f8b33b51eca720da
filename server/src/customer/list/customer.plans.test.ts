import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNow } from '../../../test/app.ts'
import { indexesOf, nodes, openLargeStore, pageOf as pageIn, typesOf } from '../../../test/database/plans.ts'
import type { LargeStore, Plan, Plans } from '../../../test/database/plans.ts'

/** Query plans for the list of a large store and for actions on one of its customers. */

let client: LargeStore['client']
let tokens: LargeStore['tokens']
let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  ;({ client, tokens } = store)
}, 120_000)
afterAll(() => store.close())

const plansOf = (...request: Parameters<LargeStore['plansOf']>): Promise<Plans[]> => store.plansOf(...request)

const pageOf = async (who: keyof typeof tokens, body: object): Promise<Plan> =>
  pageIn(await plansOf(rooms.customer.list, tokens[who], body))

const month = lastDays(Math.floor(testNow.getTime() / 1000), 29)
const usual = { createdDate: month }
const today = lastDays(Math.floor(testNow.getTime() / 1000), 0)

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
  ])('%s: reads the page in order from %s', async (_name, index, body) => {
    const page = await pageOf('head', body)
    expect(indexesOf(page)[0]).toBe(index)
    expect(typesOf(page).filter((type) => /Sort/.test(type))).toEqual([])
  })

  test('finds customers due on a day by its index', async () => {
    for (const who of ['head', 'consultant'] as const)
      expect(indexesOf(await pageOf(who, { nextDate: today }))[0]).toBe('deal_next')
  })

  test.each([
    ['newest first', 'deal_created', {}],
    ['earliest follow-up first', 'deal_followed', { orderType: 3 }],
  ])('reaches a deep page, %s, by one index walk and then from a bookmark', async (_name, index, order) => {
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

  test('reads the default filter from the index alone', async () => {
    const page = await pageOf('head', usual)
    expect(typesOf(page)).toEqual(['Limit', 'Index Only Scan'])
  })

  test('counts the total from an index alone', async () => {
    for (const body of [usual, {}, { ...usual, levels: 'H,A', type: 2, fromSources: '2' }]) {
      const [plans] = await plansOf(rooms.customer.list, tokens.head, body)
      const count = nodes(plans?.generic ?? { 'Node Type': '' }).find(
        (node) => node['Node Type'] === 'Aggregate' && typesOf(node).join() === 'Aggregate,Index Only Scan',
      )
      expect(count, JSON.stringify([body, plans?.generic], null, 1)).toBeDefined()
    }
  })

  test('counts the files of a district from the index that has districts', async () => {
    for (const withSuperseded of [0, 1]) {
      const body = { ...usual, buyRegion: 330_106, withSuperseded }
      const [plans] = await plansOf(rooms.customer.list, tokens.head, body)
      const planNodes = nodes(plans?.generic ?? { 'Node Type': '' })
      expect(planNodes).toContainEqual(
        expect.objectContaining({ 'Node Type': 'Index Only Scan', 'Index Name': 'deal_counted' }),
      )
    }
  })

  test.each([usual, {}, { orderType: 2 }])(
    "reads a consultant's own customers by an index %j",
    async (body) => {
      expect(indexesOf(await pageOf('consultant', body))[0]).toMatch(/^deal_(created|followed|owner)$/)
    },
  )

  test.each(['张', '张伟', '欧阳伟', '432', '4321'])('finds keyword %s by the search index', async (key) => {
    for (const body of [{ key }, { key, ...usual }])
      for (const who of ['head', 'consultant'] as const)
        expect(indexesOf(await pageOf(who, body))).toContain('customer_search')
  })

  test('finds a whole number by the search index', async () => {
    // Includes the statements that count guesses of unknown numbers.
    for (const who of ['head', 'consultant'] as const) {
      const plans = await plansOf(rooms.customer.list, tokens[who], { key: '13812345678' })
      expect(plans.flatMap(({ generic }) => indexesOf(generic))).toContain('customer_search')
    }
  })
})

describe('a customer', () => {
  const nextDate = testNow.getTime() / 1000 + 86_400

  test('get reads each table by its index', async () => {
    const { customerId } = await store.findCustomer()
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

  test('timelines reads older rows from the index, no further than the page', async () => {
    const { rows } = await client.query<{ customerId: number; beforeId: number }>(
      `select customer_id::int as "customerId", max(id)::int as "beforeId" from timeline
       where customer_id = $1 group by 1`,
      [(await store.findCustomer()).customerId],
    )
    const [plans] = await plansOf(rooms.customer.timelines, tokens.head, rows[0] ?? {})
    expect(indexesOf(plans?.generic ?? { 'Node Type': '' })).toContain('timeline_customer')
    expect(typesOf(plans?.generic ?? { 'Node Type': '' })).not.toContain('Sort')
  })

  test('add and follow run every statement by an index', async () => {
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
    const form = { ...(await store.findCustomer()), ...follow, nextActivityType: 2, nextDate }
    expect(await plansOf(rooms.customer.follow, tokens.head, form)).not.toEqual([])
  })
})
