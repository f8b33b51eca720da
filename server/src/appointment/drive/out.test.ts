import { rooms } from '@showroom/contract'
import { role } from '@showroom/contract/access/access.rules'
import { dayStart } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import type { BuiltCustomer } from '../../customer/customer.factory.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCar } from '../appointment.factory.ts'

/** A car that is out: the state of its customer's visit, its lane, and the bookings that depend on it. */

const { appointment, customer: customers, dashboard, desk } = rooms

let app: TestApp
let dealerId: number
let manager: BuiltMember
let front: BuiltMember
let owner: BuiltMember
let carId: number
/** 9:00 in Shanghai. */
const morning = new Date('2026-11-18T01:00:00Z')
const at = (hour: number, minute = 0): number =>
  dayStart(morning.getTime() / 1000) + hour * 3600 + minute * 60
const setTime = (hour: number, minute = 0) => app.setNow(new Date(at(hour, minute) * 1000))
beforeAll(async () => {
  app = await createTestApp({ demo: false })
})
beforeEach(async () => {
  app.setNow(morning)
  dealerId = await buildDealer(app.db)
  manager = await buildMember(app.db, app.now(), { dealerId, role: role.generalManager })
  front = await buildMember(app.db, app.now(), {
    dealerId,
    role: 7,
    modules: ['前台流量'],
    handleFront: true,
  })
  owner = await buildMember(app.db, app.now(), { dealerId, name: '许安' })
  carId = await buildCar(app.db, app.now(), { dealerId })
})
afterAll(() => app.close())

const run = (name: string) => app.app.jobs.find((job) => job.name === name)?.run()
const openOf = ({ customerId }: BuiltCustomer) =>
  app.db
    .selectFrom('activity')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()

const plan = (customer: BuiltCustomer, startsAt: number, minutes: 30 | 60 = 60, car = carId) =>
  app.post(customers.follow, owner.token, {
    ...phoneFollow(app, customer, {}),
    nextActivityType: 3,
    nextTestSpecId: 1201,
    nextCarId: car,
    nextDate: startsAt,
    nextMinutes: minutes,
  })
/** A customer with a booked test drive. */
async function booked(startsAt: number, minutes: 30 | 60 = 60, car = carId) {
  const customer = await buildCustomer(app, owner)
  expect(await plan(customer, startsAt, minutes, car)).toMatchObject({ status: '0' })
  return { ...customer, activityId: (await openOf(customer)).id }
}
const keysFor = (customer: BuiltCustomer, car = carId) =>
  app.post(appointment.handOver, front.token, {
    customerId: customer.customerId,
    activityId: customer.activityId,
    carId: car,
    outKm: 100,
    agreement: 2,
  })
async function giveKeys(customer: BuiltCustomer, car = carId) {
  const answer = await keysFor(customer, car)
  expect(answer).toMatchObject({ status: '0' })
  const { id } = await app.db
    .selectFrom('test_drive')
    .select('id')
    .where('activity_id', '=', customer.activityId)
    .executeTakeFirstOrThrow()
  return { driveId: id, undoId: answer.undoId ?? 0 }
}
const takeBack = async (driveId: number) =>
  expect(await app.post(appointment.takeBack, front.token, { driveId, backKm: 110 })).toMatchObject({
    status: '0',
  })
const board = () => app.post(desk.getBoard, front.token, {})
const cardOf = async ({ customerId }: BuiltCustomer) =>
  (await board()).data?.find((one) => one.customerId === customerId)
const laneOf = async ({ customerId }: BuiltCustomer, by = front) =>
  (await app.post(appointment.day, by.token, { day: at(0) })).data?.find(
    (one) => one.customerId === customerId,
  )
const noticesOf = async (by: BuiltMember, kind: number) =>
  (
    await app.db
      .selectFrom('notice')
      .select('text')
      .where('member_id', '=', by.memberId)
      .where('kind', '=', kind)
      .execute()
  ).map(({ text }) => text)

describe('keys out is a state of the visit', () => {
  it('试驾中 on board, list and overview: no waiting, no suggestion, no alarm', async () => {
    const customer = await booked(at(10))
    setTime(9, 40)
    const { driveId } = await giveKeys(customer)
    const driving = { waitsSince: 0, suggestedId: 0, drive: { outAt: at(9, 40), dueAt: at(10, 40) } }
    expect(await cardOf(customer)).toMatchObject(driving)
    const list = async () => (await app.post(desk.list, front.token, { pageStart: 1, pageCount: 10 })).data
    expect((await list())?.map(({ isDriving }) => isDriving)).toEqual([true])
    const overview = async () => (await app.post(dashboard.due, manager.token, {})).arrivals
    expect(await overview()).toEqual({ waiting: 0, longestAt: 0 })
    setTime(10, 20)
    await run('warn-of-waiting-visitors')
    expect(await noticesOf(manager, 9)).toEqual([])
    // Back in the showroom the customer waits from then on.
    await takeBack(driveId)
    expect(await cardOf(customer)).toMatchObject({ waitsSince: at(10, 20), drive: null })
    expect((await list())?.map(({ isDriving }) => isDriving)).toEqual([false])
    expect(await overview()).toEqual({ waiting: 1, longestAt: at(10, 20) })
    setTime(10, 29)
    await run('warn-of-waiting-visitors')
    expect(await noticesOf(manager, 9)).toEqual([])
    setTime(10, 31)
    await run('warn-of-waiting-visitors')
    expect(await noticesOf(manager, 9)).toHaveLength(1)
  })

  it('also when the follow-up is written before the car is back', async () => {
    const customer = await booked(at(10))
    await giveKeys(customer)
    const done = { completedActivityType: 3, testSpecId: 1201, nextActivityType: 1 } as const
    expect(await app.post(customers.follow, owner.token, phoneFollow(app, customer, done))).toMatchObject({
      status: '0',
    })
    expect(await cardOf(customer)).toMatchObject({ waitsSince: 0, drive: { outAt: at(9) } })
    expect(await laneOf(customer)).toMatchObject({ isOut: true, isOver: false, carId })
  })
})

