import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { followUps } from '../../../test/follow.ts'
import { holdCustomer } from '../../../test/cluster/holder.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer, phoneFollow } from '../customer.factory.ts'

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { name: '许安' })
})
afterAll(() => app.close())

const { seconds, post, read, dealOf, setDeal, activities, stateOf, refused } = followUps(() => ({ app, by }))

describe('a follow-up by phone', () => {
  it('completes the activity, plans the next, changes the level and writes a timeline row', async () => {
    const customer = await buildCustomer(app, by)
    app.advance(3600)
    const nextDate = addDays(seconds(), 3)
    const answer = await post(customer, {
      level: 'A',
      specIds: '1203,1202',
      event: 1,
      quote: 123_456.5,
      remark: ' 想周末来看 ',
      nextActivityType: 2,
      nextDate,
    })
    expect(answer).toMatchObject({ status: '0', rowVersion: 2 })
    const [done, next] = await activities(customer)
    expect(done).toMatchObject({
      id: customer.activityId,
      completed_at: app.now(),
      completed_type: 1,
      completed_by: by.memberId,
      result: expect.objectContaining({
        contactType: 1,
        event: 1,
        quoteFen: 12_345_650,
        remark: '想周末来看',
      }),
    })
    expect(next).toMatchObject({
      type: 2,
      due_at: new Date(nextDate * 1000),
      owner_id: by.memberId,
      completed_at: null,
    })
    expect(await dealOf(customer)).toMatchObject({
      level: 'A',
      series_ids: [1203, 1202],
      last_follow_at: app.now(),
      follow_count: 1,
      next_follow_at: new Date(nextDate * 1000),
      next_activity_type: 2,
      status: 1,
    })
    const file = await read(customer)
    expect(file).toMatchObject({
      rowVersion: 2,
      info: { level: 'A' },
      pendingActivity: { id: next?.id, type: 2, activityDate: nextDate },
    })
    expect(file.timelines).toHaveLength(2)
    expect(file.timelines?.[0]).toMatchObject({
      createdAt: seconds(),
      ownerName: '许安',
      level: 'A',
      type: 1,
      subject: '沟通',
      content:
        '沟通方式：电话；发生事件：报价；报价123,456.50元；备注：想周末来看；下次跟进：2026-11-21 到店',
    })
  })

  it('keeps the competitors if the request has none', async () => {
    const customer = await buildCustomer(app, by, { competitionSerieses: '5001' })
    const first = await post(customer)
    expect(first.status).toBe('0')
    expect((await dealOf(customer)).competitor_series_ids).toEqual([5001])
    const { pendingActivity } = await read(customer)
    await post(customer, { activityId: pendingActivity?.id, competitionSerieses: '5002,5011' })
    expect((await dealOf(customer)).competitor_series_ids).toEqual([5002, 5011])
  })

  it('removes all competitors on an empty list', async () => {
    const customer = await buildCustomer(app, by, { competitionSerieses: '5001' })
    await post(customer, { competitionSerieses: '' })
    expect((await dealOf(customer)).competitor_series_ids).toEqual([])
  })

  it("does not double a remark's full stop in the timeline", async () => {
    const customer = await buildCustomer(app, by)
    await post(customer, { remark: '周末再来。' })
    expect((await read(customer)).timelines?.[0]?.content).toContain('备注：周末再来；下次跟进')
  })

  it('makes a reserved arrival the next follow-up', async () => {
    for (const event of [2, 3]) {
      const customer = await buildCustomer(app, by)
      const reserveComeDate = addDays(seconds(), 5) + 36_000
      expect(await post(customer, { event, reserveComeDate, nextActivityType: 2 })).toMatchObject({
        status: '0',
      })
      const { pendingActivity, timelines } = await read(customer)
      expect(pendingActivity?.activityDate).toBe(reserveComeDate)
      expect(timelines?.[0]?.content).toContain('预约到店：2026-11-23')
    }
  })

  it('reports a reserved arrival beyond the window at its field', async () => {
    const customer = await buildCustomer(app, by)
    expect(
      await refused(customer, { event: 2, reserveComeDate: addDays(seconds(), 7), level: 'H' }),
    ).toMatchObject({
      code: 400,
      errors: [{ path: 'reserveComeDate', text: '跟进日期超出该级别的可选范围' }],
    })
  })

  it('keeps a fractional quote to the fen', async () => {
    for (const [quote, fen] of [
      [19.99, 1999],
      [0.07, 7],
      [1.1, 110],
      [99_999_999, 9_999_999_900],
    ] as const) {
      const customer = await buildCustomer(app, by)
      expect(await post(customer, { event: 1, quote }), String(quote)).toMatchObject({ status: '0' })
      expect((await activities(customer))[0]?.result).toMatchObject({ quoteFen: fen })
    }
  })
})

