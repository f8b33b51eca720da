import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import { leadMeasures } from '@showroom/contract/report/report.rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNow } from '../../../test/app.ts'
import { indexesOf, nodes, openLargeStore, pageOf, typesOf } from '../../../test/database/plans.ts'
import type { LargeStore, Plan, Plans } from '../../../test/database/plans.ts'
import { manualValid } from '../lead.factory.ts'

/** Checks the query plans for the lead calls of a store with 30,000 leads, next to other stores. */

const { list, counts, detail, clear, noContact, assign, batchAssign } = rooms.lead

let store: LargeStore
beforeAll(async () => {
  store = await openLargeStore()
  // Four of five are done, as in an active store. Names and numbers are those of customers elsewhere, so that few belong to the store's
  // customers.
  await store.client.query(`
    with owners as (
      select dealer_id, array_agg(id order by id) as ids from member where role = 4 group by dealer_id
    ), head as (
      select m.dealer_id from member m join account a on a.id = m.account_id and a.mobile = '17000001000'
    )
    insert into lead (dealer_id, source_id, status, clear_status, name, mobile, series_id, province, city, clue_level, is_remote,
                      owner_id, assigned_at, created_at, cleared_at, clear_seconds)
    select o.dealer_id, 1 + i % 11, s.status, case when s.status = 4 then 2 when s.status = 12 then 3 when s.status = 1 then 0 else 1 end,
           substr('王李张刘陈杨赵黄周吴', 1 + i % 10, 1) || substr('伟芳娜敏静秀丽强磊军', 1 + (i / 10) % 10, 1),
           '151' || lpad((i * 7919 % 100000000)::text, 8, '0'), 1201 + i % 5, '浙江省', '杭州市', 1 + i % 2, 1 + i % 3,
           case when s.status = 2 then o.ids[1 + i % cardinality(o.ids)] end,
           case when s.status = 2 then t.at + interval '1 hour' end, t.at,
           case when s.status <> 1 then t.at + interval '10 minutes' end, case when s.status <> 1 then 600 end
    from owners o
    cross join lateral generate_series(1, case when o.dealer_id = (select dealer_id from head) then 30000 else 3000 end) as i
    cross join lateral (select case when i % 100 < 2 then 1 when i % 100 < 5 then 12 when i % 100 < 6 then 5
                                    when i % 100 < 20 then 4 else 2 end as status) as s
    cross join lateral (select timestamptz '2026-11-18 04:00Z' - i * interval '5 minutes' as at) as t`)
  await store.client.query('update dealer set online_policy = 1')
  await store.settle('lead')
}, 120_000)
afterAll(() => store.close())

const month = { createdDate: lastDays(testNow.getTime() / 1000, 29) }
const week = { createdDate: lastDays(testNow.getTime() / 1000, 6) }
const readsLeads = ({ generic }: Plans): boolean =>
  nodes(generic).some((node) => node['Relation Name'] === 'lead')
/** How leads are read. */
const scansOf = (plan: Plan): string[] =>
  nodes(plan)
    .filter((node) => node['Relation Name'] === 'lead')
    .map((node) => node['Node Type'])
/** A search for a complete number runs as a separate statement with a limit. */
const pageFor = async (who: 'head' | 'consultant', body: object): Promise<Plan> =>
  pageOf((await store.plansOf(list, store.tokens[who], body)).filter(readsLeads))

