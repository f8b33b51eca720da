import { rooms } from '@showroom/contract'
import { isFindable } from '@showroom/contract/find/find.schema'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer } from '../../test/factories.ts'
import { buildLead } from '../lead/lead.factory.ts'
import { buildFullOrder } from '../order/order.factory.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { find } = rooms.find
const newMember = (overrides: Parameters<typeof buildMember>[2] = {}) =>
  buildMember(app.db, app.now(), overrides)

/** A member with the whole store in scope, including its leads. */
const newHead = () => newMember({ role: 1 })

async function ask(by: BuiltMember, query: RequestOf<typeof find>) {
  const answer = await app.post(find, by.token, query)
  expect(answer.status, answer.text).toBe('0')
  return { customers: answer.customers ?? [], leads: answer.leads ?? [], orders: answer.orders ?? [] }
}
const customersOf = async (by: BuiltMember, key: string): Promise<string[]> =>
  (await ask(by, { key })).customers.map(({ name }) => name)

describe('searching by keyword', () => {
  it('returns the fields of a row, numbers masked, from any day', async () => {
    const by = await newMember({ name: '秦朗' })
    const made = await buildCustomer(app, by, { name: '林晓雨', mobile: '13987655461' })
    await app.db
      .updateTable('deal')
      .set({ created_at: new Date('2024-01-01T00:00:00Z') })
      .where('id', '=', made.dealId)
      .execute()
    const row = {
      customerId: made.customerId,
      name: '林晓雨',
      mobile: '139****5461',
      level: 'H',
      ownerName: '秦朗',
      isSuspend: false,
      waitingFailReview: false,
      specName: expect.any(String),
      nextFollowDate: expect.any(Number),
      isExpected: false,
      isSeen: true,
    }
    for (const key of ['5461', '林晓', '雨', '139', '13987655461', '+86 139-8765-5461'])
      expect(await ask(by, { key }), key).toEqual({ customers: [row], leads: [], orders: [] })
  })

  it('ranks a whole name before a prefix and a prefix before any part; the latest of a surname first', async () => {
    const by = await newMember()
    for (const name of ['小王一', '王一丹', '王一', '王二']) await buildCustomer(app, by, { name })
    expect(await customersOf(by, '王一')).toEqual(['王一', '王一丹', '小王一'])
    const days = ['2026-01-03', '2026-01-04', '2026-01-01', '2026-01-02']
    for (const [at, name] of ['小王一', '王一丹', '王一', '王二'].entries())
      await app.db
        .updateTable('deal')
        .set({ last_follow_at: new Date(`${days[at]}T00:00:00Z`) })
        .where('dealer_id', '=', by.dealerId)
        .where('customer_id', '=', (eb) =>
          eb
            .selectFrom('customer')
            .select('id')
            .where('dealer_id', '=', by.dealerId)
            .where('name', '=', name),
        )
        .execute()
    expect(await customersOf(by, '王')).toEqual(['王一丹', '小王一', '王二', '王一'])
  })

  it('puts those expected today first among equals, for consultant and desk', async () => {
    const dealerId = await buildDealer(app.db)
    const by = await newMember({ dealerId })
    const desk = await newMember({ dealerId, role: 7, modules: ['前台流量'], handleFront: true })
    const today = Math.floor(app.now().getTime() / 1000)
    const visit = { nextActivityType: 2, nextDate: today } as const
    await buildCustomer(app, by, { name: '丁来', mobile: '13811118765', ...visit })
    await buildCustomer(app, by, { name: '丁来', mobile: '13822228765', ...visit, nextDate: today + 86_400 })
    await buildCustomer(app, by, { name: '丁来电', mobile: '13833338765', ...visit, nextActivityType: 1 })
    const { customers } = await ask(by, { key: '8765' })
    expect(customers.map(({ isExpected }) => isExpected)).toEqual([true, false, false])
    await buildCustomer(app, by, { name: '丁来今', mobile: '13844440000', ...visit })
    expect((await customersOf(by, '丁来')).slice(0, 3)).toEqual(['丁来', '丁来', '丁来今'])
    const { data } = await app.post(rooms.desk.search, desk.token, { key: '8765' })
    expect(data?.map(({ isExpected }) => isExpected)).toEqual([true, false, false])
  })

  it('returns at most eight', async () => {
    const by = await newMember()
    for (let made = 0; made < 9; made += 1) await buildCustomer(app, by, { name: `孔令${made}` })
    expect(await customersOf(by, '孔令')).toHaveLength(8)
  })

  it('finds nothing by masked digits, nor by one or two digits', async () => {
    const by = await newMember()
    await buildCustomer(app, by, { name: '方圆', mobile: '13912345678' })
    for (const key of ['1234', '12345678', '1391234', '7', '78', ''])
      expect(await customersOf(by, key)).toEqual([])
    expect(['', '1', '12'].some(isFindable)).toBe(false)
    expect(['123', '一', 'a1'].every(isFindable)).toBe(true)
  })

  it('finds leads as their list shows them', async () => {
    const by = await newHead()
    const clueId = await buildLead(app, by, { name: '孟小满', mobile: '13700004821' })
    const { leads, customers } = await ask(by, { key: '4821' })
    expect(customers).toEqual([])
    expect(leads).toMatchObject([{ clueId, name: '孟小满', phone: '137****4821' }])
  })
})

