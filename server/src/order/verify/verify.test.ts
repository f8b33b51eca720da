import { rooms } from '@showroom/contract'
import { errors } from '@showroom/contract/kernel/errors'
import { momentOrder } from '@showroom/contract/kernel/order'
import { dayStart } from '@showroom/contract/kernel/day'
import { orderAlert } from '@showroom/contract/order/verify.rules'
import type { VerifyRow } from '@showroom/contract/order/verify.schema'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { recordStatements } from '../../../test/database/statements.ts'
import { buildCustomer, stageDeals } from '../../customer/customer.factory.ts'
import { secondsOf } from '../../platform/clock.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildOrder, submission } from '../order.factory.ts'

const { allocationCounts, allocationList, confirmOrder, rejectOrder, verifyCounts, verifyList } = rooms.order

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const day = 86_400
const seconds = () => secondsOf(app.now())

/** A new store with a manager and a consultant. */
async function buildStore() {
  const dealerId = await buildDealer(app.db)
  const head = await buildMember(app.db, app.now(), { dealerId, role: 1, modules: [] })
  const seller = await buildMember(app.db, app.now(), { dealerId, name: '周晓' })
  const order = async (status: 1 | 2 | 3, overrides = {}, by: BuiltMember = seller) =>
    buildOrder(app, by, await buildCustomer(app, by, overrides), status, head)
  return { dealerId, head, seller, order }
}

const change = (id: number, values: Record<string, unknown>) =>
  app.db.updateTable('vehicle_order').set(values).where('id', '=', id).execute()

async function idsOf(
  call: typeof verifyList | typeof allocationList,
  by: BuiltMember,
  body: object = {},
): Promise<number[]> {
  const { data = [], total, detail } = await app.post(call, by.token, body)
  expect(detail).toBe('')
  expect(total).toBe(data.length)
  return data.map(({ id }) => id)
}