describe('the list', () => {
  test.each<[string, string, object]>([
    ['waiting', 'lead_tab', { activityType: 1 }],
    ['waiting for an owner', 'lead_unassigned', { activityType: 2 }],
    ['valid of a month', 'lead_tab', { activityType: 3, ...month }],
    ['invalid of a month', 'lead_tab', { activityType: 4, ...month }],
    ['unreachable', 'lead_tab', { activityType: 5 }],
    ['all of a week', 'lead_created', week],
    ['everything', 'lead_created', {}],
    ['a deep page', 'lead_created', { pageStart: 2000 }],
    ['sources', 'lead_tab', { activityType: 3, onlineSources: '1,2' }],
    ['owners', 'lead_tab', { activityType: 3, userIds: '17,18' }],
    ['first class, remote', 'lead_created', { clueLevel: 1, isRemote: 1 }],
    ['overdue', 'lead_tab', { activityType: 1, isOverdue: 1 }],
    ['overdue, newest first', 'lead_tab', { activityType: 1, isOverdue: 1, orderType: 2 }],
    ['waiting, newest first', 'lead_tab', { activityType: 1, orderType: 2 }],
    ['waiting for an owner, newest first', 'lead_unassigned', { activityType: 2, orderType: 2 }],
    ['valid of a month, oldest first', 'lead_tab', { activityType: 3, orderType: 1, ...month }],
    ['everything, oldest first', 'lead_created', { orderType: 1 }],
  ])('%s: the page comes sorted from %s', async (_name, index, body) => {
    const page = await pageFor('head', { activityType: 6, ...body })
    expect(typesOf(page).filter((type) => /Sort/.test(type))).toEqual([])
    expect(indexesOf(page)[0]).toBe(index)
  })

  test('leads without a result are found by their tabs', async () => {
    const page = await pageFor('head', { activityType: 6, counted: leadMeasures.indexOf('leadsWaiting') + 1 })
    expect(indexesOf(page)).toContain('lead_tab')
    expect(typesOf(page)).not.toContain('Seq Scan')
  })

  test('page and total read no row of a lead', async () => {
    for (const body of [
      week,
      {},
      { activityType: 1, isOverdue: 1, orderType: 1 },
      { activityType: 3, ...month, onlineSources: '1,2', clueLevel: 1, isRemote: 2 },
    ]) {
      const [plans] = await store.plansOf(list, store.tokens.head, { pageCount: 10, ...body })
      const all = nodes(plans?.generic ?? { 'Node Type': '' })
      const readsUnder = (type: string): string[] =>
        all.filter((node) => node['Node Type'] === type).map((node) => scansOf(node).join())
      expect(readsUnder('Limit')).toEqual(['Index Only Scan'])
      expect(readsUnder('Aggregate'), JSON.stringify(plans?.generic)).toContain('Index Only Scan')
    }
  })

  const asKeyed = async (key: string): Promise<string[]> => {
    const indexes = []
    for (const who of ['head', 'consultant'] as const)
      for (const activityType of [3, 6])
        indexes.push(indexesOf(await pageFor(who, { key, activityType })).join())
    return indexes
  }

  test.each(['王', '王伟', '伟芳', '7919', '13800138000'])('keyword %s is found by an index', async (key) => {
    for (const indexes of await asKeyed(key)) expect(indexes).toMatch(/lead_(number_search|mobile)/)
  })

  test('one digit matches most numbers, so the store is read by its page', async () => {
    expect(await asKeyed('1')).toHaveLength(4)
  })

  test('a consultant’s own leads are read by an index', async () => {
    for (const activityType of [3, 6])
      expect(indexesOf(await pageFor('consultant', { activityType }))[0]).toMatch(
        /^lead_(tab|created|owned)$/,
      )
  })
})

test('the numbers on the tabs come from indexes alone', async () => {
  const [plans, ...others] = await store.plansOf(counts, store.tokens.head, {})
  expect(others).toEqual([])
  const scans = nodes(plans?.generic ?? { 'Node Type': '' }).filter(
    (node) => node['Relation Name'] === 'lead',
  )
  expect(scans).toHaveLength(4)
  expect(scans.map((node) => node['Index Name'])).toEqual(
    expect.arrayContaining(['lead_tab', 'lead_unassigned']),
  )
  const tabs = scans.filter((node) => node['Index Name'] === 'lead_tab')
  expect(tabs.map((node) => node['Node Type'])).toEqual([
    'Index Only Scan',
    'Index Only Scan',
    'Index Only Scan',
  ])
})

test('every statement of handling uses an index', async () => {
  const { head } = store.tokens
  const { data = [] } = await store.app.post(rooms.team.assignMembers, head, { isAll: 1 })
  const memberId = data[0]?.memberId ?? 0
  const of = async (activityType: number): Promise<number[]> =>
    ((await store.app.post(list, head, { activityType, pageCount: 50 })).data ?? []).map((row) => row.clueId)
  const [first = 0, second = 0, third = 0] = await of(1)
  const opened = await store.plansOf(detail, head, { clueId: first })
  // A store has ten times as many customers as leads, so the customer must be found by its number.
  expect(opened.flatMap(({ generic }) => indexesOf(generic))).toContain('customer_mobile')
  await store.plansOf(noContact, head, { clueId: first })
  await store.plansOf(clear, head, { clueId: second, isValid: 0, invalidReason: 4 })
  const cleared = await store.plansOf(clear, head, { ...manualValid(third), memberId })
  const files = cleared
    .flatMap(({ generic }) => nodes(generic))
    .filter((node) => node['Relation Name'] === 'customer')
  expect(files.map((node) => node['Index Name'])).toEqual(
    expect.arrayContaining(['customer_mobile', 'customer_merged']),
  )
  const [waiting = 0, ...others] = await of(2)
  await store.plansOf(assign, head, { clueId: waiting, memberId })
  await store.plansOf(batchAssign, head, { clueIdArr: others, memberId })
  await store.plansOf(rooms.base.getUserInfo, head, { userId: first, userType: 2 })
  expect(await store.plansOf(list, head, { activityType: 4, isExport: 1, ...week })).not.toEqual([])
})

test('every statement that moves leads with their customers uses an index', async () => {
  const { head } = store.tokens
  const { data: members = [] } = await store.app.post(rooms.team.assignMembers, head, { isAll: 1 })
  const { data: files = [] } = await store.app.post(rooms.customer.list, head, { pageCount: 50 })
  const plans = await store.plansOf(rooms.customer.batchReassign, head, {
    customerIds: files.map((file) => file.customerId).join(),
    // A different member than the owner of the leads in the tests before.
    memberId: members[1]?.memberId,
  })
  const moving = plans.find(({ generic }) => nodes(generic).some((node) => node['Relation Name'] === 'lead'))
  expect(indexesOf(moving?.generic ?? { 'Node Type': '' })).toContainEqual(
    expect.stringMatching(/^lead_(unfollowed|customer)$/),
  )
})
