import { rooms } from '@showroom/contract'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { recordStatements } from '../../test/database/statements.ts'
import { buildCustomer, phoneFollow } from '../customer/customer.factory.ts'
import { buildLead } from '../lead/lead.factory.ts'
import { buildOrder } from '../order/order.factory.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

const { summary, dueTasks, trend, places, onlineSources, storeSources, due, team } = rooms.dashboard

let app: TestApp
let boss: BuiltMember
let anna: BuiltMember
let bert: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
/** Each test uses a new store. */
beforeEach(async () => {
  boss = await buildMember(app.db, app.now(), { role: 1 })
  const { dealerId } = boss
  anna = await buildMember(app.db, app.now(), { dealerId, name: '安娜' })
  bert = await buildMember(app.db, app.now(), { dealerId, name: '伯特' })
})
afterAll(() => app.close())

const ask = (call: typeof summary, by: BuiltMember) => app.post(call, by.token, {})
/** Backdates the creation of a file by some days. */
const createdDaysAgo = (customerId: number, days: number) =>
  app.db
    .updateTable('deal')
    .set({ created_at: new Date(addDays(secondsOf(app.now()), -days) * 1000) })
    .where('customer_id', '=', customerId)
    .execute()

describe('the summary', () => {
  it('of an empty store is zero and has no rates', async () => {
    const answer = await ask(summary, boss)
    expect(answer, answer.text).toMatchObject({
      status: '0',
      pendingTaskCount: 0,
      averageClearSeconds1: -1,
      completedTaskRate: null,
      newStoreCustomerRate: null,
      followRatio: null,
      clueValidRatio: null,
      memberCount: 3,
    })
  })

  it('counts files of today and yesterday with their rate', async () => {
    await buildCustomer(app, anna)
    await buildCustomer(app, bert)
    await buildCustomer(app, anna)
    const { customerId } = await buildCustomer(app, anna)
    await createdDaysAgo(customerId, 1)
    expect(await ask(summary, boss)).toMatchObject({
      todayNewStoreCustomerCount: 3,
      yesterdayNewStoreCustomerCount: 1,
      newStoreCustomerRate: 200,
      todayNewOnlineCustomerCount: 0,
      pendingTaskCount: 4,
      delayTaskCount: 0,
    })
    expect(await ask(summary, bert)).toMatchObject({
      todayNewStoreCustomerCount: 1,
      pendingTaskCount: 1,
      memberCount: 1,
    })
  })

  it('counts which tasks due this month were done by their day', async () => {
    const [first, second] = [await buildCustomer(app, anna), await buildCustomer(app, anna)]
    await app.post(rooms.customer.follow, anna.token, phoneFollow(app, first))
    const setDue = (customerId: number, days: number) =>
      app.db
        .updateTable('activity')
        .set({ due_at: new Date(addDays(secondsOf(app.now()), days) * 1000) })
        .where('customer_id', '=', customerId)
        .where('completed_at', days === 0 ? 'is not' : 'is', null)
        .execute()
    await setDue(first.customerId, 0)
    await setDue(second.customerId, -1)
    expect(await ask(summary, boss)).toMatchObject({
      todayCompletedTaskCount: 1,
      yesterdayCompletedTaskCount: 0,
      completedTaskRate: null,
      delayTaskCount: 1,
      followRatio: 50,
    })
    const rowsOf = async (part: number, by = boss) => {
      const answer = await app.post(dueTasks, by.token, { part })
      expect(answer, answer.text).toMatchObject({ status: '0' })
      const rows = answer.data ?? []
      expect(answer.total).toBe(rows.length)
      return rows.map(({ customerId, isInTime, completedAt }) => [customerId, isInTime, completedAt > 0])
    }
    const [inTime, late] = [
      [first.customerId, true, true],
      [second.customerId, false, false],
    ]
    expect(await rowsOf(0)).toEqual([inTime, late])
    expect(await rowsOf(1)).toEqual([inTime])
    expect(await rowsOf(2)).toEqual([late])
    expect(await rowsOf(0, bert)).toEqual([])
  })

  it('counts arrived and ordered customers among the files of this month', async () => {
    const customer = await buildCustomer(app, anna)
    for (let n = 0; n < 3; n++) await buildCustomer(app, anna)
    await app.post(rooms.customer.informCome, anna.token, { customerId: customer.customerId })
    await buildOrder(app, anna, customer, 3, boss)
    expect(await ask(summary, boss)).toMatchObject({ arriveRatio: 25, dealRatio: 25 })
  })

  it('averages the cleaning time of portal leads that came today between nine and six', async () => {
    const today = dayStart(secondsOf(app.now()))
    const at = (hour: number) => new Date((today + hour * 3600) * 1000)
    const { dealerId } = boss
    const lead = async (source: number, hour: number, seconds: number, status = 2) => {
      const id = await buildLead(app, boss, { status, source_id: source, created_at: at(hour) })
      await app.db
        .updateTable('lead')
        .set({ clear_seconds: seconds, clear_status: status === 4 ? 2 : 1 })
        .where('dealer_id', '=', dealerId)
        .where('id', '=', id)
        .execute()
    }
    await lead(1, 9, 100)
    await lead(3, 17, 201)
    await lead(1, 8, 900)
    await lead(1, 18, 900)
    await lead(10, 10, 900, 4)
    expect(await ask(summary, boss)).toMatchObject({
      averageClearSeconds1: 151,
      clueValidRatio: 80,
      clueDealRatio: 0,
    })
  })

  it('reflects a change immediately', async () => {
    expect(await ask(summary, anna)).toMatchObject({ todayNewStoreCustomerCount: 0 })
    await buildCustomer(app, anna)
    expect(await ask(summary, anna)).toMatchObject({ todayNewStoreCustomerCount: 1 })
  })

  it('counts members who cannot sign in', async () => {
    const activated = (at: Date | null, ids: number[]) =>
      app.db.updateTable('member').set({ activated_at: at }).where('id', 'in', ids).execute()
    await activated(app.now(), [boss.memberId, anna.memberId])
    await activated(null, [bert.memberId])
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', anna.memberId).execute()
    expect(await ask(summary, boss)).toMatchObject({ memberCount: 2, invalidMemberCount: 1 })
  })
})

