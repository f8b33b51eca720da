import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import type { Call } from '@showroom/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { holdCustomer } from '../../test/cluster/holder.ts'
import { snapshot } from '../../test/database/snapshot.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import type { BuiltCustomer } from '../customer/customer.factory.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { buildOrder, quickOrder, vehicle, submission } from './order.factory.ts'

const {
  order,
  deliver,
  getCustomerOrders,
  submit,
  submitOrder,
  cancelOrder,
  orderFollow,
  confirmOrder,
  rejectOrder,
  orderReview,
} = rooms.order

let app: TestApp
let by: BuiltMember
let boss: BuiltMember
let colleague: BuiltMember
let foreign: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { name: '许安' })
  boss = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 3, name: '冯经理' })
  colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
  foreign = await buildMember(app.db, app.now(), { role: 1 })
})
afterAll(() => app.close())

const seconds = (): number => Math.floor(app.now().getTime() / 1000)
const inDays = (days: number): number => addDays(seconds(), days)
const customerOf = (overrides = {}) => buildCustomer(app, by, overrides)
const dealOf = ({ dealId }: BuiltCustomer) =>
  app.db.selectFrom('deal').selectAll().where('id', '=', dealId).executeTakeFirstOrThrow()
const orderOf = (id: number) =>
  app.db.selectFrom('vehicle_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesOf = (id: number) =>
  app.db.selectFrom('vehicle_order_line').selectAll().where('order_id', '=', id).execute()
const versionOf = async ({ customerId }: BuiltCustomer) =>
  (
    await app.db
      .selectFrom('customer')
      .select('row_version')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
  ).row_version
const timelineOf = async ({ customerId }: BuiltCustomer) =>
  app.db.selectFrom('timeline').selectAll().where('customer_id', '=', customerId).orderBy('id').execute()
const openOf = ({ dealId }: BuiltCustomer) =>
  app.db
    .selectFrom('activity')
    .selectAll()
    .where('deal_id', '=', dealId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()

/** Expects a request to be refused without changing anything. */
async function refused<C extends Call>(call: C, body: object, token = by.token) {
  // A member's first call records that they were seen.
  await app.post(rooms.access.profile, token, {})
  const before = await snapshot(app.db)
  const answer = await app.post(call, token, body)
  expect(answer.httpStatus).toBe(200)
  expect(answer.status).not.toBe('0')
  expect(await snapshot(app.db)).toEqual(before)
  return answer
}
/** Expects an action to succeed with one timeline entry and one new version. */
async function works<C extends Call>(customer: BuiltCustomer, call: C, body: object, token = by.token) {
  const [rows, version] = [await timelineOf(customer), await versionOf(customer)]
  const answer = await app.post(call, token, body)
  expect(answer, answer.text).toMatchObject({ status: '0', rowVersion: version + 1 })
  expect(await versionOf(customer)).toBe(version + 1)
  const now = await timelineOf(customer)
  expect(now).toHaveLength(rows.length + 1)
  const row = now.at(-1)
  if (!row) throw new Error('nothing was told')
  return { answer, row }
}

describe('a quick order', () => {
  it('waits to be submitted, with its line, its sums and the customer as buyer', async () => {
    const customer = await customerOf({ mobile: '13512344321', businessType: 2 })
    const { answer, row } = await works(customer, order, quickOrder(app, customer))
    const made = await orderOf(answer.orderId ?? 0)
    expect(made).toMatchObject({
      dealer_id: by.dealerId,
      customer_id: customer.customerId,
      deal_id: customer.dealId,
      owner_id: by.memberId,
      status: 1,
      business_type: 2,
      payment_type: 2,
      payment_fen: 500_000,
      payment_amount_fen: 500_000,
      total_amount_fen: 9_880_050,
      pay_insurance: true,
      ordered_on: '2026-11-18',
      deliver_on: '2026-12-08',
      name: '林晓雨',
      phone: '13512344321',
      car_license_city: '浙江省,杭州市',
      remark: '要黑色脚垫',
    })
    expect(made.order_no).toBe(`DD261118${String(made.id).padStart(5, '0')}`)
    expect(await linesOf(made.id)).toMatchObject([
      {
        sub_order_no: `${made.order_no}-1`,
        series_id: 1201,
        model_id: vehicle.specId,
        color: vehicle.color,
        quantity: 1,
        price_fen: 9_880_050,
        status: 1,
      },
    ])
    expect(row).toMatchObject({
      type: 4,
      subject: '创建订单',
      owner_name: '许安',
      order_id: made.id,
      order_status: 1,
    })
    expect(row.content).toBe(
      `订单号：${made.order_no}；松涧 1.5T 悦行版（松雪白）1台，成交价98,800.50元；定金5,000元；按揭；预计2026-12-08交车；备注：要黑色脚垫`,
    )
    expect((await dealOf(customer)).level).toBe('H')
  })

  it('is refused while another waits', async () => {
    const customer = await customerOf()
    await buildOrder(app, by, customer)
    const answer = await refused(order, quickOrder(app, customer))
    expect(answer.detail).toBe('该客户下有"待提交"订单等待处理，请勿重复创建')
  })

  it('accepts a price and a deposit of zero', async () => {
    const customer = await customerOf()
    const { answer } = await works(customer, order, quickOrder(app, customer, { price: 0, downPayment: 0 }))
    expect(await orderOf(answer.orderId ?? 0)).toMatchObject({ total_amount_fen: 0, payment_fen: 0 })
  })

  it('reports all missing and wrong fields', async () => {
    const { customerId } = await customerOf()
    const empty = await refused(order, { customerId })
    expect(empty.errors).toEqual([
      { path: 'specId', text: '请选择订购车型' },
      { path: 'deliverDate', text: '请选择交车日期' },
      { path: 'color', text: '请选择车辆颜色' },
      { path: 'price', text: '请输入成交价格' },
      { path: 'downPayment', text: '请输入购车定金' },
    ])
    const customer = { customerId, dealId: 0, activityId: 0 }
    const wrong = async (overrides: object) =>
      (await refused(order, { ...quickOrder(app, customer), ...overrides })).errors?.[0]
    expect(await wrong({ specId: 1201 })).toEqual({ path: 'specId', text: '请选择订购车型' })
    expect(await wrong({ specId: 99_999 })).toEqual({ path: 'specId', text: '请选择订购车型' })
    expect(await wrong({ color: '荧光绿' })).toEqual({ path: 'color', text: '请选择车辆颜色' })
    expect(await wrong({ price: 100_000_000 })).toEqual({
      path: 'price',
      text: '成交价格不能超过99999999元',
    })
    expect(await wrong({ price: 1.005 })).toEqual({ path: 'price', text: '最多两位小数' })
    expect(await wrong({ downPayment: 100_000.01 })).toEqual({
      path: 'downPayment',
      text: '购车定金不能超过100000元',
    })
    expect(await wrong({ payType: 3 })).toEqual({ path: 'payType', text: '请选择收款方式' })
    expect(await wrong({ deliverDate: inDays(-1) })).toEqual({
      path: 'deliverDate',
      text: '交车日期不能早于今天',
    })
    expect(await wrong({ orderDate: inDays(1) })).toEqual({ path: 'orderDate', text: '订车日期不能晚于今天' })
  })

  it('is refused for a dormant, defeated, reviewed or blocked customer', async () => {
    const customer = await customerOf({ mobile: '13512340077' })
    const set = (values: object) =>
      app.db.updateTable('deal').set(values).where('id', '=', customer.dealId).execute()
    for (const [values, back] of [
      [{ level: 'F' }, { level: 'H' }],
      [{ suspended_at: app.now() }, { suspended_at: null }],
      [{ waiting_fail_review: true }, { waiting_fail_review: false }],
    ] as const) {
      await set(values)
      expect(await refused(order, quickOrder(app, customer))).toMatchObject({ code: 2002 })
      await set(back)
    }
    await app.db
      .insertInto('blocklist')
      .values({ mobile: '13512340077', contacts: ['区域经理 400-100'] })
      .execute()
    expect(await refused(order, quickOrder(app, customer))).toMatchObject({
      status: '-2',
      code: 1004,
      detail: '区域经理 400-100',
      name: '林晓雨',
      mobile: '135****0077',
      identifyNo: '无',
    })
  })

  it('is refused on a deal that is no longer the current one', async () => {
    const customer = await customerOf()
    expect(
      await refused(order, quickOrder(app, { ...customer, dealId: customer.dealId + 999 })),
    ).toMatchObject({
      code: 410,
    })
  })

  it('is created once by two concurrent requests, and once per idempotency key', async () => {
    const customer = await customerOf()
    const holder = await holdCustomer(app, customer.customerId)
    const both = [1, 2].map(() => app.post(order, by.token, quickOrder(app, customer)))
    await holder.waiting(2)
    await holder.release()
    const answers = await Promise.all(both)
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 2101])
    const second = await customerOf()
    const headers = { 'idempotency-key': 'order-twice-1' }
    const first = await app.post(order, by.token, quickOrder(app, second), headers)
    expect((await app.post(order, by.token, quickOrder(app, second), headers)).text).toBe(first.text)
  })
})

