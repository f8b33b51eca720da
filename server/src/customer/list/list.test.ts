import { rooms } from '@showroom/contract'
import { statusNames } from '@showroom/contract/customer/customer.rules'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import type { Deal } from '../../platform/db/tables.ts'
import { firstSheetOf } from '../../../test/sheets.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer, stageDeals } from '../customer.factory.ts'

const { list } = rooms.customer
type Query = RequestOf<typeof list>

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const seconds = (at: string): number => Date.parse(`${at}+08:00`) / 1000
const ask = (by: BuiltMember, query: Query = {}) => app.post(list, by.token, query)
const idsOf = async (by: BuiltMember, query: Query = {}) => {
  const answer = await ask(by, { pageCount: 50, ...query })
  expect(answer.status, answer.text).toBe('0')
  const ids = answer.data?.map((row) => row.customerId) ?? []
  expect(answer.total).toBe(ids.length)
  return ids
}
type Overrides = Parameters<typeof buildCustomer>[2]
/** Builds a customer and sets its deal as the test needs. */
async function put(by: BuiltMember, overrides: Overrides = {}, deal: Updateable<Deal> = {}): Promise<number> {
  const { customerId, dealId } = await buildCustomer(app, by, overrides)
  if (Object.keys(deal).length > 0) await stageDeals(app, [dealId], deal)
  return customerId
}
const at = (text: string): Date => new Date(`${text}+08:00`)

describe('a row', () => {
  it("has the list's columns, with the mobile masked", async () => {
    const by = await buildMember(app.db, app.now(), { name: '秦朗' })
    const nextDate = seconds('2026-11-20T00:00:00')
    const customerId = await put(
      by,
      { name: '林晓雨', mobile: '13987654321', specIds: '1201', tags: '全款', nextDate },
      { system_tags: ['高意向'] },
    )
    const { data, total } = await ask(by)
    expect(total).toBe(1)
    expect(data).toEqual([
      {
        customerId,
        dealId: expect.any(Number),
        name: '林晓雨',
        mobile: '139****4321',
        gender: 2,
        ownerName: '秦朗',
        level: 'H',
        specName: '松涧',
        tag: '全款 高意向',
        status: 1,
        isSuspend: false,
        waitingFailReview: false,
        isSuperseded: false,
        isErased: false,
        isZk: false,
        fromSource: 2,
        createdDate: Math.floor(app.now().getTime() / 1000),
        updatedDate: 0,
        nextFollowDate: nextDate,
        failReason: '',
        failDate: 0,
      },
    ])
  })

  it('of a defeated customer has the reason and the date', async () => {
    const by = await buildMember(app.db, app.now())
    const failedAt = at('2026-11-12T10:00:00')
    const failed = { level: 'F', fail_reason: 2, failed_at: failedAt }
    const [asked, given] = [await put(by, {}, failed), await put(by, {}, { ...failed, fail_reason: 15 })]
    const request = { dealer_id: by.dealerId, requested_by: by.memberId, requested_at: failedAt, reason: 2 }
    const { id } = await app.db
      .selectFrom('deal')
      .select('id')
      .where('dealer_id', '=', by.dealerId)
      .where('customer_id', '=', asked)
      .executeTakeFirstOrThrow()
    // One request was rejected before, the other was confirmed.
    for (const [state, sub_reason] of [
      [2, 22],
      [1, 21],
    ] as const)
      await app.db
        .insertInto('defeat_request')
        .values({ ...request, customer_id: asked, deal_id: id, state, sub_reason })
        .execute()
    // A revived customer shows nothing of the old defeat.
    await put(by, {}, { fail_reason: 2, failed_at: failedAt })
    const rows = (await ask(by, { orderType: 1 })).data ?? []
    const failDate = failedAt.getTime() / 1000
    expect(rows.map((row) => [row.customerId, row.failReason, row.failDate])).toEqual([
      [asked, '价格 / 超出预算', failDate],
      [given, '异地购车', failDate],
      [expect.any(Number), '', 0],
    ])
  })
})

it('names a status in the workbook as on the page', async () => {
  const by = await buildMember(app.db, app.now(), { role: 1 })
  await put(by, {}, { level: 'D' })
  await put(by, {}, { suspended_at: app.now() })
  const { filePath: url = '' } = await ask(by, { isExport: 1 })
  const cookie = `Dealer-User-Token=${encodeURIComponent(by.token)}`
  const { rawPayload: bytes } = await app.app.http.inject({ url, headers: { cookie } })
  expect((await firstSheetOf(bytes)).map((cells) => cells[5])).toEqual([
    '客户状态',
    statusNames[6],
    statusNames[4],
  ])
})

