import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { actionsOn } from '../../test/actions.ts'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { buildCustomer } from './customer.factory.ts'

const { remark, pause, resume, informCome, updateTag, recall } = rooms.customer

let app: TestApp
let by: BuiltMember
let colleague: BuiltMember
let foreign: BuiltMember
let viewer: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { name: '许安' })
  colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
  viewer = await buildMember(app.db, app.now(), {
    dealerId: by.dealerId,
    role: 16,
    modules: ['客户管理', '前台流量'],
  })
  foreign = await buildMember(app.db, app.now(), { role: 1 })
})
afterAll(() => app.close())

const {
  act,
  done,
  refusedTo,
  lastTimeline,
  open,
  order,
  textsOf,
  dealOf,
  activities,
  setDeal,
  seconds,
  stateOf,
} = actionsOn(() => ({
  app,
  by,
}))

describe('every action', () => {
  const all = [
    ['remark', remark, { remark: '留意' }],
    ['pause', pause, {}],
    ['resume', resume, {}],
    ['informCome', informCome, {}],
    ['updateTag', updateTag, { tag: '首购' }],
    ['recall', recall, { completedDate: 1_790_000_000, contactStatus: 1, remark: '好' }],
  ] as const

  it.each(all)(
    '%s is refused with NOT_FOUND to members who do not see the customer',
    async (_name, call, body) => {
      const customer = await buildCustomer(app, by)
      for (const { token } of [colleague, foreign])
        expect(await refusedTo(call, customer, body, token)).toMatchObject({ code: 404 })
    },
  )

  it.each(all)('%s is refused to group supervisors, who have read access only', async (_name, call, body) => {
    const customer = await buildCustomer(app, viewer)
    expect(await refusedTo(call, customer, body, viewer.token)).toMatchObject({
      code: 403,
      detail: '您只能查看该客户',
    })
  })

  it.each(all.filter(([, call]) => call !== informCome && call !== updateTag))(
    '%s is refused as outdated for a deal that is not the current one',
    async (_name, call, body) => {
      const customer = await buildCustomer(app, by)
      expect(await refusedTo(call, customer, { ...body, dealId: customer.dealId + 9999 })).toMatchObject({
        code: 410,
      })
    },
  )

  it.each(all)('%s is refused for a merged customer', async (_name, call, body) => {
    const customer = await buildCustomer(app, by)
    await app.db
      .updateTable('customer')
      .set({ merged_into_id: 1 })
      .where('id', '=', customer.customerId)
      .execute()
    expect(await refusedTo(call, customer, body)).toMatchObject({ code: 404 })
  })
})

describe('an annotation', () => {
  it("is written to the timeline under its author's name", async () => {
    const customer = await buildCustomer(app, by)
    await done(remark, customer, { remark: ' 重点客户，电话13812345678 ', dealId: customer.dealId })
    expect(await lastTimeline(customer)).toMatchObject({
      type: 31,
      level: 'H',
      subject: '批注',
      owner_name: '许安',
      content: '重点客户，电话13812345678',
    })
    const file = await app.post(rooms.customer.get, by.token, { customerId: customer.customerId })
    expect(file.timelines?.[0]?.content).toBe('重点客户，电话138****5678')
  })

  it('is refused when empty', async () => {
    const customer = await buildCustomer(app, by)
    for (const text of ['', '   ', undefined])
      expect(textsOf(await refusedTo(remark, customer, { remark: text }))).toEqual({
        remark: '请输入批注内容',
      })
  })

  it('is possible at every level', async () => {
    for (const level of ['O', 'D', 'F']) {
      const customer = await buildCustomer(app, by)
      await setDeal(customer, { level })
      await done(remark, customer, { remark: '留意' })
      expect(await lastTimeline(customer)).toMatchObject({ type: 31, level })
    }
  })
})