describe('a visit', () => {
  it('counts as invited when it was planned', async () => {
    const customer = await buildCustomer(app, by, { nextActivityType: 2 })
    expect(
      await post(customer, { completedActivityType: 2, contactType: 0, event: 0, comeDuration: 3 }),
    ).toMatchObject({ status: '0' })
    expect(await dealOf(customer)).toMatchObject({
      arrived_at: app.now(),
      arrival_kind: 2,
      test_driven_at: null,
      status: 2,
    })
    expect((await read(customer)).timelines?.[0]).toMatchObject({
      type: 2,
      subject: '到店',
      content: expect.stringContaining('到店时长：30-60分钟'),
    })
  })

  it('counts as by themselves when it was not, and the first one is kept', async () => {
    const customer = await buildCustomer(app, by)
    await post(customer, { completedActivityType: 2, comeDuration: 1, nextActivityType: 2 })
    const first = await dealOf(customer)
    expect(first).toMatchObject({ arrival_kind: 1, arrived_at: app.now() })
    app.advance(86_400)
    const { pendingActivity } = await read(customer)
    await post(customer, { activityId: pendingActivity?.id, completedActivityType: 2, comeDuration: 1 })
    expect(await dealOf(customer)).toMatchObject({ arrival_kind: 1, arrived_at: first.arrived_at })
    app.advance(-86_400)
  })

  it('ignores an invitation left over from another tab', async () => {
    const customer = await buildCustomer(app, by)
    const nextDate = addDays(seconds(), 2)
    await post(customer, {
      completedActivityType: 2,
      comeDuration: 1,
      event: 2,
      reserveComeDate: addDays(seconds(), 4),
      nextDate,
    })
    const { pendingActivity } = await read(customer)
    expect(pendingActivity?.activityDate).toBe(nextDate)
    const leftOver = { event: 2, reserveComeDate: addDays(seconds(), 4), nextDate: 0 }
    const visit = { activityId: pendingActivity?.id, completedActivityType: 2, comeDuration: 1 } as const
    expect(await refused(customer, { ...visit, ...leftOver })).toMatchObject({
      errors: [{ path: 'nextDate', text: '下次跟进不为空，请选择跟进日期' }],
    })
  })
})

describe('a test drive', () => {
  it('is an arrival with a test drive, its car and its result', async () => {
    const customer = await buildCustomer(app, by, { nextActivityType: 3, nextTestSpecId: 1202 })
    const nextDate = addDays(seconds(), 1)
    expect(
      await post(customer, {
        completedActivityType: 3,
        testSpecId: 1202,
        testResult: 2,
        nextActivityType: 3,
        nextTestSpecId: 1203,
        nextDate,
      }),
    ).toMatchObject({ status: '0' })
    expect(await dealOf(customer)).toMatchObject({
      arrived_at: app.now(),
      arrival_kind: 2,
      test_driven_at: app.now(),
    })
    const file = await read(customer)
    expect(file.pendingActivity).toMatchObject({ type: 3, testSpecId: 1203, testSpecName: '青屿' })
    expect(file.timelines?.[0]).toMatchObject({
      subject: '试驾',
      content: '试驾车系：松涧旅行版；试驾结果：一般；备注：客户想周末来看车；下次跟进：2026-11-19 试驾',
    })
  })
})

describe('going dormant', () => {
  it('stops planning until the customer wakes', async () => {
    const customer = await buildCustomer(app, by)
    expect(
      await post(customer, { isSuspend: true, resumeDuration: 30, nextActivityType: 0, nextDate: 0 }),
    ).toMatchObject({ status: '0' })
    expect(await dealOf(customer)).toMatchObject({
      suspended_at: app.now(),
      resume_duration: 30,
      resume_at: new Date(addDays(seconds(), 30) * 1000),
      next_follow_at: null,
      status: 6,
    })
    const file = await read(customer)
    expect(file).toMatchObject({ isSuspend: true, pendingActivity: null })
    expect(file.timelines?.[0]).toMatchObject({
      subject: '休眠',
      content: '沟通方式：电话；发生事件：其他；备注：客户想周末来看车；转为休眠，30天后自动唤醒',
    })
    expect(await refused(customer, { activityId: 0 })).toMatchObject({ code: 2002 })
  })

  it('is ignored in a defeat request', async () => {
    const customer = await buildCustomer(app, by)
    await post(customer, { level: 'F', failReason: 99, isSuspend: true, resumeDuration: 7 })
    expect(await dealOf(customer)).toMatchObject({ waiting_fail_review: true, suspended_at: null })
    const [row] = (await read(customer)).timelines ?? []
    expect(row).toMatchObject({ type: 6, subject: '战败申请', facts: { failReason: 99 } })
    expect(row?.content).not.toContain('休眠')
  })
})

