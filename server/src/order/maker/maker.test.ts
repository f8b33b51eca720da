import { rooms } from '@showroom/contract'
import { dayText } from '@showroom/contract/kernel/day'
import { makerSteps } from '@showroom/contract/order/maker.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import { buildSource, sendRaw } from '../../lead/intake.factory.ts'
import type { BuiltSource } from '../../lead/intake.factory.ts'
import { secondsOf } from '../../platform/clock.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildMakerStore, sendStep } from '../maker.factory.ts'
import type { SentStep } from '../maker.factory.ts'
import { buildOrder, quickOrder, stageLine } from '../order.factory.ts'

let app: TestApp
let maker: BuiltSource
let dealerId: number
let dealerCode: string
let head: BuiltMember
let seller: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  ;({ maker, dealerId, dealerCode, head, seller } = await buildMakerStore(app))
})
afterAll(() => app.close())

const vin = 'LSVAA41Z8N2100001'

/** An order with its number. */
async function buildApproved(status: 1 | 2 | 3 = 3) {
  const customer = await buildCustomer(app, seller)
  const orderId = await buildOrder(app, seller, customer, status, head)
  const { order_no: orderNo } = await app.db
    .selectFrom('vehicle_order')
    .select('order_no')
    .where('dealer_id', '=', dealerId)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const tell = (to: number, more: Partial<SentStep> = {}) =>
    sendStep(app, maker, { dealerCode, orderNo, status: to, ...more })
  return { ...customer, orderId, orderNo, tell }
}

/** The store itself records the delivery today. */
const complete = (
  { token }: Pick<BuiltMember, 'token'>,
  { orderId, ...customer }: { orderId: number; customerId: number; dealId: number },
) =>
  app.post(rooms.order.deliver, token, {
    ...quickOrder(app, customer as never),
    orderId,
    deliverDate: secondsOf(app.now()),
    nextRecall: false,
  })

const orderOf = (orderId: number) =>
  app.db.selectFrom('vehicle_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
const dealOf = (dealId: number) =>
  app.db.selectFrom('deal').selectAll().where('id', '=', dealId).executeTakeFirstOrThrow()
/** The order's steps in the timeline, oldest first. */
const stepsOf = async (orderId: number): Promise<number[]> => {
  const rows = await app.db
    .selectFrom('timeline')
    .select('order_status')
    .where('order_id', '=', orderId)
    .where('owner_name', '=', '厂家系统')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.order_status)
}
const deliveriesOf = (orderNo: string) =>
  app.db.selectFrom('order_delivery').selectAll().where('order_no', '=', orderNo).orderBy('id').execute()