describe('searching orders', () => {
  it('matches the beginning of the number, and the buyer', async () => {
    const by = await newMember({ name: '秦朗' })
    const orderId = await buildFullOrder(app, by, await buildCustomer(app, by), { name: '贺兰山' })
    const { orders } = await ask(by, { key: '贺兰' })
    expect(orders).toMatchObject([
      {
        orderId,
        name: '贺兰山',
        phone: '135****8888',
        status: 1,
        modelName: '松涧 1.5T 悦行版',
        ownerName: '秦朗',
      },
    ])
    const no = orders[0]?.orderNo ?? ''
    for (const key of [no, no.toLowerCase(), no.slice(2), no.slice(0, 9)])
      expect(
        (await ask(by, { key })).orders.map((one) => one.orderId),
        key,
      ).toContain(orderId)
    expect((await ask(by, { orderIds: String(orderId) })).orders).toHaveLength(1)
    const colleague = await newMember({ dealerId: by.dealerId })
    expect((await ask(colleague, { key: '贺兰' })).orders).toEqual([])
    // Without 销售订单 the member has no order list, so the search returns no orders.
    const other = await newMember({ dealerId: by.dealerId, role: 5 })
    expect((await ask(other, { orderIds: String(orderId) })).orders).toEqual([])
  })
})

describe('access to records', () => {
  it('matches the lists of the member, and excludes other stores', async () => {
    const boss = await newHead()
    const own = { dealerId: boss.dealerId, managerId: boss.memberId }
    const one = await newMember(own)
    const two = await newMember(own)
    const stranger = await newMember()
    const made = await buildCustomer(app, one, { name: '唐安然' })
    const key = '唐安然'
    expect(await customersOf(one, key)).toEqual([key])
    expect(await customersOf(boss, key)).toEqual([key])
    expect(await customersOf(two, key)).toEqual([])
    expect(await customersOf(stranger, key)).toEqual([])
    for (const [by, count] of [
      [one, 1],
      [two, 0],
      [stranger, 0],
    ] as const)
      expect((await ask(by, { customerIds: String(made.customerId) })).customers).toHaveLength(count)
  })

  it('excludes kinds the member has no right to', async () => {
    const by = await newHead()
    await buildCustomer(app, by, { name: '柳如烟' })
    await buildLead(app, by, { name: '柳如烟' })
    // The role 前台 sees neither customers nor leads.
    const desk = await newMember({ dealerId: by.dealerId, role: 7, modules: [] })
    expect(await ask(desk, { key: '柳如烟' })).toEqual({ customers: [], leads: [], orders: [] })
    const both = await ask(by, { key: '柳如烟' })
    expect([both.customers.length, both.leads.length]).toEqual([1, 1])
  })
})

