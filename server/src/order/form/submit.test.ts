import { rooms } from '@showroom/contract'
import { maskIdNo } from '@showroom/contract/kernel/mask'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import type { BuiltCustomer } from '../../customer/customer.factory.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildFullOrder, buildOrder, orderForm, orderLine, submission } from '../order.factory.ts'

/** Submitting, withdrawing and rejecting orders, also concurrently. */

const { edit, submit, submitOrder, recall, confirmOrder, rejectOrder, detail, orderTimeLine } = rooms.order

let app: TestApp
let by: BuiltMember
let boss: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { name: '许安' })
  boss = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 3, name: '冯经理' })
})
afterAll(() => app.close())

const customerOf = (overrides = {}) => buildCustomer(app, by, overrides)
const orderOf = (id: number) =>
  app.db.selectFrom('vehicle_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesOf = (id: number) =>
  app.db.selectFrom('vehicle_order_line').selectAll().where('order_id', '=', id).orderBy('id').execute()
const made = async (customer: BuiltCustomer, overrides = {}) => buildFullOrder(app, by, customer, overrides)

describe('a submitted order', () => {
  it.each([
    ['recalled', (orderId: number) => app.post(recall, by.token, { orderId }), 1, 3],
    [
      'rejected',
      (orderId: number) => app.post(rejectOrder, boss.token, { orderId, reason: '价格过低' }),
      6,
      2,
    ],
  ])('returns exactly as it was when it is %s', async (_how, back, status, outcome) => {
    const orderId = await made(await customerOf(), {
      subOrderInfos: [orderLine(), orderLine({ skuId: 2_010_112 })],
    })
    const shape = async () => {
      const {
        row_version: _version,
        submitted_at: _at,
        reviewed_at: _r,
        reviewed_by: _b,
        ...order
      } = await orderOf(orderId)
      const lines = await linesOf(orderId)
      return {
        order: { ...order, status: 0, reject_reason: '' },
        lines: lines.map((line) => ({ ...line, status: 0 })),
      }
    }
    const before = await shape()
    await app.post(submit, by.token, { orderId })
    // Simulates a forbidden change of an order under review.
    await app.db
      .updateTable('vehicle_order')
      .set({ payment_fen: 1, total_amount_fen: 1, remark: '改过', deliver_on: null })
      .where('id', '=', orderId)
      .execute()
    await app.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('vehicle_order_line').where('order_id', '=', orderId).execute()
      await trx
        .updateTable('vehicle_order')
        .set({ series_ids: [], model_ids: [] })
        .where('id', '=', orderId)
        .execute()
    })
    expect(await back(orderId)).toMatchObject({ status: '0' })
    expect(await shape()).toEqual(before)
    expect((await orderOf(orderId)).status).toBe(status)
    expect((await linesOf(orderId)).map((line) => line.status)).toEqual([status, status])
    const rows = await app.db
      .selectFrom('order_submission')
      .selectAll()
      .where('order_id', '=', orderId)
      .execute()
    expect(rows).toMatchObject([{ outcome, submitted_by: by.memberId }])
  })

  it('takes the file’s document for its masked form, and refuses another masked number', async () => {
    const customer = await customerOf()
    const orderId = await buildOrder(app, by, customer)
    const licenseNumber = '11010519491231002X'
    await app.db
      .updateTable('customer')
      .set({ identify_type: 1, identify_no: licenseNumber })
      .where('id', '=', customer.customerId)
      .execute()
    const { buyer } = submission(orderId)
    const ask = (masked: string) =>
      app.post(submitOrder, by.token, { orderId, buyer: { ...buyer, licenseNumber: masked } })
    expect(await ask('330***********1234')).toMatchObject({
      errors: [{ path: 'buyer.licenseNumber', text: '请输入证件号码' }],
    })
    expect(await ask(maskIdNo(licenseNumber))).toMatchObject({ status: '0' })
    expect(await orderOf(orderId)).toMatchObject({ status: 2, license_number: licenseNumber })
  })

  it('is notified to all reviewers, and the decision to the customer’s owner', async () => {
    const reviewer = await buildMember(app.db, app.now(), {
      dealerId: by.dealerId,
      role: 4,
      modules: ['订单审核'],
    })
    const frozen = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 3 })
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', frozen.memberId).execute()
    const orderId = await made(await customerOf({ name: '周正' }))
    const { order_no: no } = await orderOf(orderId)
    await app.post(submit, by.token, { orderId })
    const notices = await app.db.selectFrom('notice').selectAll().where('order_id', '=', orderId).execute()
    expect(notices.map(({ member_id }) => member_id).toSorted((a, b) => a - b)).toEqual(
      [boss.memberId, reviewer.memberId].toSorted((a, b) => a - b),
    )
    expect(notices.map(({ member_id }) => member_id)).not.toContain(frozen.memberId)
    expect(notices[0]).toMatchObject({ kind: 10, text: `许安提交了周正的订单 ${no}，请审核` })
    await app.post(rejectOrder, boss.token, { orderId, reason: '价格过低' })
    const { data = [] } = await app.post(rooms.notice.list, by.token, {})
    expect(data[0]).toMatchObject({ kind: 11, orderId, text: `周正的订单 ${no} 被驳回：价格过低` })
  })
})

