import { rooms } from '@showroom/contract'
import type { HandOver } from '@showroom/contract/appointment/drive.schema'
import type { z } from 'zod'
import { dayStart } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { storeImage } from '../../../test/files.ts'
import { buildCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import { secondsOf } from '../../platform/clock.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCar } from '../appointment.factory.ts'

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
    expect(out).toMatchObject({
      carId,
      outKm: 1200,
      outAt: secondsOf(app.now()),
      backAt: 0,
      lastKm: 1200,
      isWalkUp: false,
    })
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
    for (const row of [first, last])
      expect(row?.facts).toEqual({
        kind: 'annotated',
        said: row?.content,
        testDriveId: customer.activityId,
      })
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
    const manager = await buildMember(app.db, app.now(), { dealerId, role: 1 })
    expect(await app.post(rooms.appointment.removeCar, manager.token, { carId })).toMatchObject({
      code: 2905,
    })
    const loser = answers[0].status === '0' ? other : one
    const spare = await buildCar(app.db, app.now(), { dealerId })
    const both = await Promise.all([
      keys(driver, loser, { carId: spare }),
      keys(desk, loser, { carId: spare }),
    ])
    expect(new Set(both.map(({ code }) => code ?? 0))).toEqual(new Set([0, 410]))
  })

  it('keeps licence and signature out of the timeline; a signature is needed on the tablet', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const customer = await planned()
    expect(await keys(driver, customer, { carId, agreement: 1 })).toMatchObject({
      errors: [{ path: 'signature', text: '请客户签名' }],
    })
    expect(await keys(driver, customer, { carId: 0, outKm: undefined, agreement: 1 } as never)).toMatchObject(
      { errors: [{ path: 'carId' }, { path: 'outKm' }, { path: 'signature' }] },
    )
    const signature = await storeImage(app, driver.token)
    const foreign = await storeImage(app, colleague.token)
    const form = { carId, agreement: 1, signature } as const
    expect(await keys(driver, customer, { ...form, licence: foreign })).toMatchObject({
      errors: [{ path: 'licence', text: '图片不存在，请重新上传' }],
    })
    const licence = await storeImage(app, driver.token)
    expect(await keys(driver, customer, { ...form, licence })).toMatchObject({ status: '0' })
    const [row] = await timelineOf(customer)
    expect(row?.images1).toBe('')
    const papers = await app.db
      .selectFrom('drive_paper')
      .select(['licence_key', 'signature_key'])
      .where('customer_id', '=', customer.customerId)
      .execute()
    expect(papers).toEqual([{ licence_key: licence, signature_key: signature }])
    expect(row?.content).toContain('协议第1版')
  })
})

