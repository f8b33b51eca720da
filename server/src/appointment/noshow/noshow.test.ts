import { rooms } from '@showroom/contract'
import { arrivalKind } from '@showroom/contract/customer/customer.rules'
import type { FollowInput } from '@showroom/contract/customer/follow.schema'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, testNow } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import type { BuiltCustomer } from '../../customer/customer.factory.ts'
import { secondsOf } from '../../platform/clock.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { settleDue } from './noshow.job.ts'
import { cancelWaiting, lockRow } from '../../../test/cluster/holder.ts'
import { topicsOf } from '../../../test/live.ts'

/** Results of appointments when the store closes, at 18:00. */

let app: TestApp
let dealerId: number
let owner: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
/** Each test has its own store, and no other one has appointments left. */
beforeEach(async () => {
  app.setNow(testNow)
  await app.db
    .updateTable('activity')
    .set({ cancelled_at: app.now() })
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
  dealerId = await buildDealer(app.db)
  await app.db.updateTable('dealer').set({ work_ends: '18:00' }).where('id', '=', dealerId).execute()
})
afterAll(() => app.close())

const { customer: customers, appointment, desk, task } = rooms
const tomorrow = (): number => addDays(dayStart(secondsOf(app.now())), 1)
const at = (day: number, hour: number, minute = 0): number => day + hour * 3600 + minute * 60
const instant = (seconds: number): Date => new Date(seconds * 1000)
const settle = (seconds: number) => settleDue(app.app, instant(seconds))

/** An owner whose session is of today. */
async function join(): Promise<BuiltMember> {
  owner = await buildMember(app.db, app.now(), {
    dealerId,
    handleFront: true,
    modules: ['客户管理', '前台流量'],
  })
  return owner
}

/** A customer with a plan for tomorrow, by default a visit at ten. */
async function expected(next: Partial<FollowInput> = {}): Promise<BuiltCustomer> {
  const customer = await buildCustomer(app, owner)
  const plan = { nextActivityType: 2, nextDate: at(tomorrow(), 10), nextMinutes: 30, ...next } as const
  const answer = await app.post(customers.follow, owner.token, phoneFollow(app, customer, plan))
  expect(answer.status, answer.text).toBe('0')
  return customer
}

const activitiesOf = ({ dealId }: BuiltCustomer) =>
  app.db.selectFrom('activity').selectAll().where('deal_id', '=', dealId).orderBy('id').execute()
/** The plan that the customer had for the day, and the open one. */
async function stateOf(customer: BuiltCustomer) {
  const all = await activitiesOf(customer)
  const plan = all.find(({ type, minutes }) => type !== 1 && minutes)
  return { plan, open: all.find((one) => !one.completed_at && !one.cancelled_at), total: all.length }
}
const timelineOf = ({ customerId }: BuiltCustomer) =>
  app.db
    .selectFrom('timeline')
    .select(['content', 'owner_name as by'])
    .where('customer_id', '=', customerId)
    .where('subject', '=', '爽约')
    .execute()

describe('a customer who came', () => {
  it('stays in the week, and leaves the hours of the day', async () => {
    await join()
    const day = tomorrow()
    const { customerId } = await expected()
    app.setNow(instant(at(day, 10)))
    const boss = await buildMember(app.db, app.now(), { dealerId, role: 1 })
    const read = async (call: typeof appointment.week | typeof appointment.day) =>
      (await app.post(call, boss.token, { day })).data
    expect(await read(appointment.day)).toMatchObject([{ customerId, isOver: false, isMovable: true }])
    expect(await app.post(customers.informCome, boss.token, { customerId })).toMatchObject({ status: '0' })
    expect(await read(appointment.week)).toMatchObject([
      { customerId, hasCome: true, isOver: true, isMovable: false },
    ])
    expect(await read(appointment.day)).toEqual([])
  })
})