describe('dormancy', () => {
  it('cancels the planned activity and stores the day of waking', async () => {
    const customer = await buildCustomer(app, by)
    await done(pause, customer)
    expect(await dealOf(customer)).toMatchObject({
      status: 6,
      suspended_at: app.now(),
      resume_duration: 7,
      resume_at: new Date(addDays(seconds(), 7) * 1000),
      next_follow_at: null,
      next_activity_type: 0,
    })
    expect(await open(customer)).toEqual([])
    expect(await lastTimeline(customer)).toMatchObject({
      type: 32,
      subject: '休眠',
      content: '暂停回访，7天后自动唤醒',
    })
  })

  it('accepts only durations of the dictionary', async () => {
    const customer = await buildCustomer(app, by)
    expect(textsOf(await refusedTo(pause, customer, { resumeDuration: 8 }))).toEqual({
      resumeDuration: '请选择自动唤醒时间',
    })
    await done(pause, customer, { resumeDuration: 30 })
  })

  it('is refused while an order is open, whatever its status', async () => {
    for (const status of [1, 2, 6]) {
      const customer = await buildCustomer(app, by)
      await order(customer, status)
      expect(await refusedTo(pause, customer)).toMatchObject({
        code: 2003,
        detail: '该客户下有未处理订单，不允许操作战败/休眠，如要战败/休眠客户，请取消订单。请知晓!',
      })
    }
    const cancelled = await buildCustomer(app, by)
    await order(cancelled, 8)
    await done(pause, cancelled)
  })

  it('is refused for dormant and defeated customers and during a review', async () => {
    const dormant = await buildCustomer(app, by)
    await done(pause, dormant)
    expect(await refusedTo(pause, dormant)).toMatchObject({ code: 2002 })
    const defeated = await buildCustomer(app, by)
    await setDeal(defeated, { level: 'F' })
    expect(await refusedTo(pause, defeated)).toMatchObject({ code: 2002 })
    expect(await refusedTo(resume, await buildCustomer(app, by))).toMatchObject({ code: 2002 })
  })

  it('plans a call today when it ends, or a return visit if the car is delivered', async () => {
    for (const [level, type, subject] of [
      ['H', 1, '唤醒'],
      ['D', 8, '继续跟进'],
    ] as const) {
      const customer = await buildCustomer(app, by)
      await setDeal(customer, { level })
      await done(pause, customer)
      await done(resume, customer)
      const today = new Date(addDays(seconds(), 0) * 1000)
      expect(await dealOf(customer)).toMatchObject({
        suspended_at: null,
        resume_at: null,
        resume_duration: 0,
        next_follow_at: today,
        next_activity_type: type,
      })
      expect(await open(customer)).toMatchObject([{ type, due_at: today, owner_id: by.memberId }])
      expect(await lastTimeline(customer)).toMatchObject({ type: 33, subject })
    }
  })
})