describe('scope', () => {
  it('shows consultants their own, heads their reporting line at any depth, admins the dealer, others nothing', async () => {
    const head = await buildMember(app.db, app.now())
    const { dealerId } = head
    const lead = await buildMember(app.db, app.now(), { dealerId, managerId: head.memberId })
    const junior = await buildMember(app.db, app.now(), { dealerId, managerId: lead.memberId })
    const admin = await buildMember(app.db, app.now(), { dealerId, role: 3, modules: [] })
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    const mine = {
      head: await put(head),
      lead: await put(lead),
      junior: await put(junior),
      admin: await put(admin),
    }
    const sorted = async (by: BuiltMember, query?: Query) =>
      (await idsOf(by, query)).toSorted((a, b) => a - b)
    expect(await sorted(junior)).toEqual([mine.junior])
    expect(await sorted(lead)).toEqual([mine.lead, mine.junior])
    expect(await sorted(head)).toEqual([mine.head, mine.lead, mine.junior])
    expect(await sorted(admin)).toEqual([mine.head, mine.lead, mine.junior, mine.admin])
    expect(await sorted(foreign)).toEqual([])
    // A filter on another member does not widen the scope.
    expect(await sorted(junior, { saleIds: String(head.memberId) })).toEqual([])
    expect(await sorted(head, { saleIds: `${lead.memberId},${admin.memberId}` })).toEqual([mine.lead])
  })

  it('finds nothing of another dealer by keyword', async () => {
    const by = await buildMember(app.db, app.now())
    await put(by, { name: '独一人', mobile: '13955550001' })
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    for (const key of ['独一', '0001', '13955550001']) expect(await idsOf(foreign, { key })).toEqual([])
  })

  it('leaves merged customers out', async () => {
    const by = await buildMember(app.db, app.now())
    const customerId = await put(by)
    await app.db
      .updateTable('deal')
      .set({ is_current: false, superseded_at: app.now() })
      .where('customer_id', '=', customerId)
      .execute()
    expect(await idsOf(by)).toEqual([])
  })
})

/** A query with a deal or customer that it finds, and one that it does not. */
interface Filter {
  readonly query: Query
  readonly yes?: Updateable<Deal>
  readonly no?: Updateable<Deal>
  readonly yesCustomer?: Overrides
  readonly noCustomer?: Overrides
}
const dayQuery = { start: seconds('2026-11-10T00:00:00'), end: seconds('2026-11-12T00:00:00') }
const inside = at('2026-11-12T23:59:59')
const before = at('2026-11-09T23:59:59')
const after = at('2026-11-13T00:00:00')

