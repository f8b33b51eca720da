import { rooms } from '@showroom/contract'
import { addDays, dayText } from '@showroom/contract/kernel/day'
import type { Call } from '@showroom/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { snapshot } from '../../../test/database/snapshot.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import type { BuiltCustomer } from '../../customer/customer.factory.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildFullOrder, orderForm, orderLine, stageChange } from '../order.factory.ts'

/** Creating and editing an order with the full form. */

const { create, edit, submit, recall, confirmOrder, rejectOrder } = rooms.order

let app: TestApp
let by: BuiltMember
let boss: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { name: '许安' })
  boss = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 3, name: '冯经理' })
})
afterAll(() => app.close())

const inDays = (days: number): number => addDays(Math.floor(app.now().getTime() / 1000), days)
const customerOf = (overrides = {}) => buildCustomer(app, by, overrides)
const orderOf = (id: number) =>
  app.db.selectFrom('vehicle_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesOf = (id: number) =>
  app.db.selectFrom('vehicle_order_line').selectAll().where('order_id', '=', id).orderBy('id').execute()
const openOf = ({ dealId }: BuiltCustomer) =>
  app.db
    .selectFrom('activity')
    .selectAll()
    .where('deal_id', '=', dealId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
const lastOf = ({ customerId }: BuiltCustomer) =>
  app.db
    .selectFrom('timeline')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const made = async (customer: BuiltCustomer, overrides = {}) => buildFullOrder(app, by, customer, overrides)

/** Expects a request to be refused without changing anything. */
async function refused<C extends Call>(call: C, body: object, token = by.token) {
  // A member's first call records that they were seen.
  await app.post(rooms.access.profile, token, {})
  const before = await snapshot(app.db)
  const answer = await app.post(call, token, body)
  expect(answer.status).not.toBe('0')
  expect(await snapshot(app.db)).toEqual(before)
  return answer
}
const textsOf = (answer: { errors?: { path: string; text: string }[] }): Record<string, string> =>
  Object.fromEntries((answer.errors ?? []).map(({ path, text }) => [path, text]))

describe('a new order', () => {
  it('is stored with its lines and the server’s sums, and returns the sums', async () => {
    const customer = await customerOf()
    const lines = [orderLine({ num: 2 }), orderLine({ skuId: 2_010_112, carExternalColor: '', price: 0.1 })]
    const answer = await app.post(create, by.token, {
      ...orderForm(app, { subOrderInfos: lines, payment: 5000 }),
      customerId: customer.customerId,
      dealId: customer.dealId,
      totalOrderAmount: 1,
      paymentAmount: 1,
    })
    expect(answer, answer.text).toMatchObject({
      status: '0',
      rowVersion: 1,
      sysPaymentAmount: 15_000,
      sysTotalOrderAmount: 197_601.1,
    })
    const order = await orderOf(answer.orderId ?? 0)
    expect(order).toMatchObject({
      status: 1,
      owner_id: by.memberId,
      business_type: 1,
      payment_fen: 500_000,
      payment_amount_fen: 1_500_000,
      total_amount_fen: 19_760_110,
      line_count: 2,
      contract_no: 'HT-001',
      car_license_city: '浙江省,杭州市',
      name: '林晓雨',
      phone: '13512348888',
      area: '西湖区',
      remark: '周末交车',
    })
    expect(await linesOf(order.id)).toMatchObject([
      { sub_order_no: `${order.order_no}-1`, sku_id: 2_010_111, color: '松雪白', quantity: 2, status: 1 },
      { sub_order_no: `${order.order_no}-2`, sku_id: 2_010_112, series_id: 1201, price_fen: 10 },
    ])
    expect(await lastOf(customer)).toMatchObject({ type: 4, subject: '创建订单', order_id: order.id })
    // Without a next call in the form the plan stays.
    expect(await openOf(customer)).toMatchObject([{ id: customer.activityId }])
  })

  it('completes the planned activity and plans the next call if the form has one', async () => {
    const customer = await customerOf()
    const orderId = await made(customer, { nextFollowDate: inDays(3) })
    expect(await openOf(customer)).toMatchObject([{ type: 1, due_at: new Date(inDays(3) * 1000) }])
    const planned = await app.db
      .selectFrom('activity')
      .selectAll()
      .where('id', '=', customer.activityId)
      .executeTakeFirst()
    expect(planned).toMatchObject({ completed_type: 4, completed_by: by.memberId, result: { orderId } })
    const deal = await app.db
      .selectFrom('deal')
      .selectAll()
      .where('id', '=', customer.dealId)
      .executeTakeFirst()
    expect(deal).toMatchObject({ next_follow_at: new Date(inDays(3) * 1000), next_activity_type: 1 })
  })

  it('of a company has a contact, of a person none', async () => {
    const company = await made(await customerOf(), {
      customerType: 2,
      name: '杭州某某汽车服务有限公司',
      contactName: '林晓雨',
      licenseType: 5,
      licenseNumber: '91330106ma27xh8k1c',
    }).catch((error: Error) => error.message)
    expect(company).toContain('请输入正确的统一社会信用代码')
    const right = await made(await customerOf(), {
      customerType: 2,
      name: '杭州某某汽车服务有限公司',
      contactName: '林晓雨',
      licenseType: 5,
      licenseNumber: '91350100m000100y43',
    })
    expect(await orderOf(right)).toMatchObject({
      customer_type: 2,
      contact_name: '林晓雨',
      license_number: '91350100M000100Y43',
    })
    const person = await made(await customerOf(), { contactName: '别人' })
    expect(await orderOf(person)).toMatchObject({ contact_name: '' })
  })

  it('accepts the customer’s own numbers in masked form', async () => {
    const customer = await customerOf({ mobile: '13512340011' })
    const orderId = await made(customer, { phone: '135****0011' })
    expect(await orderOf(orderId)).toMatchObject({ phone: '13512340011' })
    expect(
      textsOf(
        await refused(create, {
          ...orderForm(app, { phone: '135****0012' }),
          customerId: (await customerOf()).customerId,
        }),
      ),
    ).toEqual({ phone: '请输入正确的联系电话' })
  })

  it('reports all problems that only the server can find', async () => {
    const { customerId } = await customerOf()
    const wrong = async (overrides: object) =>
      textsOf(await refused(create, { ...orderForm(app, overrides), customerId }))
    expect(
      await wrong({
        deliverDate: inDays(-1),
        nextFollowDate: inDays(-2),
        city: '宁波',
        carLicenseCity: '浙江省,上海市',
        subOrderInfos: [
          orderLine({ skuId: 99_999_999 }),
          orderLine({ specId: 20_102 }),
          orderLine({ seriesId: 1202, skuId: 2_010_112 }),
        ],
      }),
    ).toEqual({
      deliverDate: '交车日期不能早于今天',
      nextFollowDate: '跟进时间不能早于昨天',
      province: '请选择省/市/区',
      carLicenseCity: '请选择上牌城市',
      'subOrderInfos.0.skuId': '请选择第1行颜色',
      'subOrderInfos.1.skuId': '请选择第2行颜色',
      'subOrderInfos.2.specId': '请选择第3行车型',
    })
    expect(await wrong({ businessType: 77 })).toEqual({ businessType: '请选择业务类型' })
    expect(await made(await customerOf(), { province: '台湾省', city: '台北市', area: '' })).toBeGreaterThan(
      0,
    )
  })

  it('is refused for absurd numbers, with the text at the field', async () => {
    const { customerId } = await customerOf()
    const wrong = async (overrides: object) =>
      textsOf(await refused(create, { ...orderForm(app, overrides), customerId }))
    const line = (overrides: object) => ({ subOrderInfos: [orderLine(overrides)] })
    for (const payment of [-1, 1.005])
      expect(await wrong({ payment })).toEqual({ payment: '请输入正确的订金' })
    for (const payment of [100_001, 2 ** 53])
      expect(await wrong({ payment })).toMatchObject({ payment: '购车定金不能超过100000元' })
    for (const price of [-1, 1.005, 2 ** 53])
      expect(await wrong(line({ price }))).toMatchObject({ 'subOrderInfos.0.price': '第1行单价输入错误' })
    for (const num of [0, -1, 1.5, 100_000, 2 ** 53])
      expect(await wrong(line({ num }))).toMatchObject({ 'subOrderInfos.0.num': '第1行数量输入错误' })
    expect(await wrong(line({ num: 99_999, price: 9_999_999_999 }))).toEqual({
      subOrderInfos: '订单金额过大，请核对数量和单价',
    })
    const thousand = Array.from({ length: 1000 }, (_, at) => orderLine({ skuId: 2_010_111 + at }))
    expect(await wrong({ subOrderInfos: thousand })).toEqual({ subOrderInfos: '最多添加100行订车明细' })
  })

  it('is refused while another waits, and for a customer out of sight, of another deal or store', async () => {
    const customer = await customerOf()
    const body = { ...orderForm(app), customerId: customer.customerId }
    await made(customer)
    expect(await refused(create, body)).toMatchObject({ code: 2101 })
    const other = await customerOf()
    expect(
      await refused(create, { ...orderForm(app), customerId: other.customerId, dealId: customer.dealId }),
    ).toMatchObject({ code: 410 })
    const colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    for (const { token } of [colleague, foreign]) {
      const refusal = await refused(create, { ...orderForm(app), customerId: other.customerId }, token)
      expect(refusal).toMatchObject({ code: 404 })
    }
  })

  it('is refused for a buyer on the blocklist, by phone and by document', async () => {
    const { customerId } = await customerOf()
    await app.db
      .insertInto('blocklist')
      .values([
        { mobile: '13500001111', contacts: ['区域经理 400-100'] },
        { identify_no: '91350100M000100Y43', contacts: ['法务 400-200'] },
      ])
      .execute()
    expect(await refused(create, { ...orderForm(app, { phone: '13500001111' }), customerId })).toMatchObject({
      status: '-2',
      code: 1004,
      detail: '区域经理 400-100',
      mobile: '135****1111',
    })
    const company = {
      customerType: 2 as const,
      licenseType: 5,
      licenseNumber: '91350100M000100Y43',
    }
    expect(await refused(create, { ...orderForm(app, company), customerId })).toMatchObject({
      status: '-2',
      code: 1004,
      detail: '法务 400-200',
    })
    const orderId = await made(await customerOf())
    const edited = { ...orderForm(app, { phone: '13500001111' }), orderId }
    expect(await refused(edit, edited)).toMatchObject({ status: '-2', code: 1004 })
    await stageChange(app, orderId, { phone: '13500001111' })
    expect(await refused(submit, { orderId })).toMatchObject({ status: '-2', code: 1004 })
    await app.db.deleteFrom('blocklist').execute()
  })

  it('is created once by concurrent requests', async () => {
    const customer = await customerOf()
    const body = { ...orderForm(app), customerId: customer.customerId }
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.post(create, by.token, body)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 2101, 2101, 2101])
  })
})