describe('an arrival', () => {
  /** Moves the clock without expiring the sessions. */
  async function moveTo(time: string): Promise<void> {
    const at = new Date(time)
    app.setNow(at)
    await app.db.updateTable('session').set({ created_at: at, last_seen_at: at }).execute()
  }
  afterEach(() => moveTo(testNow.toISOString()))

  it('counts as invited if a visit was planned, otherwise as by themselves', async () => {
    for (const [nextActivityType, kind, content] of [
      [1, 1, '客户到店'],
      [2, 2, '客户应邀到店'],
    ] as const) {
      const customer = await buildCustomer(app, by, { nextActivityType })
      await done(informCome, customer)
      expect(await dealOf(customer)).toMatchObject({ arrived_at: app.now(), arrival_kind: kind, status: 2 })
      expect(await lastTimeline(customer)).toMatchObject({ type: 2, subject: '确认到店', content })
      expect(await open(customer)).toHaveLength(1)
    }
  })

  it('completes the visit that the owner planned until today, and plans a call of the owner for today', async () => {
    const desk = await buildMember(app.db, app.now(), {
      dealerId: by.dealerId,
      role: 7,
      modules: ['前台流量'],
    })
    const customer = await buildCustomer(app, by, { nextActivityType: 2, nextDate: secondsOf(app.now()) })
    await done(informCome, customer, {}, desk.token)
    expect(await act(informCome, customer, {}, desk.token)).toMatchObject({ status: '0' })
    const [visit, call, ...others] = await activities(customer)
    expect(others).toEqual([])
    expect(visit).toMatchObject({ completed_type: 2, completed_by: by.memberId, completed_at: app.now() })
    expect(call).toMatchObject({ type: 1, owner_id: by.memberId, due_at: app.now(), completed_at: null })
    expect(await dealOf(customer)).toMatchObject({ next_follow_at: app.now(), next_activity_type: 1 })
  })

  it('leaves a visit planned for a later day, and any other task', async () => {
    const later = await buildCustomer(app, by, {
      nextActivityType: 2,
      nextDate: addDays(secondsOf(app.now()), 1),
    })
    const call = await buildCustomer(app, by, { nextActivityType: 1, nextDate: secondsOf(app.now()) })
    for (const customer of [later, call]) {
      await done(informCome, customer)
      expect((await activities(customer)).map(({ id }) => id)).toEqual([customer.activityId])
      expect(await open(customer)).toHaveLength(1)
    }
  })

  it('keeps the date of the first one', async () => {
    const customer = await buildCustomer(app, by)
    const first = app.now()
    await done(informCome, customer)
    await moveTo('2026-11-19T04:00:00Z')
    await done(informCome, customer)
    expect((await dealOf(customer)).arrived_at).toEqual(first)
  })

  it('is recorded once per Shanghai day, however often it is confirmed', async () => {
    const customer = await buildCustomer(app, by)
    await moveTo('2026-11-19T15:58:00Z')
    const { rowVersion } = await done(informCome, customer)
    const before = await stateOf(customer)
    const again = await Promise.all(Array.from({ length: 5 }, () => act(informCome, customer)))
    expect(again).toMatchObject(again.map(() => ({ status: '0', rowVersion })))
    expect(await stateOf(customer)).toEqual(before)
    // Midnight in Shanghai.
    await moveTo('2026-11-19T16:00:00Z')
    await done(informCome, customer)
  })

  it('can be confirmed by the front desk for every customer of the store', async () => {
    const desk = await buildMember(app.db, app.now(), {
      dealerId: by.dealerId,
      role: 7,
      modules: ['前台流量'],
    })
    const customer = await buildCustomer(app, by)
    await done(informCome, customer, {}, desk.token)
    const elsewhere = await buildCustomer(app, foreign)
    expect(await refusedTo(informCome, elsewhere, {}, desk.token)).toMatchObject({ code: 404 })
  })

  it('is refused for a defeated customer', async () => {
    const customer = await buildCustomer(app, by)
    await setDeal(customer, { level: 'F' })
    expect(await refusedTo(informCome, customer)).toMatchObject({ code: 2002 })
  })
})

describe('tags', () => {
  it('are stored without duplicates', async () => {
    const customer = await buildCustomer(app, by)
    await done(updateTag, customer, { tag: ' 首购  增换购，首购 ' })
    expect(await lastTimeline(customer)).toMatchObject({
      type: 35,
      subject: '画像标签',
      content: '标签：首购 增换购',
    })
    const file = await app.post(rooms.customer.get, by.token, { customerId: customer.customerId })
    expect(file.customer?.tag).toBe('首购 增换购')
    await done(updateTag, customer, { tag: '' })
    expect((await lastTimeline(customer)).content).toBe('清空标签')
  })

  it('keep their numbers when they come back masked', async () => {
    const customer = await buildCustomer(app, by, { tags: '电话13812345678 首购 138 8765 4321' })
    const tagsOf = async () => (await stateOf(customer)).customer.tags
    await done(updateTag, customer, { tag: '电话138****5678 138****4321 急购' })
    expect(await tagsOf()).toBe('电话13812345678 138 8765 4321 急购')
    await done(updateTag, customer, { tag: '电话138****5678' })
    expect(await tagsOf()).toBe('电话13812345678')
    await done(updateTag, customer, { tag: '' })
    expect(await tagsOf()).toBe('')
  })

  it('keep what a colleague changed in the meantime', async () => {
    const customer = await buildCustomer(app, by, { tags: '首购 电话13812345678 急购' })
    const original = '首购 电话138****5678 急购'
    await done(updateTag, customer, { tag: '首购 电话138****5678 急购 展会', original })
    await done(updateTag, customer, { tag: '电话138****5678 置换', original })
    expect((await stateOf(customer)).customer.tags).toBe('电话13812345678 展会 置换')
    const long = '长'.repeat(190)
    expect(textsOf(await refusedTo(updateTag, customer, { tag: `${original} ${long}`, original }))).toEqual({
      tag: '不能超过200个字',
    })
  })
})

