import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildReviewStaff, price, reviewsOn } from '../../test/reviewing.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

const { confirmFail, rejectFail } = rooms.review
const { fail, relive } = rooms.customer

let app: TestApp
let reviewer: BuiltMember
let owner: BuiltMember
let heir: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  ;({ reviewer, owner, heir } = await buildReviewStaff(app))
})
afterAll(() => app.close())

const {
  done,
  refusedTo,
  lastTimeline,
  open,
  order,
  textsOf,
  dealOf,
  setDeal,
  audits,
  stateOf,
  seconds,
  read,
  ...reviews
} = reviewsOn(() => ({ app, reviewer, owner, heir }))
const { rejection, waiting } = reviews

describe('a request from the detail page', () => {
  it('is pending, ends the plan and keeps the level', async () => {
    const customer = await buildCustomer(app, owner)
    await done(fail, customer, { ...price, dealId: customer.dealId }, owner.token)
    expect(await dealOf(customer)).toMatchObject({
      level: 'H',
      waiting_fail_review: true,
      fail_reason: 2,
      next_follow_at: null,
      next_activity_type: 0,
      last_follow_at: new Date(0),
    })
    expect(await open(customer)).toEqual([])
    expect(await lastTimeline(customer)).toMatchObject({
      type: 6,
      level: 'H',
      subject: '战败申请',
      content: '战败原因：价格；超出预算；备注：超预算',
    })
    const { requests } = await stateOf(customer)
    expect(requests).toMatchObject([{ state: 0, requested_by: owner.memberId, reason: 2, sub_reason: 21 }])
    expect(await refusedTo(fail, customer, price, owner.token)).toMatchObject({ code: 2002 })
  })

  it('names all missing fields for each kind of reason', async () => {
    const customer = await buildCustomer(app, owner)
    const texts = async (body: object) => textsOf(await refusedTo(fail, customer, { ...body }, owner.token))
    expect(await texts({})).toEqual({ failReason: '请选择战败原因', remark: '请输入备注' })
    for (const failReason of [2, 3, 6])
      expect(await texts({ failReason, remark: '无' })).toEqual({ failSubReason: '请选择战败次原因' })
    expect(await texts({ failReason: 15, remark: '无' })).toEqual({ failCity: '请选择意向购车城市' })
    expect(await texts({ failReason: 15, failProvince: '浙江省', failCity: '宁波市', remark: '无' })).toEqual(
      {
        failReason: '请选择战败原因',
      },
    )
    expect(await texts({ failReason: 98, failSubReason: 998, remark: '无' })).toEqual({
      failReason: '请选择战败原因',
      failSubReason: '请选择战败次原因',
    })
  })

  it('is rejected with an open order, and at levels set by orders', async () => {
    for (const status of [1, 2, 6]) {
      const customer = await buildCustomer(app, owner)
      await order(customer, status)
      expect(await refusedTo(fail, customer, price, owner.token)).toMatchObject({ code: 2003 })
    }
    for (const level of ['O', 'D', 'F']) {
      const customer = await buildCustomer(app, owner)
      await setDeal(customer, { level })
      expect(await refusedTo(fail, customer, price, owner.token)).toMatchObject({ code: 2002 })
    }
  })
})

