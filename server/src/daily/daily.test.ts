import { rooms } from '@showroom/contract'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { doneMeasures } from '@showroom/contract/daily/daily.rules'
import { addDays, dayText } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildReviewStaff, reviewsOn } from '../../test/reviewing.ts'
import { closeDays } from '../attendance/attendance.factory.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { buildDailyReport } from './daily.factory.ts'
import { sendDailyReports } from './send.job.ts'

const { own, handIn, team, comment, giveBack, sum } = rooms.daily

let app: TestApp
/** A sales manager, and consultants of the same store. */
let head: BuiltMember
let anna: BuiltMember
let heir: BuiltMember
/** A Wednesday. */
const at = (time: string, day = '2026-11-18'): Date => new Date(`${day}T${time}:00+08:00`)
const today = (): number => secondsOf(app.now())

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.setNow(at('20:00'))
  ;({ reviewer: head, owner: anna, heir } = await buildReviewStaff(app))
  await app.db
    .updateTable('member')
    .set({ created_at: at('10:00', '2026-11-17') })
    .where('dealer_id', '=', head.dealerId)
    .execute()
})
afterAll(() => app.close())

const { post: follow, waiting, done } = reviewsOn(() => ({ app, reviewer: head, owner: anna, heir }))
const text = { summary: '跟进三位客户', plan: '约到店' }
const ownOf = async ({ token }: BuiltMember, day = today()) => {
  const answer = await app.post(own, token, { day })
  expect(answer, answer.text).toMatchObject({ status: '0' })
  return answer
}
const hand = ({ token }: BuiltMember, body: object = {}) =>
  app.post(handIn, token, { day: today(), ...text, ...body })
const teamOf = async ({ token }: BuiltMember, day = today()) =>
  (await app.post(team, token, { day })).data ?? []
const sumOf = (by: BuiltMember, body: object = {}) => app.post(sum, by.token, { day: today(), ...body })
const noticesOf = async ({ dealerId, memberId }: BuiltMember, kind: number): Promise<string[]> =>
  (
    await app.db
      .selectFrom('notice')
      .select('text')
      .where('dealer_id', '=', dealerId)
      .where('member_id', '=', memberId)
      .where('kind', '=', kind)
      .orderBy('id')
      .execute()
  ).map((one) => one.text)
const none = Object.fromEntries(doneMeasures.map((name) => [name, 0]))

/** A day of anna: two calls, one of them of a customer then given up. */
async function work() {
  for (let n = 0; n < 2; n += 1)
    await follow(await buildCustomer(app, anna), { nextDate: addDays(today(), 1) }, anna.token)
  const customer = await waiting()
  await done(rooms.review.confirmFail, customer, {}, head.token)
  return customer
}

