import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer, newCustomer } from '../customer/customer.factory.ts'
import { buildMember, stageMember } from '../team/team.factory.ts'
import { buildDesk } from './desk.factory.ts'
import type { Desk } from './desk.factory.ts'

/** The list of the front desk, and the search for confirming an arrival. */

const { list, search, viewCounts } = rooms.desk

let app: TestApp
let desk: Desk
const dayAgo = 86_400
const at = () => Math.floor(app.now().getTime() / 1000)
const today = () => ({ start: at(), end: at() })

/** One customer came yesterday; today one is registered, and two on file come. */
beforeAll(async () => {
  app = await createTestApp()
  desk = await buildDesk(app)
  app.setNow(new Date(testNow.getTime() - dayAgo * 1000))
  await desk.register(desk.first, { name: '江昨', mobile: '13612340001' })
  const old = await buildCustomer(app, desk.second, {
    name: '周启明',
    level: 'A',
    mobile: '13612345678',
    secondardPhone: '0571-8801 2233',
    weixin: 'ZhouQM88',
  })
  const other = await buildCustomer(app, desk.first, { name: '周舟', level: 'B', mobile: '13698765678' })
  app.setNow(testNow)
  await desk.register(desk.first, { name: '林晓雨', mobile: '13612340002' })
  app.advance(60)
  await desk.confirm(old.customerId)
  app.advance(60)
  await desk.confirm(other.customerId)
})
afterAll(() => app.close())

const read = async (query: object = {}, by = desk.desk) => {
  const answer = await app.post(list, by.token, { createdDate: today(), ...query })
  expect(answer, answer.text).toMatchObject({ status: '0' })
  return { names: (answer.data ?? []).map(({ name }) => name), ...answer }
}
const namesOf = async (query: object = {}) => (await read(query)).names

describe('the list of the front desk', () => {
  it('shows registered and arrived customers, latest first, numbers masked', async () => {
    const { data = [], total } = await read()
    expect(total).toBe(3)
    expect(data).toMatchObject([
      { name: '周舟', type: 2, deal: { ownerName: '许安', level: 'B' } },
      {
        name: '周启明',
        mobile: '136****5678',
        type: 2,
        deal: { ownerName: '沈知行', level: 'A', specName: expect.any(String) as string },
        createdDate: at() - 60,
        isSeen: false,
      },
      { name: '林晓雨', type: 1, createdDate: at() - 120 },
    ])
    expect(data.map(({ deal }) => deal.specName).every(Boolean)).toBe(true)
  })

  it('is limited to the requested days', async () => {
    expect(await namesOf({ createdDate: { start: at() - dayAgo, end: at() - dayAgo } })).toEqual(['江昨'])
    expect(await namesOf({ createdDate: undefined })).toHaveLength(4)
  })

  it('is filtered by type of visit and by levels', async () => {
    expect(await namesOf({ type: 1 })).toEqual(['林晓雨'])
    expect(await namesOf({ type: 2 })).toEqual(['周舟', '周启明'])
    expect(await namesOf({ levels: 'A,H' })).toEqual(['周启明', '林晓雨'])
    expect((await app.post(list, desk.desk.token, { type: 3 })).status).toBe('-1')
  })

  it('finds by name, by last digits, and by another contact as a whole', async () => {
    expect(await namesOf({ key: '周' })).toEqual(['周舟', '周启明'])
    expect(await namesOf({ key: '5678' })).toEqual(['周舟', '周启明'])
    expect(await namesOf({ key: '136 1234 5678' })).toEqual(['周启明'])
    for (const key of ['zhouqm88', '057188012233', '0571-88012233'])
      expect(await namesOf({ key }), key).toEqual(['周启明'])
    // A partial match would reveal masked digits.
    for (const key of ['88012', 'zhouqm']) expect(await namesOf({ key }), key).toEqual([])
    // Normalizes to an empty number, which must not match customers without a second one.
    expect(await namesOf({ key: '- - - -' })).toEqual([])
  })

  it('finds by each of several other numbers that a merge left', async () => {
    const store = await buildDesk(app)
    const [master, slave] = [
      await buildCustomer(app, store.first, { name: '顾两号', secondardPhone: '0571-88014455' }),
      await buildCustomer(app, store.first, { name: '顾又号', mobile: '13722220001' }),
    ]
    await store.confirm(master.customerId)
    const merged = await app.post(rooms.customer.merge, store.manager.token, {
      masterCustomerId: master.customerId,
      slaveCustomerId: slave.customerId,
    })
    expect(merged, merged.text).toMatchObject({ status: '0' })
    const namesAt = async (key: string) => (await read({ key }, store.desk)).names
    for (const key of ['137 2222 0001', '0571 8801 4455', '057188014455'])
      expect(await namesAt(key), key).toEqual(['顾两号'])
    for (const key of ['2222000', '8801445', '88014455 137']) expect(await namesAt(key), key).toEqual([])
  })

  it('has six sort orders and pages', async () => {
    for (const orderType of [1, 3])
      expect(await namesOf({ orderType }), `${orderType}`).not.toEqual(
        await namesOf({ orderType: orderType - 1 }),
      )
    expect(await namesOf({ orderType: 1 })).toEqual(['林晓雨', '周启明', '周舟'])
    expect((await read({ orderType: 4 })).data?.map(({ nextFollowDate }) => nextFollowDate)).toEqual(
      (await read({ orderType: 5 })).data?.map(({ nextFollowDate }) => nextFollowDate).toReversed(),
    )
    expect(await namesOf({ pageStart: 2, pageCount: 2 })).toEqual(['林晓雨'])
    expect((await read({ pageStart: 2, pageCount: 2 })).total).toBe(3)
  })

  it('marks the files the reader may see', async () => {
    const { data = [] } = await read({}, desk.manager)
    expect(data.every(({ isSeen }) => isSeen)).toBe(true)
  })

  it('is counted for its views', async () => {
    const queries = [{ createdDate: today() }, { type: 1 }, { levels: 'B' }]
    expect(await app.post(viewCounts, desk.desk.token, { queries })).toMatchObject({ totals: [3, 2, 1] })
  })

  it('is separate for each store', async () => {
    const other = await buildMember(app.db, app.now(), { role: 1 })
    expect(await read({ createdDate: undefined }, other)).toMatchObject({ data: [], total: 0 })
  })

  it('limits lookups of unknown whole numbers', async () => {
    const { token } = await buildMember(app.db, app.now(), { role: 1 })
    let last = 0
    for (let number = 0; number <= 120; number++)
      last = (await app.post(search, token, { key: `1390000${String(number).padStart(4, '0')}` })).code
    expect(last).toBe(429)
    expect(await app.post(list, token, { key: '13900009999' })).toMatchObject({ code: 429 })
  })

  it('limits lookups of unknown fixed-line numbers too', async () => {
    const { token } = await buildMember(app.db, app.now(), { role: 1 })
    let last = 0
    for (let number = 0; number <= 120; number++)
      last = (await app.post(list, token, { key: `0571-8801 ${String(number).padStart(4, '0')}` })).code
    expect(last).toBe(429)
    // Names can still be searched.
    expect(await app.post(list, token, { key: '周' })).toMatchObject({ status: '0' })
  })
})