describe('approving', () => {
  it('defeats the customer and is audited', async () => {
    const customer = await waiting()
    await done(confirmFail, customer, { remark: '确认' })
    expect(await dealOf(customer)).toMatchObject({
      level: 'F',
      level_before: 'H',
      status: 5,
      waiting_fail_review: false,
      failed_at: app.now(),
      next_follow_at: null,
    })
    expect(await open(customer)).toEqual([])
    const { requests } = await stateOf(customer)
    expect(requests).toMatchObject([
      { state: 1, reviewed_by: reviewer.memberId, reviewed_at: app.now(), review_remark: '确认' },
    ])
    expect(await lastTimeline(customer)).toMatchObject({
      type: 23,
      level: 'F',
      subject: '战败审核通过',
      content: '确认',
    })
    expect(await audits('confirm-defeat', customer)).toMatchObject([{ member_id: reviewer.memberId }])
    expect((await read(customer)).failInfo).toMatchObject({ reason: '价格 / 超出预算', remark: '超预算' })
  })

  it('is rejected without a request', async () => {
    const customer = await buildCustomer(app, owner)
    expect(await refusedTo(confirmFail, customer)).toMatchObject({
      code: 410,
      detail: '该战败申请已被处理，请刷新后重试',
    })
  })

  it('is rejected if an order was made meanwhile', async () => {
    const customer = await waiting()
    await order(customer, 6)
    expect(await refusedTo(confirmFail, customer)).toMatchObject({ code: 2003 })
    await done(rejectFail, customer, rejection())
  })
})

describe('a customer who buys in another city', () => {
  it('becomes a lead of the stores there in turn', async () => {
    const city = { province: '浙江省', city: '丽水市' }
    const dealerId = await buildDealer(app.db, { cityPoolEnable: true })
    const admin = await buildMember(app.db, app.now(), { dealerId, role: 3 })
    const there = [await buildDealer(app.db, city), await buildDealer(app.db, city)]
    const elsewhere = { failReason: 15, failProvince: city.province, failCity: city.city, remark: '搬家' }
    for (let round = 0; round < 3; round++) {
      const customer = await buildCustomer(app, admin, { name: `客户${round}` })
      await done(fail, customer, elsewhere, admin.token)
      await done(confirmFail, customer, {}, admin.token)
      app.advance(60)
    }
    await app.app.intake.poll()
    await app.app.intake.idle()
    const leads = await app.db
      .selectFrom('lead')
      .select(['dealer_id', 'name', 'status', 'source_id', 'city'])
      .where('source_id', '=', 20)
      .orderBy('created_at')
      .execute()
    const lead = { status: 1, source_id: 20, city: '丽水市' }
    expect(leads).toEqual([
      { ...lead, dealer_id: there[0], name: '客户0' },
      { ...lead, dealer_id: there[1], name: '客户1' },
      { ...lead, dealer_id: there[0], name: '客户2' },
    ])
  })

  it('goes nowhere if there is no store', async () => {
    const dealerId = await buildDealer(app.db, { cityPoolEnable: true })
    const admin = await buildMember(app.db, app.now(), { dealerId, role: 3 })
    const customer = await buildCustomer(app, admin)
    const nowhere = { failReason: 15, failProvince: '西藏自治区', failCity: '那曲市', remark: '搬家' }
    await done(fail, customer, nowhere, admin.token)
    await done(confirmFail, customer, {}, admin.token)
    expect((await dealOf(customer)).level).toBe('F')
  })
})