const filters: Readonly<Record<string, Filter>> = {
  'not visited': { query: { type: 1 }, no: { arrived_at: inside } },
  visited: { query: { type: 2 }, yes: { arrived_at: inside } },
  ordered: { query: { type: 3 }, yes: { level: 'O' }, no: { level: 'D' } },
  deal: { query: { type: 4 }, yes: { level: 'D' }, no: { level: 'O' } },
  defeated: { query: { type: 5 }, yes: { level: 'F' } },
  'dormant by status': { query: { type: 6 }, yes: { suspended_at: inside } },
  levels: { query: { levels: 'H,C' }, yes: { level: 'C' }, no: { level: 'A' } },
  'created, last second': {
    query: { createdDate: dayQuery },
    yes: { created_at: inside },
    no: { created_at: after },
  },
  'created, first second': {
    query: { createdDate: dayQuery },
    yes: { created_at: at('2026-11-10T00:00:00') },
    no: { created_at: before },
  },
  'created from': {
    query: { createdDate: { start: dayQuery.start } },
    yes: { created_at: after },
    no: { created_at: before },
  },
  'created until': {
    query: { createdDate: { end: dayQuery.end, start: 0 } },
    yes: { created_at: before },
    no: { created_at: after },
  },
  'created within the day of any instant': {
    query: { createdDate: { start: seconds('2026-11-10T15:30:00'), end: seconds('2026-11-12T01:00:00') } },
    yes: { created_at: at('2026-11-10T00:00:00') },
    no: { created_at: after },
  },
  ordered_at: { query: { orderDate: dayQuery }, yes: { ordered_at: inside }, no: { ordered_at: after } },
  delivered_at: {
    query: { deliverDate: dayQuery },
    yes: { delivered_at: inside },
    no: { delivered_at: before },
  },
  followed: {
    query: { followDate: dayQuery },
    yes: { last_follow_at: inside },
    no: { last_follow_at: after },
  },
  came: { query: { comeDate: dayQuery }, yes: { arrived_at: inside }, no: { arrived_at: before } },
  failed: { query: { failDate: dayQuery }, yes: { failed_at: inside } },
  suspended: { query: { suspendDate: dayQuery }, yes: { suspended_at: inside }, no: { suspended_at: after } },
  'smart drive on': { query: { smartDriveDate: dayQuery }, yes: { smart_driven_at: inside } },
  'next follow-up due': {
    query: { nextDate: dayQuery },
    yes: { next_follow_at: inside },
    no: { next_follow_at: after },
  },
  'contacted long ago': {
    query: { followDate: { start: 0, end: dayQuery.end } },
    yes: { last_follow_at: inside },
    no: { last_follow_at: after },
  },
  dormant: { query: { suspendStatus: 1 }, yes: { suspended_at: inside } },
  'not dormant': { query: { suspendStatus: 2 }, no: { suspended_at: inside } },
  'came by themselves': {
    query: { comeStatus: 1 },
    yes: { arrived_at: inside, arrival_kind: 1 },
    no: { arrived_at: inside, arrival_kind: 2 },
  },
  'came on invitation': {
    query: { comeStatus: 2 },
    yes: { arrived_at: inside, arrival_kind: 2 },
    no: { arrived_at: inside, arrival_kind: 1 },
  },
  'not arrived': { query: { comeStatus: 3 }, no: { arrived_at: inside, arrival_kind: 1 } },
  arrived: { query: { comeStatus: 4 }, yes: { arrived_at: inside, arrival_kind: 1 } },
  'smart drive': { query: { isSmartDrive: 1 }, yes: { smart_driven_at: inside } },
  'no smart drive': { query: { isSmartDrive: 2 }, no: { smart_driven_at: inside } },
  remote: { query: { isRemote: 1 }, yes: { is_remote: 1 }, no: { is_remote: 2 } },
  'not remote': { query: { isRemote: 2 }, yes: { is_remote: 2 }, no: { is_remote: 3 } },
  'remote not known': { query: { isRemote: 3 }, yes: { is_remote: 3 }, no: { is_remote: 1 } },
  online: { query: { fromType: 1 }, yes: { from_source: 98 } },
  offline: { query: { fromType: 2 }, no: { from_source: 98 } },
  sources: { query: { fromSources: '1,3' }, yes: { from_source: 3 }, no: { from_source: 2 } },
  'custom source': {
    query: { otherSource: 17 },
    yes: { from_source: 99, other_source: 17 },
    no: { from_source: 98, other_source: 17 },
  },
  'online sources': {
    query: { onlineSources: '5,17' },
    yes: { from_source: 98, other_source: 17 },
    no: { from_source: 99, other_source: 17 },
  },
  'business types': { query: { businessTypes: '2,3' }, yes: { business_type: 3 }, no: { business_type: 4 } },
  series: {
    query: { series: '1205,1209' },
    yesCustomer: { specIds: '1201,1209' },
    noCustomer: { specIds: '1202' },
  },
  'way of payment': { query: { payType: 2 }, yes: { pay_type: 2 }, no: { pay_type: 1 } },
  'reason of defeat': { query: { failReason: 7 }, yes: { fail_reason: 7 }, no: { fail_reason: 1 } },
  'length of dormancy': {
    query: { resumeDuration: 30 },
    yes: { resume_duration: 30 },
    no: { resume_duration: 7 },
  },
  'several at once': {
    query: { levels: 'A', comeStatus: 4, fromSources: '3' },
    yes: { level: 'A', arrived_at: inside, from_source: 3 },
    no: { level: 'A', arrived_at: inside, from_source: 2 },
  },
  'name of two characters': { query: { key: '晓雨' }, noCustomer: { name: '雨晓' } },
  'name of one character': { query: { key: '晓' }, noCustomer: { name: '王明' } },
  'whole name with spaces around': { query: { key: ' 林晓雨 ' }, noCustomer: { name: '林晓' } },
  'part of a foreign name in any case': {
    query: { key: 'MÜLL' },
    yesCustomer: { name: 'Hans Müller' },
    noCustomer: { name: 'Muller' },
  },
  'last four digits': {
    query: { key: '4321' },
    yesCustomer: { mobile: '13900004321' },
    noCustomer: { mobile: '13900004322' },
  },
  'whole mobile': {
    query: { key: '13900004323' },
    yesCustomer: { mobile: '13900004323' },
    noCustomer: { mobile: '13900004324' },
  },
  'whole mobile, as people write it': {
    query: { key: '+86 139-0000-4325' },
    yesCustomer: { mobile: '13900004325' },
    noCustomer: { mobile: '13900004326' },
  },
  'last three digits': {
    query: { key: '327' },
    yesCustomer: { mobile: '13900004327' },
    noCustomer: { mobile: '13900004328' },
  },
  'a percent sign as it is': {
    query: { key: '张%' },
    yesCustomer: { name: '张%三' },
    noCustomer: { name: '张三' },
  },
  'an underscore as it is': {
    query: { key: 'a_b' },
    yesCustomer: { name: 'a_b' },
    noCustomer: { name: 'axb' },
  },
  'a backslash as it is': {
    query: { key: 'a\\b' },
    yesCustomer: { name: 'a\\b' },
    noCustomer: { name: 'ab' },
  },
  'a quote as it is': {
    query: { key: "O'Neil" },
    yesCustomer: { name: "O'Neil" },
    noCustomer: { name: 'ONeil' },
  },
}