describe("a step of the maker's system", () => {
  it('moves the order, with a timeline entry, and refreshes open pages', async () => {
    const { orderId, orderNo, customerId, tell } = await buildApproved()
    const before = await app.db
      .selectFrom('customer')
      .select('row_version')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    expect(await tell(15)).toMatchObject({
      httpStatus: 200,
      code: 0,
      state: 'applied',
      orderNo,
      orderStatus: 15,
      receipt: expect.stringMatching(new RegExp(`^${dealerId}-\\d+$`)),
    })
    expect(await orderOf(orderId)).toMatchObject({ status: 15, delivered_at: null })
    const [line] = await app.db
      .selectFrom('vehicle_order_line')
      .selectAll()
      .where('order_id', '=', orderId)
      .execute()
    expect(line?.status).toBe(15)
    expect(await stepsOf(orderId)).toEqual([15])
    const after = await app.db
      .selectFrom('customer')
      .select('row_version')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    expect(after.row_version).toBe(before.row_version + 1)
    const { data = [] } = await app.post(rooms.order.allocationList, head.token, { stage: 1, key: orderNo })
    expect(data).toMatchObject([{ id: orderId, status: 15 }])
  })

  it('passes the steps it skips; older and equal steps change nothing', async () => {
    const { orderId, tell } = await buildApproved()
    expect(await tell(17)).toMatchObject({ httpStatus: 200, state: 'applied', orderStatus: 17 })
    expect(await stepsOf(orderId)).toEqual([15, 16, 17])
    for (const older of [3, 15, 16, 17])
      expect(await tell(older)).toMatchObject({ httpStatus: 200, state: 'already', orderStatus: 17 })
    expect(await stepsOf(orderId)).toEqual([15, 16, 17])
    const rows = await app.db
      .selectFrom('timeline')
      .select('content')
      .where('order_id', '=', orderId)
      .where('order_status', '=', 16)
      .execute()
    expect(rows).toEqual([{ content: expect.stringContaining('厂家直接推送“部分配车”，此步骤自动补记') }])
  })

  it('allocates its vehicles to the order once', async () => {
    const { orderId, orderNo, tell } = await buildApproved()
    expect(await tell(4, { vehicles: [{ vin: ` ${vin.toLowerCase()} ` }] })).toMatchObject({
      state: 'applied',
    })
    for (const spelled of [vin, 'ＬＳＶＡＡ41Z8N2100001', 'LSVAA-41Z8N.2100001', 'LSVAA41Z8\u200bN2100001'])
      expect(await tell(4, { vehicles: [{ vin: spelled }] })).toMatchObject({ state: 'already' })
    for (const spelled of [orderNo.toLowerCase(), orderNo.replace('DD', 'ＤＤ '), ` ${orderNo}\u200b`])
      expect(
        await sendStep(app, maker, { dealerCode, orderNo: spelled, status: 4, vehicles: [{ vin }] }),
      ).toMatchObject({
        state: 'already',
        orderNo,
      })
    const other = 'LSVAA41Z8N2100002'
    expect(await tell(4, { vehicles: [{ vin: other }] })).toMatchObject({
      httpStatus: 409,
      detail: expect.stringMatching(/^子订单.*的车架号多于订购数量$/),
    })
    expect(await tell(4, { vehicles: [{ vin, subOrderNo: 'X-1' }] })).toMatchObject({
      httpStatus: 409,
      detail: '子订单X-1不存在或已取消',
    })
    const { data = [] } = await app.post(rooms.order.allocationList, head.token, { stage: 2, key: orderNo })
    expect(data).toMatchObject([{ id: orderId, vins: [vin] }])
  })

  it('moves a single line; the order follows the slowest line', async () => {
    const { orderId, orderNo, tell } = await buildApproved()
    const first = await app.db
      .selectFrom('vehicle_order_line')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { id: _id, ...line } = first
    await stageLine(app, { ...line, sub_order_no: `${orderNo}-2` })
    expect(await tell(4, { vehicles: [{ vin }] })).toMatchObject({
      detail: '订单有多个子订单，请填写车辆所属子订单',
    })
    expect(await tell(4, { subOrderNo: `${orderNo}-1`, vehicles: [{ vin }] })).toMatchObject({
      orderStatus: 17,
    })
    // A vehicle cannot belong to two lines.
    expect(await tell(4, { subOrderNo: `${orderNo}-2`, vehicles: [{ vin }] })).toMatchObject({
      httpStatus: 409,
      detail: `车架号${vin}已配给子订单${orderNo}-1`,
    })
    expect(await tell(4, { subOrderNo: `${orderNo}-2` })).toMatchObject({ orderStatus: 4 })
    const lines = await app.db
      .selectFrom('vehicle_order_line')
      .select(['status', 'vins'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      { status: 4, vins: [vin] },
      { status: 4, vins: [] },
    ])
    expect(await stepsOf(orderId)).toEqual([15, 16, 17, 4])
  })

  it('leaves out a time before the approval or in the future, and names it', async () => {
    const { tell: tellEarly, orderId } = await buildApproved(2)
    const created = secondsOf(app.now())
    app.advance(3600)
    await app.post(rooms.order.confirmOrder, head.token, { orderId })
    app.advance(60)
    const early = { occurredAt: created, deliveryId: 'too-early' }
    const warnings = [{ path: 'occurredAt', text: '早于订单审核通过时间，未采用' }]
    expect(await tellEarly(19, early)).toMatchObject({ state: 'applied', orderStatus: 19, warnings })
    expect((await orderOf(orderId)).delivered_at).toEqual(app.now())
    expect(await tellEarly(19, early)).toMatchObject({ state: 'repeated', warnings })
    const { tell, orderId: next } = await buildApproved()
    const approved = secondsOf(app.now())
    expect(await tell(15, { occurredAt: approved })).not.toHaveProperty('warnings')
    app.advance(60)
    expect(await tell(19, { occurredAt: secondsOf(app.now()) + 60 })).toMatchObject({
      state: 'applied',
      warnings: [{ path: 'occurredAt', text: '晚于接收时间，未采用' }],
    })
    expect((await orderOf(next)).delivered_at).toEqual(app.now())
    expect(await tell(3)).not.toHaveProperty('warnings')
  })

  it('19 and 14 deliver: the customer gets level D and a planned visit', async () => {
    const { orderId, dealId, tell } = await buildApproved()
    const occurredAt = secondsOf(app.now())
    app.advance(3600)
    expect(await tell(19, { occurredAt })).toMatchObject({ state: 'applied', orderStatus: 19 })
    const deliveredAt = new Date(occurredAt * 1000)
    expect(await orderOf(orderId)).toMatchObject({
      status: 19,
      delivered_at: deliveredAt,
      delivered_owner_id: seller.memberId,
      delivered_price_fen: 9_880_050,
    })
    expect(await dealOf(dealId)).toMatchObject({ level: 'D', delivered_at: deliveredAt })
    const open = await app.db
      .selectFrom('activity')
      .select(['type', 'due_at'])
      .where('deal_id', '=', dealId)
      .where('completed_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .execute()
    expect(open).toEqual([{ type: 8, due_at: expect.any(Date) }])
    expect(await tell(14)).toMatchObject({ state: 'applied', orderStatus: 14 })
    expect(await orderOf(orderId)).toMatchObject({ status: 14, delivered_at: deliveredAt })
    expect(await stepsOf(orderId)).toEqual([15, 16, 17, 4, 19, 14])
    expect(await tell(19)).toMatchObject({ state: 'already', orderStatus: 14 })
    const rows = await app.db
      .selectFrom('timeline')
      .select(['order_status as status', 'type'])
      .where('dealer_id', '=', dealerId)
      .where('order_id', '=', orderId)
      .where('order_status', 'in', [4, 19, 14])
      .orderBy('id')
      .execute()
    expect(rows, 'the delivery is told as one').toEqual([
      { status: 4, type: 4 },
      { status: 19, type: 5 },
      { status: 14, type: 4 },
    ])
  })

  it('19 wakes a dormant customer, so that the visit can be done', async () => {
    const { customerId, dealId, tell } = await buildApproved()
    const pause = { customerId, dealId, resumeDuration: 7 }
    expect(await app.post(rooms.customer.pause, seller.token, pause)).toMatchObject({ status: '0' })
    expect(await tell(19)).toMatchObject({ state: 'applied' })
    expect(await dealOf(dealId)).toMatchObject({
      level: 'D',
      suspended_at: null,
      resume_at: null,
      resume_duration: 0,
      next_activity_type: 8,
    })
    const { timelines = [] } = await app.post(rooms.customer.get, seller.token, { customerId })
    expect(timelines.find(({ type }) => type === 33)).toMatchObject({
      subject: '继续跟进',
      ownerName: '厂家系统',
      level: 'D',
      facts: { kind: 'woken', nextType: 8 },
    })
    const visit = { customerId, dealId, contactStatus: 1, isDeliver: true, remark: '一切都好' }
    expect(await app.post(rooms.order.orderFollow, seller.token, visit)).toMatchObject({ status: '0' })
  })

  it('19 is credited to the owner at that time, even if another member completes the order later', async () => {
    const { orderId, customerId, dealId, tell } = await buildApproved()
    app.advance(3600)
    await tell(19)
    const order = await orderOf(orderId)
    const { delivered_at, delivered_owner_id } = order
    const other = await buildMember(app.db, app.now(), { dealerId })
    const given = { customerIds: String(customerId), memberId: other.memberId }
    expect(await app.post(rooms.customer.batchReassign, head.token, given)).toMatchObject({ status: '0' })
    app.advance(3600)
    const completed = await complete(other, { orderId, customerId, dealId })
    expect(completed, completed.text).toMatchObject({ status: '0' })
    expect(await orderOf(orderId)).toMatchObject({ status: 14, delivered_at, delivered_owner_id })
    expect(await dealOf(dealId)).toMatchObject({ delivered_at })
  })

  it('19 sets the day of delivery, whatever day the completing form has', async () => {
    const { orderId, customerId, dealId, tell } = await buildApproved()
    const daysAgo = (days: number): number => secondsOf(app.now()) - days * 86_400
    const ordered = { created_at: new Date(daysAgo(2) * 1000), reviewed_at: new Date(daysAgo(2) * 1000) }
    await app.db.updateTable('vehicle_order').set(ordered).where('id', '=', orderId).execute()
    await tell(19, { occurredAt: daysAgo(1) })
    const completed = await complete(seller, { orderId, customerId, dealId })
    expect(completed, completed.text).toMatchObject({ status: '0' })
    const { timelines = [] } = await app.post(rooms.customer.get, seller.token, { customerId })
    expect(timelines.find(({ subject }) => subject === '交车')?.content).toContain(
      `${dayText(daysAgo(1))}交车`,
    )
  })

  it('19 leaves the customer at D when an order approved after it is cancelled', async () => {
    const { tell, ...customer } = await buildApproved()
    const second = await buildOrder(app, seller, customer, 2)
    await tell(19)
    expect((await app.post(rooms.order.confirmOrder, head.token, { orderId: second })).status).toBe('0')
    expect((await dealOf(customer.dealId)).level).toBe('O')
    const cancelled = { orderId: second, reason: 'qxyy01' }
    expect((await app.post(rooms.order.cancelOrder, seller.token, cancelled)).status).toBe('0')
    expect((await dealOf(customer.dealId)).level).toBe('D')
  })

  it('is refused and kept after a cancellation, before the approval, and for an unknown order, and can be retried', async () => {
    const cancelled = await buildApproved()
    await app.post(rooms.order.cancelOrder, seller.token, { orderId: cancelled.orderId, reason: 'qxyy01' })
    const waiting = await buildApproved(2)
    expect(await cancelled.tell(15, { deliveryId: 'late-1' })).toMatchObject({
      httpStatus: 409,
      code: 409,
      detail: '订单已取消',
      state: 'refused',
      orderStatus: 8,
    })
    // A repeated message gets its first answer again.
    expect(await cancelled.tell(15, { deliveryId: 'late-1' })).toMatchObject({
      httpStatus: 409,
      detail: '订单已取消',
    })
    const early = await waiting.tell(16)
    expect(early).toMatchObject({ httpStatus: 409, detail: '订单尚未审核通过' })
    const unknownOrder = await sendStep(app, maker, { dealerCode, orderNo: 'DD00000000000', status: 15 })
    expect(unknownOrder).toMatchObject({ httpStatus: 404, detail: '订单不存在', orderStatus: 0 })
    expect((await deliveriesOf(cancelled.orderNo)).map(({ state }) => state)).toEqual([3])

    const path = '/open/v1/orders/refused'
    const list = await sendRaw(app, maker, '', { method: 'GET', path })
    expect((list as unknown as { data: unknown[] }).data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          orderNo: cancelled.orderNo,
          dealerCode,
          deliveryId: 'late-1',
          status: 15,
          detail: '订单已取消',
        }),
        expect.objectContaining({
          orderNo: waiting.orderNo,
          receipt: early.receipt,
          detail: '订单尚未审核通过',
        }),
        expect.objectContaining({ orderNo: 'DD00000000000', receipt: unknownOrder.receipt }),
      ]),
    )

    await app.post(rooms.order.confirmOrder, head.token, { orderId: waiting.orderId })
    const replay = (body: object) =>
      sendRaw(app, maker, JSON.stringify(body), { path: '/open/v1/orders/replay' })
    expect((await replay({ receipts: [early.receipt] })).receipts).toMatchObject([
      { orderNo: waiting.orderNo, state: 'applied', orderStatus: 16, detail: '' },
    ])
    expect(await stepsOf(waiting.orderId)).toEqual([15, 16])
    expect((await replay({})).receipts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ orderNo: cancelled.orderNo, state: 'refused', detail: '订单已取消' }),
      ]),
    )
  })

  it('is applied once despite repeats, concurrency and two processes', async () => {
    const { orderId, orderNo, tell } = await buildApproved()
    const node = await app.startNode()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        sendStep(
          app,
          maker,
          { dealerCode, orderNo, status: 16, deliveryId: `same-${orderNo}` },
          at % 2 ? node : undefined,
        ),
      ),
    )
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ state }) => state === 'applied')).toHaveLength(1)
    expect(new Set(answers.map(({ receipt }) => receipt)).size).toBe(1)
    expect(await stepsOf(orderId)).toEqual([15, 16])
    // The first answer stays the answer.
    await tell(4)
    expect(await tell(16, { deliveryId: `same-${orderNo}` })).toMatchObject({
      state: 'repeated',
      orderStatus: 16,
    })
  })

  it('refused before is applied once by concurrent retries of two processes, and each gets its answer', async () => {
    const waiting = await buildApproved(2)
    const early = await waiting.tell(16)
    expect(early).toMatchObject({ detail: '订单尚未审核通过' })
    await app.post(rooms.order.confirmOrder, head.token, { orderId: waiting.orderId })
    const node = await app.startNode()
    const body = JSON.stringify({ receipts: [early.receipt] })
    const path = '/open/v1/orders/replay'
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => sendRaw(app, maker, body, { path, ...(at % 2 && { node }) })),
    )
    const states = answers.flatMap(({ receipts }) => receipts.map(({ state }) => state as string))
    // One that lists the refused messages after another has applied this one finds none.
    expect(states.toSorted()).toEqual(['applied', ...states.slice(1).map(() => 'repeated')])
    expect(await stepsOf(waiting.orderId)).toEqual([15, 16])
  })

  it('arrives in any order, twice and concurrently: each order ends at its furthest step, each step once', async () => {
    const node = await app.startNode()
    const orders = await Promise.all(Array.from({ length: 6 }, () => buildApproved()))
    const messages = orders.flatMap(({ orderNo }) =>
      [...makerSteps, ...makerSteps].map((status, at) => ({
        orderNo,
        status,
        deliveryId: `${orderNo}-${status}`,
        at,
      })),
    )
    const shuffled = messages.toSorted((a, b) => ((a.at * 7 + a.status) % 11) - ((b.at * 7 + b.status) % 11))
    const answers = await Promise.all(
      shuffled.map(({ at, ...message }) =>
        sendStep(app, maker, { dealerCode, ...message }, at % 2 ? node : undefined),
      ),
    )
    expect(answers.filter(({ httpStatus }) => httpStatus !== 200)).toEqual([])
    for (const { orderId, orderNo, dealId } of orders) {
      expect(await stepsOf(orderId)).toEqual([15, 16, 17, 4, 19, 14])
      expect(await orderOf(orderId)).toMatchObject({ status: 14 })
      expect(await dealOf(dealId)).toMatchObject({ level: 'D' })
      expect(await deliveriesOf(orderNo)).toHaveLength(makerSteps.length)
    }
  })

  it('and a concurrent cancellation: one of them wins and the other is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { orderId, tell } = await buildApproved()
      const [step, cancelled] = await Promise.all([
        tell(16),
        app.post(rooms.order.cancelOrder, seller.token, { orderId, reason: 'qxyy01' }),
      ])
      const { status } = await orderOf(orderId)
      expect([
        [8, 409, 0],
        [16, 200, 2102],
      ]).toContainEqual([status, step.httpStatus, cancelled.code])
    }
  })
})