describe('a customer without a visit', () => {
  it('is called by an admin where the owner is frozen and has no superior', async () => {
    await join()
    const day = tomorrow()
    const boss = await buildMember(app.db, app.now(), { dealerId, role: 1 })
    const customer = await expected()
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', owner.memberId).execute()
    expect(await settle(at(day, 18))).toBe(1)
    const { plan, open } = await stateOf(customer)
    expect(plan).toMatchObject({ kept: false, kept_owner_id: owner.memberId })
    expect(open).toMatchObject({ type: 1, owner_id: boss.memberId })
  })

  it('is a no-show at closing, once, with a call for the owner on the next day', async () => {
    await join()
    const day = tomorrow()
    const customer = await expected()
    expect(await settle(at(day, 17, 59))).toBe(0)
    const runs = await Promise.all([settle(at(day, 18)), settle(at(day, 18)), settle(at(day, 18))])
    expect(runs.reduce((sum, one) => sum + one)).toBe(1)
    const { plan, open } = await stateOf(customer)
    expect(plan).toMatchObject({
      kept: false,
      kept_owner_id: owner.memberId,
      cancelled_at: instant(at(day, 18)),
      completed_at: null,
    })
    expect(open).toMatchObject({
      type: 1,
      owner_id: owner.memberId,
      due_at: instant(addDays(day, 1)),
      minutes: null,
    })
    expect(await timelineOf(customer)).toEqual([
      { by: '系统', content: expect.stringContaining(' 10:00，客户未到店') as string },
    ])
    expect(await settle(at(day, 19))).toBe(0)
    app.setNow(instant(at(addDays(day, 1), 9)))
    await join()
    const boss = await buildMember(app.db, app.now(), { dealerId, role: 1 })
    const { data = [] } = await app.post(task.list, boss.token, { type: 1 })
    expect(data.map(({ customerId }) => customerId)).toContain(customer.customerId)
    const missed = { customerId: customer.customerId, hasCome: false, isOver: true, isMovable: false }
    for (const call of [appointment.week, appointment.day])
      expect((await app.post(call, boss.token, { day })).data).toContainEqual(expect.objectContaining(missed))
  })

  it('is announced to open pages once the store has closed', async () => {
    await join()
    const day = tomorrow()
    await expected()
    expect(await topicsOf(app.app, owner, () => settle(at(day, 17, 59)))).toEqual([])
    const topics = await topicsOf(app.app, owner, () => settle(at(day, 18)))
    expect(topics).toEqual(['customer'])
  })

  it('is one the next morning too if no server ran at closing, with a call today', async () => {
    await join()
    const day = tomorrow()
    const customer = await expected()
    expect(await settle(at(addDays(day, 3), 0, 5))).toBe(1)
    expect((await stateOf(customer)).open).toMatchObject({ type: 1, due_at: instant(addDays(day, 3)) })
  })

  it('is none without an hour, after moving the appointment, and once lost or dormant', async () => {
    await join()
    const day = tomorrow()
    const anyTime = await expected({ nextMinutes: 0, nextDate: day })
    const moved = await expected()
    const { open } = await stateOf(moved)
    const change = await app.post(appointment.move, owner.token, {
      customerId: moved.customerId,
      activityId: open?.id ?? 0,
      startsAt: at(addDays(day, 1), 10),
      minutes: 30,
    })
    expect(change.status, change.text).toBe('0')
    const lost = await expected()
    const asleep = await expected()
    const given = { failReason: 99, remark: '不买了' }
    expect((await app.post(customers.fail, owner.token, { ...lost, ...given })).status).toBe('0')
    expect((await app.post(customers.pause, owner.token, { ...asleep, resumeDuration: 7 })).status).toBe('0')
    expect(await settle(at(day, 18))).toBe(0)
    for (const customer of [anyTime, moved, lost, asleep])
      expect((await stateOf(customer)).plan?.kept ?? null).toBeNull()
    expect(await settle(at(addDays(day, 1), 18))).toBe(1)
    expect((await activitiesOf(moved)).map(({ kept }) => kept)).toEqual([null, null, false, null])
  })
})