describe('the list of orders to review', () => {
  it('shows waiting orders and decided ones', async () => {
    const { head, seller, order } = await buildStore()
    const [waiting, agreed, rejected] = [await order(2, { name: '林晓雨' }), await order(3), await order(2)]
    await order(1)
    await app.post(rejectOrder, head.token, { orderId: rejected, reason: '价格过低' })
    const { data, total } = await app.post(verifyList, head.token, {})
    expect(total).toBe(1)
    expect(data?.[0]).toEqual({
      id: waiting,
      orderNo: expect.stringMatching(/^DD\d{11}$/),
      rowVersion: expect.any(Number),
      customerId: expect.any(Number),
      dealId: expect.any(Number),
      createdAt: seconds(),
      customerType: 1,
      customerName: '林晓雨',
      companyName: '',
      customerPhone: expect.stringMatching(/^136\*{4}\d{4}$/),
      modelDisplay: expect.stringContaining(' '),
      vehicles: 1,
      ownerName: '周晓',
      paymentDown: 5000,
      totalPrice: 98_800.5,
      status: 2,
      deliverDate: dayStart(seconds() + 20 * day),
      submittedAt: seconds(),
      reviewedAt: 0,
      reviewerName: '',
      vins: [],
      alerts: [],
    } satisfies Record<keyof VerifyRow, unknown>)
    expect(await idsOf(verifyList, head, { isDone: 1 })).toEqual([rejected, agreed])
    expect(await idsOf(verifyList, head, { isDone: 1, orderStatus: 6 })).toEqual([rejected])
    expect(await idsOf(verifyList, head, { isDone: 1, sortType: 1 })).toEqual([agreed, rejected])
    // Submitted again, it waits again.
    await app.post(rooms.order.submitOrder, seller.token, submission(rejected))
    expect(await idsOf(verifyList, head, { sortType: momentOrder.newest })).toEqual([rejected, waiting])
    expect(await idsOf(verifyList, head, { isDone: 1 })).toEqual([agreed])
  })

  it('keeps a decided order whose next submission is withdrawn or cancelled', async () => {
    const { head, seller, order } = await buildStore()
    const { cancelOrder, recall, submitOrder } = rooms.order
    const [cancelled, withdrawn, undecided] = [await order(2), await order(2), await order(2)]
    for (const orderId of [cancelled, withdrawn]) {
      await app.post(rejectOrder, head.token, { orderId, reason: '价格过低' })
      await app.post(submitOrder, seller.token, submission(orderId))
    }
    expect(await idsOf(verifyList, head, { isDone: 1 })).toEqual([])
    for (const orderId of [cancelled, undecided])
      expect(
        await app.post(cancelOrder, seller.token, { orderId, reason: 'qxyy01', remark: '' }),
      ).toMatchObject({ status: '0' })
    expect(await app.post(recall, seller.token, { orderId: withdrawn, reason: 1 })).toMatchObject({
      status: '0',
    })
    const { data } = await app.post(verifyList, head.token, { isDone: 1 })
    expect(data).toMatchObject([
      { id: withdrawn, status: 1, reviewedAt: seconds(), reviewerName: expect.stringMatching(/./) },
      { id: cancelled, status: 8, reviewedAt: seconds(), reviewerName: expect.stringMatching(/./) },
    ])
    await app.post(submitOrder, seller.token, submission(withdrawn))
    expect(await idsOf(verifyList, head, { isDone: 1 })).toEqual([cancelled])
  })

  it('lets a row be decided as it was shown', async () => {
    const { head, seller, order } = await buildStore()
    const orderId = await order(2)
    const rowOf = async () => (await app.post(verifyList, head.token, {})).data?.[0]
    const row = await rowOf()
    await app.post(rooms.order.recall, seller.token, { orderId })
    await app.post(rooms.order.submitOrder, seller.token, submission(orderId))
    const decide = (rowVersion: number | undefined) =>
      app.post(confirmOrder, head.token, { orderId, rowVersion })
    expect(await decide(row?.rowVersion)).toMatchObject({ code: errors.ORDER_STATE.code })
    expect(await decide((await rowOf())?.rowVersion)).toMatchObject({ status: '0' })
  })

  it('shows a company with its contact', async () => {
    const { head, order } = await buildStore()
    await order(2, { type: 2, companyName: '云栖物流有限公司', name: '陈立' })
    const { data } = await app.post(verifyList, head.token, {})
    expect(data?.[0]).toMatchObject({
      customerType: 2,
      companyName: '云栖物流有限公司',
      customerName: '陈立',
    })
  })

  it('is filtered by day, owner, source, kind of business, and keyword', async () => {
    const { head, seller, order, dealerId } = await buildStore()
    const other = await buildMember(app.db, app.now(), { dealerId })
    const first = await order(2, { name: '欧阳明', businessType: 1, fromSource: 2 })
    const second = await order(2, { name: '司马青', businessType: 3, fromSource: 3 }, other)
    await change(second, { created_at: new Date((seconds() - 10 * day) * 1000) })
    const [{ order_no: number } = { order_no: '' }] = await app.db
      .selectFrom('vehicle_order')
      .select('order_no')
      .where('id', '=', second)
      .execute()
    const others = await app.db
      .selectFrom('deal')
      .select('id')
      .where('dealer_id', '=', dealerId)
      .where('owner_id', '=', other.memberId)
      .execute()
    await stageDeals(
      app,
      others.map(({ id }) => id),
      { from_source: 98, other_source: 10 },
    )
    for (const [body, found] of [
      [{ createdDate: { start: seconds() - day, end: seconds() } }, [first]],
      [{ createdDate: { start: 0, end: seconds() - 9 * day } }, [second]],
      [{ saleIds: String(seller.memberId) }, [first]],
      [{ fromType: 1 }, [second]],
      [{ fromType: 2 }, [first]],
      [{ onlineSources: '10' }, [second]],
      [{ onlineSources: '11' }, []],
      [{ fromSources: '2,3' }, [first]],
      [{ businessTypes: '3' }, [second]],
      [{ key: '司马' }, [second]],
      [{ key: number }, [second]],
      [{ key: number.toLowerCase().slice(0, 8) }, [first, second]],
      [{ key: 'DD99' }, []],
    ] as const)
      expect([body, await idsOf(verifyList, head, body)]).toEqual([body, found])
  })

  it('shows the order that has waited longest since its submission first, whenever it was made', async () => {
    const { head, order } = await buildStore()
    const [first, second, third] = [await order(2), await order(2), await order(2)]
    const at = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000)
    await change(first, { created_at: at(500), submitted_at: at(10) })
    await change(second, { created_at: at(100), submitted_at: at(90) })
    await change(third, { created_at: at(300), submitted_at: at(20) })
    for (const [body, found] of [
      [{}, [second, third, first]],
      [{ sortType: momentOrder.usual }, [second, third, first]],
      [{ sortType: momentOrder.oldest }, [second, third, first]],
      [{ sortType: momentOrder.newest }, [first, third, second]],
    ] as const)
      expect([body, await idsOf(verifyList, head, body)]).toEqual([body, found])
    expect((await app.post(verifyList, head.token, { pageStart: 2, pageCount: 10 })).data).toEqual([])
  })

  it('covers the whole store for members with the permission', async () => {
    const { order, seller, dealerId } = await buildStore()
    const waiting = await order(2)
    const reviewer = await buildMember(app.db, app.now(), { dealerId, role: 4, modules: ['订单审核'] })
    expect(await idsOf(verifyList, reviewer)).toEqual([waiting])
    expect(await app.post(allocationList, reviewer.token, {})).toMatchObject({ code: 403 })
    expect(await app.post(verifyList, seller.token, {})).toMatchObject({ code: 403 })
    const { head: elsewhere } = await buildStore()
    expect(await idsOf(verifyList, elsewhere)).toEqual([])
  })

  it('counts reviewed orders once while pages are turned, and again after a decision', async () => {
    const { head, order } = await buildStore()
    await order(3)
    const waiting = await order(2)
    const ask = async (body: object = {}) => {
      const { total, data } = await app.post(verifyList, head.token, { isDone: 1, ...body })
      return [total, data?.length]
    }
    const countings = async (work: () => Promise<unknown>): Promise<number> =>
      (await recordStatements(work)).filter(({ text }) => text.includes('count(*) from vehicle_order')).length
    const turnPages = async () => {
      expect(await ask()).toEqual([1, 1])
      expect(await ask({ pageStart: 2 })).toEqual([1, 0])
      expect(await ask({ sortType: 1, pageCount: 20 })).toEqual([1, 1])
    }
    // Waits until the last change has been processed.
    await vi.waitFor(async () => expect(await countings(turnPages)).toBe(0), 5_000)
    expect(await ask({ orderStatus: 6 })).toEqual([0, 0])
    await app.post(confirmOrder, head.token, { orderId: waiting })
    expect(await ask()).toEqual([2, 2])
    await app.post(rejectOrder, head.token, { orderId: await order(2), reason: '价格过低' })
    expect(await ask({ orderStatus: 6 })).toEqual([1, 1])
  })

  it('counts the result of each view', async () => {
    const { head, order, seller } = await buildStore()
    await order(2)
    await order(3)
    expect(
      await app.post(verifyCounts, head.token, {
        queries: [
          {},
          { isDone: 1 },
          { saleIds: String(head.memberId) },
          { saleIds: String(seller.memberId) },
        ],
      }),
    ).toMatchObject({ totals: [1, 1, 0, 1] })
    expect(
      await app.post(allocationCounts, head.token, { queries: [{}, { stage: 1 }, { stage: 2 }] }),
    ).toMatchObject({ totals: [1, 0, 0] })
  })
})