describe('the search for arrivals', () => {
  const find = async (key: string, rest: object = {}) => app.post(search, desk.desk.token, { key, ...rest })

  it('finds customers on file by name or last four digits, and marks those present', async () => {
    const expected = { total: 2, data: [{ name: '周舟' }, { name: '周启明' }] }
    expect(await find('周')).toMatchObject(expected)
    expect(await find('5678')).toMatchObject(expected)
    expect(await find('周启明')).toMatchObject({
      total: 1,
      data: [{ mobile: '136****5678', deal: { ownerName: '沈知行', level: 'A' }, isPresent: true }],
    })
    expect(await find('没有这个人')).toMatchObject({ total: 0, data: [] })
    expect(await find('  ')).toMatchObject({ total: 0, data: [] })
    // Masked digits are not searched.
    expect(await find('1234')).toMatchObject({ total: 0 })
  })

  it('returns five a page', async () => {
    const { dealerId } = desk
    const owner = await buildMember(app.db, app.now(), { dealerId, name: '钱多' })
    for (let count = 0; count < 7; count++) await buildCustomer(app, owner, { name: `钱${count}号` })
    expect((await find('钱')).data).toHaveLength(5)
    expect((await find('钱', { pageStart: 2 })).data).toHaveLength(2)
  })

  it('is open to the desk only, and covers the own store', async () => {
    expect(await app.post(search, desk.first.token, { key: '周' })).toMatchObject({ code: 403 })
    const other = await buildMember(app.db, app.now(), { role: 1 })
    expect(await app.post(search, other.token, { key: '周' })).toMatchObject({ total: 0 })
  })
})