describe('the own report', () => {
  it('is filled from the counted rows, and each number opens as many', async () => {
    await work()
    const { report, days, dueAt } = await ownOf(anna)
    expect(dueAt).toBe('21:00')
    expect(report).toMatchObject({
      state: 0,
      isDue: true,
      isMissing: false,
      numbers: { ...none, talks: 2, defeats: 1, overdue: 0, tomorrow: 0 },
    })
    expect(report?.defeats).toHaveLength(1)
    expect(days).toHaveLength(7)
    for (const measure of doneMeasures) {
      const query = { measure, memberId: anna.memberId, dateStart: today(), dateEnd: today() }
      expect((await app.post(rooms.report.rows, anna.token, query)).total, measure).toBe(
        report?.numbers[measure],
      )
    }
    // Other members’ work is not in it.
    expect((await ownOf(head)).report?.numbers).toMatchObject(none)
  })

  it('counts tasks of earlier days and appointments of the next, whose rows open too', async () => {
    await buildCustomer(app, anna, { nextDate: today() })
    app.setNow(at('07:30', '2026-11-19'))
    const tomorrow = addDays(today(), 1) + 10 * 3600
    const customer = await buildCustomer(app, anna)
    const planned = await follow(
      customer,
      { nextDate: tomorrow, nextActivityType: activityType.visit, nextMinutes: 60 },
      anna.token,
    )
    expect(planned, planned.text).toMatchObject({ status: '0' })
    const { report } = await ownOf(anna)
    expect(report?.numbers).toMatchObject({ overdue: 1, tomorrow: 1, talks: 1 })
    const next = { dateStart: tomorrow, dateEnd: tomorrow, memberId: anna.memberId }
    expect((await app.post(rooms.report.rows, anna.token, { measure: 'invited', ...next })).total).toBe(1)
    expect(await app.post(rooms.report.rows, anna.token, { measure: 'talks', ...next })).toMatchObject({
      code: 400,
    })
  })

  it('keeps its numbers and names beside those of now once a fact is corrected', async () => {
    const customer = await work()
    expect(await hand(anna)).toMatchObject({ status: '0' })
    const numbers = { talks: 2, defeats: 1 }
    expect((await ownOf(anna)).report).toMatchObject({
      state: 1,
      isLate: false,
      numbers,
      now: numbers,
      ...text,
    })
    await app.db
      .updateTable('defeat_request')
      .set({ revived_at: app.now() })
      .where('customer_id', '=', customer.customerId)
      .execute()
    await follow(await buildCustomer(app, anna), {}, anna.token)
    const { report } = await ownOf(anna)
    expect(report).toMatchObject({ numbers, now: { talks: 3, defeats: 0 } })
    expect(report?.defeats).toMatchObject([{ customerId: customer.customerId }])
    const ofAnna = (await teamOf(head)).find((one) => one.memberId === anna.memberId)
    expect(ofAnna).toMatchObject({ numbers, now: { talks: 3 } })
  })

  it('is handed in once, by concurrent and repeated requests too, for the last seven days', async () => {
    const twice = await Promise.all([hand(anna), hand(anna), hand(anna)])
    expect(twice.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 410, 410])
    const key = { 'idempotency-key': 'daily-0001-0001-0001' }
    const body = { day: today(), ...text }
    for (let n = 0; n < 2; n += 1)
      expect(await app.post(handIn, heir.token, body, key)).toMatchObject({ status: '0' })
    expect(await hand(anna, { day: addDays(today(), -6) })).toMatchObject({ status: '0' })
    expect((await ownOf(anna, addDays(today(), -6))).report).toMatchObject({ state: 1, isLate: true })
    for (const [wrong, path] of [
      [{ day: addDays(today(), -7) }, 'day'],
      [{ day: addDays(today(), 1) }, 'day'],
      [{ day: '2026-11-18' }, 'day'],
      [{ day: -1 }, 'day'],
      [{ day: 1e12 }, 'day'],
      [{ summary: ' ' }, 'summary'],
      [{ summary: undefined }, 'summary'],
      [{ summary: '长'.repeat(1001) }, 'summary'],
      [{ plan: '长'.repeat(1001) }, 'plan'],
    ] as const)
      expect(
        (await hand(heir, wrong)).errors?.map((one) => one.path),
        JSON.stringify(wrong),
      ).toEqual([path])
    expect(await app.post(own, anna.token, { day: addDays(today(), 1) })).toMatchObject({ code: 400 })
    // A day long ago has no report.
    expect((await ownOf(anna, 86_400)).report).toMatchObject({ state: 0, isDue: false, isMissing: false })
  })

  it('is missing or late only after its hour, and not expected of members who are away', async () => {
    const frozen = await buildMember(app.db, app.now(), { dealerId: anna.dealerId })
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', frozen.memberId).execute()
    const signs = { token: anna.token, dealerId: anna.dealerId }
    await app.db
      .updateTable('member')
      .set({ modules: ['客户管理', '签到'] })
      .where('id', 'in', [anna.memberId, heir.memberId])
      .execute()
    await closeDays({ db: app.db, clock: app.now }).run()
    expect((await teamOf(head)).map((one) => [one.memberId, one.isMissing])).toEqual(
      expect.arrayContaining([
        [anna.memberId, false],
        [heir.memberId, false],
      ]),
    )
    await app.db
      .insertInto('attendance_sign')
      .values({
        dealer_id: signs.dealerId,
        member_id: anna.memberId,
        day: '2026-11-18',
        type: 1,
        signed_at: app.now(),
        is_outside: false,
      })
      .execute()
    app.setNow(at('21:00'))
    // heir has not signed in; the frozen member writes none.
    expect((await teamOf(head)).map((one) => [one.memberId, one.isMissing])).toEqual([[anna.memberId, true]])
    expect(await hand(anna)).toMatchObject({ status: '0' })
    expect(await teamOf(head)).toMatchObject([{ isMissing: false, isLate: true }])
    await app.db
      .updateTable('attendance_day')
      .set({ is_rest: true })
      .where('dealer_id', '=', anna.dealerId)
      .execute()
    expect((await sumOf(head)).total).toMatchObject({ due: 1, handed: 1, late: 1, missing: 0 })
  })
})

