import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { followUps } from '../../../test/follow.ts'
import { buildReviewStaff, price, reviewsOn } from '../../../test/reviewing.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer } from '../customer.factory.ts'
import { stageOrder } from '../../order/order.factory.ts'

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { name: '许安' })
})
afterAll(() => app.close())

const { seconds, post, read, dealOf, stateOf, refused } = followUps(() => ({ app, by }))

describe('a defeat request', () => {
  const defeat = { level: 'F', nextActivityType: 0, nextDate: 0, failReason: 99 } as const

  it('waits for review and keeps the level', async () => {
    const customer = await buildCustomer(app, by)
    expect(
      await post(customer, { ...defeat, failReason: 2, failSubReason: 21, remark: '超预算' }),
    ).toMatchObject({ status: '0' })
    expect(await dealOf(customer)).toMatchObject({
      level: 'H',
      waiting_fail_review: true,
      fail_reason: 2,
      failed_at: null,
      status: 1,
      next_follow_at: null,
    })
    const file = await read(customer)
    expect(file).toMatchObject({
      pendingActivity: null,
      customer: { deal: { level: 'H', waitingFailReview: true } },
      failInfo: {
        reason: '价格 / 超出预算',
        remark: '超预算',
        followTimes: 1,
        requestedAt: seconds(),
        requestedBy: '许安',
      },
    })
    expect(file.timelines?.[0]).toMatchObject({
      type: 6,
      level: 'H',
      subject: '战败申请',
      content: '沟通方式：电话；发生事件：其他；备注：超预算；战败原因：价格；超出预算',
    })
    expect(await refused(customer, { activityId: 0 })).toMatchObject({ code: 2002 })
  })

  it('stores the fields of its reason', async () => {
    const customer = await buildCustomer(app, by)
    await post(customer, { ...defeat, failReason: 1, failSeriesId: 5001, failPurchaseReason: '1,3' })
    const { requests } = await stateOf(customer)
    expect(requests).toEqual([
      expect.objectContaining({
        customer_id: customer.customerId,
        requested_by: by.memberId,
        requested_at: app.now(),
        reason: 1,
        series_id: 5001,
        purchase_reasons: [1, 3],
        state: 0,
        follow_times: 1,
      }),
    ])
    const [row] = (await read(customer)).timelines ?? []
    expect(row?.content).toMatch(/战败车系：.+；产品原因：.+、.+/)
  })

  it('names the other store of the city', async () => {
    const customer = await buildCustomer(app, by)
    await post(customer, { ...defeat, failReason: 6, failSubReason: 1, failDealerName: '城西店' })
    expect((await read(customer)).timelines?.[0]?.content).toContain(
      '战败原因：同城其他店购买；他店；战败经销商：城西店',
    )
  })

  it.each([
    ['no reason', { failReason: 0 }, 'failReason', '请选择战败原因'],
    ['a reason nobody knows', { failReason: 500 }, 'failReason', '请选择战败原因'],
    ['6 without second reason', { failReason: 6 }, 'failSubReason', '请选择战败次原因'],
    ['2 without second reason', { failReason: 2 }, 'failSubReason', '请选择战败次原因'],
    ['3 without second reason', { failReason: 3 }, 'failSubReason', '请选择战败次原因'],
    [
      'a second reason nobody knows',
      { failReason: 3, failSubReason: 99 },
      'failSubReason',
      '请选择战败次原因',
    ],
    [
      'a second reason of another reason',
      { failReason: 3, failSubReason: 21 },
      'failSubReason',
      '请选择战败次原因',
    ],
    [
      'a second reason where there is none',
      { failReason: 99, failSubReason: 21 },
      'failSubReason',
      '请选择战败次原因',
    ],
    ['15 without city', { failReason: 15 }, 'failCity', '请选择意向购车城市'],
    [
      '15 with an unknown city',
      { failReason: 15, failProvince: '江苏省', failCity: '杭州市' },
      'failCity',
      '请选择意向购车城市',
    ],
    [
      '15 without the city pool',
      { failReason: 15, failProvince: '江苏省', failCity: '南京市' },
      'failReason',
      '请选择战败原因',
    ],
    ['no remark', { remark: ' ' }, 'remark', '请输入备注'],
  ] as const)('is refused for %s', async (_what, overrides, path, text) => {
    const customer = await buildCustomer(app, by)
    expect(await refused(customer, { ...defeat, ...overrides })).toMatchObject({
      code: 400,
      errors: expect.arrayContaining([{ path, text }]),
    })
  })

  it('from the detail page needs a second reason that fits the first', async () => {
    const customer = await buildCustomer(app, by)
    const { customerId, dealId } = customer
    const request = { customerId, dealId, failReason: 3, failSubReason: 21, remark: '价格' }
    const answer = await app.post(rooms.customer.fail, by.token, request)
    expect(answer).toMatchObject({
      code: 400,
      errors: [{ path: 'failSubReason', text: '请选择战败次原因' }],
    })
    expect(await app.post(rooms.customer.fail, by.token, { ...request, failReason: 2 })).toMatchObject({
      status: '0',
    })
  })

  it('may name another city if the dealer shares the city pool', async () => {
    const sharing = await buildMember(app.db, app.now())
    await app.db
      .updateTable('dealer')
      .set({ city_pool_enable: true })
      .where('id', '=', sharing.dealerId)
      .execute()
    const customer = await buildCustomer(app, sharing)
    await expect
      .poll(() =>
        post(
          customer,
          { ...defeat, failReason: 15, failProvince: '江苏省', failCity: '南京市' },
          sharing.token,
        ),
      )
      .toMatchObject({ status: '0' })
    expect((await stateOf(customer)).requests).toMatchObject([{ province: '江苏省', city: '南京市' }])
  })

  it.each([1, 2, 6])('and dormancy are refused until an order in status %i is cancelled', async (status) => {
    const customer = await buildCustomer(app, by)
    const order = {
      dealer_id: by.dealerId,
      order_no: `SO-${customer.customerId}`,
      customer_id: customer.customerId,
      deal_id: customer.dealId,
      owner_id: by.memberId,
      business_type: 1,
      created_at: app.now(),
      created_by: by.memberId,
    }
    await stageOrder(app, { ...order, status })
    const refusal = {
      code: 2003,
      detail: '该客户下有未处理订单，不允许操作战败/休眠，如要战败/休眠客户，请取消订单。请知晓!',
    }
    expect(await refused(customer, defeat)).toMatchObject(refusal)
    expect(await refused(customer, { isSuspend: true, resumeDuration: 7 })).toMatchObject(refusal)
    await app.db
      .updateTable('vehicle_order')
      .set({ status: 8 })
      .where('order_no', '=', order.order_no)
      .execute()
    expect(await post(customer, defeat)).toMatchObject({ status: '0' })
  })
})

