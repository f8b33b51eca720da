import { rooms } from '@showroom/contract'
import type { HandOver } from '@showroom/contract/appointment/drive.schema'
import type { z } from 'zod'
import { dayStart } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { storeImage } from '../../test/files.ts'
import { buildCustomer, phoneFollow } from '../customer/customer.factory.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { buildCar } from './appointment.factory.ts'

let app: TestApp
let dealerId: number
let driver: BuiltMember
let desk: BuiltMember
let owner: BuiltMember
let colleague: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  dealerId = await buildDealer(app.db)
  driver = await buildMember(app.db, app.now(), { dealerId, role: 8 })
  desk = await buildMember(app.db, app.now(), { dealerId, role: 7, modules: ['前台流量'], handleFront: true })
  owner = await buildMember(app.db, app.now(), { dealerId, name: '许安' })
  colleague = await buildMember(app.db, app.now(), { dealerId })
})
afterAll(() => app.close())

const { drives, handOver, takeBack } = rooms.appointment
const today = (): number => dayStart(secondsOf(app.now()))

/** A customer of the owner whose open plan is a test drive today. */
async function planned(by = owner) {
  const customer = await buildCustomer(app, by)
  await app.db
    .updateTable('activity')
    .set({ type: 3, test_series_id: 1201, due_at: app.now() })
    .where('id', '=', customer.activityId)
    .execute()
  return customer
}
type Planned = Awaited<ReturnType<typeof planned>>
const keys = (
  by: BuiltMember,
  { customerId, activityId }: Planned,
  form: Pick<z.input<typeof HandOver>, 'carId'> & Partial<z.input<typeof HandOver>>,
) => app.post(handOver, by.token, { customerId, activityId, outKm: 1200, agreement: 2, ...form })
const driveOf = async (by: BuiltMember, { activityId }: Planned) =>
  (await app.post(drives, by.token, { day: today() })).data?.find((one) => one.activityId === activityId)
const timelineOf = async ({ customerId }: Planned) =>
  (await app.post(rooms.customer.get, owner.token, { customerId })).timelines ?? []

describe('a test drive', () => {
  it('is listed for days of the past, too', async () => {
    expect(await app.post(drives, driver.token, { day: today() - 40 * 86_400 })).toMatchObject({ data: [] })
  })

  it('goes from the keys to the car back, by 试驾专员 and desk, and enters the timeline', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const customer = await planned()
    expect(await driveOf(driver, customer)).toMatchObject({ name: '林女士', driveId: 0, mayHand: true })
    expect(await driveOf(colleague, customer)).toMatchObject({ isSeen: false, mayHand: false })
    expect(await keys(colleague, customer, { carId })).toMatchObject({ code: 404 })
    expect(await keys(driver, customer, { carId })).toMatchObject({ status: '0' })
    const out = await driveOf(desk, customer)
    expect(out).toMatchObject({ carId, outKm: 1200, outAt: secondsOf(app.now()), backAt: 0, lastKm: 1200 })
    const { driveId = 0 } = out ?? {}
    const back = (by: BuiltMember, backKm: number) => app.post(takeBack, by.token, { driveId, backKm })
    expect(await back(desk, 1199)).toMatchObject({
      errors: [{ path: 'backKm', text: '还车里程不能小于出发里程1200公里' }],
    })
    expect(await back(colleague, 1215)).toMatchObject({ code: 404 })
    const answers = await Promise.all([back(desk, 1215), back(owner, 1215)])
    expect(new Set(answers.map(({ code }) => code ?? 0))).toEqual(new Set([0, 410]))
    const [last, first] = await timelineOf(customer)
    expect(first).toMatchObject({ subject: '交钥匙' })
    expect(last).toMatchObject({ subject: '还车' })
    expect(last?.content).toContain('行驶15公里')
  })

  it('is the one visit of the day, and the owner’s follow-up completes it', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const customer = await planned()
    expect(await keys(desk, customer, { carId })).toMatchObject({ status: '0' })
    const done = {
      completedActivityType: 3,
      testSpecId: 1201,
      activityId: customer.activityId,
      nextActivityType: 1,
    } as const
    const answer = await app.post(rooms.customer.follow, owner.token, phoneFollow(app, customer, done))
    expect(answer.status, answer.text).toBe('0')
    const visits = await app.db
      .selectFrom('visit')
      .select('id')
      .where('customer_id', '=', customer.customerId)
      .execute()
    expect(visits).toHaveLength(1)
    expect(await driveOf(driver, customer)).toMatchObject({ backAt: 0, carId })
  })

  it('gives a key to one of two who hand it over at once', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const [one, other] = [await planned(), await planned()]
    const answers = await Promise.all([keys(driver, one, { carId }), keys(desk, other, { carId })])
    expect(new Set(answers.map(({ code }) => code ?? 0))).toEqual(new Set([0, 2905]))
    const loser = answers[0].status === '0' ? other : one
    const spare = await buildCar(app.db, app.now(), { dealerId })
    const both = await Promise.all([
      keys(driver, loser, { carId: spare }),
      keys(desk, loser, { carId: spare }),
    ])
    expect(new Set(both.map(({ code }) => code ?? 0))).toEqual(new Set([0, 410]))
  })

  it('keeps licence and signature as pictures of the timeline; a signature is needed on the tablet', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const customer = await planned()
    expect(await keys(driver, customer, { carId, agreement: 1 })).toMatchObject({
      errors: [{ path: 'signature', text: '请客户签名' }],
    })
    const signature = await storeImage(app, driver.token)
    const foreign = await storeImage(app, colleague.token)
    const form = { carId, agreement: 1, signature } as const
    expect(await keys(driver, customer, { ...form, licence: foreign })).toMatchObject({
      errors: [{ path: 'licence', text: '图片不存在，请重新上传' }],
    })
    const licence = await storeImage(app, driver.token)
    expect(await keys(driver, customer, { ...form, licence })).toMatchObject({ status: '0' })
    const [row] = await timelineOf(customer)
    const shown = row?.images1.split(',') ?? []
    expect(shown).toHaveLength(2)
    for (const [at, key] of [licence, signature].entries()) expect(shown[at]).toContain(key)
    expect(row?.content).toContain('协议第1版')
  })
})