describe('the team', () => {
  it('is read, commented on and returned, and a returned report is handed in again', async () => {
    await hand(anna)
    const report = (await teamOf(head)).find((one) => one.memberId === anna.memberId)
    const { reportId = 0 } = report ?? {}
    expect(report).toMatchObject({ memberId: anna.memberId, mayAnswer: true, ...text })
    expect(await app.post(comment, head.token, { reportId, content: '明天再约一次' })).toMatchObject({
      status: '0',
    })
    const back = () => app.post(giveBack, head.token, { reportId, content: '请补充原因' })
    expect((await Promise.all([back(), back()])).map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      0, 410,
    ])
    expect(await noticesOf(anna, noticeKind.dailyAnswered)).toEqual([
      '总监批注了您2026-11-18的日报',
      '总监退回了您2026-11-18的日报',
    ])
    expect((await ownOf(anna)).report).toMatchObject({
      state: 2,
      ...text,
      comments: [
        { memberName: '总监', content: '明天再约一次', isReturn: false },
        { memberName: '总监', content: '请补充原因', isReturn: true },
      ],
    })
    expect((await sumOf(head)).total).toMatchObject({ handed: 0, missing: 0, returned: 1 })
    await follow(await buildCustomer(app, anna), {}, anna.token)
    expect(await hand(anna, { summary: '补充了原因' })).toMatchObject({ status: '0' })
    expect(await noticesOf(head, noticeKind.dailyAgain)).toEqual(['许安重新提交了2026-11-18的日报'])
    expect(await teamOf(head)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          state: 1,
          summary: '补充了原因',
          numbers: expect.objectContaining({ talks: 1 }) as object,
        }),
      ]),
    )
    for (const content of ['', ' ', '长'.repeat(301)])
      expect(await app.post(comment, head.token, { reportId, content })).toMatchObject({ code: 400 })
  })

  it('takes a returned report again at any time, with the numbers that its page masked', async () => {
    const clear = '客户电话13812345678'
    await hand(anna, { summary: clear })
    const reportId = (await teamOf(head)).find((one) => one.memberId === anna.memberId)?.reportId ?? 0
    await app.post(giveBack, head.token, { reportId, content: '请补充' })
    const day = addDays(today(), -30)
    await app.db
      .updateTable('daily_report')
      .set({ day: dayText(day) })
      .where('dealer_id', '=', anna.dealerId)
      .where('id', '=', reportId)
      .execute()
    const { report } = await ownOf(anna, day)
    expect(report).toMatchObject({ state: 2, summary: '客户电话138****5678' })
    expect(await hand(anna, { day, summary: report?.summary })).toMatchObject({ status: '0' })
    expect(await hand(anna, { day, summary: '再次' })).toMatchObject({ code: 400 })
    const stored = await app.db
      .selectFrom('daily_report')
      .select(['summary', 'state'])
      .where('dealer_id', '=', anna.dealerId)
      .where('id', '=', reportId)
      .executeTakeFirst()
    expect(stored).toEqual({ summary: clear, state: 1 })
    // The report of a former member stays, and is no longer answered.
    await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', anna.memberId).execute()
    expect(await teamOf(head, day)).toMatchObject([{ memberId: anna.memberId, mayAnswer: false }])
    expect(await app.post(giveBack, head.token, { reportId, content: '请补充' })).toMatchObject({ code: 404 })
  })

  it('is that of the members below, and reports of the own or a higher rank are not answered', async () => {
    const { dealerId } = anna
    const boss = await buildMember(app.db, app.now(), { dealerId, role: 1 })
    const investor = await buildMember(app.db, app.now(), { dealerId, role: 11 })
    const leader = await buildMember(app.db, app.now(), { dealerId, role: 5 })
    await app.db
      .updateTable('member')
      .set({ manager_id: leader.memberId })
      .where('id', '=', anna.memberId)
      .execute()
    await follow(await buildCustomer(app, heir), {}, heir.token)
    const [ofAnna, ofHeir, ofBoss] = [
      await buildDailyReport(app, anna),
      await buildDailyReport(app, heir),
      await buildDailyReport(app, boss),
    ]
    const { access } = rooms
    expect(await app.post(access.profile, leader.token, {})).toMatchObject({
      canDailyReport: true,
      readsDaily: true,
    })
    expect((await teamOf(leader)).map((one) => one.memberId)).toEqual([anna.memberId])
    expect((await sumOf(leader)).rows?.map((one) => one.memberId)).toEqual([anna.memberId])
    expect(await sumOf(leader)).toMatchObject({ isStore: false, total: { numbers: { talks: 0 } } })
    const say = (by: BuiltMember, reportId: number) =>
      app.post(comment, by.token, { reportId, content: '已阅' })
    expect(await say(leader, ofAnna)).toMatchObject({ code: 0 })
    expect(await say(leader, ofHeir)).toMatchObject({ code: 404 })
    expect(await say(head, ofBoss)).toMatchObject({ code: 403 })
    expect(await say(boss, ofBoss)).toMatchObject({ code: 403 })
    expect(await say(investor, ofAnna)).toMatchObject({ code: 403 })
    expect((await teamOf(investor)).map((one) => one.mayAnswer)).not.toContain(true)
  })

  it('shows the names of given-up customers by the rules of their files, and forgets the erased', async () => {
    const customer = await work()
    await hand(anna)
    const nameOf = async () => (await teamOf(head)).find((one) => one.memberId === anna.memberId)?.defeats[0]
    expect(await nameOf()).toMatchObject({ customerId: customer.customerId })
    await app.db
      .updateTable('deal')
      .set({ owner_id: heir.memberId })
      .where('id', '=', customer.dealId)
      .execute()
    expect((await ownOf(anna)).report?.defeats).toMatchObject([{ customerId: 0 }])
    await app.db
      .updateTable('customer')
      .set({ name: '已删除' })
      .where('id', '=', customer.customerId)
      .execute()
    expect(await nameOf()).toMatchObject({ customerName: '已删除' })
  })
})

