import { rooms } from '@showroom/contract'
import type { FollowInput } from '@showroom/contract/customer/follow.schema'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer, phoneFollow } from '../customer/customer.factory.ts'
import type { BuiltCustomer } from '../customer/customer.factory.ts'
import { secondsOf } from '../platform/clock.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { buildDesk } from './desk.factory.ts'
import type { Desk } from './desk.factory.ts'
import { deskJobs } from './desk.job.ts'

/** An arrival is one visit per customer and day, however it is recorded, and every number of 到店 counts it. */

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(testNow)
  desk = await buildDesk(app)
})

const now = (): number => secondsOf(app.now())

/** Completes the customer's open activity by a visit, or by a test drive. */
async function describeVisit(customer: BuiltCustomer, by: BuiltMember, type: 2 | 3 = 2): Promise<void> {
  const facts: Partial<FollowInput> = type === 2 ? { comeDuration: 1 } : { testSpecId: 1201, testResult: 1 }
  const open = await app.db
    .selectFrom('activity')
    .select('id')
    .where('customer_id', '=', customer.customerId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  const followed = await app.post(
    rooms.customer.follow,
    by.token,
    phoneFollow(
      app,
      { ...customer, activityId: open?.id ?? 0 },
      { completedActivityType: type, nextActivityType: 1, nextDate: addDays(now(), 2), ...facts },
    ),
  )
  expect(followed, followed.text).toMatchObject({ status: '0' })
}

/** Every number of today's arrivals, by the place that shows it. */
async function counts(): Promise<Record<string, number | undefined>> {
  const { token } = desk.manager
  const today = { dateStart: now(), dateEnd: now() }
  const list = { createdDate: { start: dayStart(now()), end: now() } }
  const states = await app.post(rooms.report.bigScreenClueState, token, { dateType: 1, startDate: now() })
  const sum = await app.post(rooms.report.taskSum, token, { ...today, dateType: 4 })
  return {
    board: (await desk.board()).todayTotal,
    list: (await app.post(rooms.desk.list, token, list)).total,
    savedList: (await app.post(rooms.desk.viewCounts, token, { queries: [list] })).totals?.[0],
    overview: (await app.post(rooms.dashboard.trend, token, {})).data?.at(-1)?.arriveCount,
    taskOverview: sum.completeTotal?.visits,
    taskOverviewRows: sum.complete?.reduce((total, row) => total + row.visits, 0),
    taskChart: (await app.post(rooms.report.taskChart, token, {})).data?.at(-1)?.visits,
    rows: (await app.post(rooms.report.rows, token, { ...today, measure: 'visits' })).total,
    wall: states.data?.find(({ name }) => name === '到店')?.thisCount,
  }
}
const everywhere = (total: number, places: object) =>
  Object.fromEntries(Object.keys(places).map((place) => [place, total]))

/** Arrivals of today in 任务概览, by member. */
async function credited(): Promise<Record<string, number>> {
  const { complete = [] } = await app.post(rooms.report.taskSum, desk.manager.token, {
    dateStart: now(),
    dateEnd: now(),
    dateType: 4,
  })
  return Object.fromEntries(complete.flatMap(({ name, visits }) => (visits > 0 ? [[name, visits]] : [])))
}

const openTypes = async ({ customerId }: BuiltCustomer): Promise<number[]> => {
  const rows = await app.db
    .selectFrom('activity')
    .select('type')
    .where('customer_id', '=', customerId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
  return rows.map(({ type }) => type)
}

describe('an arrival', () => {
  it('is one visit in every place that shows 到店, however it was recorded', async () => {
    await desk.register(desk.first, { name: '林新客' })
    const confirmed = await buildCustomer(app, desk.first, { name: '周前台' })
    await desk.confirm(confirmed.customerId)
    const onFile = await buildCustomer(app, desk.second, { name: '周档案' })
    await desk.confirm(onFile.customerId, desk.second)
    const followed = await buildCustomer(app, desk.first, { name: '周跟进' })
    await describeVisit(followed, desk.first)
    const driven = await buildCustomer(app, desk.second, { name: '周试驾' })
    await describeVisit(driven, desk.second, 3)
    const reserved = await buildCustomer(app, desk.first, {
      name: '周预约',
      nextActivityType: 2,
      nextDate: now(),
    })
    await desk.confirm(reserved.customerId)
    const places = await counts()
    expect(places).toEqual(everywhere(6, places))

    // Recording it again joins the same visit.
    await desk.confirm(confirmed.customerId, desk.first)
    await describeVisit(confirmed, desk.first)
    await describeVisit(onFile, desk.second, 3)
    await desk.confirm(followed.customerId)
    expect(await counts()).toEqual(everywhere(6, places))
    expect(await credited()).toEqual({ 许安: 4, 沈知行: 2 })
  })

  it('counts for its first receiver, or else the owner of that moment, and for no one else later', async () => {
    const received = await buildCustomer(app, desk.first, { name: '周一' })
    const waiting = await buildCustomer(app, desk.first, { name: '周二' })
    for (const { customerId } of [received, waiting]) await desk.confirm(customerId)
    expect(await credited()).toEqual({ 许安: 2 })
    const { visitId } = await desk.visitOf('周一')
    await desk.receive(visitId, desk.second)
    expect(await credited()).toEqual({ 许安: 1, 沈知行: 1 })
    const third = await desk.join(4, '姜来')
    await desk.receive(visitId, third, { receiverId: desk.second.memberId })
    for (const { customerId, dealId } of [received, waiting]) {
      const memberId = third.memberId
      const given = await app.post(rooms.customer.reassign, desk.manager.token, {
        customerId,
        dealId,
        memberId,
      })
      expect(given, given.text).toMatchObject({ status: '0' })
    }
    // A second stay of the day.
    await desk.leave(visitId)
    await desk.confirm(received.customerId, third)
    expect(await credited()).toEqual({ 许安: 1, 沈知行: 1 })
  })

  it('of yesterday is in the morning report', async () => {
    await desk.register(desk.first)
    await describeVisit(await buildCustomer(app, desk.second), desk.second)
    app.advance(86_400)
    const { token } = await desk.join(1, '总经理')
    expect((await app.post(rooms.report.morningReport, token, {})).report).toMatchObject({ visits: 2 })
  })

  it('that was reserved completes the task, and keeps the customer among the tasks of the day', async () => {
    const customer = await buildCustomer(app, desk.first, { nextActivityType: 2, nextDate: now() })
    await desk.confirm(customer.customerId)
    expect(await openTypes(customer)).toEqual([1])
    const tasks = await app.post(rooms.task.counts, desk.first.token, {})
    expect(tasks.byFilter?.[0]).toBe(1)
  })
})

describe('a confirmed arrival that is undone', () => {
  const undo = (undoId: number | undefined, by = desk.desk) =>
    app.post(rooms.base.undo, by.token, { undoId: undoId ?? 0 })

  /** Everything that an arrival writes, but for the row version. */
  async function written({ customerId, dealId }: BuiltCustomer) {
    const ofCustomer = { dealer_id: desk.dealerId, customer_id: customerId }
    const { row_version: _, ...deal } = await app.db
      .selectFrom('deal')
      .innerJoin('customer', 'customer.id', 'deal.customer_id')
      .selectAll('deal')
      .select('customer.row_version')
      .where('deal.id', '=', dealId)
      .executeTakeFirstOrThrow()
    const all = (table: 'activity' | 'visit') =>
      app.db
        .selectFrom(table)
        .selectAll()
        .where((eb) => eb.and(ofCustomer))
        .orderBy('id')
        .execute()
    const [activities, visits] = [await all('activity'), await all('visit')]
    // The call that it planned remains as a cancelled one.
    const standing = activities.filter((one) => !('cancelled_at' in one && one.cancelled_at))
    return { deal, activities: standing, visits }
  }

  it('leaves file, plan, appointment and every number of 到店 as before, and can be confirmed again', async () => {
    const hour = { nextActivityType: 2, nextDate: now() + 3600, nextMinutes: 30 } as const
    const plans = [{ ...hour }, { nextActivityType: 2, nextDate: now() }, { nextActivityType: 1 }] as const
    const places = await counts()
    const customers = await Promise.all(plans.map((plan) => buildCustomer(app, desk.first, plan)))
    for (const customer of customers) {
      const before = await written(customer)
      app.advance(60)
      for (const by of [desk.desk, desk.first]) {
        const { undoId } = await desk.confirm(customer.customerId, by)
        expect(await written(customer)).not.toEqual(before)
        expect(await undo(undoId, by)).toMatchObject({ status: '0', undoneTotal: 1 })
        expect(await written(customer)).toEqual(before)
      }
    }
    expect(await counts()).toEqual(places)
    for (const { customerId } of customers) await desk.confirm(customerId)
    expect(await counts()).toEqual(everywhere(3, places))
    expect((await desk.board()).expected).toEqual([])
  })

  it('stays if the customer is received, the file has changed, or the day is over', async () => {
    const changes: readonly ((customer: BuiltCustomer) => Promise<unknown>)[] = [
      async () => desk.receive((await desk.visitOf('周0')).visitId, desk.second),
      async () => desk.leave((await desk.visitOf('周1')).visitId),
      ({ customerId }) =>
        app.post(rooms.customer.remark, desk.first.token, { customerId, remark: '喜欢蓝色' }),
    ]
    for (const [at, change] of changes.entries()) {
      const name = `周${at}`
      const customer = await buildCustomer(app, desk.first, { name })
      const { undoId } = await desk.confirm(customer.customerId)
      expect(undoId).toBeGreaterThan(0)
      app.advance(1)
      await change(customer)
      const before = await written(customer)
      expect(await undo(undoId)).toMatchObject({ code: 410 })
      expect(await written(customer)).toEqual(before)
    }
    app.setNow(new Date('2026-11-19T15:59:50Z'))
    await app.db.updateTable('session').set({ last_seen_at: app.now() }).execute()
    const late = await buildCustomer(app, desk.first)
    const { undoId } = await desk.confirm(late.customerId)
    app.advance(20)
    expect(await undo(undoId)).toMatchObject({ code: 410 })
  })

  it('is not offered for a second arrival of the day, or if the owner was asked to act', async () => {
    await desk.register(desk.first, { name: '林新客' })
    const { customerId } = await desk.visitOf('林新客')
    expect(await desk.confirm(customerId)).toMatchObject({ status: '0', undoId: 0 })
    const customer = await buildCustomer(app, desk.first)
    expect((await desk.confirm(customer.customerId)).undoId).toBeGreaterThan(0)
    expect(await desk.confirm(customer.customerId)).toMatchObject({ status: '0', undoId: 0 })
    const lost = await buildCustomer(app, desk.first)
    await app.db.updateTable('deal').set({ level: 'F' }).where('id', '=', lost.dealId).execute()
    expect(await desk.confirm(lost.customerId)).toMatchObject({ status: '0', undoId: 0 })
  })
})

describe('a visit described in a follow-up', () => {
  it('is on the list of the day, and not on the board', async () => {
    await describeVisit(await buildCustomer(app, desk.first, { name: '周一' }), desk.first)
    const board = await desk.board()
    expect(board).toMatchObject({ data: [], todayTotal: 1, leftTotal: 1 })
    expect(board.members.find(({ userName }) => userName === '许安')).toMatchObject({
      serving: 0,
      receivedTotal: 1,
    })
    const { data } = await app.post(rooms.desk.list, desk.desk.token, {})
    expect(data).toMatchObject([{ name: '周一', type: 2 }])
  })

  it('ends the wait of its card, and the stay if it holds a length', async () => {
    const [visitor, driver] = [
      await buildCustomer(app, desk.first, { name: '周一' }),
      await buildCustomer(app, desk.second, { name: '周二' }),
    ]
    for (const { customerId } of [visitor, driver]) await desk.confirm(customerId)
    app.advance(1800)
    await describeVisit(visitor, desk.first)
    await describeVisit(driver, desk.second, 3)
    const board = await desk.board()
    expect(board.data).toMatchObject([{ name: '周二', receiverName: '沈知行', receivedAt: now() }])
    expect(board).toMatchObject({ todayTotal: 2, leftTotal: 1 })
    await describeVisit(driver, desk.second)
    expect(await desk.board()).toMatchObject({ data: [], leftTotal: 2 })
  })

  it('leaves a customer with another receiver', async () => {
    const customer = await buildCustomer(app, desk.first, { name: '周一' })
    await desk.confirm(customer.customerId)
    await desk.receive((await desk.visitOf('周一')).visitId, desk.second)
    await describeVisit(customer, desk.first)
    expect(await desk.visitOf('周一')).toMatchObject({ receiverName: '沈知行' })
    expect(await credited()).toEqual({ 沈知行: 1 })
  })
})

describe('the arrivals before there was one visit', () => {
  const runPast = async (): Promise<void> => {
    const jobs = deskJobs({ db: app.app.db, clock: app.now })
    await jobs.find(({ name }) => name === 'past-arrivals')?.run()
  }
  const visits = () =>
    app.db
      .selectFrom('visit')
      .select(['customer_id', 'type', 'deal_id', 'owner_id', 'first_receiver_id', 'registered_at'])
      .where('dealer_id', '=', desk.dealerId)
      .orderBy('registered_at')
      .orderBy('customer_id')
      .execute()

  /** Turns the visits of the store into what they were before the migration, and marks the store as not done. */
  async function forget(): Promise<void> {
    const ofStore = { dealer_id: desk.dealerId }
    await sql`
      delete from visit v where v.dealer_id = ${desk.dealerId} and exists (
        select from activity a where a.dealer_id = v.dealer_id and a.customer_id = v.customer_id and a.completed_type in (2, 3)
          and a.completed_at = v.registered_at)`.execute(app.db)
    await app.db
      .updateTable('visit')
      .set({ deal_id: null, owner_id: null, first_receiver_id: null })
      .where('dealer_id', '=', desk.dealerId)
      .execute()
    await app.db
      .insertInto('visit_past')
      .values({ ...ofStore, until: sql`'infinity'` })
      .execute()
  }

  /** Moves everything that happened so far some days into the past. */
  async function moveBack(days: number): Promise<void> {
    const earlier = sql`make_interval(days => ${days}::int)`
    const { dealerId } = desk
    await sql`
      update activity set completed_at = completed_at - ${earlier}, created_at = created_at - ${earlier}
      where dealer_id = ${dealerId}`.execute(app.db)
    await sql`
      update visit set registered_at = registered_at - ${earlier}, day = day - ${days}::int where dealer_id = ${dealerId}`.execute(
      app.db,
    )
    await sql`
      update deal set created_at = created_at - ${earlier} where dealer_id = ${dealerId}`.execute(app.db)
  }

  it('become what they would be today', async () => {
    const customers: BuiltCustomer[] = []
    for (const name of ['周一', '周二', '周三', '周四'])
      customers.push(await buildCustomer(app, desk.first, { name }))
    const [one, two, three, four] = customers as [BuiltCustomer, BuiltCustomer, BuiltCustomer, BuiltCustomer]
    await describeVisit(one, desk.manager)
    await desk.confirm(two.customerId)
    await desk.receive((await desk.visitOf('周二')).visitId, desk.second)
    await moveBack(40)
    await desk.confirm(three.customerId)
    app.advance(3600)
    await describeVisit(three, desk.first)
    await describeVisit(four, desk.first, 3)
    app.advance(3600)
    await describeVisit(four, desk.first)
    await moveBack(9)
    await desk.confirm(one.customerId)
    const before = await visits()
    expect(before).toHaveLength(5)
    await forget()
    expect(await visits()).toHaveLength(3)
    await runPast()
    expect(await visits()).toEqual(before)
    // Done once for all.
    expect(
      await app.db.selectFrom('visit_past').selectAll().where('dealer_id', '=', desk.dealerId).execute(),
    ).toEqual([])
    await runPast()
    expect(await visits()).toEqual(before)
  })
})
