import { rooms } from '@showroom/contract'
import { agreementMax, usualAgreement } from '@showroom/contract/appointment/agreement.schema'
import { sql } from 'kysely'
import { allowErasing } from '../../platform/personal/personal.repository.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { storeImage } from '../../../test/files.ts'
import { buildCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCar } from '../appointment.factory.ts'

let app: TestApp
let dealerId: number
let head: BuiltMember
let driver: BuiltMember
let owner: BuiltMember
let colleague: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
/** Each test has its own store, with the usual agreement. */
beforeEach(async () => {
  dealerId = await buildDealer(app.db)
  head = await buildMember(app.db, app.now(), { dealerId, role: 1 })
  driver = await buildMember(app.db, app.now(), { dealerId, role: 8 })
  owner = await buildMember(app.db, app.now(), { dealerId, name: '许安' })
  colleague = await buildMember(app.db, app.now(), { dealerId })
})
afterAll(() => app.close())

const { agreement, drives, handOver, paper, saveAgreement, takeBack } = rooms.appointment

async function planned() {
  const customer = await buildCustomer(app, owner)
  const carId = await buildCar(app.db, app.now(), { dealerId })
  await app.db
    .updateTable('activity')
    .set({ type: 3, test_series_id: 1201, test_car_id: carId, due_at: app.now() })
    .where('id', '=', customer.activityId)
    .execute()
  return { ...customer, carId }
}
type Planned = Awaited<ReturnType<typeof planned>>

/** Signs on the tablet, with a photo of the licence. */
async function sign({ customerId, activityId, carId }: Planned, version: number) {
  const [licence, signature] = [await storeImage(app, driver.token), await storeImage(app, driver.token)]
  const form = {
    customerId,
    activityId,
    carId,
    outKm: 1200,
    agreement: 1,
    version,
    licence,
    signature,
  } as const
  return { ...(await app.post(handOver, driver.token, form)), licence, signature }
}
const paperOf = async (by: BuiltMember, { activityId }: Planned) =>
  (await app.post(paper, by.token, { activityId })).data
const picturesOf = (by: BuiltMember, { activityId }: Planned) =>
  app.post(rooms.appointment.pictures, by.token, { activityId })
/** Puts pictures into the row of the handover, as releases before did. */
const keepInTimeline = ({ customerId }: Planned, keys: readonly string[]) =>
  app.db.transaction().execute(async (trx) => {
    await allowErasing(trx)
    await trx
      .updateTable('timeline')
      .set({ image_keys: [...keys] })
      .where('customer_id', '=', customerId)
      .where('subject', '=', '交钥匙')
      .execute()
  })
const save = (content: string) => app.post(saveAgreement, head.token, { content })

describe('the agreement of a store', () => {
  it('has the usual text until the store writes its own, and each change is a version', async () => {
    const own = await buildMember(app.db, app.now(), { role: 1 })
    const read = () => app.post(agreement, own.token, {})
    expect(await read()).toMatchObject({ version: 1, content: usualAgreement })
    const change = (content: string) => app.post(saveAgreement, own.token, { content })
    expect(await change(' 1. 系好安全带。\n2. 垂询 13912345678 ')).toMatchObject({ status: '0' })
    const masked = '1. 系好安全带。\n2. 垂询 139****5678'
    expect(await read()).toMatchObject({ version: 2, content: masked })
    expect(await change(masked)).toMatchObject({ status: '0' })
    expect(await read()).toMatchObject({ version: 2 })
    expect(await change(`${masked}，周日休息`)).toMatchObject({ errors: [{ path: 'content' }] })
    expect(await change('字'.repeat(agreementMax + 1))).toMatchObject({
      errors: [{ path: 'content', text: '不能超过1000个字' }],
    })
  })
})

