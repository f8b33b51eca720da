import { rooms } from '@showroom/contract'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCar } from '../appointment/appointment.factory.ts'
import { buildCustomer, newCustomer, phoneFollow } from '../customer/customer.factory.ts'
import { buildLead } from '../lead/lead.factory.ts'
import { buildOrder } from '../order/order.factory.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

/** Home pages of the group's roles and of roles without customers. */

const { summary, team, due, testDrives } = rooms.dashboard

let app: TestApp
let boss: BuiltMember
let seller: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  boss = await buildMember(app.db, app.now(), { role: 1 })
  seller = await buildMember(app.db, app.now(), { dealerId: boss.dealerId, name: '安娜' })
})
afterAll(() => app.close())

const join = (role: number, modules: string[]): Promise<BuiltMember> =>
  buildMember(app.db, app.now(), { dealerId: boss.dealerId, role, modules })

describe.each([
  ['集团管理员', 9, ['客户管理', '企业管理', '前台流量', '销售订单']],
  ['投资人', 11, ['客户管理', '销售订单']],
] as const)('%s', (_name, role, modules) => {
  it('sees all customers, tasks, leads and orders of the store, and its numbers', async () => {
    await buildCustomer(app, seller)
    const customer = await buildCustomer(app, seller)
    const orderId = await buildOrder(app, seller, customer, 3, boss)
    const waiting = await buildLead(app, boss, { status: 1, created_at: app.now() })
    const { token } = await join(role, [...modules])
    const totalOf = async (call: typeof rooms.customer.list, body = {}) =>
      (await app.post(call, token, body)).total
    expect(await totalOf(rooms.customer.list)).toBe(2)
    expect(await totalOf(rooms.task.list as never, { filterType: 1, pageStart: 1, pageCount: 10 })).toBe(2)
    expect(await totalOf(rooms.lead.list as never, { activityType: 1 })).toBe(1)
    expect(await totalOf(rooms.order.search as never)).toBe(1)
    const { customerId } = customer
    expect(await app.post(rooms.customer.get, token, { customerId })).toMatchObject({
      status: '0',
      onlyView: role === 11,
    })
    expect(await app.post(rooms.lead.detail, token, { clueId: waiting })).toMatchObject({ status: '0' })
    expect(await app.post(rooms.order.detail, token, { orderId })).toMatchObject({
      status: '0',
      data: { isMine: role === 9, hidesNumbers: false },
    })
    expect(await app.post(summary, token, {})).toMatchObject({
      todayNewStoreCustomerCount: 2,
      memberCount: 3,
    })
    expect((await app.post(team, token, {})).data?.map(({ name }) => name)).toEqual(['安娜'])
  })

  it('sees nothing of another store', async () => {
    const far = await buildMember(app.db, app.now(), { dealerId: await buildDealer(app.db) })
    const { customerId } = await buildCustomer(app, far)
    const { token } = await join(role, [...modules])
    expect(await app.post(rooms.customer.get, token, { customerId })).toMatchObject({ code: 404 })
    expect(await app.post(rooms.customer.list, token, {})).toMatchObject({ total: 0 })
  })

  it('has the numbers of the store without any module', async () => {
    await buildCustomer(app, seller)
    const { token } = await join(role, [])
    expect(await app.post(summary, token, {})).toMatchObject({ todayNewStoreCustomerCount: 1 })
    expect(await app.post(rooms.customer.list, token, {})).toMatchObject({ code: 403 })
  })
})

it('a group admin works with every customer, an investor changes none and gets no clear number', async () => {
  const customer = await buildCustomer(app, seller)
  const modules = ['客户管理', '销售订单', '线索分配', '企业管理', '战败审核', '前台流量']
  const [admin, investor] = [await join(9, modules), await join(11, modules)]
  const refused = { status: '-1', code: 403 }
  const { customerId } = customer
  const reveal = { userId: customerId, dataType: 1, userType: 1 }
  expect(await app.post(rooms.base.getUserInfo, investor.token, reveal)).toMatchObject(refused)
  expect(await app.post(rooms.customer.add, investor.token, newCustomer(app))).toMatchObject(refused)
  expect(await app.post(rooms.customer.follow, investor.token, phoneFollow(app, customer))).toMatchObject(
    refused,
  )
  expect(await app.post(rooms.customer.follow, admin.token, phoneFollow(app, customer))).toMatchObject({
    status: '0',
  })
})