describe('an order', () => {
  it('passes submission, withdrawal, rejection and approval and reaches level O', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer)
    const submitted = await works(customer, submitOrder, submission(orderId))
    expect(submitted.row).toMatchObject({ subject: '提交订单', order_id: orderId, order_status: 2 })
    expect(await orderOf(orderId)).toMatchObject({ status: 2, submitted_at: app.now() })
    expect(await linesOf(orderId)).toMatchObject([{ status: 2 }])
    await works(customer, cancelOrder, { orderId, reason: 1 })
    expect(await orderOf(orderId)).toMatchObject({ status: 1, submitted_at: null })
    await works(customer, submitOrder, submission(orderId))
    const rejected = await works(customer, rejectOrder, { orderId, reason: '价格过低' }, boss.token)
    expect(rejected.row).toMatchObject({ subject: '订单驳回', owner_name: '冯经理' })
    expect(await orderOf(orderId)).toMatchObject({
      status: 6,
      reject_reason: '价格过低',
      reviewed_by: boss.memberId,
    })
    await works(customer, submitOrder, submission(orderId))
    expect((await dealOf(customer)).level).toBe('H')
    const confirmed = await works(customer, confirmOrder, { orderId }, boss.token)
    expect(confirmed.row).toMatchObject({ subject: '订车', level: 'O' })
    expect(await orderOf(orderId)).toMatchObject({ status: 3, reject_reason: '', reviewed_by: boss.memberId })
    expect(await dealOf(customer)).toMatchObject({
      level: 'O',
      level_before: 'H',
      ordered_at: app.now(),
      deliver_planned_on: '2026-12-08',
      pay_type: 2,
      status: 3,
    })
    const audits = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('record', '=', `order:${orderId}`)
      .execute()
    expect(audits.map(({ action }) => action)).toEqual(['order-reject', 'order-confirm'])
    expect(audits[0]).toMatchObject({ member_id: boss.memberId, dealer_id: by.dealerId })
  })

  it('of a company requires a company document, whatever the customer has', async () => {
    const customer = await customerOf({ type: 2, companyName: '杭州云帆科技有限公司' })
    const { orderId } = await app.post(order, by.token, quickOrder(app, customer))
    expect(await orderOf(orderId ?? 0)).toMatchObject({
      customer_type: 2,
      license_type: 5,
      license_number: '',
    })
  })

  it('shows the order day that was entered with it', async () => {
    const customer = await customerOf()
    const form = { ...quickOrder(app, customer), orderDate: inDays(-2) }
    const { orderId } = await app.post(order, by.token, form)
    await works(customer, submitOrder, submission(orderId ?? 0))
    await works(customer, confirmOrder, { orderId }, boss.token)
    expect(await dealOf(customer)).toMatchObject({ ordered_at: new Date(inDays(-2) * 1000) })
  })

  it('is not submitted with an address without its region, as a customer may have it', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer)
    const address = { province: '', city: '', area: '', address: '文三路 100 号' }
    await app.db.updateTable('vehicle_order').set(address).where('id', '=', orderId).execute()
    expect(await refused(submitOrder, { orderId })).toMatchObject({
      errors: [{ path: 'address', text: '订车人省/市/区信息不完整，请选择省/市/区' }],
    })
  })

  it('is completed when it is submitted, and its reviewer learns what it lacks', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer)
    const missingOf = async (id: number) => (await app.post(orderReview, boss.token, { orderId: id })).missing
    expect(await missingOf(orderId)).toEqual(['licence', 'region'])
    const buyer = { licenseType: 1, licenseNumber: '11010519491231002x', province: '浙江省', city: '杭州市' }
    expect(await refused(submitOrder, { orderId, buyer: {} })).toMatchObject({
      errors: [
        { path: 'buyer.licenseType', text: '请选择证件类型' },
        { path: 'buyer.province', text: '请选择省' },
      ],
    })
    expect(await refused(submitOrder, { orderId, buyer: { ...buyer, area: '不存在区' } })).toMatchObject({
      errors: [{ path: 'buyer.province', text: '请选择省/市/区' }],
    })
    // Values on the order stay.
    const given = { ...buyer, area: '西湖区', phone: '13900000000', carLicenseCity: '江苏省,苏州市' }
    await works(customer, submitOrder, { orderId, buyer: given })
    expect(await missingOf(orderId)).toEqual([])
    expect(await orderOf(orderId)).toMatchObject({
      status: 2,
      license_number: '11010519491231002X',
      area: '西湖区',
      car_license_city: '浙江省,杭州市',
    })
    expect((await orderOf(orderId)).phone).not.toBe('13900000000')
    const other = await buildOrder(app, by, await customerOf())
    for (const call of [submitOrder, submit])
      expect(await refused(call, { orderId: other })).toMatchObject({
        code: 400,
        errors: [
          { path: 'buyer.licenseNumber', text: '请输入证件号码' },
          { path: 'buyer.province', text: '请选择省' },
        ],
      })
  })

  it('takes no step twice and none out of order', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer)
    const stands = (status: string) => ({ code: 2102, detail: `订单当前为“${status}”，请刷新后重试` })
    expect(await refused(cancelOrder, { orderId, reason: 1 })).toMatchObject(stands('待提交'))
    expect(await refused(confirmOrder, { orderId }, boss.token)).toMatchObject(stands('待提交'))
    expect(await refused(rejectOrder, { orderId, reason: 'x' }, boss.token)).toMatchObject(stands('待提交'))
    await works(customer, submitOrder, submission(orderId))
    expect(await refused(submitOrder, { orderId })).toMatchObject(stands('已提交'))
    await works(customer, confirmOrder, { orderId }, boss.token)
    expect(await refused(confirmOrder, { orderId }, boss.token)).toMatchObject(stands('已审核'))
    expect(await refused(cancelOrder, { orderId, reason: 1 })).toMatchObject(stands('已审核'))
  })

  it('is decided once by two concurrent reviewers, and by a reviewer and a withdrawal', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer, 2)
    const holder = await holdCustomer(app, customer.customerId)
    const three = [
      app.post(confirmOrder, boss.token, { orderId }),
      app.post(rejectOrder, boss.token, { orderId, reason: '价格过低' }),
      app.post(cancelOrder, by.token, { orderId, reason: 1 }),
    ]
    await holder.waiting(3)
    await holder.release()
    const codes = (await Promise.all(three)).map(({ code }) => code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(codes.filter((code) => code === 2102)).toHaveLength(2)
  })

  it('is reviewed only by members with the permission', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer, 2)
    for (const [call, body] of [
      [confirmOrder, { orderId }],
      [rejectOrder, { orderId, reason: 'x' }],
    ] as const)
      expect(await refused(call, body)).toMatchObject({ code: 403 })
    expect(await refused(rejectOrder, { orderId }, boss.token)).toMatchObject({
      errors: [{ path: 'reason', text: '驳回原因不能为空' }],
    })
  })

  it('is refused as unknown to colleagues and other stores', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer)
    for (const { token } of [colleague, foreign])
      for (const [call, body] of [
        [submitOrder, submission(orderId)],
        [cancelOrder, { orderId, reason: 'qxyy01' }],
        [order, quickOrder(app, customer)],
        [deliver, { ...quickOrder(app, customer), deliverDate: seconds(), nextRecall: false }],
        [
          orderFollow,
          { customerId: customer.customerId, contactStatus: 1, remark: 'x', nextDate: seconds() },
        ],
        [getCustomerOrders, { customerId: customer.customerId }],
      ] as const)
        expect(await refused(call as Call, body, token), call.path).toMatchObject({ code: 404 })
  })
})