describe('the new owner of a returned customer', () => {
  it('receives a notice, unless they owned it before', async () => {
    const staff = await buildReviewStaff(app)
    const { reviewer, owner, heir } = staff
    const { done, rejection, waiting } = reviewsOn(() => ({ app, ...staff }))
    const outcomeFor = async (of: BuiltMember) =>
      (await app.post(rooms.notice.list, of.token, {})).data?.map(({ kind, text, customerId }) => ({
        kind,
        text,
        customerId,
      }))
    const waitingCustomer = await waiting()
    await done(rooms.review.rejectFail, waitingCustomer, rejection(owner, 2))
    expect(await outcomeFor(owner)).toEqual([])
    const customer = await waiting()
    const { customerId } = customer
    await done(rooms.review.rejectFail, customer, rejection())
    expect(await outcomeFor(heir)).toEqual([
      { kind: 5, text: '总监驳回战败，将客户林晓雨分配给您', customerId },
    ])
    await done(rooms.customer.fail, customer, { ...price, dealId: customer.dealId }, heir.token)
    await done(rooms.review.confirmFail, customer)
    const back = { level: 'H', specIds: '1201', nextDate: addDays(seconds(), 2), remark: '又来了' }
    await done(rooms.customer.relive, customer, { ...back, memberId: owner.memberId }, reviewer.token)
    expect(await outcomeFor(owner)).toEqual([{ kind: 5, text: '总监复活客户林晓雨，分配给您', customerId }])
  })
})
