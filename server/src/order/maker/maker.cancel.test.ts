import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import type { BuiltSource } from '../../lead/intake.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildMakerStore, sendStep } from '../maker.factory.ts'
import type { SentStep } from '../maker.factory.ts'
import { buildFullOrder, orderLine } from '../order.factory.ts'

/** The maker's system reports cancelled vehicles of a line. */

const { cancel, confirmOrder, detail, orderTimeLine, submit } = rooms.order

let app: TestApp
let maker: BuiltSource
let dealerCode: string
let head: BuiltMember
let seller: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  ;({ maker, dealerCode, head, seller } = await buildMakerStore(app))
})
afterAll(() => app.close())

const [vin, otherVin] = ['LSVAA41Z8N2100001', 'LSVAA41Z8N2100002']
/** Three vehicles at 1,000 yuan and one at 500, with a deposit of 100 each. */
const twoLines = [orderLine({ num: 3, price: 1000 }), orderLine({ skuId: 2_010_112, price: 500 })]

/** An approved order; `line(1)` is the number of its first line. */
async function buildApproved(subOrderInfos = twoLines) {
  const customer = await buildCustomer(app, seller, { name: '林晓雨' })
  const orderId = await buildFullOrder(app, seller, customer, { payment: 100, subOrderInfos })
  await app.post(submit, seller.token, { orderId })
  await app.post(confirmOrder, head.token, { orderId })
  const read = async () => {
    const { data } = await app.post(detail, seller.token, { orderId })
    if (!data) throw new Error('the seller opens the order')
    return data
  }
  const { orderNo } = await read()
  const line = (number: number): string => `${orderNo}-${number}`
  const tell = (status: number, more: Partial<SentStep> = {}, node?: Parameters<typeof sendStep>[3]) =>
    sendStep(app, maker, { dealerCode, orderNo, status, ...more }, node)
  const take = (number: number, more: Partial<SentStep> = {}, node?: Parameters<typeof sendStep>[3]) =>
    tell(8, { subOrderNo: line(number), ...more }, node)
  const rowsOf = async () => {
    const { data = [] } = await app.post(orderTimeLine, seller.token, { orderId })
    return data.filter(({ ownerName }) => ownerName === '厂家系统').toReversed()
  }
  return { ...customer, orderId, orderNo, read, line, tell, take, rowsOf }
}

const dealOf = (dealId: number) =>
  app.db.selectFrom('deal').selectAll().where('id', '=', dealId).executeTakeFirstOrThrow()
const noticesOf = async ({ token }: BuiltMember, orderId: number) => {
  const { data = [] } = await app.post(rooms.notice.list, token, {})
  return data.filter((one) => one.orderId === orderId && one.kind === 14).map(({ text }) => text)
}