describe('orders that wait for their car', () => {
  it('are approved orders by stage: waiting, in production, with a car', async () => {
    const { head, order } = await buildStore()
    const made: number[] = []
    for (const status of [3, 15, 16, 17, 4, 19, 14, 8]) {
      const id = await order(3)
      await change(id, { status })
      made.push(id)
    }
    await order(2)
    expect(await idsOf(allocationList, head)).toEqual(made.slice(0, 1))
    expect(await idsOf(allocationList, head, { orderStatus: 3, sortType: 1 })).toEqual(made.slice(0, 1))
    expect(await idsOf(allocationList, head, { stage: 1 })).toEqual(made.slice(1, 4))
    const newest = { stage: 1, sortType: momentOrder.newest }
    expect(await idsOf(allocationList, head, newest)).toEqual(made.slice(1, 4).toReversed())
    expect(await idsOf(allocationList, head, { stage: 2 })).toEqual(made.slice(4, 5))
    expect(await app.post(allocationList, head.token, { orderStatus: 15 })).toMatchObject({ code: 400 })
  })

  it('are in the order of their approval, whenever they were made', async () => {
    const { head, order } = await buildStore()
    const [first, second] = [await order(3), await order(3)]
    await change(first, { reviewed_at: new Date(app.now().getTime() + 60_000) })
    expect(await idsOf(allocationList, head)).toEqual([second, first])
    expect(await idsOf(allocationList, head, { sortType: momentOrder.newest })).toEqual([first, second])
  })

  it('are found by series and model', async () => {
    const { head, order } = await buildStore()
    const approved = await order(3)
    const line = await app.db
      .selectFrom('vehicle_order_line')
      .select(['series_id as seriesId', 'model_id as modelId'])
      .where('order_id', '=', approved)
      .executeTakeFirstOrThrow()
    expect(await idsOf(allocationList, head, line)).toEqual([approved])
    expect(await idsOf(allocationList, head, { seriesId: line.seriesId })).toEqual([approved])
    expect(await idsOf(allocationList, head, { ...line, modelId: 1 })).toEqual([])
    expect(await idsOf(allocationList, head, { seriesId: 1 })).toEqual([])
  })

  it('show their alerts', async () => {
    const { head, order } = await buildStore()
    const { reviewLate, deliveryNear, deliveryPast, depositMissing } = orderAlert
    const alertsOf = async (call: typeof verifyList | typeof allocationList, body: object = {}) =>
      (await app.post(call, head.token, body)).data?.[0]?.alerts
    const approved = await order(3)
    const onDay = (days: number) => new Date((seconds() + days * day) * 1000).toISOString().slice(0, 10)
    for (const [values, alerts] of [
      [{ deliver_on: onDay(4) }, []],
      [{ deliver_on: onDay(3) }, [deliveryNear]],
      [{ deliver_on: onDay(0) }, [deliveryNear]],
      [{ deliver_on: onDay(-1) }, [deliveryPast]],
      [{ deliver_on: null }, []],
      [{ deliver_on: onDay(1), payment_fen: 0 }, [deliveryNear]],
      [{ deliver_on: onDay(0), payment_fen: 0 }, [deliveryNear, depositMissing]],
    ] as const) {
      await change(approved, values)
      expect([values, await alertsOf(allocationList)]).toEqual([values, alerts])
    }
    await change(approved, { status: 4, deliver_on: onDay(2) })
    expect(await alertsOf(allocationList, { stage: 2 })).toEqual([depositMissing])
    const waiting = await order(2)
    await change(waiting, { submitted_at: new Date(app.now().getTime() - 24 * 3_600_000) })
    expect(await alertsOf(verifyList)).toEqual([])
    await change(waiting, { submitted_at: new Date(app.now().getTime() - 24 * 3_600_000 - 1) })
    expect(await alertsOf(verifyList)).toEqual([reviewLate])
    await app.post(confirmOrder, head.token, { orderId: waiting })
    expect(await alertsOf(verifyList, { isDone: 1 })).toEqual([])
  })
})