describe('the trend', () => {
  it('has thirty days, including empty ones', async () => {
    const customer = await buildCustomer(app, anna)
    await createdDaysAgo(customer.customerId, 29)
    const old = await buildCustomer(app, anna)
    await createdDaysAgo(old.customerId, 30)
    await app.post(rooms.customer.follow, anna.token, phoneFollow(app, customer))
    const { data = [] } = await app.post(trend, boss.token, {})
    expect(data).toHaveLength(30)
    expect(data[0]).toMatchObject({ storeCount: 1, followCount: 0 })
    expect(data.at(-1)).toMatchObject({ date: dayStart(secondsOf(app.now())), storeCount: 0, followCount: 1 })
  })
})

describe('charts of the files', () => {
  it('cover the range by district of purchase and by source', async () => {
    await buildCustomer(app, anna, { buyArea: '西湖区', fromSource: 1 })
    await buildCustomer(app, anna, { buyArea: '西湖区', fromSource: 3 })
    await buildCustomer(app, anna, { buyArea: '余杭区', fromSource: 1 })
    const before = await buildCustomer(app, bert, { buyArea: '上城区', fromSource: 5 })
    await createdDaysAgo(before.customerId, 400)
    const placesOf = async (dateType: 0 | 4, by = boss) =>
      (await app.post(places, by.token, { dateType })).data?.map(({ name, count1, column1 }) => [
        name,
        count1,
        column1,
      ])
    expect(await placesOf(4)).toEqual([
      ['杭州市 西湖区', 2, 66.7],
      ['杭州市 余杭区', 1, 33.3],
    ])
    expect(await placesOf(0)).toHaveLength(3)
    expect(await placesOf(4, bert)).toEqual([])
    const { data: today = [] } = await app.post(storeSources, boss.token, {})
    expect(today.map(({ name, count1 }) => [name, count1])).toEqual([
      ['电话来电', 2],
      ['转介绍', 1],
    ])
    expect((await app.post(onlineSources, boss.token, { dateType: 0 })).data).toEqual([])
  })

  it('open the files of each place, also those without a district or a region', async () => {
    const areas = ['西湖区', '西湖区', '余杭区']
    for (const buyArea of areas) await buildCustomer(app, anna, { buyArea })
    const bought = async (region: object) => {
      const { customerId } = await buildCustomer(app, anna)
      await app.db.updateTable('deal').set(region).where('customer_id', '=', customerId).execute()
    }
    await bought({ buy_area: '' })
    await bought({ buy_province: '', buy_city: '', buy_area: '', is_remote: 3 })
    const { data = [] } = await app.post(places, boss.token, {})
    expect(data.map(({ region, count1 }) => [region, count1])).toEqual([
      [330_106, 2],
      [0, 1],
      [330_100, 1],
      [330_110, 1],
    ])
    const totalOf = async (filter: object) => (await app.post(rooms.customer.list, boss.token, filter)).total
    expect(await totalOf({ buyRegion: 330_106 })).toBe(2)
    expect(await totalOf({ buyRegion: 330_100, noBuyArea: 1 })).toBe(1)
    expect(await totalOf({ isRemote: 3 })).toBe(1)
    expect(await totalOf({ buyRegion: 330_100 })).toBe(4)
    expect(await totalOf({ buyRegion: 330_000 })).toBe(4)
    expect(await totalOf({ buyRegion: 310_000 })).toBe(0)
    expect(await totalOf({ buyRegion: 330_199 })).toBe(0)
  })

  it('reject an unknown range', async () => {
    const answer = await app.post(places, boss.token, { dateType: 5 as never })
    expect(answer).toMatchObject({ status: '-1', detail: '请选择时间范围' })
  })
})