describe('a customer with a visit', () => {
  it('keeps the appointment, whether the desk confirms or the follow-up records it', async () => {
    await join()
    const [confirmed, followed, drives] = [
      await expected(),
      await expected(),
      await expected({ nextActivityType: 3, nextTestSpecId: 1201, nextMinutes: 60 }),
    ]
    const day = tomorrow()
    app.setNow(instant(at(day, 10, 5)))
    await join()
    await app.db
      .updateTable('deal')
      .set({ owner_id: owner.memberId })
      .where('id', '=', followed.dealId)
      .execute()
    for (const one of [confirmed, drives])
      expect((await app.post(customers.informCome, owner.token, one)).status).toBe('0')
    const { open } = await stateOf(followed)
    const came = { completedActivityType: 2, comeDuration: 1, activityId: open?.id ?? 0 } as const
    const answer = await app.post(customers.follow, owner.token, phoneFollow(app, followed, came))
    expect(answer.status, answer.text).toBe('0')
    expect(await settle(at(day, 18))).toBe(0)
    for (const customer of [confirmed, followed, drives])
      expect((await stateOf(customer)).plan).toMatchObject({ kept: true, cancelled_at: null })
    // The test drive is still to be recorded.
    expect((await stateOf(drives)).open?.type).toBe(3)
  })

  it('after closing on the same day was no no-show, and came by invitation', async () => {
    await join()
    const customer = await expected()
    const day = tomorrow()
    expect(await settle(at(day, 18))).toBe(1)
    app.setNow(instant(at(day, 18, 30)))
    await join()
    const { undoId } = await app.post(customers.informCome, owner.token, customer)
    expect((await app.post(rooms.base.undo, owner.token, { undoId: undoId ?? 0 })).status).toBe('0')
    expect((await stateOf(customer)).plan).toMatchObject({ kept: false })
    expect((await app.post(customers.informCome, owner.token, customer)).status).toBe('0')
    const { plan, open } = await stateOf(customer)
    expect(plan).toMatchObject({ kept: true })
    expect(open).toMatchObject({ type: 1, due_at: instant(addDays(day, 1)) })
    const { arrival_kind: kind } = await app.db
      .selectFrom('deal')
      .select('arrival_kind')
      .where('id', '=', customer.dealId)
      .executeTakeFirstOrThrow()
    expect(kind).toBe(arrivalKind.invited)
    expect((await app.post(desk.getBoard, owner.token, {})).data).toContainEqual(
      expect.objectContaining({ customerId: customer.customerId }),
    )
  })

  it('whose visit is on another file was no no-show after the merge of both', async () => {
    await join()
    const customer = await expected()
    const day = tomorrow()
    app.setNow(instant(at(day, 11)))
    await join()
    const boss = await buildMember(app.db, app.now(), { dealerId, role: 1 })
    const twin = await buildCustomer(app, owner)
    expect((await app.post(customers.informCome, owner.token, twin)).status).toBe('0')
    expect(await settle(at(day, 18))).toBe(1)
    const pair = { masterCustomerId: customer.customerId, slaveCustomerId: twin.customerId }
    const merged = await app.post(customers.merge, boss.token, pair)
    expect(merged.status, merged.text).toBe('0')
    const all = await app.db
      .selectFrom('activity')
      .select('kept')
      .where('customer_id', '=', customer.customerId)
      .execute()
    expect(all.filter(({ kept }) => kept !== null)).toEqual([{ kept: true }])
  })
})

it('settles all appointments after a kill in the middle, none twice', async () => {
  await join()
  const day = tomorrow()
  const all = [await expected(), await expected(), await expected()]
  const holder = new pg.Client({ connectionString: app.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await lockRow(holder, 'deal', all[1]?.dealId ?? 0)
  // The batch has marked appointments when it waits for the deal; the statement is cancelled there.
  const killed = settle(at(day, 18)).catch((error: unknown) => error)
  await vi.waitFor(async () => {
    expect(await cancelWaiting(app)).toBe(1)
  })
  expect(await killed).toBeInstanceOf(Error)
  await holder.query('commit')
  await holder.end()
  for (const customer of all) expect((await stateOf(customer)).plan?.kept).toBeNull()
  expect(await settle(at(day, 18, 5))).toBe(3)
  for (const customer of all) {
    expect(await timelineOf(customer)).toHaveLength(1)
    expect((await stateOf(customer)).total).toBe(3)
  }
})
