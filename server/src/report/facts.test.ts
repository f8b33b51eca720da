import { rooms } from '@showroom/contract'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCar } from '../appointment/appointment.factory.ts'
import { buildCustomer, newCustomer, phoneFollow } from '../customer/customer.factory.ts'
import type { BuiltCustomer } from '../customer/customer.factory.ts'
import { buildReceivingStore } from '../lead/intake.factory.ts'
import { buildLead, manualValid } from '../lead/lead.factory.ts'
import { buildOrder } from '../order/order.factory.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

/** Facts keep series, owner and deal of their moment (docs/decisions/0116). */

const { report, customer, lead, appointment } = rooms

let app: TestApp
let dealerId: number
let boss: BuiltMember
let anna: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(new Date('2026-11-18T02:00:00Z'))
  ;({ dealerId } = await buildReceivingStore(app, { policy: 1 }))
  await signIn()
})

/** Sessions end over night. */
async function signIn(): Promise<void> {
  boss = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  anna = await buildMember(app.db, app.now(), { dealerId, isActive: true })
}

const ok = <Answer extends { readonly status: string; readonly text: string }>(answer: Answer): Answer => {
  expect(answer.status, answer.text).toBe('0')
  return answer
}
const hour = (of: number): number => dayStart(secondsOf(app.now())) + of * 3600
const atHour = (of: number): void => app.setNow(new Date(hour(of) * 1000))