describe('the filter', () => {
  it.each(Object.entries(filters))('%s', async (_name, filter) => {
    const by = await buildMember(app.db, app.now())
    const answer = await put(by, filter.yesCustomer, filter.yes)
    const other = await put(by, filter.noCustomer, filter.no)
    expect((await idsOf(by)).toSorted((a, b) => a - b)).toEqual([answer, other])
    expect(await idsOf(by, filter.query)).toEqual([answer])
  })

  it('by owner', async () => {
    const admin = await buildMember(app.db, app.now(), { role: 1 })
    const one = await buildMember(app.db, app.now(), { dealerId: admin.dealerId })
    const mine = await put(one)
    const other = await put(admin)
    expect(await idsOf(admin, { saleIds: String(one.memberId) })).toEqual([mine])
    expect(await idsOf(admin, { saleIds: `${admin.memberId},${one.memberId}` })).toEqual([other, mine])
  })

  it('by WeCom contact', async () => {
    const by = await buildMember(app.db, app.now())
    const [contact, other] = [await put(by), await put(by)]
    await app.db.updateTable('customer').set({ is_wecom: true }).where('id', '=', contact).execute()
    expect(await idsOf(by, { wxCustomerStatus: 1 })).toEqual([contact])
    expect(await idsOf(by, { wxCustomerStatus: 2 })).toEqual([other])
  })

  it('by collision within the group, ignoring other groups', async () => {
    const dealerId = await buildDealer(app.db, { groupId: 8001 })
    const by = await buildMember(app.db, app.now(), { dealerId })
    const hit = await put(by, { mobile: '13966660001' })
    await put(by, { mobile: '13966660002' })
    const elsewhere = await buildDealer(app.db, { groupId: 8001 })
    await app.db
      .insertInto('group_mobile')
      .values([
        { group_id: 8001, mobile: '13966660001', dealer_id: elsewhere },
        { group_id: 8002, mobile: '13966660002', dealer_id: elsewhere },
      ])
      .execute()
    expect(await idsOf(by, { isZk: 1 })).toEqual([hit])
    const { data = [] } = await ask(by)
    expect(data.filter((row) => row.isZk).map((row) => row.customerId)).toEqual([hit])
  })

  it('accepts every condition at once', async () => {
    const by = await buildMember(app.db, app.now())
    await put(by)
    const query: Query = Object.assign({}, ...Object.values(filters).map((filter) => filter.query))
    expect(await idsOf(by, { ...query, isZk: 1, wxCustomerStatus: 1, saleIds: '1', key: '晓雨' })).toEqual([])
  })
})