const undo = (by: BuiltMember, undoId = 0) => app.post(rooms.base.undo, by.token, { undoId })
const audited = async ({ customerId }: { customerId: number }) =>
  (
    await app.db
      .selectFrom('audit')
      .select('action')
      .where('dealer_id', '=', dealerId)
      .where('record', '=', `customer:${customerId}`)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('a mistaken step of a test drive', () => {
  it('is undone: the keys, and the car back unless it is out again', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const customer = await planned()
    const { undoId } = await keys(driver, customer, { carId })
    expect(await undo(desk, undoId)).toMatchObject({ code: 404 })
    expect(await undo(driver, undoId)).toMatchObject({ undoneTotal: 1 })
    expect(await driveOf(driver, customer)).toMatchObject({ driveId: 0 })
    expect(await keys(driver, customer, { carId })).toMatchObject({ status: '0' })
    const { driveId = 0 } = (await driveOf(driver, customer)) ?? {}
    const back = async () => (await app.post(takeBack, driver.token, { driveId, backKm: 1290 })).undoId
    const first = await back()
    expect(await undo(driver, first)).toMatchObject({ undoneTotal: 1 })
    expect(await driveOf(driver, customer)).toMatchObject({ driveId, backAt: 0, backKm: 0 })
    const second = await back()
    expect(await keys(desk, await planned(), { carId })).toMatchObject({ status: '0' })
    expect(await undo(driver, second)).toMatchObject({ code: 410, detail: '该试驾车已再次交出，无法撤销' })
    expect(await audited(customer)).toEqual([
      'drive-out',
      'drive-out-undo',
      'drive-out',
      'drive-back',
      'drive-back-undo',
      'drive-back',
    ])
    expect((await timelineOf(customer)).map(({ subject }) => subject)).toContain('撤销还车')
  })

  it('stays after a change of the file', async () => {
    const customer = await planned()
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const { undoId } = await keys(owner, customer, { carId })
    await app.post(rooms.customer.remark, owner.token, { customerId: customer.customerId, remark: '很满意' })
    expect(await undo(owner, undoId)).toMatchObject({ code: 410 })
    expect(await driveOf(owner, customer)).toMatchObject({ carId })
  })

  it('is corrected: a mileage that no true one could follow', async () => {
    const customer = await planned()
    const carId = await buildCar(app.db, app.now(), { dealerId })
    await keys(desk, customer, { carId, outKm: 12_000 })
    const { driveId = 0 } = (await driveOf(desk, customer)) ?? {}
    const correct = (by: BuiltMember, outKm: number, backKm = 0) =>
      app.post(rooms.appointment.correctDrive, by.token, { driveId, outKm, backKm })
    expect(await correct(colleague, 1200)).toMatchObject({ code: 404 })
    expect(await correct(driver, 1200)).toMatchObject({ status: '0' })
    await app.post(takeBack, driver.token, { driveId, backKm: 1290 })
    expect(await correct(driver, 1200, 1100)).toMatchObject({ errors: [{ path: 'backKm' }] })
    expect(await correct(driver, 1200, 1209)).toMatchObject({ status: '0' })
    expect(await driveOf(desk, customer)).toMatchObject({ outKm: 1200, backKm: 1209 })
    const [last] = await timelineOf(customer)
    expect(last?.content).toContain('里程由1200–1290公里更正为1200–1209公里')
  })
})

