import { rooms } from '@showroom/contract'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { mostToday, type TodayAction, type TodayPart } from '@showroom/contract/dashboard/today.rules'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCar } from '../appointment/appointment.factory.ts'
import { buildCustomer, phoneFollow, stageDeals } from '../customer/customer.factory.ts'
import { type Desk, buildDesk } from '../desk/desk.factory.ts'
import { buildLead } from '../lead/lead.factory.ts'
import type { Activity, Deal } from '../platform/db/tables.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

/** 今天: the own work in the order of the day. Today is 2026-11-18, 12:00. */

const { today } = rooms.dashboard
const { call, visit, testDrive } = activityType

let app: TestApp
let desk: Desk
let seller: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  desk = await buildDesk(app)
  seller = desk.first
})
afterAll(() => app.close())

const at = (text: string): Date => new Date(`2026-11-${text}+08:00`)
const seconds = (text: string): number => at(text).getTime() / 1000

/** Builds a customer of the member with this open task. */
async function build(name: string, due: string, { activity = {}, deal = {}, by = seller }: Given = {}) {
  const made = await buildCustomer(app, by, { name })
  await stageDeals(app, [made.dealId], { level: 'A', ...deal })
  await app.db
    .updateTable('activity')
    .set({ due_at: at(due), type: call, ...activity })
    .where('id', '=', made.activityId)
    .execute()
  return made
}
interface Given {
  activity?: Updateable<Activity>
  deal?: Updateable<Deal>
  by?: BuiltMember
}

const read = async (by = seller) => {
  const answer = await app.post(today, by.token, {})
  expect(answer.status, answer.text).toBe('0')
  const rows = answer.rows ?? []
  return { ...answer, rows, shown: rows.map((row): Shown => [row.part, row.name, row.action]) }
}
type Shown = [TodayPart, string, TodayAction]

it('lists waiting customers, appointments and countdowns by their time, overdue by level and lateness, then the day', async () => {
  const car = await buildCar(app.db, app.now(), { dealerId: seller.dealerId })
  await build('明天', '19T09:00:00', { activity: { minutes: 60, type: visit } })
  await build('今天C', '18T00:00:00', { deal: { level: 'C' } })
  await build('今天H', '18T00:00:00', { deal: { level: 'H' }, activity: { type: visit } })
  await build('逾期C', '06T00:00:00', { deal: { level: 'C' } })
  await build('逾期H近', '17T00:00:00', { deal: { level: 'H' }, activity: { type: testDrive } })
  await build('逾期H远', '07T00:00:00', { deal: { level: 'H' } })
  await build('下午试驾', '18T15:30:00', {
    activity: { minutes: 60, type: testDrive, test_series_id: 1203, test_car_id: car },
  })
  await build('上午到店', '18T10:00:00', { activity: { minutes: 30, type: visit } })
  const fromLead = await build('新线索', '18T00:00:00', { deal: { level: 'N' } })
  await buildLead(app, seller, {
    status: 2,
    owner_id: seller.memberId,
    customer_id: fromLead.customerId,
    assigned_at: at('18T11:59:00'),
  })
  // A clock that ended on an earlier day makes no row of now.
  const late = await build('旧线索', '06T00:00:00', { deal: { level: 'A' } })
  await buildLead(app, seller, {
    status: 2,
    owner_id: seller.memberId,
    customer_id: late.customerId,
    assigned_at: at('06T09:00:00'),
  })
  const arrived = await build('已到店', '19T00:00:00')
  await desk.confirm(arrived.customerId)
  await build('同事的', '18T00:00:00', { by: desk.second })

  const { shown, rows, ...rest } = await read()
  expect(shown).toEqual([
    ['now', '已到店', 'receive'],
    ['now', '上午到店', 'arrive'],
    ['now', '新线索', 'call'],
    ['now', '下午试驾', 'keys'],
    ['overdue', '逾期H远', 'call'],
    ['overdue', '逾期H近', 'call'],
    ['overdue', '旧线索', 'call'],
    ['overdue', '逾期C', 'call'],
    ['today', '今天H', 'arrive'],
    ['today', '今天C', 'call'],
  ])
  expect(rows[0]).toMatchObject({ waitsSince: seconds('18T12:00:00'), customerId: arrived.customerId })
  expect(rows[2]).toMatchObject({ assignedAt: seconds('18T11:59:00') })
  expect(rows[3]).toMatchObject({
    dueAt: seconds('18T15:30:00'),
    minutes: 60,
    level: 'A',
    activityType: testDrive,
    plate: expect.stringMatching(/^浙A/),
    seriesName: expect.stringMatching(/./),
  })
  expect(rest).toMatchObject({
    left: { leads: 0, overdue: 0, today: 0 },
    appointments: 2,
    testDrives: 1,
    doneTotal: 0,
    next: [{ day: seconds('19T00:00:00'), total: 2 }],
    hours: { inTime: '08:30' },
  })
})

it('shows the last words masked, and the task is gone once it is done', async () => {
  const made = await build('林晓雨', '18T00:00:00')
  const form = phoneFollow(app, made, { remark: '换了号码13812345678', nextDate: seconds('18T00:00:00') })
  await app.post(rooms.customer.follow, seller.token, form)
  const { rows, doneTotal } = await read()
  expect(rows).toMatchObject([
    { content: expect.stringContaining('138****5678'), mobile: expect.stringContaining('****') },
  ])
  expect(rows[0]?.activityId).not.toBe(made.activityId)
  expect(doneTotal).toBe(1)
})