describe('a cancelled line', () => {
  it('no longer counts, is recorded in the timeline and notified, and the order goes on', async () => {
    const { orderId, orderNo, read, line, tell, take, rowsOf } = await buildApproved()
    await tell(16)
    expect(await take(2, { remark: '车型停产' })).toMatchObject({
      httpStatus: 200,
      state: 'applied',
      orderStatus: 16,
    })
    expect(await read()).toMatchObject({
      orderStatus: 16,
      totalPrice: 3000,
      paymentAmount: 300,
      subOrders: [
        { subOrderNo: line(1), orderStatus: 16, cancelSubCount: 0 },
        { subOrderNo: line(2), orderStatus: 8, cancelSubCount: 1 },
      ],
    })
    const rows = await rowsOf()
    expect(rows.at(-1)).toMatchObject({ subject: '取消子订单', orderStatus: 16 })
    expect(rows.at(-1)?.content).toMatch(
      new RegExp(`^订单号：${line(2)}；.+（.+）1台；备注：车型停产；厂家订单系统推送$`),
    )
    const text = expect.stringMatching(new RegExp(`^林.*的订单 ${orderNo} 厂家取消.+1台，请与客户确认$`))
    expect(await noticesOf(seller, orderId)).toEqual([text])
    expect(await noticesOf(head, orderId)).toEqual([text])
    // Later steps of the cancelled line are refused and kept, and steps of the order skip it.
    expect(await tell(4, { subOrderNo: line(2) })).toMatchObject({
      httpStatus: 409,
      detail: `子订单${line(2)}不存在或已取消`,
    })
    await tell(4)
    expect((await read()).subOrders.map(({ orderStatus }) => orderStatus)).toEqual([4, 8])
  })

  it('may lose some of its vehicles: the largest reported total applies', async () => {
    const { read, line, take, rowsOf } = await buildApproved()
    expect(await take(1, { cancelSubCount: 2 })).toMatchObject({ state: 'applied' })
    for (const older of [1, 2])
      expect(await take(1, { cancelSubCount: older })).toMatchObject({ httpStatus: 200, state: 'already' })
    expect(await read()).toMatchObject({
      totalPrice: 1500,
      paymentAmount: 200,
      subOrders: [{ orderStatus: 3, cancelSubCount: 2, number: 3 }, { orderStatus: 3 }],
    })
    expect(await rowsOf()).toHaveLength(1)
    expect(await take(1, { cancelSubCount: 4 })).toMatchObject({
      httpStatus: 409,
      detail: `子订单${line(1)}共3台，不能取消4台`,
    })
    expect(await take(1)).toMatchObject({ state: 'applied', orderStatus: 3 })
    expect(await read()).toMatchObject({ totalPrice: 500, subOrders: [{ orderStatus: 8 }, {}] })
    expect(await take(1)).toMatchObject({ state: 'already' })
  })

  it('releases its allocated vehicles, and cannot leave fewer than are allocated', async () => {
    const { read, line, tell, take, rowsOf } = await buildApproved()
    await tell(17, { subOrderNo: line(1), vehicles: [{ vin }, { vin: otherVin }] })
    expect(await take(1, { cancelSubCount: 2 })).toMatchObject({
      httpStatus: 409,
      detail: `子订单${line(1)}已有2台配车，不能只留1台`,
    })
    expect(await take(1, { cancelSubCount: 1 })).toMatchObject({ state: 'applied' })
    expect((await read()).subOrders[0]?.vins).toEqual([vin, otherVin])
    expect(await take(1)).toMatchObject({ state: 'applied' })
    expect((await read()).subOrders[0]?.vins).toEqual([])
    expect((await rowsOf()).at(-1)?.content).toContain(`已配车辆退回：${vin}、${otherVin}`)
  })

  it('leaves the order at the status of the remaining lines', async () => {
    const { read, line, tell, take, rowsOf } = await buildApproved()
    await tell(4, { subOrderNo: line(1) })
    expect((await read()).orderStatus).toBe(17)
    expect(await take(2)).toMatchObject({ state: 'applied', orderStatus: 4 })
    expect((await rowsOf()).map(({ subject, orderStatus }) => [subject, orderStatus])).toEqual([
      ['待接单', 15],
      ['已接单', 16],
      ['部分配车', 17],
      ['取消子订单', 17],
      ['已配车', 4],
    ])
    expect((await rowsOf()).at(-1)?.content).toContain('子订单取消后，其余车辆均已“已配车”')
  })

  it('delivers the order if all other lines are delivered, with the sums of the rest', async () => {
    const { orderId, dealId, line, tell, take } = await buildApproved()
    await tell(19, { subOrderNo: line(1) })
    expect(await dealOf(dealId)).toMatchObject({ level: 'O' })
    expect(await take(2)).toMatchObject({ state: 'applied', orderStatus: 19 })
    expect(await dealOf(dealId)).toMatchObject({ level: 'D' })
    const order = await app.db
      .selectFrom('vehicle_order')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({
      status: 19,
      delivered_at: app.now(),
      delivered_price_fen: 300_000,
      delivered_deposit_fen: 30_000,
    })
    expect(await take(1)).toMatchObject({ httpStatus: 409, detail: `子订单${line(1)}已交车` })
  })

  it('cancels the order if it is the last one, restores the customer’s level and plans a call', async () => {
    const { orderId, orderNo, dealId, read, tell, take, rowsOf } = await buildApproved()
    await tell(16)
    await take(1)
    expect(await dealOf(dealId)).toMatchObject({ level: 'O' })
    expect(await take(2)).toMatchObject({ httpStatus: 200, state: 'applied', orderStatus: 8 })
    expect(await read()).toMatchObject({
      orderStatus: 8,
      totalPrice: 0,
      paymentAmount: 0,
      originalPayment: 400,
      cancelReason: 'qxyy07',
      cancelRemark: '厂家取消',
      cancelledFrom: 3,
      cancelledAt: Math.floor(app.now().getTime() / 1000),
    })
    expect(await dealOf(dealId)).toMatchObject({ level: 'H', ordered_at: null })
    expect((await rowsOf()).at(-1)).toMatchObject({ subject: '取消订单', orderStatus: 8 })
    expect((await noticesOf(seller, orderId))[0]).toContain(`${orderNo} 厂家取消`)
    expect((await noticesOf(seller, orderId))[0]).toContain('订单已随之取消，请与客户确认')
    // A repeated cancellation changes nothing; any other step is refused.
    expect(await take(1)).toMatchObject({ httpStatus: 200, state: 'already', orderStatus: 8 })
    expect(await tell(17)).toMatchObject({ httpStatus: 409, detail: '订单已取消' })
  })

  it('is cancelled once despite repeats, two processes, a concurrent step and a member’s edit', async () => {
    const node = await app.startNode()
    for (let round = 0; round < 3; round++) {
      const { read, line, tell, take, rowsOf, orderId } = await buildApproved()
      const answers = await Promise.all([
        ...Array.from({ length: 10 }, (_, at) =>
          take(2, { deliveryId: `take-${orderId}` }, at % 2 ? node : undefined),
        ),
        ...Array.from({ length: 10 }, (_, at) => take(2, {}, at % 2 ? node : undefined)),
        tell(15),
        app.post(cancel, seller.token, { orderId, subOrderNo: line(2), cancelReason: 'qxyy01' }),
      ])
      for (const { httpStatus } of answers) expect([200]).toContain(httpStatus)
      const order = await read()
      expect(order).toMatchObject({ orderStatus: 15, totalPrice: 3000, paymentAmount: 300 })
      expect(order.subOrders.map(({ orderStatus }) => orderStatus)).toEqual([15, 8])
      const { data = [] } = await app.post(orderTimeLine, seller.token, { orderId })
      expect(data.filter(({ subject }) => subject === '取消子订单')).toHaveLength(1)
      expect((await rowsOf()).filter(({ subject }) => subject === '待接单')).toHaveLength(1)
    }
  })

  it('restores the previous level only with the last of several orders of a customer', async () => {
    const one = await buildApproved([orderLine()])
    const two = await buildFullOrder(app, seller, one, { subOrderInfos: [orderLine()] })
    await app.post(submit, seller.token, { orderId: two })
    await app.post(confirmOrder, head.token, { orderId: two })
    const { data } = await app.post(detail, seller.token, { orderId: two })
    const orderNo = data?.orderNo ?? ''
    const answers = await Promise.all([
      one.take(1),
      sendStep(app, maker, { dealerCode, orderNo, status: 8, subOrderNo: `${orderNo}-1` }),
    ])
    expect(answers.map(({ orderStatus }) => orderStatus)).toEqual([8, 8])
    expect(await dealOf(one.dealId)).toMatchObject({ level: 'H', level_before: '' })
  })

  it('must be named, must belong to the order, and the order must be approved', async () => {
    const { tell, line } = await buildApproved()
    expect(await tell(8)).toMatchObject({
      httpStatus: 400,
      errors: [{ path: 'subOrderNo', text: '请填写取消的子订单编号' }],
    })
    expect(await tell(8, { subOrderNo: line(9) })).toMatchObject({
      httpStatus: 409,
      detail: `子订单${line(9)}不存在`,
    })
    const customer = await buildCustomer(app, seller)
    const orderId = await buildFullOrder(app, seller, customer)
    const { data } = await app.post(detail, seller.token, { orderId })
    const orderNo = data?.orderNo ?? ''
    const early = { dealerCode, orderNo, status: 8, subOrderNo: `${orderNo}-1` }
    expect(await sendStep(app, maker, early)).toMatchObject({ httpStatus: 409, detail: '订单尚未审核通过' })
  })
})