describe('members who act on the whole store', () => {
  it.each([
    ['desk', { role: 7, modules: ['前台流量'], handleFront: true }],
    ['试驾专员', { role: 8 }],
  ] as const)('%s finds its customers, expected ones first, without their files', async (_name, who) => {
    const dealerId = await buildDealer(app.db)
    const owner = await newMember({ dealerId })
    const by = await newMember({
      dealerId,
      ...who,
      modules: [...('modules' in who ? who.modules : ['客户管理'])],
    })
    const today = Math.floor(app.now().getTime() / 1000)
    await buildCustomer(app, owner, { name: '丁来', mobile: '13811119765' })
    await buildCustomer(app, owner, {
      name: '丁来',
      mobile: '13822229765',
      nextActivityType: 2,
      nextDate: today,
    })
    const { customers } = await ask(by, { key: '9765' })
    expect(customers.map(({ isExpected, isSeen, mobile }) => [isExpected, isSeen, mobile])).toEqual([
      [true, false, '138****9765'],
      [false, false, '138****9765'],
    ])
    expect((await ask(by, { key: '丁' })).customers.map(({ isExpected }) => isExpected)).toEqual([
      true,
      false,
    ])
    const ids = customers.map(({ customerId }) => customerId).join(',')
    expect((await ask(by, { customerIds: ids })).customers).toEqual([])
    const foreign = await newMember()
    await buildCustomer(app, foreign, { name: '丁外', mobile: '13833339765' })
    expect((await ask(by, { key: '9765' })).customers).toHaveLength(2)
  })

  it('库管 finds the orders on their way, without the number', async () => {
    const boss = await newHead()
    const orderId = await buildFullOrder(app, boss, await buildCustomer(app, boss), { name: '贺兰山' })
    const keeper = await newMember({ dealerId: boss.dealerId, role: 10, modules: ['库存'] })
    expect((await ask(keeper, { key: '贺兰' })).orders).toEqual([])
    await app.db.updateTable('vehicle_order').set({ status: 15 }).where('id', '=', orderId).execute()
    expect((await ask(keeper, { key: '贺兰' })).orders).toMatchObject([
      { orderId, name: '贺兰山', phone: '', isSeen: false },
    ])
    expect((await ask(boss, { key: '贺兰' })).orders).toMatchObject([{ phone: '135****8888', isSeen: true }])
  })
})

describe('recently opened records', () => {
  it('are read again by their ids', async () => {
    const by = await newHead()
    const one = await buildCustomer(app, by, { name: '甲' })
    const two = await buildCustomer(app, by, { name: '乙' })
    const lead = await buildLead(app, by, { name: '丙' })
    const { customers, leads } = await ask(by, {
      customerIds: `${one.customerId},${two.customerId}`,
      clueIds: String(lead),
    })
    expect(customers.map(({ name }) => name).toSorted()).toEqual(['乙', '甲'])
    expect(leads.map(({ name }) => name)).toEqual(['丙'])
  })
})

describe('whole numbers', () => {
  it('count against the limit if unknown, and do not if they belong to a customer or lead', async () => {
    const by = await newHead()
    await buildCustomer(app, by, { mobile: '13911112222' })
    await buildLead(app, by, { mobile: '13933334444' })
    const number = (at: number): string => `188${String(at).padStart(8, '0')}`
    for (let at = 0; at < 119; at += 1) await ask(by, { key: number(at) })
    for (const key of ['13911112222', '13933334444', number(1)]) await ask(by, { key })
    await ask(by, { key: number(200) })
    const answer = await app.post(find, by.token, { key: number(201) })
    expect(answer).toMatchObject({ status: '-1', detail: '按完整手机号查询过于频繁，请稍后再试' })
  })
})
