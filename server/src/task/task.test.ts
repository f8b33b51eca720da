import { rooms } from '@showroom/contract'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { daySeconds } from '@showroom/contract/kernel/day'
import { taskFilter } from '@showroom/contract/task/task.rules'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer, phoneFollow } from '../../test/factories.ts'
import type { Activity, Deal } from '../platform/db/tables.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { stageDeals } from '../customer/customer.factory.ts'

const { list, counts } = rooms.task
type Query = RequestOf<typeof list>

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.setNow(testNow))

const at = (text: string): Date => new Date(`${text}+08:00`)
const seconds = (text: string): number => at(text).getTime() / 1000
const { today, pending, overdue, completed } = taskFilter
const newMember = (overrides: Parameters<typeof buildMember>[2] = {}) =>
  buildMember(app.db, app.now(), overrides)

type Overrides = Parameters<typeof buildCustomer>[2]
interface Put {
  customer?: Overrides
  deal?: Updateable<Deal>
  activity?: Updateable<Activity>
}
/** Creates a customer, then sets its open activity and its deal as the test needs. */
async function put(by: BuiltMember, { customer = {}, deal = {}, activity = {} }: Put = {}) {
  const made = await buildCustomer(app, by, customer)
  if (Object.keys(deal).length > 0) await stageDeals(app, [made.dealId], deal)
  if (Object.keys(activity).length > 0)
    await app.db.updateTable('activity').set(activity).where('id', '=', made.activityId).execute()
  return made
}
const due = (text: string): Put => ({ activity: { due_at: at(text) } })
const done = (text: string, more: Updateable<Activity> = {}): Put => ({
  activity: { completed_at: at(text), completed_type: 1, ...more },
})

const ask = async (by: BuiltMember, query: Query = {}) => {
  const answer = await app.post(list, by.token, { pageCount: 50, ...query })
  expect(answer.status, answer.text).toBe('0')
  return { data: answer.data ?? [], total: answer.total ?? -1 }
}
const idsOf = async (by: BuiltMember, query: Query = { filterType: pending }): Promise<number[]> => {
  const { data, total } = await ask(by, query)
  expect(total).toBe(data.length)
  return data.map(({ customerId }) => customerId)
}
const numbers = async (by: BuiltMember, query: Query = {}) => {
  const answer = await app.post(counts, by.token, query)
  expect(answer.status, answer.text).toBe('0')
  return { byActivity: answer.byActivity, byFilter: answer.byFilter }
}