describe('the lane of a car', () => {
  it('is taken from the keys to the return, not as planned', async () => {
    const customer = await booked(at(13, 30))
    setTime(9, 39)
    const { driveId } = await giveKeys(customer)
    expect(await laneOf(customer)).toMatchObject({
      startsAt: at(9, 30),
      minutes: 75,
      isOut: true,
      isMovable: false,
    })
    // The planned hour is free again, the hour of the drive is not.
    const other = await buildCustomer(app, owner)
    expect(await plan(other, at(10))).toMatchObject({ code: 2901 })
    expect(await plan(other, at(13, 30))).toMatchObject({ status: '0' })
    setTime(10, 50)
    expect(await laneOf(customer)).toMatchObject({ startsAt: at(9, 30), minutes: 90 })
    await takeBack(driveId)
    setTime(12)
    expect(await laneOf(customer)).toMatchObject({ startsAt: at(9, 30), minutes: 90, isOut: false })
    expect(await plan(await buildCustomer(app, owner), at(12, 30))).toMatchObject({ status: '0' })
  })

  it('is that of the car which was handed over, and the booked one is free', async () => {
    const spare = await buildCar(app.db, app.now(), { dealerId })
    const customer = await booked(at(9, 15))
    await giveKeys(customer, spare)
    expect(await laneOf(customer)).toMatchObject({ carId: spare })
    expect(await plan(await buildCustomer(app, owner), at(9, 15))).toMatchObject({ status: '0' })
    expect(await plan(await buildCustomer(app, owner), at(9, 15), 60, spare)).toMatchObject({ code: 2901 })
  })

  it('goes back to the plan when the keys are taken back, unless it has been booked since', async () => {
    const customer = await booked(at(13))
    const { undoId } = await giveKeys(customer)
    expect(await app.post(rooms.base.undo, front.token, { undoId })).toMatchObject({ status: '0' })
    expect(await laneOf(customer)).toMatchObject({ startsAt: at(13), isOut: false, isMovable: true })
    expect(await plan(await buildCustomer(app, owner), at(13))).toMatchObject({ code: 2901 })
    const again = await giveKeys(customer)
    await booked(at(13))
    expect(await app.post(rooms.base.undo, front.token, { undoId: again.undoId })).toMatchObject({
      detail: expect.stringContaining('已被预约，无法撤销'),
    })
  })
})

describe('an overdue car', () => {
  it('endangers the next bookings, which are marked, and of which their owners get one notice', async () => {
    const [first, next, later] = [await booked(at(9, 15)), await booked(at(11)), await booked(at(15))]
    const elsewhere = await booked(at(11), 60, await buildCar(app.db, app.now(), { dealerId }))
    setTime(9, 15)
    const { driveId } = await giveKeys(first)
    const marked = async () =>
      (await Promise.all([next, later, elsewhere].map((one) => laneOf(one)))).map((one) => one?.isEndangered)
    expect(await marked()).toEqual([false, false, false])
    setTime(10, 31)
    expect(await marked()).toEqual([true, false, false])
    const expected = (await board()).expected?.filter(({ isEndangered }) => isEndangered)
    expect(expected?.map(({ customerId }) => customerId)).toEqual([next.customerId])
    const { data = [] } = await app.post(appointment.drives, front.token, { day: at(0) })
    expect(data.filter(({ isEndangered }) => isEndangered).map(({ activityId }) => activityId)).toEqual([
      next.activityId,
    ])
    await run('warn-of-missing-cars')
    await run('warn-of-missing-cars')
    expect(await noticesOf(owner, 20)).toEqual([expect.stringMatching(/^11:00 林女士预约的试驾车.+还未归还/)])
    await takeBack(driveId)
    expect(await marked()).toEqual([false, false, false])
  })

  it('of yesterday takes the lane of today, too', async () => {
    const customer = await booked(at(17))
    setTime(17)
    await giveKeys(customer)
    app.setNow(new Date((at(9) + 86_400) * 1000))
    const next = await buildMember(app.db, app.now(), { dealerId, role: 8 })
    const { data = [] } = await app.post(appointment.day, next.token, { day: at(0) + 86_400 })
    const one = data.find(({ customerId }) => customerId === customer.customerId)
    expect(one).toMatchObject({ isOut: true, carId })
    expect(one?.startsAt).toBeGreaterThanOrEqual(at(0) + 86_400)
  })
})