describe('cancelling', () => {
  it('sets the totals to zero and still shows the paid deposit', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer)
    await works(customer, cancelOrder, { orderId, reason: 'qxyy01' })
    const none = { paymentAmount: 0, originalPayment: 5000 }
    const { data = [] } = await app.post(getCustomerOrders, by.token, { customerId: customer.customerId })
    expect(data).toMatchObject([{ ...none, totalPrice: 0, orderStatus: 8 }])
    const file = await app.post(rooms.customer.get, by.token, { customerId: customer.customerId })
    expect(file.order).toMatchObject(none)
  })

  it('records the reason in the dictionary’s words', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer)
    const { row } = await works(customer, cancelOrder, { orderId, reason: 'qxyy04' })
    expect(row.content).toContain('取消原因：在其他经销商提车')
  })

  it.each(['qxyy01', 'qxyy03', 'qxyy04', 'qxyy05', 'qxyy06'])('for %s needs no remark', async (reason) => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer)
    const { row } = await works(customer, cancelOrder, { orderId, reason })
    expect(row).toMatchObject({ subject: '取消订单', order_id: orderId, order_status: 8 })
    expect(await orderOf(orderId)).toMatchObject({
      status: 8,
      cancel_reason: reason,
      cancelled_at: app.now(),
      total_amount_fen: 0,
      payment_amount_fen: 0,
    })
    expect(await linesOf(orderId)).toMatchObject([{ status: 8 }])
  })

  it.each(['qxyy02', 'qxyy07'])('for %s requires a remark', async (reason) => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer)
    for (const remark of [undefined, '', '  '])
      expect((await refused(cancelOrder, { orderId, reason, remark })).errors).toEqual([
        { path: 'remark', text: '请填写备注' },
      ])
    await works(customer, cancelOrder, { orderId, reason, remark: '买了别家' })
    expect(await orderOf(orderId)).toMatchObject({ cancel_remark: '买了别家' })
  })

  it('requires a reason of the list', async () => {
    const orderId = await buildOrder(app, by, await customerOf())
    for (const reason of [undefined, '', 'qxyy08', 2])
      expect((await refused(cancelOrder, { orderId, reason })).errors).toEqual([
        { path: 'reason', text: '请输入取消订单原因' },
      ])
  })

  it('the last approved order restores the customer’s previous level and plans a call', async () => {
    const customer = await customerOf()
    const first = await buildOrder(app, by, customer, 3, boss)
    const second = await buildOrder(app, by, customer, 3, boss)
    await works(customer, cancelOrder, { orderId: first, reason: 'qxyy01' })
    expect(await dealOf(customer)).toMatchObject({ level: 'O', level_before: 'H' })
    await app.db
      .updateTable('activity')
      .set({ cancelled_at: app.now() })
      .where('deal_id', '=', customer.dealId)
      .execute()
    const { row } = await works(customer, cancelOrder, { orderId: second, reason: 'qxyy05' })
    expect(row).toMatchObject({ level: 'H' })
    expect(row.content).toContain('客户恢复为H级')
    expect(await dealOf(customer)).toMatchObject({
      level: 'H',
      level_before: '',
      ordered_at: null,
      deliver_planned_on: null,
      pay_type: 0,
      next_activity_type: 1,
    })
    expect(await openOf(customer)).toMatchObject([{ type: 1 }])
  })

  it('one of two orders leaves the data of the other on the deal, delivered or in progress', async () => {
    const customer = await customerOf()
    const first = await buildOrder(app, by, customer, 3, boss)
    const fields = { ordered_at: app.now(), deliver_planned_on: '2026-12-08', pay_type: 2 }
    app.advance(3600)
    const approve = async (): Promise<number> => {
      const { orderId = 0 } = await app.post(order, by.token, {
        ...quickOrder(app, customer),
        payType: 1,
        deliverDate: inDays(30),
      })
      await works(customer, submitOrder, submission(orderId))
      await works(customer, confirmOrder, { orderId }, boss.token)
      expect(await dealOf(customer)).toMatchObject({ ordered_at: app.now(), pay_type: 1 })
      return orderId
    }
    await works(customer, cancelOrder, { orderId: await approve(), reason: 'qxyy01' })
    expect(await dealOf(customer)).toMatchObject({ level: 'O', ...fields })
    await app.db
      .updateTable('vehicle_order')
      .set({ status: 14, delivered_at: app.now() })
      .where('id', '=', first)
      .execute()
    await app.db.updateTable('deal').set({ level: 'D' }).where('id', '=', customer.dealId).execute()
    await works(customer, cancelOrder, { orderId: await approve(), reason: 'qxyy01' })
    expect(await dealOf(customer)).toMatchObject({ level: 'D', ...fields })
  })

  it('is too late once the maker has accepted the order', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer, 3, boss)
    for (const status of [16, 17, 4, 19, 14, 8]) {
      await app.db.updateTable('vehicle_order').set({ status }).where('id', '=', orderId).execute()
      expect(await refused(cancelOrder, { orderId, reason: 'qxyy01' })).toMatchObject({ code: 2102 })
    }
  })
})