describe('a customer in the showroom', () => {
  it('waits while the owner is busy, is received, drives, and is followed up after the return', async () => {
    const made = await build('王斌', '18T00:00:00', { activity: { type: testDrive, test_series_id: 1201 } })
    const action = async () => (await read()).shown
    expect(await action()).toEqual([['today', '王斌', 'keys']])
    // A free owner receives a booked customer at once.
    const other = await build('先到', '19T00:00:00')
    await app.post(rooms.customer.informCome, seller.token, { customerId: other.customerId })
    await desk.confirm(made.customerId)
    expect(await action()).toEqual([
      ['now', '王斌', 'receive'],
      ['now', '先到', 'follow'],
    ])
    await desk.leave((await desk.visitOf('先到')).visitId)
    await app.post(rooms.customer.informCome, seller.token, { customerId: made.customerId })
    expect(await action()).toEqual([['now', '王斌', 'keys']])
    const car_id = await buildCar(app.db, app.now(), { dealerId: seller.dealerId })
    const keys = { dealer_id: seller.dealerId, car_id, activity_id: made.activityId, agreement: 2 }
    await app.db
      .insertInto('test_drive')
      .values({ ...keys, out_at: app.now(), out_km: 10 })
      .execute()
    expect(await action()).toEqual([['now', '王斌', 'back']])
    expect((await read()).rows[0]).toMatchObject({ waitsSince: 0, drive: { outAt: seconds('18T12:00:00') } })
    await app.db
      .updateTable('test_drive')
      .set({ back_at: app.now(), back_km: 20 })
      .where('car_id', '=', car_id)
      .execute()
    expect(await action()).toEqual([['now', '王斌', 'follow']])
  })

  it('whose file may not be followed up is opened', async () => {
    const made = await build('已战败', '18T00:00:00', { deal: { level: 'F' } })
    await app.db
      .updateTable('activity')
      .set({ cancelled_at: app.now() })
      .where('id', '=', made.activityId)
      .execute()
    expect((await read()).shown).toEqual([])
    await desk.confirm(made.customerId)
    expect((await read()).shown).toEqual([['now', '已战败', 'open']])
  })
})

it('a DCC has the leads to clean first, oldest first, with the store’s hours', async () => {
  const modules = ['客户管理', '线索分配']
  const dcc = await buildMember(app.db, app.now(), { dealerId: seller.dealerId, role: 5, modules })
  await build('预约', '18T09:00:00', { by: dcc, activity: { minutes: 30, type: visit } })
  await buildLead(app, dcc, { name: '晚', created_at: at('18T11:50:00') })
  await buildLead(app, dcc, { name: '早', created_at: at('17T15:00:00'), remark: '问松涧，电话13812345678' })
  await buildLead(app, dcc, { name: '未接通', status: 12 })
  const { shown, rows } = await read(dcc)
  expect(shown).toEqual([
    ['now', '早', 'call'],
    ['now', '晚', 'call'],
    ['now', '预约', 'arrive'],
  ])
  expect(rows[0]).toMatchObject({
    clueId: expect.any(Number),
    customerId: 0,
    content: '问松涧，电话138****5678',
  })
  // A consultant does not clean leads.
  expect((await read()).rows).toEqual([])
})

it('an assigning consultant has leads of earlier days before overdue tasks, not before the hours of today', async () => {
  const modules = ['客户管理', '线索分配']
  const consultant = await buildMember(app.db, app.now(), { dealerId: seller.dealerId, role: 4, modules })
  await build('预约', '18T15:00:00', { by: consultant, activity: { minutes: 30, type: visit } })
  await build('逾期', '06T00:00:00', { by: consultant })
  await build('今天', '18T00:00:00', { by: consultant })
  await buildLead(app, consultant, { name: '十二天前', created_at: at('06T11:50:00') })
  await buildLead(app, consultant, { name: '刚到', created_at: at('18T11:55:00') })
  const { shown } = await read(consultant)
  const own = new Set(['预约', '逾期', '今天', '十二天前', '刚到'])
  expect(shown.filter(([, name]) => own.has(name))).toEqual([
    ['now', '刚到', 'call'],
    ['now', '预约', 'arrive'],
    ['overdue', '十二天前', 'call'],
    ['overdue', '逾期', 'call'],
    ['today', '今天', 'call'],
  ])
})

it('lists at most so many of each part and counts the rest', async () => {
  const { customerId, dealId } = await build('很多', '18T00:00:00')
  const activity = {
    dealer_id: seller.dealerId,
    customer_id: customerId,
    owner_id: seller.memberId,
    type: call,
    from_source: 2,
  }
  const extra = (count: number, due_at: Date) =>
    Array.from({ length: count }, (_, n) => ({
      ...activity,
      due_at,
      deal_id: dealId + 1_000_000 + n,
      created_at: app.now(),
    }))
  await app.db
    .insertInto('activity')
    .values([
      ...extra(mostToday.overdue + 2, at('10T00:00:00')),
      ...extra(mostToday.today + 2, at('18T00:00:00')).map((one) => ({
        ...one,
        deal_id: one.deal_id + 1000,
      })),
    ])
    .execute()
  const { rows, left } = await read()
  expect(rows).toHaveLength(mostToday.overdue + mostToday.today)
  expect(left).toEqual({ leads: 0, overdue: 2, today: 3 })
})

it('a day without work leads on to the next tasks', async () => {
  for (const [name, due] of [
    ['后天', '20T00:00:00'],
    ['明天', '19T10:00:00'],
  ] as const)
    await build(name, due)
  const { shown, left } = await read()
  expect(shown).toEqual([
    ['later', '明天', 'call'],
    ['later', '后天', 'call'],
  ])
  expect(left).toEqual({ leads: 0, overdue: 0, today: 0 })
})
