import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { buildOrder, quickOrder } from './order.factory.ts'

const { cancelOrder, confirmOrder, deliver, recall, rejectOrder } = rooms.order

/** Only one of several concurrent actions on an order succeeds; the others are refused because the order has changed. */

let app: TestApp
let head: BuiltMember
let reviewer: BuiltMember
let seller: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  const dealerId = await buildDealer(app.db)
  head = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  reviewer = await buildMember(app.db, app.now(), { dealerId, role: 4, modules: ['订单审核', '客户管理'] })
  seller = await buildMember(app.db, app.now(), { dealerId })
})
afterAll(() => app.close())

async function buildSubmitted() {
  const customer = await buildCustomer(app, seller)
  return { ...customer, orderId: await buildOrder(app, seller, customer, 2, head) }
}
const statusOf = async (orderId: number): Promise<number> =>
  (
    await app.db
      .selectFrom('vehicle_order')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).status
const levelOf = async (dealId: number): Promise<string> =>
  (await app.db.selectFrom('deal').select('level').where('id', '=', dealId).executeTakeFirstOrThrow()).level

const reject = (orderId: number) => app.post(rejectOrder, reviewer.token, { orderId, reason: '价格过低' })
const agree = (orderId: number, by = head) => app.post(confirmOrder, by.token, { orderId })

describe('concurrent actions', () => {
  it('two reviewers: one decides', async () => {
    for (let round = 0; round < 6; round++) {
      const { orderId, dealId } = await buildSubmitted()
      const [agreed, rejected] = await Promise.all([agree(orderId), reject(orderId)])
      expect([agreed.code, rejected.code].toSorted((a, b) => a - b)).toEqual([0, 2102])
      expect(await statusOf(orderId)).toBe(agreed.code === 0 ? 3 : 6)
      expect(await levelOf(dealId)).toBe(agreed.code === 0 ? 'O' : 'H')
    }
  })

  it('approve and recall: never both', async () => {
    for (let round = 0; round < 6; round++) {
      const { orderId, dealId } = await buildSubmitted()
      const [agreed, recalled] = await Promise.all([
        agree(orderId),
        app.post(recall, seller.token, { orderId }),
      ])
      expect([agreed.code, recalled.code].toSorted((a, b) => a - b)).toEqual([0, 2102])
      expect(await statusOf(orderId)).toBe(agreed.code === 0 ? 3 : 1)
      expect(await levelOf(dealId)).toBe(agreed.code === 0 ? 'O' : 'H')
    }
  })

  it('approve and cancel: cancelled either way, and the level is as before the order', async () => {
    for (let round = 0; round < 6; round++) {
      const { orderId, dealId } = await buildSubmitted()
      const [agreed, cancelled] = await Promise.all([
        agree(orderId),
        app.post(cancelOrder, seller.token, { orderId, reason: 'qxyy01' }),
      ])
      expect(cancelled.code).toBe(0)
      expect([0, 2102]).toContain(agreed.code)
      expect([await statusOf(orderId), await levelOf(dealId)]).toEqual([8, 'H'])
    }
  })

  it('fifty of every kind: one succeeds, with one timeline entry', async () => {
    const { orderId } = await buildSubmitted()
    const kinds = [
      () => agree(orderId),
      () => agree(orderId, reviewer),
      () => reject(orderId),
      () => app.post(recall, seller.token, { orderId }),
    ] as const
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (kinds[at % kinds.length] ?? kinds[0])()),
    )
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([0, 2102]))
    const notices = await app.db
      .selectFrom('timeline')
      .select('subject')
      .where('order_id', '=', orderId)
      .where('subject', 'in', ['订车', '订单驳回', '撤回订单'])
      .execute()
    expect(notices).toHaveLength(1)
  })

  it('fifty approvals and cancellations: cancelled once, approved once at most, and the level as before', async () => {
    const { orderId, dealId } = await buildSubmitted()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 2
          ? agree(orderId, at % 4 === 1 ? head : reviewer)
          : app.post(cancelOrder, seller.token, { orderId, reason: 'qxyy01' }),
      ),
    )
    const done = answers.filter(({ code }) => code === 0).length
    expect([1, 2]).toContain(done)
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 2102]))
    const { rows } = await sql<{ subject: string; times: number }>`
      select subject, count(*)::int as times from timeline where order_id = ${orderId} and subject in ('订车', '取消订单')
      group by subject order by subject`.execute(app.db)
    expect(rows).toEqual([
      { subject: '取消订单', times: 1 },
      ...(done === 2 ? [{ subject: '订车', times: 1 }] : []),
    ])
    expect([await statusOf(orderId), await levelOf(dealId)]).toEqual([8, 'H'])
  })

  it('fifty deliveries: one', async () => {
    const customer = await buildCustomer(app, seller)
    const orderId = await buildOrder(app, seller, customer, 3, head)
    const { deliverDate: _planned, ...form } = quickOrder(app, customer)
    const today = secondsOf(app.now())
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        app.post(deliver, seller.token, { ...form, orderId, deliverDate: today, nextRecall: false }),
      ),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 2102]))
    const { rows } = await sql<{ delivered: number }>`
      select count(*)::int as delivered from timeline where order_id = ${orderId} and subject = '交车'`.execute(
      app.db,
    )
    expect(rows).toEqual([{ delivered: 1 }])
    expect([await statusOf(orderId), await levelOf(customer.dealId)]).toEqual([14, 'D'])
  })
})
