import { rooms } from '@showroom/contract'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { topicsOf } from '../../../test/live.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { notifyOfOrders } from './alert.job.ts'
import { buildOrder, stageChange, submission } from '../order.factory.ts'

const { confirmOrder, orderReview, rejectOrder, submitOrder } = rooms.order

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const run = (): Promise<void> => notifyOfOrders({ db: app.app.db, clock: () => app.now() }).run()

async function buildStore() {
  const dealerId = await buildDealer(app.db)
  const head = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  const reviewer = await buildMember(app.db, app.now(), { dealerId, role: 4, modules: ['订单审核'] })
  const seller = await buildMember(app.db, app.now(), { dealerId })
  const order = async (status: 1 | 2 | 3, name = '林晓雨') =>
    buildOrder(app, seller, await buildCustomer(app, seller, { name }), status, head)
  return { dealerId, head, reviewer, seller, order }
}

const alertKinds: ReadonlySet<number> = new Set([noticeKind.orderAlert, noticeKind.orderReviewLate])
/** Alert notices of a member, oldest first. */
async function toldTo({ token }: BuiltMember) {
  const { data = [] } = await app.post(rooms.notice.list, token, {})
  return data
    .filter(({ kind }) => alertKinds.has(kind))
    .map(({ text, orderId }) => [text, orderId])
    .toReversed()
}
const change = (id: number, values: Record<string, unknown>) =>
  app.db.updateTable('vehicle_order').set(values).where('id', '=', id).execute()
/** Moves the submission to a little more than 24 hours ago. */
const waits = (id: number, seconds = 1) =>
  change(id, { submitted_at: new Date(app.now().getTime() - (24 * 3600 + seconds) * 1000) })
const dayIn = (days: number): string =>
  new Date(app.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

describe('the alert job', () => {
  it('notifies reviewers once per submission of a review that waits over 24 hours', async () => {
    const { head, reviewer, seller, order } = await buildStore()
    const waiting = await order(2)
    await run()
    expect(await toldTo(reviewer)).toEqual([])
    await waits(waiting)
    expect(await topicsOf(app.app, seller, run)).toEqual(['order'])
    expect(await topicsOf(app.app, seller, run)).toEqual([])
    const texts = [expect.stringMatching(/^林晓雨的订单 DD\d+ 提交超过24小时未审核$/), waiting]
    expect(await toldTo(reviewer)).toEqual([texts])
    expect(await toldTo(head)).toEqual([texts])
    expect(await toldTo(seller)).toEqual([])
    await app.post(rejectOrder, head.token, { orderId: waiting, reason: '价格过低' })
    await app.post(submitOrder, seller.token, submission(waiting))
    await run()
    expect(await toldTo(reviewer)).toEqual([texts])
    // A different submission time is a new case.
    await waits(waiting, 2)
    await run()
    expect(await toldTo(reviewer)).toEqual([texts, texts])
  })

  it('notifies owner and managers once per planned day of a delivery that is near without a car, and of an overdue one', async () => {
    const { head, reviewer, seller, order } = await buildStore()
    const approved = await order(3)
    await change(approved, { deliver_on: dayIn(3) })
    await run()
    await run()
    const near = [expect.stringContaining(`临近交车日期，尚未配车（${dayIn(3)}）`), approved]
    expect(await toldTo(seller)).toEqual([near])
    expect(await toldTo(head)).toEqual([near])
    expect(await toldTo(reviewer)).toEqual([])
    const [day] = [dayIn(-1)]
    await change(approved, { deliver_on: day })
    await run()
    expect(await toldTo(seller)).toEqual([near, [expect.stringContaining(`尚未交车（${day}）`), approved]])
    const equipped = await order(3)
    await change(equipped, { deliver_on: dayIn(2), status: 4, payment_fen: 0 })
    await run()
    expect((await toldTo(seller)).at(-1)).toEqual([expect.stringContaining('定金尚未收取'), equipped])
    expect(await toldTo(head)).toHaveLength(2)
    // Only the managers are left to ask for the deposit.
    const left = await order(3)
    await change(left, { deliver_on: null, status: 4, payment_fen: 0 })
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', seller.memberId).execute()
    await run()
    expect((await toldTo(head)).at(-1)).toEqual([expect.stringContaining('定金尚未收取'), left])
  })

  it('summarizes many cases in one notice, also with concurrent runs', async () => {
    const { head, order } = await buildStore()
    for (let made = 0; made < 5; made++) await change(await order(3), { deliver_on: dayIn(1) })
    await Promise.all([run(), run(), run()])
    expect(await toldTo(head)).toEqual([['5单订单临近交车日期，尚未配车，请尽快处理', 0]])
  })
})

describe('the facts for a reviewer', () => {
  it('list other orders of the buyer and the changes since the rejection', async () => {
    const { head, reviewer, seller, dealerId } = await buildStore()
    const customer = await buildCustomer(app, seller)
    const first = await buildOrder(app, seller, customer, 3, head)
    const orderId = await buildOrder(app, seller, customer, 2, head)
    const other = await buildMember(app.db, app.now(), { dealerId })
    const sameNumber = await buildOrder(app, other, await buildCustomer(app, other), 1, head)
    const { phone } = await app.db
      .selectFrom('vehicle_order')
      .select('phone')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    await stageChange(app, sameNumber, { phone })
    const gone = await buildOrder(app, seller, customer, 1, head)
    await app.post(rooms.order.cancelOrder, seller.token, { orderId: gone, reason: 'qxyy01' })

    const before = await app.post(orderReview, reviewer.token, { orderId })
    expect(before).toMatchObject({ submissions: 1, alerts: [], rejection: null, changes: [] })
    expect(before.others).toEqual([
      expect.objectContaining({ id: sameNumber, status: 1, isSameCustomer: false }),
      expect.objectContaining({ id: first, status: 3, isSameCustomer: true, totalPrice: 98_800.5 }),
    ])

    await app.post(rejectOrder, head.token, { orderId, reason: '价格过低' })
    await change(orderId, { payment_fen: 800_000, contract_no: 'HT-2', remark: '送脚垫' })
    await app.post(submitOrder, seller.token, submission(orderId))
    expect(await app.post(orderReview, reviewer.token, { orderId })).toMatchObject({
      submissions: 2,
      rejection: { reason: '价格过低', rejectedAt: Math.floor(app.now().getTime() / 1000) },
      changes: [
        { label: '单车定金', before: '5,000元', after: '8,000元' },
        { label: '合同编号', before: '未填写', after: 'HT-2' },
        { label: '备注', before: '', after: '' },
      ],
    })
    await app.post(confirmOrder, head.token, { orderId })
    expect(await app.post(orderReview, seller.token, { orderId })).toMatchObject({ code: 403 })
    const { head: elsewhere } = await buildStore()
    expect(await app.post(orderReview, elsewhere.token, { orderId })).toMatchObject({ code: 404 })
  })
})