describe('the report of the store', () => {
  it('adds up to the counts of the store by day, week and month', async () => {
    await work()
    await hand(anna)
    await follow(await buildCustomer(app, anna), {}, anna.token)
    app.setNow(at('07:30', '2026-11-19'))
    await follow(await buildCustomer(app, heir), {}, heir.token)
    await hand(heir)
    for (const [dateType, day, numbers, handed] of [
      [1, '2026-11-18', { talks: 2, defeats: 1 }, 1],
      [1, '2026-11-19', { talks: 1, defeats: 0 }, 1],
      [2, '2026-11-19', { talks: 3, defeats: 1 }, 2],
      [3, '2026-11-02', { talks: 3, defeats: 1 }, 2],
      [2, '2026-11-11', none, 0],
    ] as const) {
      const answer = await sumOf(head, { dateType, day: secondsOf(at('12:00', day)) })
      expect(answer.total, `${dateType} ${day}`).toMatchObject({ numbers, handed })
      for (const name of doneMeasures)
        expect(answer.rows?.reduce((all, row) => all + row.numbers[name], 0)).toBe(
          answer.total?.numbers[name],
        )
      const { completeTotal } = await app.post(rooms.report.taskSum, head.token, {
        dateStart: answer.start,
        dateEnd: (answer.end ?? 0) - 1,
      })
      expect(answer.total?.now.talks).toBe(completeTotal?.talks)
    }
    expect(await sumOf(head, { dateType: 4 })).toMatchObject({ code: 400 })
    expect(await sumOf(head, { day: addDays(today(), 1) })).toMatchObject({ code: 400 })
  })

  it('goes once to the heads and the group at the store’s hour, at the end of a week and month theirs too', async () => {
    const { dealerId } = anna
    const boss = await buildMember(app.db, app.now(), { dealerId, role: 2 })
    const group = await buildMember(app.db, app.now(), { dealerId, role: 9 })
    await app.db
      .insertInto('wecom_binding')
      .values({ account_id: boss.accountId, corp_id: 'corp', user_id: 'zhou', bound_at: app.now() })
      .execute()
    await work()
    await hand(anna)
    await app.db.updateTable('dealer').set({ daily_since: null }).where('id', '<>', dealerId).execute()
    const run = () => sendDailyReports({ db: app.db, clock: app.now }).run()
    app.setNow(at('20:59'))
    await run()
    expect(await noticesOf(boss, noticeKind.dailyStore)).toEqual([])
    app.setNow(at('21:00'))
    await Promise.all([run(), run(), run()])
    const sent = '门店日报 2026-11-18：沟通2，到店0，试驾0，订车0，交车0，战败1。已交1份，未交2份。'
    for (const one of [boss, group]) expect(await noticesOf(one, noticeKind.dailyStore)).toEqual([sent])
    expect(await noticesOf(head, noticeKind.dailyStore)).toEqual([])
    const pushes = await app.db
      .selectFrom('notice_push')
      .select('state')
      .where('dealer_id', '=', dealerId)
      .execute()
    expect(pushes).toHaveLength(1)
    app.setNow(at('23:01', '2026-11-19'))
    await run()
    expect(await noticesOf(boss, noticeKind.dailyStore)).toHaveLength(1)
    // A Sunday, and the last day of a month.
    app.setNow(at('21:05', '2026-11-22'))
    await run()
    expect((await noticesOf(boss, noticeKind.dailyStore)).at(-1)).toMatch(
      /^门店周报 2026-11-16至2026-11-22：沟通2，/,
    )
    app.setNow(at('21:05', '2026-11-30'))
    await run()
    expect((await noticesOf(boss, noticeKind.dailyStore)).at(-1)).toMatch(
      /^门店月报 2026-11-01至2026-11-30：沟通2，/,
    )
  })
})

