import { rooms } from '@showroom/contract'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { addDays, dayText } from '@showroom/contract/kernel/day'
import { orderAlert } from '@showroom/contract/order/verify.rules'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { listenTo } from '../../../test/live.ts'
import { buildCustomer, stageDeals } from '../../customer/customer.factory.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildFullOrder, orderForm, orderLine } from '../order.factory.ts'

/** The list of orders and the order page: content, visibility and search. */

const { search, viewCounts, detail, orderTimeLine, getUserInfo, submit, recall, cancel } = rooms.order
const { confirmOrder, edit, rejectOrder } = rooms.order

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Store {
  boss: BuiltMember
  by: BuiltMember
}
async function newStore(): Promise<Store> {
  const boss = await buildMember(app.db, app.now(), { role: 1, name: '冯经理' })
  return { boss, by: await buildMember(app.db, app.now(), { dealerId: boss.dealerId, name: '许安' }) }
}
const made = async (by: BuiltMember, overrides = {}, of: object = {}) => {
  const customer = await buildCustomer(app, by, of)
  return { orderId: await buildFullOrder(app, by, customer, overrides), customer }
}
const today = (): number => Math.floor(app.now().getTime() / 1000)
async function ask(by: BuiltMember, query: RequestOf<typeof search> = {}) {
  const answer = await app.post(search, by.token, query)
  expect(answer.status, answer.text).toBe('0')
  return { rows: answer.data ?? [], total: answer.total ?? 0 }
}
const idsOf = async (by: BuiltMember, query: RequestOf<typeof search>) => [
  ...new Set((await ask(by, query)).rows.map(({ id }) => id)),
]
const two = { subOrderInfos: [orderLine(), orderLine({ skuId: 2_010_112, num: 2 })] }