describe('a 试驾专员', () => {
  /** Turns the customer's open task into a test drive on a day from today. */
  const planned = async (days: number, name: string, ended = {}) => {
    const { customerId } = await buildCustomer(app, seller, { name })
    await app.db
      .updateTable('activity')
      .set({
        type: activityType.testDrive,
        test_series_id: 1201,
        due_at: new Date(addDays(secondsOf(app.now()), days) * 1000),
        ...ended,
      })
      .where('customer_id', '=', customerId)
      .execute()
    return customerId
  }

  /** Takes the keys of a customer's planned test drive out and back. */
  async function driven(customerId: number): Promise<void> {
    const { id, dealer_id } = await app.db
      .selectFrom('activity')
      .select(['id', 'dealer_id'])
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow()
    const at = app.now()
    const car_id = await buildCar(app.db, at, { dealerId: dealer_id })
    const km = { out_km: 1200, back_km: 1210 }
    const times = { out_at: at, back_at: at }
    await app.db
      .insertInto('test_drive')
      .values({ dealer_id, car_id, activity_id: id, agreement: 2, ...times, ...km })
      .execute()
  }

  it('sees the store’s test drives of today and of later days, with the surname alone', async () => {
    await planned(3, '王小明')
    await planned(0, '欧阳娜娜')
    await planned(-1, '李过期')
    await planned(0, '赵完成', {
      completed_at: app.now(),
      completed_by: seller.memberId,
      completed_type: activityType.testDrive,
    })
    await planned(0, '钱取消', { cancelled_at: app.now() })
    await driven(await planned(0, '周还车'))
    await buildCustomer(app, seller, { name: '孙电话' })
    const driver = await join(8, ['客户管理'])
    const answer = await app.post(testDrives, driver.token, {})
    expect(answer.today?.map(({ customerName, isDone }) => [customerName, isDone])).toEqual([
      ['欧阳**', false],
      ['周**', true],
      ['赵**', true],
    ])
    expect(answer.planned).toEqual([
      {
        activityId: expect.any(Number),
        at: addDays(secondsOf(app.now()), 3),
        isDone: false,
        customerName: '王**',
        seriesName: expect.stringMatching(/./),
        ownerName: '安娜',
      },
    ])
    expect(answer.plannedTotal).toBe(1)
    expect(answer.monthTotal).toBe(2)
    expect(answer.recent).toEqual([])
    expect(answer.text).not.toMatch(/小明|娜娜|完成"/)
  })

  it('sees the test drives completed in the last 30 days, the latest first', async () => {
    const done = (days: number) => ({
      completed_at: new Date(addDays(secondsOf(app.now()), -days) * 1000),
      completed_by: seller.memberId,
      completed_type: activityType.testDrive,
    })
    await planned(-40, '王四十', done(40))
    await planned(-3, '李三天', done(3))
    await planned(-1, '赵昨天', done(1))
    const driver = await join(8, ['客户管理'])
    const { recent, today } = await app.post(testDrives, driver.token, {})
    expect(recent?.map(({ customerName, isDone }) => [customerName, isDone])).toEqual([
      ['赵**', true],
      ['李**', true],
    ])
    expect(today).toEqual([])
  })

  it('sees none of another store, and others may not ask', async () => {
    await planned(0, '王小明')
    const far = await buildMember(app.db, app.now(), { role: 8 })
    expect(await app.post(testDrives, far.token, {})).toMatchObject({ today: [], planned: [] })
    for (const { token } of [boss, seller])
      expect(await app.post(testDrives, token, {})).toMatchObject({ code: 403 })
  })
})

it('库管 counts orders that wait for a car, are in production, or have one', async () => {
  const stock = await join(10, ['销售订单', '库存'])
  for (const status of [3, 15, 16, 4, 14] as const) {
    const id = await buildOrder(app, seller, await buildCustomer(app, seller), 3, boss)
    await app.db.updateTable('vehicle_order').set({ status }).where('id', '=', id).execute()
  }
  expect(await app.post(due, stock.token, {})).toMatchObject({
    allocations: 1,
    cars: { making: 2, equipped: 1 },
    tasks: null,
  })
  expect(await app.post(due, boss.token, {})).toMatchObject({ allocations: 1, cars: null })
})

it('集团DCC sees how many leads wait and are late, under every policy', async () => {
  const dcc = await join(15, ['线索分配'])
  await buildLead(app, boss, { status: 1, created_at: app.now() })
  await buildLead(app, boss, {
    status: 1,
    created_at: new Date((dayStart(addDays(secondsOf(app.now()), -1)) + 9 * 3600) * 1000),
  })
  expect(await app.post(due, dcc.token, {})).toMatchObject({
    clearing: { waiting: 2, overdue: 1 },
    assigning: null,
    tasks: null,
    orders: null,
  })
})