describe('due work', () => {
  it('is limited to the reader’s permissions', async () => {
    const { dealerId } = boss
    const customer = await buildCustomer(app, anna)
    await buildOrder(app, anna, customer, 2)
    await buildLead(app, boss, { status: 1, created_at: app.now() })
    await buildLead(app, boss, { status: 12, created_at: new Date(app.now().getTime() - 60_000) })
    const all = await app.post(due, boss.token, {})
    expect(all, all.text).toMatchObject({
      tasks: { today: 0, overdue: 0 },
      // 未接通 waits too, without a deadline.
      clearing: { waiting: 2, oldestAt: secondsOf(app.now()) },
      defeats: 0,
      orders: 1,
      allocations: 0,
    })
    expect(await app.post(due, anna.token, {})).toMatchObject({
      tasks: { today: 0 },
      clearing: null,
      assigning: null,
      defeats: null,
      orders: null,
      allocations: null,
    })
    const group = await buildMember(app.db, app.now(), { dealerId, role: 15 })
    expect(await app.post(due, group.token, {})).toMatchObject({ tasks: null, arrivals: null, orders: null })
  })

  it('counts only tasks of today and overdue ones, not the thousands of later or completed rows', async () => {
    const statements = await recordStatements(() => app.post(due, boss.token, {}))
    const ofTasks = statements.map(({ text }) => text).filter((text) => text.includes('from activity a'))
    expect(ofTasks.join('').match(/from activity a/g)).toHaveLength(2)
    expect(ofTasks.join('')).not.toContain('a.completed_at is not null')
  })

  it('of a team lists members with the most overdue tasks first', async () => {
    await buildCustomer(app, anna)
    const late = await buildCustomer(app, bert)
    await app.db
      .updateTable('activity')
      .set({ due_at: new Date(addDays(secondsOf(app.now()), -2) * 1000) })
      .where('customer_id', '=', late.customerId)
      .execute()
    const { data = [] } = await app.post(team, boss.token, {})
    expect(data.map(({ name, overdueTotal, laterTotal }) => [name, overdueTotal, laterTotal])).toEqual([
      ['伯特', 1, 0],
      ['安娜', 0, 1],
    ])
    expect(await app.post(team, anna.token, {})).toMatchObject({ status: '-1' })
  })
})