describe('a return visit', () => {
  const delivered = async (type = 8) => {
    const customer = await buildCustomer(app, by)
    await app.db.updateTable('deal').set({ level: 'D' }).where('id', '=', customer.dealId).execute()
    await app.db.updateTable('activity').set({ type }).where('id', '=', customer.activityId).execute()
    return customer
  }
  const form = () => ({ completedDate: seconds(), contactStatus: 1, remark: '用车满意' })

  it('completes the planned one and plans another only on request', async () => {
    const customer = await delivered()
    await done(recall, customer, form())
    expect(await activities(customer)).toMatchObject([
      {
        id: customer.activityId,
        completed_at: app.now(),
        completed_type: 8,
        completed_by: by.memberId,
        result: { contactStatus: 1, remark: '用车满意' },
      },
    ])
    expect(await dealOf(customer)).toMatchObject({
      level: 'D',
      next_follow_at: null,
      next_activity_type: 0,
      follow_count: 1,
      last_follow_at: app.now(),
    })
    expect(await lastTimeline(customer)).toMatchObject({
      type: 8,
      subject: '回访',
      content: '回访日期：2026-11-18；联系状态：已联系；备注：用车满意',
    })
  })

  it('can be followed by another', async () => {
    const customer = await delivered()
    const nextDate = addDays(seconds(), 180)
    await done(recall, customer, {
      ...form(),
      contactStatus: 2,
      birthdayRecall: true,
      nextRecall: true,
      nextDate,
    })
    expect(await open(customer)).toMatchObject([{ type: 8, due_at: new Date(nextDate * 1000) }])
    expect(await dealOf(customer)).toMatchObject({ next_activity_type: 8 })
    expect((await lastTimeline(customer)).content).toBe(
      '回访日期：2026-11-18；联系状态：未联系上；生日回访；备注：用车满意；下次回访：2027-05-17',
    )
  })

  it('is recorded as done if none was planned', async () => {
    const customer = await delivered()
    await done(recall, customer, form())
    await done(recall, customer, form())
    expect((await activities(customer)).map((one) => one.completed_type)).toEqual([8, 8])
  })

  it('reports all missing fields at once', async () => {
    const customer = await delivered()
    expect(textsOf(await refusedTo(recall, customer, { nextRecall: true }))).toEqual({
      completedDate: '请选择回访日期',
      contactStatus: '请选择联系状态',
      remark: '请输入备注',
      nextDate: '请选择跟进日期',
    })
  })

  it('must not lie in the future, nor the next one in the past', async () => {
    const customer = await delivered()
    const tomorrow = addDays(seconds(), 1)
    expect(textsOf(await refusedTo(recall, customer, { ...form(), completedDate: tomorrow }))).toEqual({
      completedDate: '回访日期不能晚于今天',
    })
    const past = { ...form(), nextRecall: true, nextDate: addDays(seconds(), 0) - 1 }
    expect(textsOf(await refusedTo(recall, customer, past))).toEqual({ nextDate: '下次回访日期不能早于今天' })
  })

  it('is for delivered customers only', async () => {
    expect(await refusedTo(recall, await buildCustomer(app, by), form())).toMatchObject({ code: 2002 })
  })

  it('submitted twice at once is saved once', async () => {
    const customer = await delivered()
    const body = { ...form(), activityId: customer.activityId }
    const answers = await Promise.all([act(recall, customer, body), act(recall, customer, body)])
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 410])
    expect(await activities(customer)).toHaveLength(1)
  })

  it('does not complete one that was planned after the form was opened', async () => {
    const customer = await delivered()
    const body = { ...form(), activityId: customer.activityId }
    await done(recall, customer, { ...body, nextRecall: true, nextDate: addDays(seconds(), 90) })
    expect(await refusedTo(recall, customer, body)).toMatchObject({
      code: 410,
      detail: '该跟进任务已被处理，请刷新后重试',
    })
  })
})