describe('delivering', () => {
  const form = (customer: BuiltCustomer, overrides = {}) => ({
    ...quickOrder(app, customer),
    deliverDate: seconds(),
    price: 97_000,
    nextRecall: true,
    nextDate: inDays(3),
    remark: '随车赠品已交',
    ...overrides,
  })

  it('completes the order, puts the customer at level D and plans the return visit', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer, 3, boss)
    app.advance(3600)
    const { row } = await works(customer, deliver, form(customer))
    expect(await orderOf(orderId)).toMatchObject({
      status: 14,
      delivered_at: app.now(),
      delivered_price_fen: 9_700_000,
      delivered_deposit_fen: 500_000,
      total_amount_fen: 9_880_050,
    })
    expect(await linesOf(orderId)).toMatchObject([{ status: 14 }])
    expect(await dealOf(customer)).toMatchObject({
      level: 'D',
      delivered_at: app.now(),
      next_activity_type: 8,
      next_follow_at: new Date(inDays(3) * 1000),
      status: 4,
    })
    expect(await openOf(customer)).toMatchObject([{ type: 8, due_at: new Date(inDays(3) * 1000) }])
    expect(row).toMatchObject({ type: 5, subject: '交车', level: 'D', order_id: orderId, order_status: 14 })
    expect(row.content).toContain('成交价97,000元')
  })

  it('requires an approved order with that vehicle', async () => {
    const customer = await customerOf()
    await buildOrder(app, by, customer, 2)
    expect(await refused(deliver, form(customer))).toMatchObject({
      code: 2103,
      detail: '该客户没有可交车的订单',
    })
    const second = await customerOf()
    const orderId = await buildOrder(app, by, second, 3, boss)
    const field = async (overrides: object) => (await refused(deliver, form(second, overrides))).errors?.[0]
    expect(await field({ specId: 20_102 })).toEqual({ path: 'specId', text: '所选车型不在该客户的订单中' })
    expect(await field({ color: '云母黑' })).toEqual({ path: 'color', text: '车辆颜色与订单不一致' })
    expect(await field({ deliverDate: inDays(1) })).toEqual({
      path: 'deliverDate',
      text: '交车日期不能晚于今天',
    })
    expect(await field({ deliverDate: inDays(-1) })).toEqual({
      path: 'deliverDate',
      text: '交车日期不能早于订车日期',
    })
    expect(await field({ nextDate: inDays(-1) })).toEqual({ path: 'nextDate', text: '回访日期不能早于今天' })
    expect(await field({ nextDate: 0 })).toEqual({ path: 'nextDate', text: '请选择跟进日期' })
    expect(await refused(deliver, form(second, { orderId: orderId + 999 }))).toMatchObject({ code: 2102 })
    await works(second, deliver, form(second, { orderId, nextRecall: false, nextDate: 0 }))
    expect(await openOf(second)).toEqual([])
    expect(await refused(deliver, form(second, { orderId }))).toMatchObject({
      code: 2102,
      detail: '订单当前为“已完成”，请刷新后重试',
    })
    expect(await refused(deliver, form(second))).toMatchObject({ code: 2103 })
  })

  it('takes the older of two equal orders and leaves the other in progress', async () => {
    const customer = await customerOf()
    const first = await buildOrder(app, by, customer, 3, boss)
    const second = await buildOrder(app, by, customer, 3, boss)
    const { answer } = await works(customer, deliver, form(customer))
    expect(answer.orderId).toBe(first)
    expect((await orderOf(second)).status).toBe(3)
    // The file offers the delivery of the other car although the customer is at level D.
    const { info, undelivered } = await app.post(rooms.customer.get, by.token, {
      customerId: customer.customerId,
    })
    expect([info?.level, undelivered]).toEqual(['D', 1])
    await works(customer, cancelOrder, { orderId: second, reason: 'qxyy05' })
    expect((await dealOf(customer)).level).toBe('D')
  })
})