describe('levels', () => {
  it('O and D stay, with or without a next follow-up', async () => {
    for (const level of ['O', 'D'] as const) {
      const customer = await buildCustomer(app, by)
      await setDeal(customer, { level })
      expect(await refused(customer, { level: 'A' })).toMatchObject({
        code: 2002,
        errors: [{ path: 'level', text: '意向级别已变化，请刷新后重试' }],
      })
      expect(await post(customer, { level, nextActivityType: 0, nextDate: 0 })).toMatchObject({ status: '0' })
      expect(await dealOf(customer)).toMatchObject({ level, next_follow_at: null })
      expect(
        await post(customer, {
          level,
          activityId: 0,
          completedActivityType: 8,
          nextActivityType: 1,
          nextDate: addDays(seconds(), 200),
        }),
      ).toMatchObject({
        status: '0',
      })
      expect((await read(customer)).pendingActivity).toMatchObject({ type: 1 })
    }
  })

  it('O and D keep a reserved arrival', async () => {
    const customer = await buildCustomer(app, by)
    await setDeal(customer, { level: 'O' })
    const reserveComeDate = addDays(seconds(), 4)
    await post(customer, { level: 'O', event: 2, reserveComeDate, nextDate: 0 })
    expect((await read(customer)).pendingActivity).toMatchObject({ type: 2, activityDate: reserveComeDate })
    const { next_follow_at } = await dealOf(customer)
    expect(next_follow_at).toEqual(new Date(reserveComeDate * 1000))
  })

  it('O and D cannot be set by a follow-up', async () => {
    const customer = await buildCustomer(app, by)
    for (const level of ['O', 'D'] as const)
      expect(await refused(customer, { level })).toMatchObject({ code: 2002 })
  })

  it('F refuses follow-ups', async () => {
    const customer = await buildCustomer(app, by)
    await setDeal(customer, { level: 'F' })
    expect(await refused(customer, {})).toMatchObject({
      code: 2002,
      detail: '客户当前状态不允许该操作，请刷新后重试',
    })
  })
})

describe('permission and concurrency', () => {
  it('is blocked by the blocklist, with whom to call', async () => {
    const customer = await buildCustomer(app, by, { mobile: '13922223333', name: '石某' })
    await app.db
      .insertInto('blocklist')
      .values({ mobile: '13922223333', contacts: ['甲 0571-1', '乙 0571-2'] })
      .execute()
    expect(await refused(customer, {})).toMatchObject({
      status: '-2',
      code: 1004,
      detail: '甲 0571-1,乙 0571-2',
      name: '石某',
      mobile: '139****3333',
      identifyNo: '无',
    })
  })

  it('is for members who see the customer', async () => {
    const customer = await buildCustomer(app, by)
    const colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    const admin = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 3 })
    expect(await refused(customer, {}, colleague.token)).toMatchObject({ code: 404 })
    expect(await refused(customer, {}, foreign.token)).toMatchObject({ code: 404 })
    expect(await post(customer, {}, admin.token)).toMatchObject({ status: '0' })
    // The admin did the work; the customer stays the consultant's.
    const [done, next] = await activities(customer)
    expect(done?.completed_by).toBe(admin.memberId)
    expect(next?.owner_id).toBe(by.memberId)
  })

  it('saves one of several concurrent follow-ups and refuses the others', async () => {
    const customer = await buildCustomer(app, by)
    const admin = await buildMember(app.db, app.now(), { dealerId: by.dealerId, role: 3 })
    // Holds the customer until all requests wait, then releases it.
    const holder = await holdCustomer(app, customer.customerId)
    const sent = [
      post(customer),
      post(customer, { remark: '乙' }, admin.token),
      post(customer, { remark: '丙' }),
    ]
    await holder.waiting(3)
    await holder.release()
    const answers = await Promise.all(sent)
    expect(answers.filter((answer) => answer.status === '0')).toHaveLength(1)
    for (const late of answers.filter((answer) => answer.status !== '0'))
      expect(late).toMatchObject({ status: '-1', code: 410, detail: '该跟进任务已被处理，请刷新后重试' })
    const { timeline, deal } = await stateOf(customer)
    expect(timeline).toHaveLength(2)
    expect(deal.follow_count).toBe(1)
  })

  it('refuses a form that was opened on an older state', async () => {
    const customer = await buildCustomer(app, by)
    expect(await refused(customer, { activityId: 0 })).toMatchObject({ code: 410 })
    expect(await refused(customer, { activityId: customer.activityId + 1_000_000 })).toMatchObject({
      code: 410,
    })
    expect(await refused(customer, { dealId: customer.dealId + 1_000_000 })).toMatchObject({
      code: 410,
      detail: '状态已变化，请刷新后重试',
    })
  })

  it('saves a form sent twice with the same key once', async () => {
    const customer = await buildCustomer(app, by)
    const form = phoneFollow(app, customer)
    const send = () =>
      app.post(rooms.customer.follow, by.token, form, { 'idempotency-key': `follow-${customer.customerId}` })
    const [first, second] = await Promise.all([send(), send()])
    expect(first?.status).toBe('0')
    expect(second?.text).toBe(first?.text)
    expect((await stateOf(customer)).timeline).toHaveLength(2)
  })
})