describe('editing an order', () => {
  it('keeps the remaining lines, numbers new ones upward, and records the changes', async () => {
    const customer = await customerOf()
    const orderId = await made(customer, {
      subOrderInfos: [orderLine(), orderLine({ skuId: 2_010_112 }), orderLine({ skuId: 2_010_113 })],
    })
    const [first, , third] = await linesOf(orderId)
    const { order_no: no } = await orderOf(orderId)
    const answer = await app.post(edit, by.token, {
      ...orderForm(app, {
        payment: 6000,
        phone: '13512348888',
        subOrderInfos: [
          orderLine({ orderNo: `${no}-1`, num: 3 }),
          orderLine({ orderNo: `${no}-3`, skuId: 2_010_113 }),
          orderLine({ skuId: 2_010_114, price: 100_000 }),
        ],
      }),
      orderId,
    })
    expect(answer, answer.text).toMatchObject({
      status: '0',
      orderId,
      rowVersion: 2,
      sysPaymentAmount: 30_000,
      sysTotalOrderAmount: 495_202,
    })
    expect(await linesOf(orderId)).toMatchObject([
      { id: first?.id, sub_order_no: `${no}-1`, quantity: 3 },
      { id: third?.id, sub_order_no: `${no}-3`, quantity: 1 },
      { sub_order_no: `${no}-4`, sku_id: 2_010_114, status: 1 },
    ])
    expect(await orderOf(orderId)).toMatchObject({ line_count: 3, row_version: 2 })
    expect(await lastOf(customer)).toMatchObject({
      subject: '编辑订单',
      content: `订单号：${no}；单车定金 5,000元 → 6,000元；订车明细 296,401.50元 → 495,202元`,
    })
  })

  it('updates the order’s vehicles in line order, whichever lines were added, changed or removed', async () => {
    const orderId = await made(await customerOf(), {
      subOrderInfos: [orderLine(), orderLine({ specId: 20_102, skuId: 2_010_211 })],
    })
    const { order_no: no } = await orderOf(orderId)
    const vehicles = async () => {
      const { series_ids: series, model_ids: models } = await orderOf(orderId)
      const lines = await linesOf(orderId)
      expect({ series, models }).toEqual({
        series: lines.map((line) => line.series_id),
        models: lines.map((line) => line.model_id),
      })
      return models
    }
    const saved = async (...lines: ReturnType<typeof orderLine>[]) => {
      const { row_version: rowVersion } = await orderOf(orderId)
      const form = orderForm(app, { subOrderInfos: lines })
      expect(await app.post(edit, by.token, { ...form, orderId, rowVersion })).toMatchObject({ status: '0' })
      return vehicles()
    }
    expect(await vehicles()).toEqual([20_101, 20_102])
    const other = orderLine({ seriesId: 1202, specId: 20_201, skuId: 2_020_111 })
    const second = orderLine({ orderNo: `${no}-2`, specId: 20_102, skuId: 2_010_211 })
    // A new line follows the existing ones, wherever the form has it.
    expect(await saved(other, orderLine({ orderNo: `${no}-1` }), second)).toEqual([20_101, 20_102, 20_201])
    const changed = orderLine({ orderNo: `${no}-1`, specId: 20_103, skuId: 2_010_311 })
    expect(await saved(changed, second)).toEqual([20_103, 20_102])
    expect(await saved(second)).toEqual([20_102])
  })

  it('without changes is not recorded', async () => {
    const customer = await customerOf()
    const orderId = await made(customer)
    const { order_no: no } = await orderOf(orderId)
    await app.post(rooms.access.profile, by.token, {})
    const before = await snapshot(app.db)
    const answer = await app.post(edit, by.token, {
      ...orderForm(app, {
        phone: '135****8888',
        licenseNumber: '110***********002X',
        address: '****',
        subOrderInfos: [orderLine({ orderNo: `${no}-1` })],
      }),
      orderId,
    })
    expect(answer).toMatchObject({ status: '0', rowVersion: 1 })
    expect(await snapshot(app.db)).toEqual(before)
  })

  it('refuses a line of another order, a repeated line, and a changed document type with the old number', async () => {
    const customer = await customerOf()
    const [orderId, other] = [await made(customer), await made(await customerOf())]
    const [line] = await linesOf(other)
    const [own] = await linesOf(orderId)
    const lines = [
      orderLine({ orderNo: line?.sub_order_no ?? '' }),
      orderLine({ orderNo: own?.sub_order_no ?? '', skuId: 2_010_112 }),
      orderLine({ orderNo: own?.sub_order_no ?? '', skuId: 2_010_113 }),
    ]
    expect(textsOf(await refused(edit, { ...orderForm(app, { subOrderInfos: lines }), orderId }))).toEqual({
      'subOrderInfos.0.orderNo': '第1行不属于该订单',
      'subOrderInfos.2.orderNo': '第3行不属于该订单',
    })
    const masked = { licenseType: 2, licenseNumber: '110***********002X' }
    expect(textsOf(await refused(edit, { ...orderForm(app, masked), orderId }))).toEqual({
      licenseNumber: '请输入护照',
    })
  })

  it('merges changes of different fields and returns the current order for a conflict', async () => {
    const orderId = await made(await customerOf())
    const { order_no: no } = await orderOf(orderId)
    const own = [orderLine({ orderNo: `${no}-1` })]
    const original = orderForm(app, { subOrderInfos: own })
    const opened = { ...original, orderId, rowVersion: 1, original }
    expect(await app.post(edit, boss.token, { ...opened, payment: 8000 })).toMatchObject({ rowVersion: 2 })
    expect(await app.post(edit, by.token, { ...opened, remark: '尽快' })).toMatchObject({ rowVersion: 3 })
    expect(await orderOf(orderId)).toMatchObject({ payment_fen: 800_000, remark: '尽快' })
    const conflict = await refused(edit, { ...opened, payment: 9000, contractNo: 'HT-2' })
    expect(conflict).toMatchObject({
      code: 409,
      rowVersion: 3,
      conflicts: ['payment'],
      current: { payment: 8000, remark: '尽快', customerPhone: '135****8888' },
    })
    // With an old version and no opening values, every difference counts as a conflict.
    const blind = await refused(edit, { ...original, orderId, rowVersion: 1 })
    expect(blind).toMatchObject({ code: 409, conflicts: ['payment', 'remark'] })
  })

  it('moves the plan to another day without completing an activity', async () => {
    const customer = await customerOf()
    const orderId = await made(customer)
    const answer = await app.post(edit, by.token, {
      ...orderForm(app, { nextFollowDate: inDays(5) }),
      orderId,
    })
    expect(answer.status, answer.text).toBe('0')
    expect(await openOf(customer)).toMatchObject([{ type: 1, due_at: new Date(inDays(5) * 1000) }])
  })

  it('accepts a new delivery day while the follow-up day is past, and leaves the plan', async () => {
    const customer = await customerOf()
    const orderId = await made(customer)
    const over = { next_follow_at: new Date(inDays(-4) * 1000) }
    await app.db.updateTable('vehicle_order').set(over).where('id', '=', orderId).execute()
    const planned = await openOf(customer)
    const form = orderForm(app, { nextFollowDate: inDays(-4), deliverDate: inDays(25) })
    const later = { ...form, orderId }
    expect(await app.post(edit, by.token, later)).toMatchObject({ status: '0' })
    expect(await orderOf(orderId)).toMatchObject({ deliver_on: dayText(inDays(25)) })
    expect(await openOf(customer)).toEqual(planned)
    // A changed field must be valid, also if it is part of a region.
    const wrong = async (fields: object) => textsOf(await refused(edit, { ...later, ...fields }))
    expect(await wrong({ nextFollowDate: inDays(-2) })).toEqual({ nextFollowDate: '跟进时间不能早于昨天' })
    expect(await wrong({ city: '苏州市' })).toEqual({ province: '请选择省/市/区' })
  })

  it('is allowed while the order waits or was rejected, and only for its own members', async () => {
    const customer = await customerOf()
    const orderId = await made(customer)
    const body = { ...orderForm(app, { remark: '改' }), orderId }
    await app.post(submit, by.token, { orderId })
    expect(await refused(edit, body)).toMatchObject({ code: 2102 })
    await app.post(rejectOrder, boss.token, { orderId, reason: '价格过低' })
    expect(await app.post(edit, by.token, body)).toMatchObject({ status: '0' })
    expect((await orderOf(orderId)).status).toBe(6)
    await app.post(submit, by.token, { orderId })
    await app.post(confirmOrder, boss.token, { orderId })
    expect(await refused(edit, body)).toMatchObject({ code: 2102 })
    const colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    expect(await refused(edit, body, colleague.token)).toMatchObject({ code: 404 })
    expect(await refused(edit, { ...body, orderId: 999_999_999 })).toMatchObject({ code: 404 })
  })

  it('with masked numbers and address keeps a colleague’s values that look the same when masked', async () => {
    const orderId = await made(await customerOf())
    const { order_no: no, phone, address } = await orderOf(orderId)
    const original = orderForm(app, { phone, address, subOrderInfos: [orderLine({ orderNo: `${no}-1` })] })
    const opened = { ...original, orderId, rowVersion: 1, original }
    const theirs = { phone: `${phone.slice(0, 3)}9999${phone.slice(-4)}`, address: '文二路 200 号' }
    expect(await app.post(edit, boss.token, { ...opened, ...theirs })).toMatchObject({ status: '0' })
    expect(await app.post(edit, by.token, { ...opened, remark: '尽快' })).toMatchObject({ status: '0' })
    expect(await orderOf(orderId)).toMatchObject({ ...theirs, remark: '尽快' })
    expect(await refused(edit, { ...opened, address: '文一路 1 号' })).toMatchObject({
      code: 409,
      conflicts: ['address'],
    })
  })

  it('keeps a car that was switched off, but adds none', async () => {
    const orderId = await made(await customerOf())
    const { order_no: no } = await orderOf(orderId)
    const own = orderLine({ orderNo: `${no}-1` })
    const off = (isOff: boolean) =>
      app.db.updateTable('sku').set({ is_off: isOff }).where('id', 'in', [own.skuId, 2_010_112]).execute()
    await off(true)
    try {
      const unchanged = orderForm(app, { subOrderInfos: [own], remark: '尽快' })
      expect(await app.post(edit, by.token, { ...unchanged, orderId })).toMatchObject({ status: '0' })
      const more = [own, orderLine({ skuId: 2_010_112 })]
      expect(textsOf(await refused(edit, { ...unchanged, subOrderInfos: more, orderId }))).toEqual({
        'subOrderInfos.1.skuId': '第2行车型或颜色已停用，请重新选择',
      })
      const { customerId, dealId } = await customerOf()
      expect(
        textsOf(
          await refused(create, { ...orderForm(app, {}), customerId, dealId, subOrderInfos: [orderLine()] }),
        ),
      ).toEqual({ 'subOrderInfos.0.skuId': '第1行车型或颜色已停用，请重新选择' })
    } finally {
      await off(false)
    }
  })

  it('prevents a decision based on the version before a recall and change', async () => {
    const orderId = await made(await customerOf())
    await app.post(submit, by.token, { orderId })
    const read = { orderId, rowVersion: (await orderOf(orderId)).row_version }
    await app.post(recall, by.token, { orderId })
    await app.post(edit, by.token, { ...orderForm(app, { payment: 1 }), orderId })
    await app.post(submit, by.token, { orderId })
    const unread = { code: 2102, detail: '订单在您打开后有变化，请核对后再审核' }
    expect(await refused(confirmOrder, read, boss.token)).toMatchObject(unread)
    expect(await refused(rejectOrder, { ...read, reason: '价格过低' }, boss.token)).toMatchObject(unread)
    const { row_version: rowVersion } = await orderOf(orderId)
    expect(await app.post(confirmOrder, boss.token, { orderId, rowVersion })).toMatchObject({ status: '0' })
  })
})