describe('the list', () => {
  it('finds an order by the current name and phone of its buyer', async () => {
    const { by } = await newStore()
    const { orderId } = await made(by, { name: '林晓雨', phone: '13512348888' })
    const countFor = async (customerInfo: string) => (await idsOf(by, { customerInfo })).length
    expect([await countFor('林晓雨'), await countFor('8888')]).toEqual([1, 1])
    const form = { ...orderForm(app, { name: '许可欣', phone: '13512347777' }), orderId }
    expect(await app.post(edit, by.token, form)).toMatchObject({ status: '0' })
    expect([await countFor('林晓雨'), await countFor('8888')]).toEqual([0, 0])
    expect([await countFor('许可欣'), await countFor('7777')]).toEqual([1, 1])
  })

  it('has one row per line, grouped by order, newest order first, and pages of orders', async () => {
    const { boss, by } = await newStore()
    const first = await made(by, two)
    app.advance(60)
    const second = await made(by)
    const { rows, total } = await ask(boss)
    expect(total).toBe(2)
    expect(rows.map(({ id }) => id)).toEqual([second.orderId, first.orderId, first.orderId])
    expect(rows[2]).toMatchObject({
      bigOrderNo: expect.stringMatching(/^DD261118\d{5}$/),
      subOrderNo: expect.stringMatching(/-2$/),
      customerType: 1,
      customerName: '林晓雨',
      companyName: '',
      customerPhone: '135****8888',
      customerId: first.customer.customerId,
      dealId: first.customer.dealId,
      orderStatus: 1,
      subOrderOrderStatus: 1,
      estimatedDeliverTime: addDays(today(), 20),
      payment: 5000,
      paymentAmount: 15_000,
      totalPrice: 296_401.5,
      number: 2,
      price: 98_800.5,
      seriesName: '松涧',
      specName: '1.5T 悦行版',
      carLicenseCity: '浙江省,杭州市',
      ownerName: '许安',
      auditTime: 0,
      orderDeliverTime: 0,
    })
    const pages = [1, 2, 3].map((pageId) => ask(boss, { pageId, pageSize: 1 }))
    expect((await Promise.all(pages)).map((page) => page.rows.map(({ id }) => id))).toEqual([
      [second.orderId],
      [first.orderId, first.orderId],
      [],
    ])
  })

  it('shows a member its own and its team’s orders, an admin the whole store’s, and no other store’s', async () => {
    const { boss, by } = await newStore()
    const lead = await buildMember(app.db, app.now(), { dealerId: boss.dealerId })
    const below = await buildMember(app.db, app.now(), { dealerId: boss.dealerId, managerId: lead.memberId })
    const stranger = await buildMember(app.db, app.now(), { role: 1 })
    const { orderId, customer } = await made(below)
    await made(by)
    for (const [member, total] of [
      [boss, 2],
      [by, 1],
      [below, 1],
      [lead, 1],
      [stranger, 0],
    ] as const)
      expect((await ask(member)).total).toBe(total)
    // A handover of the customer includes its orders in every status.
    await app.post(submit, below.token, { orderId })
    await app.post(confirmOrder, boss.token, { orderId })
    // Open order pages display the owner, so a handover refreshes them. Earlier events have arrived by then.
    const page = await listenTo(app.app, boss.token)
    const heard = () => page.events.flatMap((event) => ('topics' in event ? event.topics : []))
    const heardOf = (topic: string) => vi.waitFor(() => expect(heard()).toContain(topic), 5_000)
    await app.post(rooms.customer.remark, boss.token, { customerId: customer.customerId, remark: '已看车' })
    await heardOf('customer')
    page.events.length = 0
    await app.post(rooms.customer.reassign, boss.token, {
      customerId: customer.customerId,
      memberId: by.memberId,
      remark: '转交',
    })
    await heardOf('order')
    page.leave()
    expect(await idsOf(by, {})).toContain(orderId)
    expect(await idsOf(below, {})).toEqual([])
    const order = await app.db
      .selectFrom('vehicle_order')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirst()
    expect(order).toMatchObject({ owner_id: by.memberId, approved_owner_id: below.memberId })
  })

  it('is filtered by each field', async () => {
    const { boss, by } = await newStore()
    const plain = await made(by, two)
    const company = await made(by, {
      businessType: 2,
      customerType: 2,
      name: '西溪物流有限公司',
      contactName: '祝明',
      phone: '13700004821',
      licenseType: 5,
      licenseNumber: '91350100M000100Y43',
      subOrderInfos: [orderLine({ specId: 20_201, seriesId: 1202, skuId: 2_020_111 })],
    })
    await stageDeals(app, [plain.customer.dealId], { from_source: 98, other_source: 3 })
    await stageDeals(app, [company.customer.dealId], { from_source: 99, other_source: 7 })
    await app.post(submit, by.token, { orderId: company.orderId })
    await app.post(rejectOrder, boss.token, { orderId: company.orderId, reason: '缺证件' })
    await app.post(cancel, by.token, { orderId: plain.orderId, cancelReason: 'qxyy01' })
    const day = { start: today(), end: today() }
    const long = { start: addDays(today(), -9), end: addDays(today(), -1) }
    const both = [company.orderId, plain.orderId]
    const { order_no: companyNo } = await app.db
      .selectFrom('vehicle_order')
      .select('order_no')
      .where('id', '=', company.orderId)
      .executeTakeFirstOrThrow()
    const expected: [RequestOf<typeof search>, number[]][] = [
      [{ createdDate: day }, both],
      [{ createdDate: long }, []],
      [{ reviewDate: day }, [company.orderId]],
      [{ reviewDate: long }, []],
      [{ cancelDate: day }, [plain.orderId]],
      [{ orderStatus: '6' }, [company.orderId]],
      [{ orderStatus: '6,8' }, both],
      [{ fromType: 1 }, [plain.orderId]],
      [{ fromType: 2 }, [company.orderId]],
      [{ onlineSources: '3' }, [plain.orderId]],
      [{ otherSources: '7' }, [company.orderId]],
      [{ fromSources: '98' }, [plain.orderId]],
      [{ ownerId: by.memberId }, both],
      [{ ownerId: boss.memberId }, []],
      [{ businessType: 2 }, [company.orderId]],
      [{ specIds: '1202' }, [company.orderId]],
      [{ customerInfo: '西溪' }, [company.orderId]],
      [{ customerInfo: '祝明' }, [company.orderId]],
      [{ customerInfo: '4821' }, [company.orderId]],
      [{ customerInfo: '13700004821' }, [company.orderId]],
      [{ customerInfo: 'dd261118' }, both],
      [{ customerInfo: '261118' }, both],
      [{ customerInfo: 'ＤＤ 26·11.18' }, both],
      [{ customerInfo: `${companyNo.replace('DD', 'dd ')}－1` }, [company.orderId]],
      [{ customerInfo: '0004' }, []],
      [{ customerInfo: '没有' }, []],
    ]
    for (const [query, ids] of expected) {
      expect(new Set(await idsOf(boss, query)), JSON.stringify(query)).toEqual(new Set(ids))
    }
    for (const [query] of expected.filter(([one]) => !one.customerInfo)) {
      const counted = await app.post(viewCounts, boss.token, { queries: [query] })
      expect(counted.totals, JSON.stringify(query)).toEqual([(await ask(boss, query)).total])
    }
    expect(await ask(boss, { specIds: '1201' })).toMatchObject({ total: 1, rows: [{}, {}] })
  })

  it('shows alerts, and the cancelled vehicles of a line', async () => {
    const { boss, by } = await newStore()
    const { orderId } = await made(by, two)
    const change = (values: Record<string, unknown>) =>
      app.db.updateTable('vehicle_order').set(values).where('id', '=', orderId).execute()
    const first = async () => (await ask(boss)).rows[0]
    expect(await first()).toMatchObject({ alerts: [], cancelSubCount: 0 })
    await app.post(submit, by.token, { orderId })
    await change({ submitted_at: new Date(app.now().getTime() - 25 * 3_600_000) })
    expect((await first())?.alerts).toEqual([orderAlert.reviewLate])
    await app.post(confirmOrder, boss.token, { orderId })
    await change({ deliver_on: dayText(addDays(today(), 2)) })
    expect((await first())?.alerts).toEqual([orderAlert.deliveryNear])
    await change({ deliver_on: dayText(addDays(today(), -1)), payment_fen: 0 })
    expect((await first())?.alerts).toEqual([orderAlert.deliveryPast, orderAlert.depositMissing])
    const { subOrderNo } = (await first()) ?? {}
    await app.post(cancel, by.token, { orderId, subOrderNo, cancelReason: 'qxyy01' })
    expect((await ask(boss)).rows.map((row) => [row.cancelSubCount, row.subOrderOrderStatus])).toEqual([
      [1, 8],
      [0, 3],
    ])
  })

  it('exports a workbook for admins only, with log and audit', async () => {
    const { boss, by } = await newStore()
    await made(by, two)
    expect(await app.post(search, by.token, { isExport: 1 })).toMatchObject({ code: 403 })
    const answer = await app.post(search, boss.token, { isExport: 1, customerInfo: '林晓雨' })
    expect(answer).toMatchObject({ status: '0', data: [], total: 2 })
    expect(answer.filePath).toMatch(/^\/download\//)
    const log = await app.db
      .selectFrom('export_log')
      .selectAll()
      .where('dealer_id', '=', boss.dealerId)
      .execute()
    expect(log).toMatchObject([
      { export_name: '销售订单', record_total: 2, asked: [{ label: '关键词', text: '林晓雨' }] },
    ])
  })
})

describe('an order', () => {
  it('is displayed with its lines, masked numbers and the reader’s permissions', async () => {
    const { boss, by } = await newStore()
    const { orderId, customer } = await made(by, two)
    const { data } = await app.post(detail, by.token, { orderId })
    expect(data).toMatchObject({
      id: orderId,
      customerId: customer.customerId,
      rowVersion: 1,
      orderStatus: 1,
      customerName: '林晓雨',
      companyName: '',
      customerPhone: '135****8888',
      licenseNo: '110***********002X',
      orderAddress: '****',
      orderProvince: '浙江省',
      paymentAmount: 15_000,
      totalPrice: 296_401.5,
      originalPayment: 15_000,
      isMine: true,
      cancelledFrom: 0,
      subOrders: [
        { number: 1, price: 98_800.5, skuId: 2_010_111, cancelSubCount: 0, orderStatus: 1 },
        { number: 2, seriesName: '松涧', specName: '1.5T 悦行版', guidePrice: expect.any(Number) },
      ],
    })
    const { dealerId } = by
    const reviewer = await buildMember(app.db, app.now(), { dealerId, role: 16, modules: ['订单审核'] })
    expect((await app.post(detail, reviewer.token, { orderId })).data?.isMine).toBe(false)
    expect((await app.post(detail, boss.token, { orderId })).data?.isMine).toBe(true)
    const colleague = await buildMember(app.db, app.now(), { dealerId })
    const stranger = await buildMember(app.db, app.now(), { role: 1 })
    for (const call of [detail, orderTimeLine, getUserInfo])
      for (const { token } of [colleague, stranger])
        expect(await app.post(call, token, { orderId })).toMatchObject({ code: 404 })
  })

  it('shows its status before the cancellation and the deposit paid', async () => {
    const { boss, by } = await newStore()
    const stages: [number, (orderId: number) => Promise<unknown>][] = [
      [1, () => Promise.resolve()],
      [2, (orderId) => app.post(submit, by.token, { orderId })],
      [
        1,
        async (orderId) => {
          await app.post(submit, by.token, { orderId })
          await app.post(recall, by.token, { orderId })
        },
      ],
      [
        6,
        async (orderId) => {
          await app.post(submit, by.token, { orderId })
          await app.post(rejectOrder, boss.token, { orderId, reason: '价格过低' })
        },
      ],
      [
        3,
        async (orderId) => {
          await app.post(submit, by.token, { orderId })
          await app.post(confirmOrder, boss.token, { orderId })
        },
      ],
    ]
    for (const [from, reach] of stages) {
      const { orderId } = await made(by)
      await reach(orderId)
      const form = { orderId, cancelReason: 'qxyy07' as const }
      expect(await app.post(cancel, by.token, form)).toMatchObject({
        errors: [{ path: 'remark', text: '请填写备注' }],
      })
      const answer = await app.post(cancel, by.token, { ...form, remark: '  家里不同意 ' })
      expect(answer, answer.text).toMatchObject({ status: '0', success: true, orderId })
      const { data } = await app.post(detail, by.token, { orderId })
      expect(data).toMatchObject({
        orderStatus: 8,
        cancelledFrom: from,
        cancelReason: 'qxyy07',
        cancelRemark: '家里不同意',
        paymentAmount: 0,
        totalPrice: 0,
        originalPayment: 5000,
        rowVersion: answer.rowVersion,
      })
      expect(await app.post(cancel, by.token, { ...form, remark: '再' })).toMatchObject({ code: 2102 })
    }
  })

  it('can lose a line or some vehicles of it, and cancelling the last one restores the customer’s level', async () => {
    const { boss, by } = await newStore()
    const { orderId, customer } = await made(by, {
      subOrderInfos: [orderLine({ num: 3, price: 1000 }), orderLine({ skuId: 2_010_112, price: 500 })],
    })
    const form = { orderId, cancelReason: 'qxyy03' as const }
    const read = async () => {
      const { data } = await app.post(detail, by.token, { orderId })
      return data as NonNullable<typeof data>
    }
    const [first, second] = (await read()).subOrders.map(({ subOrderNo }) => subOrderNo) as [string, string]
    const of = (subOrderNo: string, cancelSubCount = 0) =>
      app.post(cancel, by.token, { ...form, subOrderNo, cancelSubCount })
    expect(await of(first), 'before the approval it is edited').toMatchObject({ code: 2102 })
    await app.post(submit, by.token, { orderId })
    await app.post(confirmOrder, boss.token, { orderId })
    expect(await of(first, 4)).toMatchObject({
      errors: [{ path: 'cancelSubCount', text: '该子订单最多可取消3台' }],
    })
    expect(await of('DD0-1')).toMatchObject({ code: 2102, detail: '该子订单不存在或已取消' })
    const given = (vins: string[]) =>
      app.db.updateTable('vehicle_order_line').set({ vins }).where('sub_order_no', '=', first).execute()
    await given(['LSVAA41Z8N2100001', 'LSVAA41Z8N2100002'])
    expect(await of(first, 2)).toMatchObject({
      errors: [{ path: 'cancelSubCount', text: '该子订单已有2台配车，不能只留1台' }],
    })
    await given(['LSVAA41Z8N2100001'])
    const { rowVersion } = await read()
    expect(await of(first, 1)).toMatchObject({ status: '0' })
    // A colleague who counted before that means the same vehicle.
    const late = { ...form, subOrderNo: first, cancelSubCount: 1, rowVersion }
    expect(await app.post(cancel, boss.token, late)).toMatchObject({
      code: 2102,
      detail: '订单在您打开后有变化，请核对后再取消',
    })
    expect(await read()).toMatchObject({
      orderStatus: 3,
      paymentAmount: 15_000,
      totalPrice: 2500,
      originalPayment: 20_000,
      subOrders: [{ orderStatus: 3, cancelSubCount: 1 }, { orderStatus: 3 }],
    })
    expect(await of(second)).toMatchObject({ status: '0' })
    expect(await of(second)).toMatchObject({ code: 2102 })
    expect(await read()).toMatchObject({
      totalPrice: 2000,
      subOrders: [{ orderStatus: 3 }, { orderStatus: 8, cancelSubCount: 1 }],
    })
    const levelOf = () =>
      app.db.selectFrom('deal').select('level').where('id', '=', customer.dealId).executeTakeFirstOrThrow()
    expect(await levelOf()).toEqual({ level: 'O' })
    expect(await of(first)).toMatchObject({ status: '0' })
    expect(await read()).toMatchObject({ orderStatus: 8, totalPrice: 0, cancelledFrom: 3 })
    expect(await levelOf()).toEqual({ level: 'H' })
    const { data = [] } = await app.post(orderTimeLine, by.token, { orderId })
    expect(data.map(({ subject }) => subject).slice(0, 3)).toEqual(['取消订单', '取消子订单', '取消子订单'])
  })

  it('has its own history, newest first, with numbers masked', async () => {
    const { boss, by } = await newStore()
    const { orderId } = await made(by, { remark: '联系 13512349999' })
    await app.post(submit, by.token, { orderId })
    await app.post(rejectOrder, boss.token, { orderId, reason: '请打 13512349999' })
    const { data = [] } = await app.post(orderTimeLine, by.token, { orderId })
    expect(data.map(({ subject, orderStatus, ownerName }) => [subject, orderStatus, ownerName])).toEqual([
      ['订单驳回', 6, '冯经理'],
      ['提交订单', 2, '许安'],
      ['创建订单', 1, '许安'],
    ])
    expect(data[0]?.content).toContain('135****9999')
    expect(data[2]?.content).toContain('备注：联系 135****9999')
  })

  it('reveals its numbers on request, audited, sixty times an hour', async () => {
    const { by } = await newStore()
    const { orderId } = await made(by)
    expect(await app.post(getUserInfo, by.token, { orderId })).toMatchObject({
      customerPhone: '13512348888',
      licenseNo: '11010519491231002X',
      orderAddress: '文三路 90 号',
    })
    const audits = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('record', '=', `order:${orderId}`)
      .execute()
    expect(audits).toMatchObject([{ action: 'reveal', member_id: by.memberId }])
    for (let count = 1; count < 60; count += 1) await app.post(getUserInfo, by.token, { orderId })
    expect(await app.post(getUserInfo, by.token, { orderId })).toMatchObject({ code: 1016 })
  })
})