type Way = Parameters<typeof phoneFollow>[2]
async function follow({ customerId, dealId }: Pick<BuiltCustomer, 'customerId' | 'dealId'>, way: Way) {
  const open = await app.db
    .selectFrom('activity')
    .select('id')
    .where('deal_id', '=', dealId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  const form = phoneFollow(app, { customerId, dealId, activityId: open?.id ?? 0 }, way)
  return ok(await app.post(customer.follow, boss.token, form))
}

/** The day of the test, seen later. */
const day = () => ({ dateStart: first, dateEnd: first })
let first = 0
beforeEach(() => {
  first = secondsOf(app.now())
})
const seriesRow = async (id: number) => {
  const { sums = [] } = ok(await app.post(report.seriesSum, boss.token, day()))
  return sums.find((row) => row.id === id)
}
const node = async (name: string, seriesId = 0) => {
  const { data = [] } = ok(
    await app.post(report.bigScreenClueState, boss.token, { dateType: 1, startDate: first, seriesId }),
  )
  return data.find((one) => one.name === name)
}

describe('a follow-up with another series', () => {
  it('moves no dormancy, no arrival and no defeat of a finished day', async () => {
    const asleep = await buildCustomer(app, anna, { specIds: '1201' })
    const visitor = await buildCustomer(app, anna, { specIds: '1201' })
    ok(await app.post(customer.pause, boss.token, { ...asleep, resumeDuration: 7 }))
    ok(await app.post(customer.informCome, boss.token, { customerId: visitor.customerId }))
    app.advance(86_400)
    await signIn()
    ok(await app.post(customer.resume, boss.token, { customerId: asleep.customerId, dealId: asleep.dealId }))
    for (const one of [asleep, visitor]) await follow(one, { specIds: '1203,1201' })
    expect(await seriesRow(1201)).toMatchObject({ dormancies: 1 })
    expect(await seriesRow(1203)).toMatchObject({ dormancies: 0 })
    expect([await node('到店', 1201), await node('到店', 1203)]).toMatchObject([
      { thisCount: 1 },
      { thisCount: 0 },
    ])
  })

  it('counts for its own series, and a test drive for the driven one', async () => {
    const file = await buildCustomer(app, anna, { specIds: '1201' })
    await follow(file, { specIds: '1203' })
    await follow(file, { specIds: '1203', completedActivityType: 3, testSpecId: 1202, testResult: 1 })
    const totalOf = async (measure: 'talks' | 'testDrives', seriesId: number) =>
      (await app.post(report.rows, boss.token, { ...day(), measure, seriesId, pageStart: 1, pageCount: 10 }))
        .total
    expect([await totalOf('talks', 1201), await totalOf('talks', 1203)]).toEqual([0, 1])
    expect([await totalOf('testDrives', 1203), await totalOf('testDrives', 1202)]).toEqual([0, 1])
  })
})

it('a test drive after the order is not one of its 试驾', async () => {
  const [before, after] = [await buildCustomer(app, anna), await buildCustomer(app, anna)]
  await follow(before, { completedActivityType: 3, testSpecId: 1202, testResult: 1 })
  for (const file of [before, after]) await buildOrder(app, anna, file, 3, boss)
  expect(await node('订车')).toMatchObject({ thisCount: 2, testDriveCount: 1 })
  app.advance(86_400)
  await signIn()
  for (const file of [before, after])
    await follow(file, { completedActivityType: 3, testSpecId: 1202, testResult: 1, level: 'O' })
  expect(await node('订车')).toMatchObject({ thisCount: 2, testDriveCount: 1 })
})

describe('a corrected source', () => {
  const cards = async () => {
    const numbers = [1, 2, 3].map(async (queryType) => {
      const query = { dateType: 1, startDate: first, queryType } as const
      return ok(await app.post(report.bigScreenSummary, boss.token, query)).data?.thisCount
    })
    return Promise.all(numbers)
  }
  const files = async () => {
    const { total } = ok(await app.post(report.customerSum2, boss.token, day()))
    return [total?.files, total?.filesOnline, total?.filesOffline]
  }
  async function correct(customerId: number, fromSource: number, otherSource: number): Promise<void> {
    const { editable, rowVersion } = await app.post(customer.get, boss.token, { customerId })
    if (!editable) throw new Error('the customer is missing')
    const gender = editable.gender || 2
    const form = { customerId, ...editable, gender, rowVersion, original: editable, fromSource, otherSource }
    ok(await app.post(customer.edit, boss.token, form))
  }

  it('moves a file between online and offline, and no total', async () => {
    const { customerId } = await buildCustomer(app, anna, { fromSource: 2 })
    expect([await cards(), await files()]).toEqual([
      [1, 0, 1],
      [1, 0, 1],
    ])
    app.advance(86_400)
    await signIn()
    await correct(customerId, 98, 1)
    expect([await cards(), await files()]).toEqual([
      [1, 1, 0],
      [1, 1, 0],
    ])
    const { data } = await app.post(report.bigScreenClueChart, boss.token, { dateType: 1, startDate: first })
    expect(data?.[0]).toMatchObject({ name: '线索总量', count: 1 })
    await correct(customerId, 1, 0)
    expect([await cards(), await files()]).toEqual([
      [1, 0, 1],
      [1, 0, 1],
    ])
  })

  it('counts the file of a lead no second time', async () => {
    const clueId = await buildLead(app, boss, { created_at: app.now() })
    ok(await app.post(lead.clear, boss.token, { ...manualValid(clueId), memberId: anna.memberId }))
    const typed = await buildCustomer(app, anna, { fromSource: 98, otherSource: 1 })
    expect([await cards(), await files()]).toEqual([
      [1, 1, 0],
      [2, 2, 0],
    ])
    const { customer_id: ofLead } = await app.db
      .selectFrom('lead')
      .select('customer_id')
      .where('id', '=', clueId)
      .executeTakeFirstOrThrow()
    for (const customerId of [ofLead ?? 0, typed.customerId]) await correct(customerId, 2, 0)
    expect([await cards(), await files()]).toEqual([
      [1, 1, 0],
      [2, 0, 2],
    ])
  })
})

describe('an appointment', () => {
  const numbers = async () => {
    const { total } = ok(await app.post(report.appointmentSum, boss.token, day()))
    return [total?.invited, total?.invitedCame, total?.noShows]
  }
  const settle = () => app.app.jobs.find(({ name }) => name === 'settle-appointments')?.run()
  const visitAt = (at: number): Way => ({ nextActivityType: 2, nextMinutes: 30, nextDate: at })

  it('is kept if the customer comes after it was agreed', async () => {
    const file = await buildCustomer(app, anna)
    await follow(file, visitAt(hour(14)))
    ok(await app.post(customer.informCome, boss.token, { customerId: file.customerId }))
    expect(await numbers()).toEqual([1, 1, 0])
  })

  it('counts nowhere if it was agreed after the customer had come on that day', async () => {
    const file = await buildCustomer(app, anna)
    ok(await app.post(customer.informCome, boss.token, { customerId: file.customerId }))
    app.advance(600)
    await follow(file, visitAt(hour(14)))
    expect(await numbers()).toEqual([0, 0, 0])
    atHour(14)
    ok(await app.post(customer.informCome, boss.token, { customerId: file.customerId }))
    atHour(23)
    await settle()
    expect(await numbers()).toEqual([0, 0, 0])
  })

  it('counts nowhere if the visit itself agreed on it, or the desk when it registered the customer', async () => {
    const file = await buildCustomer(app, anna)
    await follow(file, { completedActivityType: 2, comeDuration: 1, ...visitAt(hour(14)) })
    const walkIn = {
      ...newCustomer(app, visitAt(hour(15)) as object),
      newType: 1,
      assignMemberId: anna.memberId,
    }
    ok(await app.post(customer.add, boss.token, walkIn))
    expect(await numbers()).toEqual([0, 0, 0])
    atHour(23)
    await signIn()
    await settle()
    expect(await numbers()).toEqual([0, 0, 0])
    // For another day it is an invitation.
    app.setNow(new Date(hour(33) * 1000))
    await signIn()
    first = secondsOf(app.now())
    await follow(file, visitAt(hour(16)))
    expect(await numbers()).toEqual([1, 0, 0])
  })

  it('keeps its series if it is completed on a later day with another one', async () => {
    const [driver, visitor] = [
      await buildCustomer(app, anna, { specIds: '1201' }),
      await buildCustomer(app, anna, { specIds: '1201' }),
    ]
    await follow(driver, { ...visitAt(hour(14)), nextActivityType: 3, nextTestSpecId: 1201 })
    await follow(visitor, visitAt(hour(15)))
    atHour(14)
    // A drive that came stays planned until it is recorded; so does a visit that did not leave its trace at the desk.
    for (const { customerId } of [driver, visitor])
      ok(await app.post(customer.informCome, boss.token, { customerId }))
    const ofSeries = async (seriesId: number) => {
      const asked = { ...day(), measure: 'invitedCame', seriesId, pageStart: 1, pageCount: 10 } as const
      return ok(await app.post(report.rows, boss.token, asked)).total
    }
    expect([await ofSeries(1201), await ofSeries(1202), await ofSeries(1203)]).toEqual([2, 0, 0])
    app.setNow(new Date(hour(33) * 1000))
    await signIn()
    await follow(driver, { completedActivityType: 3, testSpecId: 1202, testResult: 1, specIds: '1203' })
    await follow(visitor, { specIds: '1203' })
    expect([await ofSeries(1201), await ofSeries(1202), await ofSeries(1203)]).toEqual([2, 0, 0])
  })
})

it('the minutes of a car stay with the owner who had the customer when it came back', async () => {
  const carId = await buildCar(app.db, app.now(), { dealerId })
  const { customerId } = await buildCustomer(app, anna)
  const keys = { customerId, carId, outKm: 1000, agreement: 2, minutes: 30 } as const
  ok(await app.post(appointment.walkUp, boss.token, keys))
  app.advance(1800)
  const { id: driveId } = await app.db
    .selectFrom('test_drive')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .executeTakeFirstOrThrow()
  ok(await app.post(appointment.takeBack, boss.token, { driveId, backKm: 1010 }))
  const owner = anna.memberId
  const ofMember = async (memberId: number) =>
    (
      await app.post(report.rows, boss.token, {
        dateStart: first,
        dateEnd: first,
        measure: 'carDriven',
        memberId,
        pageStart: 1,
        pageCount: 10,
      })
    ).total
  expect(await ofMember(owner)).toBe(1)
  app.setNow(new Date(addDays(first, 1) * 1000 + 36_000_000))
  await signIn()
  ok(await app.post(customer.reassign, boss.token, { customerId, memberId: anna.memberId, remark: '' }))
  expect([await ofMember(owner), await ofMember(anna.memberId)]).toEqual([1, 0])
})