describe('a task', () => {
  it('shows the customer, the plan and the latest follow-up, numbers masked', async () => {
    const by = await newMember({ name: '秦朗' })
    const nextDate = seconds('2026-11-18T00:00:00')
    const made = await buildCustomer(app, by, { name: '林晓雨', mobile: '13987654321', nextDate })
    const row = {
      customerId: made.customerId,
      dealId: made.dealId,
      customerName: '林晓雨',
      customerMobile: '139****4321',
      level: 'H',
      ownerName: '秦朗',
      specName: expect.any(String),
      lastFollowAt: 0,
      fromSource: 2,
      sourceName: '自然到店',
      activityType: 1,
      isDelay: false,
      isMerged: false,
      minutes: 0,
    }
    expect(await ask(by)).toEqual({
      data: [{ ...row, activityId: made.activityId, activityDate: nextDate, content: '' }],
      total: 1,
    })
    const form = phoneFollow(app, made, {
      remark: '换了号码13812345678，周末来',
      nextActivityType: 2,
      nextDate,
    })
    app.advance(60)
    await app.post(rooms.customer.follow, by.token, form)
    const { data } = await ask(by)
    expect(data).toEqual([
      {
        ...row,
        level: 'A',
        lastFollowAt: app.now().getTime() / 1000,
        activityId: expect.any(Number),
        activityType: 2,
        activityDate: nextDate,
        content: expect.stringContaining('备注：换了号码138****5678，周末来'),
      },
    ])
    const { data: over } = await ask(by, { filterType: completed })
    expect(over).toMatchObject([
      { activityId: made.activityId, activityType: 1, activityDate: app.now().getTime() / 1000 },
    ])
  })

  it('is sorted by what comes next, by day or by level in both directions', async () => {
    const by = await newMember()
    const one = async (level: string, day: string): Promise<number> => {
      const made = await put(by, { deal: { level }, ...due(`2026-11-${day}T00:00:00`) })
      return made.customerId
    }
    const [hotLate, cold, hot, fresh] = [
      await one('H', '20'),
      await one('C', '14'),
      await one('H', '15'),
      await one('N', '16'),
    ]
    const inOrder = (orderType: number) => idsOf(by, { filterType: pending, orderType })
    expect(await inOrder(0)).toEqual([hot, cold, fresh, hotLate])
    expect(await inOrder(4)).toEqual([cold, hot, fresh, hotLate])
    expect(await inOrder(1)).toEqual([hotLate, fresh, hot, cold])
    expect(await inOrder(2)).toEqual([fresh, hot, hotLate, cold])
    expect(await inOrder(3)).toEqual([cold, hot, hotLate, fresh])
    await app.db
      .updateTable('activity')
      .set({ completed_type: 1, completed_at: at('2026-11-14T10:00:00') })
      .where('dealer_id', '=', by.dealerId)
      .where('customer_id', 'in', [hot, fresh, cold])
      .execute()
    await app.db
      .updateTable('activity')
      .set({ completed_type: 1, completed_at: at('2026-11-13T10:00:00') })
      .where('dealer_id', '=', by.dealerId)
      .where('customer_id', '=', hotLate)
      .execute()
    const over = (orderType: number) => idsOf(by, { filterType: completed, orderType })
    expect(await over(0)).toEqual([fresh, hot, cold, hotLate])
    expect(await over(1)).toEqual([hotLate, cold, hot, fresh])
    expect(await over(2)).toEqual([fresh, hot, hotLate, cold])
    // The order does not affect the count; an unknown order is rejected.
    expect(await app.post(list, by.token, { orderType: 5 })).toMatchObject({ code: 400 })
  })

  it('names the custom source, or the online source of the customer', async () => {
    const by = await newMember({ role: 1 })
    const { id: sourceId } = await app.db
      .insertInto('custom_source')
      .values({ dealer_id: by.dealerId, name: '小区推广' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await put(by, { deal: { from_source: 99, other_source: sourceId } })
    await put(by, { deal: { from_source: 98, other_source: 1 } })
    await put(by, { deal: { from_source: 98, other_source: 9_999 } })
    const online = await app.db
      .selectFrom('dictionary')
      .select('display')
      .where('kind', '=', 'onlineSources')
      .where('value', '=', '1')
      .executeTakeFirstOrThrow()
    const { data } = await ask(by, { filterType: pending })
    expect(data.map((row) => row.sourceName)).toEqual(['小区推广', online.display, '网络'])
  })

  it('that is completed shows what was done and whether it was late', async () => {
    const by = await newMember()
    await put(by, done('2026-11-17T10:00:00', { due_at: at('2026-11-17T00:00:00'), completed_type: 3 }))
    await put(by, done('2026-11-17T00:00:00', { due_at: at('2026-11-16T23:59:59') }))
    const { data } = await ask(by, { filterType: completed })
    expect(data.map(({ activityType, isDelay }) => [activityType, isDelay])).toEqual([
      [3, false],
      [1, true],
    ])
  })
})

describe('the day', () => {
  it('begins and ends in Shanghai time', async () => {
    const by = await newMember()
    const yesterday = await put(by, due('2026-11-17T23:59:59'))
    const first = await put(by, due('2026-11-18T00:00:00'))
    const last = await put(by, due('2026-11-18T23:59:59'))
    const tomorrow = await put(by, due('2026-11-19T00:00:00'))
    for (const now of ['2026-11-18T00:00:00', '2026-11-18T12:00:00', '2026-11-18T23:59:59']) {
      app.setNow(at(now))
      expect(await idsOf(by, {})).toEqual([first.customerId, last.customerId])
      expect(await idsOf(by, { filterType: overdue })).toEqual([yesterday.customerId])
      expect((await numbers(by)).byFilter).toEqual([2, 4, 1, 0])
    }
    const { data } = await ask(by, { filterType: pending })
    expect(data.map((row) => row.isDelay)).toEqual([true, false, false, false])
    app.setNow(at('2026-11-19T00:00:00'))
    expect(await idsOf(by, {})).toEqual([tomorrow.customerId])
    expect((await numbers(by)).byFilter).toEqual([1, 4, 3, 0])
  })

  it('has 24 hours on the days clocks change elsewhere', async () => {
    for (const day of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01']) {
      app.setNow(at(`${day}T12:00:00`))
      const by = await newMember()
      const one = await put(by, due(`${day}T00:00:00`))
      const other = await put(by, due(`${day}T23:59:59`))
      await put(by, { activity: { due_at: new Date(at(`${day}T00:00:00`).getTime() - 1) } })
      await put(by, { activity: { due_at: new Date(at(`${day}T00:00:00`).getTime() + daySeconds * 1000) } })
      expect(await idsOf(by, {}), day).toEqual([one.customerId, other.customerId])
    }
  })

  it('of completed tasks includes both ends of the range, by default the last 6 days', async () => {
    const by = await newMember()
    const old = await put(by, done('2026-11-11T23:59:59'))
    const first = await put(by, done('2026-11-12T00:00:00'))
    const last = await put(by, done('2026-11-18T11:59:59'))
    expect(await idsOf(by, { filterType: completed })).toEqual([last.customerId, first.customerId])
    const range = { dateStart: seconds('2026-11-11T18:00:00'), dateEnd: seconds('2026-11-12T01:00:00') }
    expect(await idsOf(by, { filterType: completed, ...range })).toEqual([first.customerId, old.customerId])
    expect((await numbers(by, range)).byFilter).toEqual([0, 0, 0, 2])
    expect((await numbers(by)).byFilter).toEqual([0, 0, 0, 2])
  })
})

describe('a keyword among completed tasks', () => {
  it('matches all time unless days are given', async () => {
    const by = await newMember()
    const old = await put(by, { customer: { name: '古月明' }, ...done('2025-03-01T10:00:00') })
    expect(await idsOf(by, { filterType: completed })).toEqual([])
    const filter = { filterType: completed, key: '古月' }
    expect(await idsOf(by, filter)).toEqual([old.customerId])
    expect((await numbers(by, filter)).byActivity).toEqual([1, 1, 0, 0])
    expect((await numbers(by, { key: '古月' })).byFilter).toEqual([0, 0, 0, 1])
    const day = seconds('2025-03-02T00:00:00')
    expect(await idsOf(by, { ...filter, dateStart: day, dateEnd: day })).toEqual([])
  })
})

describe('the range of completed tasks', () => {
  const text = '完成时间查询不能大于7天，请重新选择'
  const from = seconds('2026-11-05T00:00:00')
  const week = { dateStart: from, dateEnd: from + 7 * daySeconds - 1 }

  it('is at most seven calendar days', async () => {
    const by = await newMember()
    await ask(by, { filterType: completed, ...week })
    await numbers(by, week)
    for (const range of [
      { ...week, dateEnd: week.dateEnd + 1 },
      // Shorter than seven times 24 hours, but spans eight days.
      { dateStart: from + daySeconds - 60, dateEnd: from + 7 * daySeconds + 60 },
      { dateStart: from },
      { dateEnd: week.dateEnd },
    ])
      for (const call of [list, counts]) {
        const answer = await app.post(call, by.token, { filterType: completed, ...range })
        expect(answer).toMatchObject({ status: '-1', detail: text, errors: [{ path: 'dateStart', text }] })
      }
  })

  it('is ignored by the list on the other tabs', async () => {
    const by = await newMember()
    const { customerId } = await put(by)
    expect(await idsOf(by, { filterType: pending, dateStart: from })).toEqual([customerId])
  })
})

interface Filter {
  query: Query
  yes?: Put
  no?: Put
}
const filters: Readonly<Record<string, Filter>> = {
  telephone: { query: { activityType: 1 }, yes: { activity: { type: 1 } }, no: { activity: { type: 2 } } },
  'telephone: WeCom': {
    query: { activityType: 1 },
    yes: { activity: { type: 14 } },
    no: { activity: { type: 2 } },
  },
  'telephone: return visit': {
    query: { activityType: 1 },
    yes: { activity: { type: 8 } },
    no: { activity: { type: 3 } },
  },
  'telephone: video': {
    query: { activityType: 1 },
    yes: { activity: { type: 15 } },
    no: { activity: { type: 3 } },
  },
  visit: { query: { activityType: 2 }, yes: { activity: { type: 2 } }, no: { activity: { type: 1 } } },
  'test drive': {
    query: { activityType: 3 },
    yes: { activity: { type: 3 } },
    no: { activity: { type: 2 } },
  },
  'due today': {
    query: { filterType: today },
    yes: due('2026-11-18T09:00:00'),
    no: due('2026-11-17T09:00:00'),
  },
  overdue: {
    query: { filterType: overdue },
    yes: due('2026-11-17T09:00:00'),
    no: due('2026-11-18T09:00:00'),
  },
  completed: { query: { filterType: completed }, yes: done('2026-11-18T09:00:00') },
  pending: { query: { filterType: pending }, no: done('2026-11-18T09:00:00') },
  cancelled: { query: {}, no: { activity: { cancelled_at: testNow } } },
  'completed, by what was done': {
    query: { filterType: completed, activityType: 2 },
    yes: done('2026-11-18T09:00:00', { type: 1, completed_type: 2 }),
    no: done('2026-11-18T09:00:00', { type: 2, completed_type: 1 }),
  },
  levels: { query: { level: 'N,A' }, yes: { deal: { level: 'A' } }, no: { deal: { level: 'H' } } },
  series: {
    query: { seriesIds: '1205,1209' },
    yes: { customer: { specIds: '1201,1209' } },
    no: { customer: { specIds: '1202' } },
  },
  online: { query: { fromType: 1 }, yes: { deal: { from_source: 98 } }, no: { deal: { from_source: 3 } } },
  offline: { query: { fromType: 2 }, yes: { deal: { from_source: 99 } }, no: { deal: { from_source: 98 } } },
  name: { query: { key: '晓雨' }, no: { customer: { name: '王明' } } },
  mobile: {
    query: { key: '4321' },
    yes: { customer: { mobile: '13900004321' } },
    no: { customer: { mobile: '13900004322' } },
  },
  'several at once': {
    query: { level: 'A', fromType: 1, activityType: 2, key: '林' },
    yes: { deal: { level: 'A', from_source: 98 }, activity: { type: 2 } },
    no: { deal: { level: 'A', from_source: 98 }, activity: { type: 3 } },
  },
}

describe('the filter', () => {
  it.each(Object.entries(filters))('%s', async (_name, { query, yes = {}, no = {} }) => {
    const by = await newMember()
    const usual = { due_at: testNow }
    const answer = await put(by, { ...yes, activity: { ...usual, ...yes.activity } })
    await put(by, { ...no, activity: { ...usual, ...no.activity } })
    expect(await idsOf(by, { filterType: pending, ...query })).toEqual([answer.customerId])
    expect(await ask(by, { filterType: pending, ...query, onlyTotal: 1 })).toEqual({ data: [], total: 1 })
  })

  it('by member', async () => {
    const admin = await newMember({ role: 1 })
    const one = await newMember({ dealerId: admin.dealerId })
    const [mine, theirs] = [await put(admin), await put(one)]
    const idsFor = (saleIds: string) => idsOf(admin, { filterType: pending, saleIds })
    expect(await idsFor(String(one.memberId))).toEqual([theirs.customerId])
    expect(await idsFor(`${admin.memberId},${one.memberId}`)).toEqual([mine.customerId, theirs.customerId])
  })

  it('rejects more than five series, and unknown tabs', async () => {
    const by = await newMember()
    for (const query of [
      { seriesIds: '1,2,3,4,5,6' },
      { activityType: 4 },
      { filterType: 4 },
      { fromType: 3 },
    ])
      for (const call of [list, counts])
        expect(await app.post(call, by.token, query)).toMatchObject({ status: '-1', code: 400 })
  })
})

describe('order and pages', () => {
  it('put what comes next first: appointments by hour, overdue by level and lateness, the day by level, later days', async () => {
    const by = await newMember()
    const one = async (level: string, due_at: string, minutes: number | null = null) =>
      (await put(by, { deal: { level }, activity: { due_at: at(due_at), minutes } })).customerId
    const later = await one('H', '2026-11-19T00:00:00')
    const laterHour = await one('N', '2026-11-19T09:00:00', 60)
    const ofDay = { cold: await one('C', '2026-11-18T00:00:00'), hot: await one('H', '2026-11-18T00:00:00') }
    const bought = await one('D', '2026-11-01T00:00:00')
    const fresh = await one('N', '2026-11-08T00:00:00')
    const cold = await one('C', '2026-11-06T00:00:00')
    const warm = await one('B', '2026-11-10T00:00:00')
    const missed = await one('A', '2026-11-17T10:00:00', 60)
    const hot = { recent: await one('H', '2026-11-16T00:00:00'), old: await one('H', '2026-11-06T00:00:00') }
    const afternoon = await one('H', '2026-11-18T13:30:00', 60)
    const morning = await one('C', '2026-11-18T10:00:00', 30)
    const late = [hot.old, hot.recent, missed, warm, cold, fresh, bought]
    const inOrder = [morning, afternoon, ...late, ofDay.hot, ofDay.cold, later, laterHour]
    expect(await idsOf(by, { filterType: pending })).toEqual(inOrder)
    expect(await idsOf(by, { filterType: overdue })).toEqual(late)
    expect(await idsOf(by, { filterType: today })).toEqual([morning, afternoon, ofDay.hot, ofDay.cold])
    const pages = [1, 2, 3].map((pageStart) => ask(by, { filterType: overdue, pageStart, pageCount: 3 }))
    const rows = (await Promise.all(pages)).flatMap(({ data }) => data)
    expect(rows.map(({ customerId }) => customerId)).toEqual(late)
  })

  it('show the earliest due task first, and the latest completed one first', async () => {
    const by = await newMember()
    const a = await put(by, due('2026-11-20T00:00:00'))
    const b = await put(by, due('2026-11-16T00:00:00'))
    const c = await put(by, due('2026-11-17T00:00:00'))
    const d = await put(by, due('2026-11-17T00:00:00'))
    expect(await idsOf(by)).toEqual([b, c, d, a].map(({ customerId }) => customerId))
    expect(await idsOf(by, { filterType: overdue })).toEqual([b, c, d].map(({ customerId }) => customerId))
    const pages = await Promise.all(
      [1, 2, 3].map((pageStart) =>
        app.post(list, by.token, { filterType: pending, pageStart, pageCount: 3 }),
      ),
    )
    expect(pages.map(({ data = [], total }) => [data.length, total])).toEqual([
      [3, 4],
      [1, 4],
      [0, 4],
    ])
    const other = await newMember()
    const early = await put(other, done('2026-11-17T00:00:00'))
    const late = await put(other, done('2026-11-18T00:00:00'))
    const later = await put(other, done('2026-11-18T00:00:00'))
    expect(await idsOf(other, { filterType: completed })).toEqual(
      [later, late, early].map(({ customerId }) => customerId),
    )
  })
})

describe('the counts on the tabs', () => {
  it('equal the totals of the lists for any filters', async () => {
    const admin = await newMember({ role: 1 })
    const { dealerId } = admin
    const head = await newMember({ dealerId })
    const junior = await newMember({ dealerId, managerId: head.memberId })
    const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']
    let made = 0
    for (const by of [admin, head, junior])
      for (const type of [1, 2, 3, 8, 14, 15])
        for (const day of days) {
          made += 1
          const isDone = made % 3 === 0
          await put(by, {
            deal: { level: made % 2 ? 'A' : 'B', from_source: made % 5 ? 2 : 98 },
            activity: {
              type,
              due_at: at(`${day}T10:00:00`),
              ...(isDone && { completed_at: at(`${day}T11:00:00`), completed_type: (made % 2) + 1 }),
            },
          })
        }
    const queries: Query[] = [
      {},
      { level: 'A' },
      { fromType: 1 },
      { fromType: 2, level: 'B' },
      { seriesIds: '1201' },
      { key: '林晓' },
      { saleIds: String(head.memberId) },
      { dateStart: seconds('2026-11-17T00:00:00'), dateEnd: seconds('2026-11-18T00:00:00') },
    ]
    for (const by of [admin, head, junior])
      for (const query of queries)
        for (const [activityType, filterType] of [
          [0, 0],
          [1, 1],
          [2, 2],
          [3, 3],
          [1, 3],
        ]) {
          const totals = (over: Query[]) =>
            Promise.all(over.map(async (part) => (await ask(by, { ...query, ...part, onlyTotal: 1 })).total))
          expect(await numbers(by, { ...query, activityType, filterType })).toEqual({
            byActivity: await totals([0, 1, 2, 3].map((tab) => ({ activityType: tab, filterType }))),
            byFilter: await totals([0, 1, 2, 3].map((tab) => ({ activityType, filterType: tab }))),
          })
        }
    const { byActivity } = await numbers(admin, { filterType: pending })
    expect(byActivity).toEqual([48, 33, 9, 6])
    // Every planned task is on one of the tabs.
    expect(byActivity?.slice(1).reduce((sum, count) => sum + count)).toBe(byActivity?.[0])
  })
})

describe('visibility', () => {
  it('covers own tasks and those of the line; all for an admin; nothing of another dealer', async () => {
    const head = await newMember()
    const { dealerId } = head
    const junior = await newMember({ dealerId, managerId: head.memberId })
    const other = await newMember({ dealerId })
    const admin = await newMember({ dealerId, role: 3, modules: [] })
    const foreign = await newMember({ role: 1 })
    const ids = {
      head: (await put(head)).customerId,
      junior: (await put(junior)).customerId,
      other: (await put(other)).customerId,
    }
    expect(await idsOf(junior)).toEqual([ids.junior])
    expect(await idsOf(head)).toEqual([ids.head, ids.junior])
    expect(await idsOf(admin)).toEqual([ids.head, ids.junior, ids.other])
    expect(await idsOf(foreign)).toEqual([])
    expect((await numbers(foreign)).byFilter).toEqual([0, 0, 0, 0])
    expect((await numbers(head)).byFilter?.[1]).toBe(2)
    // Requesting another member's tasks does not widen the scope.
    expect(await idsOf(junior, { filterType: pending, saleIds: String(head.memberId) })).toEqual([])
    expect(
      await idsOf(head, { filterType: pending, saleIds: `${other.memberId},${junior.memberId}` }),
    ).toEqual([ids.junior])
  })

  it("moves the open task with a reassigned customer and hides the former owner's completed ones", async () => {
    const admin = await newMember({ role: 1 })
    const { dealerId } = admin
    const [one, two] = [await newMember({ dealerId }), await newMember({ dealerId })]
    const made = await put(one)
    await app.post(rooms.customer.follow, one.token, phoneFollow(app, made))
    expect(await idsOf(one, { filterType: completed })).toEqual([made.customerId])
    await app.post(rooms.customer.reassign, admin.token, {
      customerId: made.customerId,
      memberId: two.memberId,
    })
    expect(await idsOf(one)).toEqual([])
    expect(await idsOf(two)).toEqual([made.customerId])
    expect(await idsOf(one, { filterType: completed })).toEqual([])
    expect(await idsOf(two, { filterType: completed })).toEqual([])
    expect((await numbers(one)).byFilter).toEqual([0, 0, 0, 0])
    // An admin still sees the work, listed under the member who completed it.
    expect(await ask(admin, { filterType: completed, saleIds: String(one.memberId) })).toMatchObject({
      total: 1,
    })
  })

  it('excludes staff of the group and members who own no customers', async () => {
    for (const member of [{ role: 15 }, { role: 16 }, { modules: ['前台流量'] }]) {
      const by = await newMember(member)
      for (const call of [list, counts])
        expect(await app.post(call, by.token, {})).toMatchObject({ status: '-1', code: 403 })
    }
  })
})

describe('no task is listed for a customer who', () => {
  const fail = { failReason: 99, remark: '不买了' }
  it('is dormant, waits for the review of a defeat, or is defeated', async () => {
    const by = await newMember({ role: 1 })
    const [asleep, waiting, defeated] = [await put(by), await put(by), await put(by)]
    const { pause } = rooms.customer
    const answers = [
      await app.post(pause, by.token, { customerId: asleep.customerId, resumeDuration: 7 }),
      await app.post(rooms.customer.fail, by.token, { customerId: waiting.customerId, ...fail }),
      await app.post(rooms.customer.fail, by.token, { customerId: defeated.customerId, ...fail }),
      await app.post(rooms.review.confirmFail, by.token, { customerId: defeated.customerId }),
    ]
    expect(answers.map(({ detail, status }) => status + detail)).toEqual(['0', '0', '0', '0'])
    expect(await idsOf(by)).toEqual([])
    expect((await numbers(by)).byFilter).toEqual([0, 0, 0, 0])
    // A woken customer has an open task again.
    await app.post(rooms.customer.resume, by.token, { customerId: asleep.customerId })
    expect(await idsOf(by)).toEqual([asleep.customerId])
  })
})