describe('a test drive without an appointment', () => {
  const { day, findDriver, move, walkUp } = rooms.appointment
  const walk = (by: BuiltMember, customerId: number, carId: number, minutes: 30 | 60 = 60) =>
    app.post(walkUp, by.token, { customerId, carId, minutes, outKm: 500, agreement: 2 })
  const planOf = ({ dealId }: { dealId: number }) =>
    app.db
      .selectFrom('activity as a')
      .innerJoin('deal as d', 'd.id', 'a.deal_id')
      .select(['a.type', 'a.due_at', 'd.next_activity_type', 'd.next_follow_at'])
      .where('d.id', '=', dealId)
      .where('a.completed_at', 'is', null)
      .where('a.cancelled_at', 'is', null)
      .execute()
  const laneOf = async (carId: number) =>
    (await app.post(day, driver.token, { day: today() })).data?.filter((one) => one.carId === carId)

  it('starts at once for a customer found by name, and is taken back with its plan restored', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const customer = await buildCustomer(app, owner, { name: '谢雨桐' })
    const { customerId } = customer
    const stranger = await buildMember(app.db, app.now(), { role: 8 })
    for (const wanted of [{ key: '谢雨桐' }, { key: '', customerId }]) {
      const search = async (by: BuiltMember) =>
        (await app.post(findDriver, by.token, wanted)).data?.some((one) => one.customerId === customerId)
      expect([
        await search(driver),
        await search(desk),
        await search(owner),
        await search(colleague),
        await search(stranger),
      ]).toEqual([true, true, true, false, false])
    }
    expect(await walk(colleague, customerId, carId)).toMatchObject({ code: 404 })
    const before = await planOf(customer)
    const { undoId, text } = await walk(driver, customerId, carId)
    if (!undoId) throw new Error(text)
    const quarter = secondsOf(app.now()) - (secondsOf(app.now()) % 900)
    expect(await laneOf(carId)).toMatchObject([
      { customerId, startsAt: quarter, minutes: 60, hasCome: true, isMovable: false },
    ])
    const list = (await app.post(drives, driver.token, { day: today() })).data ?? []
    expect(list.find((one) => one.customerId === customerId)).toMatchObject({
      carId,
      minutes: 60,
      outKm: 500,
      isWalkUp: true,
    })
    const other = await buildCustomer(app, owner)
    expect(await walk(desk, other.customerId, carId)).toMatchObject({ errors: [{ path: 'carId' }] })
    expect(await walk(driver, customerId, carId)).toMatchObject({
      errors: [{ path: 'customerId', text: '该客户的试驾车钥匙已交出' }],
    })
    const activityId = (await laneOf(carId))?.[0]?.activityId ?? 0
    expect((await app.post(rooms.appointment.paper, driver.token, { activityId })).data?.minutes).toBe(60)
    const moved = { customerId, activityId, startsAt: quarter + 7200, minutes: 30 as const, carId: 0 }
    expect(await app.post(move, desk.token, moved)).toMatchObject({ code: 410 })
    expect(await undo(driver, undoId)).toMatchObject({ undoneTotal: 1 })
    expect(await laneOf(carId)).toEqual([])
    expect(await planOf(customer)).toEqual(before)
    expect(await walk(owner, other.customerId, carId, 30)).toMatchObject({ status: '0' })
  })

  it('is one a day: another begins from the plan of the first, which is open until its follow-up', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const { customerId } = await buildCustomer(app, owner)
    expect(await walk(desk, customerId, carId, 30)).toMatchObject({ status: '0' })
    const driveId = (await app.post(drives, driver.token, { day: today() })).data?.find(
      (one) => one.customerId === customerId,
    )?.driveId
    expect(await app.post(takeBack, driver.token, { driveId: driveId ?? 0, backKm: 510 })).toMatchObject({
      status: '0',
    })
    const again = {
      errors: [{ path: 'customerId', text: expect.stringMatching(/已安排试驾|钥匙已交出/) as string }],
    }
    expect(await walk(desk, customerId, carId, 30)).toMatchObject(again)
    const driving = await buildCustomer(app, owner)
    await app.db
      .updateTable('activity')
      .set({ type: 3, due_at: app.now() })
      .where('id', '=', driving.activityId)
      .execute()
    expect(await walk(desk, driving.customerId, carId)).toMatchObject({
      errors: [{ path: 'customerId', text: '该客户今天已安排试驾，请在试驾用车中交钥匙' }],
    })
    const tomorrows = { due_at: new Date(app.now().getTime() + 86_400_000) }
    await app.db.updateTable('activity').set(tomorrows).where('id', '=', driving.activityId).execute()
    const free = await buildCar(app.db, app.now(), { dealerId })
    expect(await walk(desk, driving.customerId, free)).toMatchObject({ status: '0' })
  })

  it('completes a visit planned for today, and adds no other invitation', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const { customerId, activityId } = await buildCustomer(app, owner)
    await app.db
      .updateTable('activity')
      .set({ type: 2, minutes: 30, due_at: app.now() })
      .where('id', '=', activityId)
      .execute()
    expect(await walk(desk, customerId, carId)).toMatchObject({ status: '0' })
    const rows = await app.db
      .selectFrom('activity')
      .select(['type', 'minutes', 'kept', 'completed_type'])
      .where('customer_id', '=', customerId)
      .where('cancelled_at', 'is', null)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { type: 2, minutes: 30, kept: true, completed_type: 2 },
      { type: 3, minutes: null, kept: null, completed_type: null },
    ])
  })

  it('never shares its car with another one that starts at the same moment', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const [one, other] = [await buildCustomer(app, owner), await buildCustomer(app, owner)]
    const answers = await Promise.all([
      walk(driver, one.customerId, carId),
      walk(desk, other.customerId, carId),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['-1', '0'])
  })
})