describe('a keyword of digits', () => {
  it('finds the visible digits of the masked number, and the whole number', async () => {
    const by = await buildMember(app.db, app.now())
    const id = await put(by, { mobile: '13876541234' })
    for (const key of ['1234', '234', '34', '138', '38', '13876541234'])
      expect(await idsOf(by, { key }), key).toEqual([id])
    // Hidden digits must not match: trying them one by one would reveal the number.
    for (const key of ['7654', '41234', '1387', '13876541', '876541234', '1387654123', '765'])
      expect(await idsOf(by, { key }), key).toEqual([])
  })

  it('that is a whole number is limited to 120 unknown numbers per hour', async () => {
    const by = await buildMember(app.db, app.now(), { modules: ['客户管理', '战败审核'] })
    const colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const id = await put(by, { mobile: '13876540000' })
    const askFor = (last: number, token = by.token) =>
      app.post(list, token, { key: `1387654${String(last).padStart(4, '0')}` })
    for (let last = 1; last <= 119; last++)
      expect(await askFor(last)).toMatchObject({ status: '0', total: 0 })
    // Repeating a search and numbers on file do not count.
    for (let again = 0; again < 5; again++) {
      expect(await askFor(119)).toMatchObject({ total: 0 })
      expect(await idsOf(by, { key: '13876540000' })).toEqual([id])
    }
    const { checkExist } = rooms.customer
    expect(await app.post(checkExist, by.token, { phone: '13876549999' })).toMatchObject({ isExisted: false })
    const key = '13876540120'
    for (const refused of [
      await askFor(120),
      await app.post(checkExist, by.token, { phone: '13876540000' }),
      await app.post(rooms.task.list, by.token, { key }),
      await app.post(rooms.task.counts, by.token, { key }),
      await app.post(rooms.lead.list, by.token, { key }),
      await app.post(rooms.review.failList, by.token, { key }),
    ])
      expect(refused).toMatchObject({ code: 429, detail: '按完整手机号查询过于频繁，请稍后再试' })
    const { rows } = await sql`
      select action from audit where member_id = ${by.memberId} and action = 'number-search-limit'`.execute(
      app.db,
    )
    expect(rows).toHaveLength(1)
    // Other searches and other members are not limited.
    expect(await idsOf(by, { key: '0000' })).toEqual([id])
    expect(await askFor(120, colleague.token)).toMatchObject({ status: '0' })
    app.advance(3601)
    expect(await askFor(120)).toMatchObject({ status: '0', total: 0 })
  })
})

describe('order and pages', () => {
  async function five() {
    const by = await buildMember(app.db, app.now())
    const ids: number[] = []
    for (const [created, followed] of [
      ['2026-11-02', '2026-11-15'],
      ['2026-11-01', '2026-11-14'],
      ['2026-11-03', '2026-11-13'],
      ['2026-11-03', '2026-11-13'],
      ['2026-11-05', '2026-11-16'],
    ] as const)
      ids.push(
        await put(
          by,
          {},
          { created_at: at(`${created}T10:00:00`), last_follow_at: at(`${followed}T10:00:00`) },
        ),
      )
    const [a, b, c, d, e] = ids as [number, number, number, number, number]
    return { by, a, b, c, d, e }
  }

  it('sorts by creation and by last follow-up in both directions, then by id', async () => {
    const { by, a, b, c, d, e } = await five()
    expect(await idsOf(by)).toEqual([e, d, c, a, b])
    expect(await idsOf(by, { orderType: 1 })).toEqual([b, a, c, d, e])
    expect(await idsOf(by, { orderType: 2 })).toEqual([e, a, b, d, c])
    expect(await idsOf(by, { orderType: 3 })).toEqual([c, d, b, a, e])
  })

  it('returns disjoint pages that cover the list, each with the total', async () => {
    const { by, a, b, c, d, e } = await five()
    const pages = await Promise.all([1, 2, 3, 4].map((pageStart) => ask(by, { pageStart, pageCount: 2 })))
    expect(pages.map((page) => page.total)).toEqual([5, 5, 5, 5])
    expect(pages.map((page) => page.data?.map((row) => row.customerId))).toEqual([[e, d], [c, a], [b], []])
  })

  it('returns 10 rows by default and at most 50', async () => {
    const by = await buildMember(app.db, app.now())
    for (let made = 0; made < 11; made++) await put(by)
    const answer = await ask(by)
    expect(answer.data).toHaveLength(10)
    expect(answer.total).toBe(11)
    expect(await ask(by, { pageCount: 51 })).toMatchObject({ status: '-1', code: 400 })
    expect(await ask(by, { pageStart: 0 })).toMatchObject({ status: '-1', code: 400 })
  })
})