describe('concurrent requests', () => {
  it.each([
    ['approve and recall', confirmOrder, recall, 1],
    ['approve and reject', confirmOrder, rejectOrder, 1],
    ['reject and recall', rejectOrder, recall, 1],
    // An approved order may still be cancelled, so both succeed one after the other.
    ['approve and cancel', confirmOrder, rooms.order.cancel, 2],
    ['approve twice', confirmOrder, confirmOrder, 1],
    ['recall twice', recall, recall, 1],
  ] as const)('%s: the later one sees the new state', async (_name, one, other, most) => {
    for (let round = 0; round < 5; round += 1) {
      const orderId = await made(await customerOf())
      await app.post(submit, by.token, { orderId })
      const body = { orderId, reason: '价格过低', cancelReason: 'qxyy01' }
      const answers = await Promise.all([
        app.post(one, boss.token, body as never),
        app.post(other, other === recall ? by.token : boss.token, body as never),
      ])
      const done = answers.filter(({ status }) => status === '0')
      expect(done.length).toBeGreaterThanOrEqual(1)
      expect(done.length).toBeLessThanOrEqual(most)
      for (const { code } of answers) expect([0, 2102]).toContain(code)
      const waiting = await app.db
        .selectFrom('order_submission')
        .selectAll()
        .where('order_id', '=', orderId)
        .where('outcome', '=', 0)
        .execute()
      expect(waiting).toEqual([])
    }
  })

  it('fifty submissions count once', async () => {
    const orderId = await made(await customerOf())
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.post(submit, by.token, { orderId })),
    )
    expect(answers.filter(({ status }) => status === '0')).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 2102)).toHaveLength(49)
    const { data = [] } = await app.post(orderTimeLine, by.token, { orderId })
    expect(data.map(({ subject }) => subject)).toEqual(['提交订单', '创建订单'])
  })

  it('submit and edit an older version: refused while it waits, compared after a recall', async () => {
    const orderId = await made(await customerOf())
    const { order_no: no } = await orderOf(orderId)
    const opened = orderForm(app, { subOrderInfos: [orderLine({ orderNo: `${no}-1` })] })
    const old = { ...opened, orderId, rowVersion: 1 }
    await app.post(submit, by.token, { orderId })
    expect(await app.post(edit, by.token, { ...old, payment: 1 })).toMatchObject({ code: 2102 })
    await app.post(recall, by.token, { orderId })
    await app.post(edit, boss.token, { ...opened, orderId, payment: 8000 })
    expect(await app.post(edit, by.token, { ...old, payment: 1 })).toMatchObject({
      code: 409,
      conflicts: ['payment'],
      current: { payment: 8000 },
    })
    expect((await orderOf(orderId)).payment_fen).toBe(800_000)
  })

  it('submit and edit: the submitted form is the stored one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const orderId = await made(await customerOf())
      const { order_no: no } = await orderOf(orderId)
      const lines = [orderLine({ orderNo: `${no}-1`, price: 1000 })]
      const [, edited] = await Promise.all([
        app.post(submit, by.token, { orderId }),
        app.post(edit, by.token, { ...orderForm(app, { subOrderInfos: lines }), orderId, rowVersion: 1 }),
      ])
      expect([0, 2102]).toContain(edited.code)
      const { form } = await app.db
        .selectFrom('order_submission')
        .select('form')
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow()
      const price = edited.code === 0 ? 100_000 : 9_880_050
      expect(form).toMatchObject({ order: { total_amount_fen: price }, lines: [{ price_fen: price }] })
      expect((await app.post(detail, by.token, { orderId })).data?.totalPrice).toBe(price / 100)
    }
  })
})