describe('permissions at the desk', () => {
  const enters = async (role: number, handleFront: boolean, modules = ['前台流量']) => {
    const { token } = await buildMember(app.db, app.now(), { role, handleFront, modules })
    return (await app.post(list, token, {})).code === 0
  }
  it('belong to admins and members with the module; network sales and the front desk need it assigned', async () => {
    for (const role of [1, 2, 3, 6]) expect(await enters(role, false, []), `${role}`).toBe(true)
    for (const role of [5, 7]) {
      expect(await enters(role, true), `${role}`).toBe(true)
      expect(await enters(role, false), `${role}`).toBe(false)
      expect(await enters(role, true, []), `${role}`).toBe(false)
    }
    expect(await enters(4, false)).toBe(true)
    expect(await enters(4, true, ['客户管理'])).toBe(false)
  })

  it('are required for registering new traffic too', async () => {
    const { first, second } = desk
    expect(await desk.register(second, { name: '林外' }, first)).toMatchObject({ code: 403 })
    const idle = await buildMember(app.db, app.now(), {
      dealerId: desk.dealerId,
      role: 7,
      handleFront: false,
      modules: ['前台流量'],
    })
    expect(await desk.register(second, { name: '林外' }, idle)).toMatchObject({ code: 403 })
    const { customerId } = await buildCustomer(app, first)
    expect(await desk.confirm(customerId, idle)).toMatchObject({ code: 404 })
  })

  it('end immediately when revoked', async () => {
    const member = await buildMember(app.db, app.now(), { role: 7, modules: ['前台流量'] })
    expect((await app.post(list, member.token, {})).code).toBe(0)
    await stageMember(app.db, member, { handle_front: false })
    await expect.poll(async () => (await app.post(list, member.token, {})).code).toBe(403)
  })

  it('allow new traffic to be registered only with all required fields', async () => {
    const { desk: by, second } = desk
    const add = async (wrong: object) => {
      const { errors = [] } = await app.post(rooms.customer.add, by.token, {
        ...newCustomer(app, { newType: 1, assignMemberId: second.memberId, ...wrong }),
      })
      return Object.fromEntries(errors.map(({ path, text }) => [path, text]))
    }
    expect(await add({ buyArea: '' })).toEqual({ buyArea: '请选择购车地区' })
    expect(await add({ name: ' ', mobile: '', gender: 0, specIds: '' })).toMatchObject({
      name: '请输入客户姓名',
      mobile: '请输入手机号',
      gender: '请选择性别',
      specIds: '请选择意向车系',
    })
    expect(await add({ type: 2 })).toEqual({ companyName: '请输入企业名称' })
    expect(await add({ fromSource: 7 })).toEqual({ newMediaImages: '请上传客户来源凭证' })
    expect(await add({ fromSource: 99 })).toEqual({ otherSource: '请选择自定义来源' })
    expect(await add({ secondardPhone: '转3层' })).toEqual({ secondardPhone: '请输入合法的联系号码' })
    expect(await add({ nextActivityType: 99 })).toEqual({ nextActivityType: '请选择下次跟进' })
    expect(await add({ nextDate: 0 })).toEqual({ nextDate: '请选择跟进日期' })
    expect(await add({ buyCount: 10_001 })).toEqual({ buyCount: '购车数量为0-10000' })
  })

  it('allow new traffic only with an owner: any member who can own customers, including the manager', async () => {
    const store = await buildDesk(app)
    const bare = { ...newCustomer(app), newType: 1 }
    expect((await app.post(rooms.customer.add, store.desk.token, bare)).errors).toEqual([
      { path: 'assignMemberId', text: '请选择客户经理' },
    ])
    expect((await app.post(rooms.customer.add, store.manager.token, bare)).errors).toEqual([
      { path: 'assignMemberId', text: '请选择客户经理' },
    ])
    const { manager } = store
    expect(await store.register(manager, { name: '林自' }, manager)).toMatchObject({ status: '0' })
    expect(await store.visitOf('林自')).toMatchObject({ ownerName: '总监', receiverName: '总监' })
  })
})

describe('handing over at the desk', () => {
  const give = (customerId: number, by = desk.desk, to = desk.second) =>
    app.post(rooms.customer.batchReassign, by.token, {
      customerIds: String(customerId),
      memberId: to.memberId,
      remark: '客户经理外出',
    })

  it('works for any customer who came today, and can be undone', async () => {
    const store = await buildDesk(app)
    const { customerId } = await buildCustomer(app, store.first)
    const assign = () => give(customerId, store.desk, store.second)
    expect(await assign()).toMatchObject({
      successTotal: 0,
      failures: [{ reason: '不存在，或不是今天到店的客户' }],
    })
    await store.confirm(customerId)
    const { successTotal, undoId } = await assign()
    expect(successTotal).toBe(1)
    expect((await store.toldTo(store.second))[0]).toBe('前台小林将1位客户分配给您')
    expect(await app.post(rooms.base.undo, store.desk.token, { undoId })).toMatchObject({ undoneTotal: 1 })
  })

  it('is rejected for a customer who came before today', async () => {
    const { data = [] } = await read({ createdDate: { start: at() - dayAgo, end: at() - dayAgo } })
    expect(await give(data[0]?.customerId ?? 0)).toMatchObject({ successTotal: 0 })
  })

  it('is rejected without the desk or assignment permission', async () => {
    const { customerId } = await buildCustomer(app, desk.first)
    expect(await give(customerId, desk.first)).toMatchObject({ code: 403 })
  })

  it('gives a consultant at the desk no access to own customers of earlier days', async () => {
    const both = await buildMember(app.db, app.now(), {
      dealerId: desk.dealerId,
      modules: ['客户管理', '前台流量'],
    })
    const { customerId } = await buildCustomer(app, both)
    expect(await give(customerId, both)).toMatchObject({ successTotal: 0 })
  })
})