describe('a request', () => {
  it('is refused from a lead sender, from an unknown sender or unsigned, and the maker cannot send leads', async () => {
    const { orderNo } = await buildApproved()
    const portal = await buildSource(app.db)
    const wrong = { httpStatus: 401, detail: '来源标识或签名无效' }
    for (const source of [portal, { ...maker, secret: 'other' }, { ...maker, key: 'nobody' }])
      expect(await sendStep(app, source, { dealerCode, orderNo, status: 15 })).toMatchObject(wrong)
    expect(await sendRaw(app, maker, JSON.stringify({ leads: [{}] }))).toMatchObject(wrong)
    expect(await deliveriesOf(orderNo)).toEqual([])
  })

  it('reports all its problems at once', async () => {
    const { orderNo, tell } = await buildApproved()
    expect(
      await sendStep(app, maker, {
        dealerCode: '',
        orderNo,
        status: 99,
        deliveryId: '',
        vehicles: [{ vin: 'I23' }],
      }),
    ).toMatchObject({
      httpStatus: 400,
      errors: expect.arrayContaining([
        { path: 'dealerCode', text: '请填写门店编码' },
        { path: 'status', text: '订单状态不正确' },
      ]),
      warnings: [
        { path: 'deliveryId', text: '没有可用的推送编号，已按内容编号' },
        { path: 'vehicles.0.vin', text: '车架号应为17位字母和数字' },
      ],
    })
    expect(await tell(15, { dealerCode: 'NOBODY' })).toMatchObject({
      httpStatus: 400,
      detail: '门店编码不存在',
    })
    const elsewhere = await buildDealer(app.db)
    const { code } = await app.db
      .selectFrom('dealer')
      .select('code')
      .where('id', '=', elsewhere)
      .executeTakeFirstOrThrow()
    expect(await tell(15, { dealerCode: code })).toMatchObject({ httpStatus: 404, detail: '订单不存在' })
  })

  it('with wrong optional fields is applied without them, and keeps them', async () => {
    const { orderId, orderNo, tell } = await buildApproved()
    const more = { vehicles: [{ vin: 'I23' }, { vin }], occurredAt: 'soon', remark: 5, colour: 'red' }
    const warnings = [
      { path: 'vehicles.0.vin', text: '车架号应为17位字母和数字' },
      { path: 'occurredAt', text: expect.any(String) },
      { path: 'colour', text: '未识别的字段' },
    ]
    const step = { ...more, deliveryId: `wrong-${orderNo}` }
    expect(await tell(4, step)).toMatchObject({ httpStatus: 200, state: 'applied', warnings })
    expect(await tell(4, step)).toMatchObject({ state: 'repeated', warnings })
    const [line] = await app.db
      .selectFrom('vehicle_order_line')
      .select('vins')
      .where('order_id', '=', orderId)
      .execute()
    expect(line?.vins).toEqual([vin])
    expect((await deliveriesOf(orderNo)).map(({ body }) => body)).toMatchObject([{ ...more, status: 4 }])
  })

  it('takes texts for numbers, and a missing id is made of the content', async () => {
    const { orderNo } = await buildApproved()
    const send = (step: object) =>
      sendStep(app, maker, {
        dealerCode,
        orderNo,
        status: '15' as never,
        deliveryId: undefined,
        ...step,
      })
    const first = await send({})
    expect(first).toMatchObject({ state: 'applied', orderStatus: 15, warnings: [{ path: 'deliveryId' }] })
    expect(await send({})).toMatchObject({ state: 'repeated', receipt: first.receipt })
    expect(await send({ remark: '又' })).toMatchObject({ state: 'already' })
  })

  it.each([
    { status: 4, subOrderNo: { no: 1 } },
    { status: 8, subOrderNo: 'X-1', cancelSubCount: '两台' },
  ])('is refused if a wrong field would make it change more than meant: %j', async (step) => {
    const { orderNo } = await buildApproved()
    const answer = await sendStep(app, maker, { dealerCode, orderNo, ...step })
    expect(answer).toMatchObject({ httpStatus: 400, errors: [{ path: Object.keys(step).at(-1) }] })
    expect(await deliveriesOf(orderNo)).toEqual([])
  })

  it('of an unknown store is kept, and applied by a replay once there is one', async () => {
    const { orderId, orderNo, tell } = await buildApproved()
    const early = { deliveryId: `early-${orderNo}`, dealerCode: `NEW-${dealerId}` }
    const refused = await tell(16, early)
    expect(refused).toMatchObject({
      httpStatus: 400,
      state: 'refused',
      receipt: expect.stringMatching(/^0-/),
    })
    expect(await tell(16, early)).toMatchObject({ httpStatus: 400, receipt: refused.receipt })
    const replay = async (receipt = refused.receipt) =>
      (await sendRaw(app, maker, JSON.stringify({ receipts: [receipt] }), { path: '/open/v1/orders/replay' }))
        .receipts
    expect(await replay()).toMatchObject([
      { receipt: refused.receipt, state: 'refused', detail: '门店编码不存在' },
    ])
    const listed = (await sendRaw(app, maker, '', {
      method: 'GET',
      path: '/open/v1/orders/refused',
    })) as unknown
    expect(listed).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ receipt: refused.receipt, dealerCode: early.dealerCode, status: 16 }),
      ]),
    })
    const rename = (code: string) =>
      app.db.updateTable('dealer').set({ code }).where('id', '=', dealerId).execute()
    await rename(early.dealerCode)
    try {
      const [done] = await replay()
      expect(done).toMatchObject({
        receipt: expect.stringMatching(new RegExp(`^${dealerId}-`)),
        state: 'applied',
      })
      expect(await orderOf(orderId)).toMatchObject({ status: 16 })
      expect(await replay()).toEqual([])
    } finally {
      await rename(dealerCode)
    }
  })

  it('is limited to the agreed rate', async () => {
    const { orderNo } = await buildApproved()
    const slow = await buildSource(app.db, { sends: 'orders', rate: 1 })
    const send = () => sendStep(app, slow, { dealerCode, orderNo, status: 15 })
    await expect.poll(async () => (await send()).httpStatus).toBe(200)
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    expect(answers.map(({ httpStatus }) => httpStatus)).toContain(429)
  })
})