describe('the paper of a test drive', () => {
  it('holds the text in force, and from the signature on the text that was signed', async () => {
    const customer = await planned()
    expect(await paperOf(driver, customer)).toMatchObject({
      name: '林女士',
      ownerName: '许安',
      version: 1,
      content: usualAgreement,
      agreement: 0,
      outAt: 0,
      hasLicence: false,
      hasSignature: false,
    })
    const { licence, signature, ...signed } = await sign(customer, 1)
    expect(signed).toMatchObject({ status: '0' })
    expect(await save('新的协议')).toMatchObject({ status: '0' })
    const own = await paperOf(owner, customer)
    expect(own).toMatchObject({ version: 1, content: usualAgreement, agreement: 1, outKm: 1200 })
    expect(own).toMatchObject({ hasLicence: true, hasSignature: true })
    expect(JSON.stringify(own)).not.toMatch(/image\//)
    expect(await picturesOf(owner, customer)).toMatchObject({
      licence: expect.stringContaining(licence),
      signature: expect.stringContaining(signature),
    })
    expect(await paperOf(driver, await planned())).toMatchObject({ version: 2, content: '新的协议' })
  })

  it('is signed in the version in force', async () => {
    const customer = await planned()
    const { version = 0, content = '' } = await app.post(agreement, driver.token, {})
    expect(await save(`${content}。再改一次`)).toMatchObject({ status: '0' })
    expect(await sign(customer, version)).toMatchObject({
      errors: [{ path: 'agreement', text: '试驾协议已更新，请客户重新阅读后签署' }],
    })
    expect(await sign(customer, version + 1)).toMatchObject({ status: '0' })
  })

  it('is for those who see the customer, and for 试驾专员, who see the pictures while the car is out', async () => {
    const customer = await planned()
    const { version = 0 } = await app.post(agreement, driver.token, {})
    const { licence } = await sign(customer, version)
    expect(await app.post(paper, colleague.token, { activityId: customer.activityId })).toMatchObject({
      code: 404,
    })
    expect((await picturesOf(driver, customer)).licence).toContain(licence)
    const { data = [] } = await app.post(drives, driver.token, {
      day: Math.floor(app.now().getTime() / 1000),
    })
    const driveId = data.find(({ activityId }) => activityId === customer.activityId)?.driveId ?? 0
    expect(await app.post(takeBack, driver.token, { driveId, backKm: 1215 })).toMatchObject({ status: '0' })
    expect(await paperOf(driver, customer)).toMatchObject({
      backKm: 1215,
      hasLicence: false,
      hasSignature: false,
    })
    expect(await picturesOf(driver, customer)).toMatchObject({ code: 404 })
    expect((await picturesOf(owner, customer)).licence).toContain(licence)
  })
})

describe('licence and signature', () => {
  const hour = 3600
  /** Everything but the reveal that answers about the customer. */
  const readsOf = async (by: BuiltMember, customer: Planned) => {
    const { customerId } = customer
    return [
      await app.post(rooms.customer.get, by.token, { customerId }),
      await app.post(rooms.customer.timelines, by.token, { customerId }),
      await app.post(paper, by.token, { activityId: customer.activityId }),
    ]
  }

  it('are revealed alone: counted, audited, for five minutes, and never to investors', async () => {
    const customer = await planned()
    const { version = 0 } = await app.post(agreement, driver.token, {})
    const { licence, signature } = await sign(customer, version)
    await keepInTimeline(customer, [licence, signature])
    const investor = await buildMember(app.db, app.now(), { dealerId, role: 11 })
    for (const by of [owner, head, investor])
      for (const { text, ...answer } of await readsOf(by, customer)) {
        expect(JSON.stringify(answer), text).not.toContain(licence)
        expect(JSON.stringify(answer), text).not.toContain(signature)
      }
    for (const by of [owner, head, driver])
      expect(
        await app.post(rooms.base.refreshUrl, by.token, { urlList: [licence] }),
        'an old address is not renewed',
      ).toMatchObject({ code: 404 })
    expect(await picturesOf(investor, customer)).toMatchObject({ code: 403 })
    const { licence: link = '' } = await picturesOf(owner, customer)
    const open = () => app.app.http.inject({ url: link })
    const opened = await open()
    expect(opened.statusCode).toBe(200)
    expect(opened.headers['cache-control']).toBe('private, max-age=300')
    app.advance(5 * 60 + 1)
    expect((await open()).statusCode).toBe(403)
    const audited = await app.db
      .selectFrom('audit')
      .select(['member_id', 'detail'])
      .where('action', '=', 'reveal')
      .where('record', '=', `customer:${customer.customerId}`)
      .execute()
    expect(audited).toEqual([{ member_id: owner.memberId, detail: { dataType: 3 } }])
    app.advance(hour)
    for (let at = 0; at < 60; at += 1)
      expect(await picturesOf(owner, customer)).toMatchObject({ status: '0' })
    expect(await picturesOf(owner, customer)).toMatchObject({ httpStatus: 429 })
  })
})

describe('the migration', () => {
  it('makes the papers of earlier handovers from the timeline', async () => {
    const { version = 0 } = await app.post(agreement, driver.token, {})
    const signed = await planned()
    const { licence, signature } = await sign(signed, version)
    const onPaper = await planned()
    const photo = await storeImage(app, driver.token)
    const { customerId, activityId, carId } = onPaper
    const form = { customerId, activityId, carId, outKm: 1, agreement: 2, version, licence: photo } as const
    expect(await app.post(handOver, driver.token, form)).toMatchObject({ status: '0' })
    await keepInTimeline(signed, [licence, signature])
    await keepInTimeline(onPaper, [photo])
    await app.db.deleteFrom('drive_agreement').execute()
    await app.db.deleteFrom('drive_paper').execute()
    const migration = (await readMigrations())['0146_drive_papers'] ?? ''
    const fills = migration.slice(migration.indexOf('insert into drive_agreement')).split(';\n').slice(0, 2)
    for (const fill of fills) await sql.raw(fill).execute(app.db)
    const papers = await app.db
      .selectFrom('drive_paper')
      .select(['version', 'licence_key as licence', 'signature_key as signature'])
      .where('customer_id', 'in', [signed.customerId, customerId])
      .orderBy('customer_id')
      .execute()
    expect(papers).toEqual([
      { version: 1, licence, signature },
      { version: 1, licence: photo, signature: '' },
    ])
    expect((await paperOf(owner, signed))?.content).toContain('本人持有有效的机动车驾驶证')
  })
})

describe('the follow-up of a test drive', () => {
  it('is offered the car and minutes of the drive, and keeps them', async () => {
    const customer = await planned()
    const { carId, customerId, activityId } = customer
    const { version = 0 } = await app.post(agreement, driver.token, {})
    await sign(customer, version)
    const read = () => app.post(rooms.customer.get, owner.token, { customerId })
    const { plate } = await app.db
      .selectFrom('test_car')
      .select('plate')
      .where('id', '=', carId)
      .executeTakeFirstOrThrow()
    const drive = { carId, plate, seriesId: 1201, minutes: 0 }
    expect((await read()).pendingActivity).toMatchObject({ type: 3, drive })
    const back = { back_at: new Date(app.now().getTime() + 42 * 60_000), back_km: 1215 }
    await app.db.updateTable('test_drive').set(back).where('activity_id', '=', activityId).execute()
    expect((await read()).pendingActivity?.drive).toEqual({ ...drive, minutes: 42 })
    const done = {
      completedActivityType: 3,
      activityId,
      testSpecId: 1201,
      testMinutes: 42,
      nextActivityType: 1,
    } as const
    const follow = (testCarId: number) =>
      app.post(rooms.customer.follow, owner.token, phoneFollow(app, customer, { ...done, testCarId }))
    const other = await buildCar(app.db, app.now(), { dealerId, seriesId: 1202 })
    for (const wrong of [other, 999_999])
      expect(await follow(wrong)).toMatchObject({ errors: [{ path: 'testCarId' }] })
    expect(await follow(carId)).toMatchObject({ status: '0' })
    const [row] = (await read()).timelines ?? []
    expect(row).toMatchObject({ facts: { testCar: plate, testMinutes: 42 } })
    expect(row?.content).toContain(`试驾车：${plate}；试驾时长：42分钟`)
  })
})