describe('the switch of the store', () => {
  it('is off in a store that exists already, and once on expects no reports of the days before', async () => {
    const dealerId = await buildDealer(app.db, { dailySince: null })
    const boss = await buildMember(app.db, app.now(), { dealerId, role: 1 })
    const profile = () => app.post(rooms.access.profile, boss.token, {})
    expect(await profile()).toMatchObject({ canDailyReport: false, profile: { canDailyReport: false } })
    for (const call of [own, team, sum])
      expect(await app.post(call, boss.token, { day: today() })).toMatchObject({ code: 403 })
    expect(await hand(boss)).toMatchObject({ code: 403 })
    const change = (body: object) => app.post(rooms.setting.updateDaily, boss.token, body)
    expect(await change({ isOn: true, time: '20:30' })).toMatchObject({ status: '0' })
    expect(await profile()).toMatchObject({ canDailyReport: true, profile: { canDailyReport: true } })
    expect(await app.post(rooms.setting.profile, boss.token, {})).toMatchObject({
      daily: { isOn: true, time: '20:30' },
    })
    expect((await ownOf(boss, addDays(today(), -1))).report).toMatchObject({ isDue: false, isMissing: false })
    expect((await ownOf(boss)).report).toMatchObject({ isDue: false })
    for (const wrong of [
      { isOn: true, time: '24:00' },
      { isOn: true },
      { time: '20:00' },
      { isOn: 2, time: '20:00' },
    ])
      expect(await change(wrong)).toMatchObject({ code: 400 })
    await change({ isOn: false, time: '20:30' })
    expect(await profile()).toMatchObject({ canDailyReport: false })
    // Off, the job sends nothing.
    app.setNow(at('20:31'))
    await sendDailyReports({ db: app.db, clock: app.now }).run()
    expect(await noticesOf(boss, noticeKind.dailyStore)).toEqual([])
  })
})