describe('a return visit', () => {
  it('completes the planned activity and plans the next one', async () => {
    const customer = await customerOf()
    await buildOrder(app, by, customer, 3, boss)
    const form = {
      customerId: customer.customerId,
      contactStatus: 2,
      remark: '未接，明日再打',
      nextDate: inDays(1),
    }
    const { row } = await works(customer, orderFollow, form)
    expect(row).toMatchObject({ type: 8, subject: '订车回访', level: 'O' })
    expect(row.content).toBe('联系状态：未联系上；是否交车：否；下次回访：2026-11-19；备注：未接，明日再打')
    const done = await app.db
      .selectFrom('activity')
      .selectAll()
      .where('id', '=', customer.activityId)
      .executeTakeFirst()
    expect(done).toMatchObject({ completed_type: 8, completed_by: by.memberId, result: { contactStatus: 2 } })
    expect(await openOf(customer)).toMatchObject([{ type: 8 }])
    expect(await dealOf(customer)).toMatchObject({ next_activity_type: 8, follow_count: 1 })
  })

  it('is refused without an order, and reports missing fields', async () => {
    const customer = await customerOf()
    const form = { customerId: customer.customerId, contactStatus: 1, remark: '好', nextDate: inDays(1) }
    expect(await refused(orderFollow, form)).toMatchObject({ code: 2002 })
    expect((await refused(orderFollow, { customerId: customer.customerId })).errors).toEqual([
      { path: 'contactStatus', text: '请选择联系状态' },
      { path: 'remark', text: '请输入备注' },
      { path: 'nextDate', text: '请选择跟进日期' },
    ])
    expect((await refused(orderFollow, { ...form, nextDate: inDays(-1) })).code).toBe(2002)
    await buildOrder(app, by, customer)
    expect((await refused(orderFollow, { ...form, nextDate: inDays(-1) })).errors).toEqual([
      { path: 'nextDate', text: '回访日期不能早于今天' },
    ])
    // A customer without an order needs a next follow-up.
    expect((await refused(orderFollow, { ...form, nextDate: 0, isDeliver: true })).errors).toEqual([
      { path: 'nextDate', text: '请选择跟进日期' },
    ])
    const ordered = await customerOf()
    await buildOrder(app, by, ordered, 3, boss)
    const last = { ...form, customerId: ordered.customerId, nextDate: 0, isDeliver: true }
    await works(ordered, orderFollow, last)
    expect(await openOf(ordered)).toEqual([])
  })
})

describe('the orders of a customer', () => {
  it('are listed newest first, with their vehicles, in yuan', async () => {
    const customer = await customerOf()
    expect((await app.post(getCustomerOrders, by.token, { customerId: customer.customerId })).data).toEqual(
      [],
    )
    const first = await buildOrder(app, by, customer, 2)
    app.advance(60)
    const second = await buildOrder(app, by, customer)
    const { data } = await app.post(getCustomerOrders, boss.token, { customerId: customer.customerId })
    expect(data?.map(({ id }) => id)).toEqual([second, first])
    expect(data?.[1]).toMatchObject({
      paymentAmount: 5000,
      totalPrice: 98_800.5,
      payType: 2,
      payInsurance: true,
      orderStatus: 2,
      status: 2,
      customerId: customer.customerId,
      dealId: customer.dealId,
      deliverDate: inDays(20),
      modelDisplay: '松涧 1.5T 悦行版',
      subOrders: [
        {
          specId: 20_101,
          seriesName: '松涧',
          specName: '1.5T 悦行版',
          color: '松雪白',
          number: 1,
          price: 98_800.5,
        },
      ],
    })
  })
})