describe('rejecting', () => {
  it('returns the customer at level N to a manager, who calls next', async () => {
    const customer = await waiting()
    const body = rejection()
    await done(rejectFail, customer, { ...body, specIds: '1209,1201' })
    expect(await dealOf(customer)).toMatchObject({
      level: 'N',
      owner_id: heir.memberId,
      waiting_fail_review: false,
      fail_reason: 0,
      cross_recall: 1,
      series_ids: [1209, 1201],
      next_follow_at: new Date(body.nextDate * 1000),
      next_activity_type: 1,
    })
    expect(await open(customer)).toMatchObject([{ type: 1, owner_id: heir.memberId }])
    expect(await lastTimeline(customer)).toMatchObject({
      type: 23,
      level: 'N',
      subject: '战败驳回',
      content: '驳回原因：再争取；交叉回访：是；客户经理：沈知行',
    })
    expect(await audits('reject-defeat', customer)).toHaveLength(1)
    expect((await read(customer, heir.token)).failInfo?.reason).toBe('')
  })

  it('keeps the series if none are given', async () => {
    const customer = await waiting()
    await done(rejectFail, customer, rejection(owner, 2))
    expect(await dealOf(customer)).toMatchObject({
      series_ids: [1201],
      owner_id: owner.memberId,
      cross_recall: 2,
    })
  })

  it('names missing fields', async () => {
    const customer = await waiting()
    expect(textsOf(await refusedTo(rejectFail, customer))).toEqual({
      crossRecall: '请选择交叉回访',
      memberId: '请选择客户经理',
      nextDate: '请选择跟进日期',
      remark: '驳回原因不能为空',
    })
  })

  it('enforces the window of level N, an owning role, and another consultant for a cross recall', async () => {
    const customer = await waiting()
    const texts = async (body: object) =>
      textsOf(await refusedTo(rejectFail, customer, { ...rejection(), ...body }))
    expect(await texts({ nextDate: addDays(seconds(), 3) })).toEqual({
      nextDate: '跟进日期超出该级别的可选范围',
    })
    expect(await texts({ memberId: owner.memberId })).toEqual({ memberId: '交叉回访请选择其他客户经理' })
    expect(await texts({ memberId: 99_999_999 })).toEqual({ memberId: '所选客户经理不可用，请重新选择' })
    expect(await texts({ specIds: '99999' })).toEqual({ specIds: '请选择意向车型' })
  })
})

describe('a revival', () => {
  const revival = (member = owner) => ({
    level: 'A',
    memberId: member.memberId,
    specIds: '1209',
    nextActivityType: 1,
    nextDate: addDays(seconds(), 10),
    remark: '又想买了',
  })
  async function defeated() {
    const customer = await waiting()
    await done(confirmFail, customer)
    return customer
  }

  it('restores the customer with a level, an owner and a next contact', async () => {
    const customer = await defeated()
    const body = revival(heir)
    await done(relive, customer, { ...body, completedActivityType: 1, images1: '' })
    expect(await dealOf(customer)).toMatchObject({
      level: 'A',
      level_before: '',
      status: 1,
      owner_id: heir.memberId,
      series_ids: [1209],
      fail_reason: 0,
      failed_at: null,
      next_follow_at: new Date(body.nextDate * 1000),
      next_activity_type: 1,
      last_follow_at: new Date(0),
    })
    expect(await open(customer)).toMatchObject([{ type: 1, owner_id: heir.memberId }])
    expect(await lastTimeline(customer)).toMatchObject({
      type: 10,
      level: 'A',
      subject: '复活',
      content: '客户经理：沈知行；备注：又想买了',
    })
  })

  it('names missing or invalid fields', async () => {
    const customer = await defeated()
    expect(textsOf(await refusedTo(relive, customer))).toEqual({
      memberId: '请选择客户经理',
      specIds: '请选择意向车型',
      nextDate: '请选择跟进日期',
      remark: '请输入备注',
    })
    const texts = async (body: object) =>
      textsOf(await refusedTo(relive, customer, { ...revival(), ...body }))
    expect(await texts({ nextActivityType: 3 })).toEqual({ nextTestSpecId: '请选择试驾车系' })
    expect(await texts({ nextActivityType: 3, nextTestSpecId: 99_999 })).toEqual({
      nextTestSpecId: '请选择试驾车系',
    })
    expect(await texts({ nextDate: addDays(seconds(), 15) })).toEqual({
      nextDate: '跟进日期超出该级别的可选范围',
    })
    expect(await texts({ level: 'O' })).toEqual({ level: '请选择级别' })
  })

  it('is limited to defeated customers', async () => {
    expect(await refusedTo(relive, await buildCustomer(app, owner), revival())).toMatchObject({ code: 2002 })
    expect(await refusedTo(relive, await waiting(), revival())).toMatchObject({ code: 2002 })
  })

  it('by a consultant gives the customer to the own line only', async () => {
    const customer = await defeated()
    expect(await refusedTo(relive, customer, revival(heir), owner.token)).toMatchObject({ code: 2004 })
    await done(relive, customer, revival(owner), owner.token)
  })
})
