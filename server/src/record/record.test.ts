import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { postFile } from '../../test/files.ts'
import { buildCar } from '../appointment/appointment.factory.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { buildReceivingStore, buildSource, sendRaw } from '../lead/intake.factory.ts'
import type { BuiltSource } from '../lead/intake.factory.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

const { get, list, thirdCallDetail, testShareDetail } = rooms.customer

let app: TestApp
let sender: BuiltSource
/** Created before the server starts, as it looks for new sources only once a second. */
const others = {} as Record<'records' | 'leads' | 'orders' | 'slow', BuiltSource>
let by: BuiltMember
let code: string
beforeAll(async () => {
  app = await createTestApp()
  sender = await buildSource(app.db, { sends: 'records' })
  for (const sends of ['records', 'leads', 'orders'] as const)
    others[sends] = await buildSource(app.db, { sends })
  others.slow = await buildSource(app.db, { sends: 'records', rate: 1 })
  const store = await buildReceivingStore(app)
  code = store.code
  by = await buildMember(app.db, app.now(), { dealerId: store.dealerId, role: 1 })
})
afterAll(() => app.close())

let count = 0
interface Answer {
  httpStatus: number
  detail: string
  state?: string
  receipt?: string
  data?: { receipt: string; kind: string; detail: string }[]
  receipts?: { receipt: string; state: string; detail: string }[]
  errors?: { path: string; text: string }[]
  warnings?: { path: string; text: string }[]
}
const send = async (
  path: string,
  body: object,
  from = sender,
  method: 'GET' | 'POST' = 'POST',
): Promise<Answer> => {
  const sent = { dealerCode: code, deliveryId: `record-${(count += 1)}`, ...body }
  return (await sendRaw(app, from, JSON.stringify(sent), { path, method })) as unknown as Answer
}
const seconds = (): number => Math.floor(app.now().getTime() / 1000)
const rowsOf = async (customerId: number) => (await app.post(get, by.token, { customerId })).timelines ?? []

async function customer(mobile: string): Promise<number> {
  const { customerId } = await buildCustomer(app, by, { mobile })
  return customerId
}

describe('a call', () => {
  it('appears in the timeline with its transcript and recording', async () => {
    const customerId = await customer('13711110001')
    const form = (await send('/open/v1/calls/recordings', { fileName: 'a.mp3' })) as Answer & {
      fields: Record<string, string>
      recording: string
    }
    expect(form.httpStatus).toBe(200)
    const sound = Buffer.from('ID3 the sound of a call')
    expect((await postFile(app, form.fields, sound, 'a.mp3')).statusCode).toBe(204)
    const answer = await send('/open/v1/calls', {
      mobile: '+86 137 1111 0001',
      startedAt: seconds() - 600,
      seconds: 200,
      recording: form.recording,
      transcript: [
        { type: 'sales', text: '您好', at: 1 },
        { type: 'customer', text: '打13711110001找我', at: 4 },
      ],
    })
    expect(answer).toMatchObject({ httpStatus: 200, state: 'done' })
    const [row] = await rowsOf(customerId)
    expect(row).toMatchObject({
      subject: '通话录音',
      content: '通话3分20秒',
      facts: { kind: 'recorded', seconds: 200 },
    })
    const { data } = await app.post(thirdCallDetail, by.token, { callId: row?.callId ?? 0 })
    expect(data).toMatchObject({ seconds: 200, startedAt: seconds() - 600 })
    expect(data?.contentList.map(({ text }) => text)).toEqual(['您好', '打137****0001找我'])
    expect((await app.app.http.inject(data?.audioUrl ?? '')).rawPayload).toEqual(sound)
    // The recording is attached, so cleaning up old uploads keeps it.
    await app.db
      .updateTable('upload')
      .set({ asked_at: new Date(0) })
      .execute()
    await app.app.jobs.find(({ name }) => name === 'tidy-uploads')?.run()
    expect(await app.app.files.has(by.dealerId, form.recording)).toBe(true)
  })

  it('names the member who called', async () => {
    const customerId = await customer('13711110002')
    const member = await buildMember(app.db, app.now(), {
      dealerId: by.dealerId,
      name: '陆望舒',
      mobile: '13911110099',
    })
    await send('/open/v1/calls', {
      mobile: '13711110002',
      memberMobile: '13911110099',
      startedAt: seconds(),
      seconds: 20,
    })
    const [row] = await rowsOf(customerId)
    expect(row).toMatchObject({ content: '通话20秒', ownerName: '陆望舒' })
    expect(
      (
        await app.db
          .selectFrom('call_record')
          .select('member_id')
          .where('customer_id', '=', customerId)
          .executeTakeFirst()
      )?.member_id,
    ).toBe(member.memberId)
  })

  it('accepts no recording of another sender', async () => {
    const customerId = await customer('13711110003')
    const call = { mobile: '13711110003', startedAt: seconds(), seconds: 20 }
    for (const recording of [
      'nothing',
      `audio/${by.dealerId}/m0-00000000-0000-4000-8000-000000000000.mp3`,
      `image/${by.dealerId}/m0-00000000-0000-4000-8000-000000000000.png`,
    ])
      expect(await send('/open/v1/calls', { ...call, recording })).toMatchObject({
        httpStatus: 200,
        state: 'done',
        warnings: [{ path: 'recording', text: '录音不存在或已过期' }],
      })
    const calls = await app.db
      .selectFrom('call_record')
      .select('audio_key')
      .where('customer_id', '=', customerId)
      .execute()
    expect(calls).toEqual(Array(3).fill({ audio_key: '' }))
  })

  it('sent several times at once creates one record', async () => {
    const customerId = await customer('13711110004')
    const call = { mobile: '13711110004', startedAt: seconds(), seconds: 20, deliveryId: 'the same call' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('/open/v1/calls', call)))
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ state }) => state === 'done')).toHaveLength(1)
    expect(new Set(answers.map(({ receipt }) => receipt)).size).toBe(1)
    expect((await rowsOf(customerId)).filter(({ subject }) => subject === '通话录音')).toHaveLength(1)
  })

  it('from an unknown number is kept and completed once there is a file', async () => {
    const refused = await send('/open/v1/calls', { mobile: '13711110005', startedAt: seconds(), seconds: 20 })
    expect(refused).toMatchObject({ httpStatus: 409, state: 'refused', detail: '没有使用该手机号的客户档案' })
    const path = '/open/v1/records/refused'
    const { data = [] } = await send(path, {}, sender, 'GET')
    expect(data.find(({ receipt }) => receipt === refused.receipt)).toMatchObject({ kind: 'call' })
    const other = others.records
    expect((await send(path, {}, other, 'GET')).data).toEqual([])
    expect((await send('/open/v1/records/replay', { receipts: [refused.receipt] }, other)).receipts).toEqual(
      [],
    )
    const customerId = await customer('13711110005')
    expect((await send('/open/v1/records/replay', { receipts: [refused.receipt] })).receipts).toEqual([
      { receipt: refused.receipt, state: 'done', detail: '' },
    ])
    expect((await rowsOf(customerId))[0]).toMatchObject({ subject: '通话录音' })
    expect((await send('/open/v1/records/replay', { receipts: [refused.receipt] })).receipts).toEqual([])
    // The content is stored with the record alone.
    const rows = await app.db
      .selectFrom('record_delivery')
      .select('body')
      .where('state', '=', 1)
      .where(sql<boolean>`warnings = '[]'`)
      .execute()
    expect(rows.every(({ body }) => JSON.stringify(body) === '{}')).toBe(true)
  })
})

describe('a rejected delivery', () => {
  it('is done once by concurrent retries, and each of them gets a response', async () => {
    const call = { mobile: '13711110006', startedAt: seconds(), seconds: 20 }
    const { receipt = '' } = await send('/open/v1/calls', call)
    const customerId = await customer('13711110006')
    const again = () => send('/open/v1/records/replay', { receipts: [receipt] })
    const answers = await Promise.all([again(), again(), again()])
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200])
    const states = answers.flatMap(({ receipts = [] }) => receipts.map(({ state }) => state))
    expect(states.filter((one) => one === 'done')).toHaveLength(1)
    expect((await rowsOf(customerId)).filter(({ subject }) => subject === '通话录音')).toHaveLength(1)
  })
})

describe('a test drive', () => {
  it('is added with its report and marks the customer as having driven', async () => {
    const customerId = await customer('13711110011')
    const drivenAt = seconds() - 3600
    const report = [
      { label: '里程', value: '6.2公里' },
      { label: '陪驾 13711110019', value: '电话 13711110019' },
    ]
    expect(
      await send('/open/v1/testDrives', { mobile: '13711110011', seriesCode: 'LY-SJ', drivenAt, report }),
    ).toMatchObject({ state: 'done' })
    const [row] = await rowsOf(customerId)
    expect(row).toMatchObject({ subject: '智能试驾', content: '试驾车系：松涧' })
    expect(await app.post(testShareDetail, by.token, { shareId: row?.shareId ?? 0 })).toMatchObject({
      testSeries: '松涧',
      testDate: drivenAt,
      data: [
        { label: '里程', value: '6.2公里' },
        { label: '陪驾 137****0019', value: '电话 137****0019' },
      ],
    })
    const answer = await app.post(list, by.token, { isSmartDrive: 1, key: '13711110011' })
    expect(answer.data?.map((one) => one.customerId)).toEqual([customerId])
    // An earlier drive that arrives later keeps the date.
    await send('/open/v1/testDrives', {
      mobile: '13711110011',
      seriesCode: 'LY-SJ',
      drivenAt: drivenAt - 86_400,
    })
    const deal = await app.db
      .selectFrom('deal')
      .select('smart_driven_at')
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    expect(deal?.smart_driven_at).toEqual(new Date(drivenAt * 1000))
  })

  it('joins the store’s own drive by plate and time, once', async () => {
    const { dealerId, token } = by
    const plate = async (carId: number) =>
      (
        await app.db.selectFrom('test_car').select('plate').where('id', '=', carId).executeTakeFirstOrThrow()
      ).plate.replace('浙A', '浙a·')
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const car = { seriesCode: 'LY-SJ', plate: await plate(carId) }
    const built = await buildCustomer(app, by, { mobile: '13711110013' })
    const { customerId, activityId } = built
    const other = await customer('13711110014')
    await app.db
      .updateTable('activity')
      .set({ type: 3, test_series_id: 1201, due_at: app.now(), minutes: 60 })
      .where('id', '=', activityId)
      .execute()
    const keys = { customerId, activityId, carId, outKm: 100, agreement: 2 } as const
    expect(await app.post(rooms.appointment.handOver, token, keys)).toMatchObject({ status: '0' })
    const drive = { ...car, drivenAt: seconds(), minutes: 35, km: 12.5, route: '滨江路线' }
    // A number on another file keeps the record there; a time outside of the drive joins nothing.
    await send('/open/v1/testDrives', { ...drive, mobile: '13711110014' })
    expect((await rowsOf(other))[0]?.content).toContain('试驾车系：松涧')
    const before = { ...drive, drivenAt: seconds() - 7200, mobile: '13711110015' }
    expect(await send('/open/v1/testDrives', before)).toMatchObject({ httpStatus: 409 })
    const deliveryId = 'joins'
    for (const state of ['done', 'repeated'])
      expect(
        await send('/open/v1/testDrives', { ...drive, deliveryId, mobile: '13711110015' }),
      ).toMatchObject({ state })
    const [row, ...older] = await rowsOf(customerId)
    expect(row?.content).toMatch(
      /^并入试驾：浙A\d+，松涧，试驾时长35分钟，试驾里程12.5公里，试驾路线滨江路线$/,
    )
    expect(older.filter(({ subject }) => subject === '智能试驾')).toEqual([])
    const { data } = await app.post(testShareDetail, token, { shareId: row?.shareId ?? 0 })
    expect(data).toContainEqual({ label: '试驾里程', value: '12.5公里' })
    const { data: drives } = await app.post(rooms.appointment.drives, token, { day: seconds() })
    expect(drives?.find((one) => one.activityId === activityId)).toMatchObject({ isShared: true })
    // A second record of the same drive stands on its own.
    await send('/open/v1/testDrives', { ...drive, mobile: '13711110013' })
    expect((await rowsOf(customerId))[0]?.content).toContain('试驾车系：松涧')
  })

  it('joins a planned drive of the customer whose keys were not handed over', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId: by.dealerId })
    const { plate } = await app.db
      .selectFrom('test_car')
      .select('plate')
      .where('id', '=', carId)
      .executeTakeFirstOrThrow()
    const { customerId, activityId } = await buildCustomer(app, by, { mobile: '13711110016' })
    await app.db
      .updateTable('activity')
      .set({ type: 3, test_series_id: 1201, test_car_id: carId, due_at: app.now(), minutes: 60 })
      .where('id', '=', activityId)
      .execute()
    const drive = { seriesCode: 'LY-SJ', plate, drivenAt: seconds() }
    // A plan alone does not prove that an unknown number is the customer's.
    expect(await send('/open/v1/testDrives', { ...drive, mobile: '13711110017' })).toMatchObject({
      httpStatus: 409,
    })
    await send('/open/v1/testDrives', { ...drive, mobile: '13711110016' })
    expect((await rowsOf(customerId))[0]?.content).toContain('并入试驾')
  })

  it('of an unknown series is kept', async () => {
    await customer('13711110012')
    expect(
      await send('/open/v1/testDrives', { mobile: '13711110012', seriesCode: 'NONE', drivenAt: seconds() }),
    ).toMatchObject({ httpStatus: 409, detail: '车系编码不存在' })
  })
})

describe('a WeCom contact', () => {
  it('is claimed once by the customer with its number', async () => {
    const customerId = await customer('13711110021')
    for (let times = 0; times < 2; times++)
      expect(await send('/open/v1/contacts', { mobile: '13711110021', name: '山间客' })).toMatchObject({
        state: 'done',
      })
    const rows = (await rowsOf(customerId)).filter(({ subject }) => subject === '添加企业微信')
    expect(rows).toMatchObject([{ content: '企业微信联系人：山间客' }])
    expect(await app.post(get, by.token, { customerId })).toMatchObject({ status: '0' })
    expect(
      (await app.db.selectFrom('customer').select('is_wecom').where('id', '=', customerId).executeTakeFirst())
        ?.is_wecom,
    ).toBe(true)
  })

  it('with an unknown number waits for a customer', async () => {
    await send('/open/v1/contacts', { mobile: '13711110022', name: '等客' })
    const rows = await app.db
      .selectFrom('wecom_contact')
      .select('claimed_customer_id')
      .where('mobile', '=', '13711110022')
      .execute()
    expect(rows).toEqual([{ claimed_customer_id: null }])
  })
})

describe('a request', () => {
  it.each([
    ['/open/v1/calls', { mobile: '123', startedAt: 1_700_000_000, seconds: 1 }, 'mobile'],
    ['/open/v1/testDrives', { mobile: '13711110001', drivenAt: 1_700_000_000 }, 'seriesCode'],
    ['/open/v1/contacts', { name: 'x' }, 'mobile'],
    ['/open/v1/calls/recordings', { fileName: 'a.exe' }, 'fileName'],
    [
      '/open/v1/calls',
      { dealerCode: 'none', mobile: '13711110001', startedAt: 1_700_000_000, seconds: 1 },
      'dealerCode',
    ],
  ])('to %s with %j is rejected and names %s', async (path, body, field) => {
    const answer = await send(path, body)
    expect(answer.httpStatus).toBe(400)
    expect(answer.errors?.map(({ path: where }) => where)).toContain(field)
  })

  it('with wrong optional fields makes a record without them, and keeps them', async () => {
    const customerId = await customer('13711110051')
    const call = {
      deliveryId: 'wrong-fields',
      mobile: 13_711_110_051,
      memberMobile: '12',
      startedAt: '昨天',
      seconds: 'long',
      recording: `audio/${'x'.repeat(300)}`,
      transcript: [{ type: 'sales', text: '您好', at: '1' }, { type: 'other', text: '?', at: 2 }, 'junk'],
    }
    const paths = ['memberMobile', 'startedAt', 'seconds', 'recording', 'transcript.1.type', 'transcript.2']
    const answer = await send('/open/v1/calls', call)
    expect(answer).toMatchObject({ httpStatus: 200, state: 'done' })
    expect(answer.warnings?.map(({ path }) => path)).toEqual(paths)
    expect(await send('/open/v1/calls', call)).toMatchObject({ state: 'repeated', warnings: answer.warnings })
    const [row] = await rowsOf(customerId)
    expect(row).toMatchObject({ subject: '通话录音', content: '通话' })
    const { data } = await app.post(thirdCallDetail, by.token, { callId: row?.callId ?? 0 })
    expect(data).toMatchObject({ startedAt: seconds(), audioUrl: '', contentList: [{ text: '您好' }] })
    const rows = await app.db
      .selectFrom('record_delivery')
      .select('body')
      .where('delivery_id', '=', call.deliveryId)
      .execute()
    expect(rows.map(({ body }) => body)).toEqual([
      {
        memberMobile: '12',
        startedAt: '昨天',
        seconds: 'long',
        recording: call.recording,
        'transcript.1': call.transcript[1],
        'transcript.2': 'junk',
      },
    ])
  })

  it('of an unknown store is kept, and done by a replay once there is one', async () => {
    const store = await buildReceivingStore(app)
    const dealerCode = `NEW-${store.dealerId}`
    const contact = { dealerCode, deliveryId: 'early', mobile: '13711110052' }
    const refused = await send('/open/v1/contacts', contact)
    expect(refused).toMatchObject({
      httpStatus: 400,
      state: 'refused',
      receipt: expect.stringMatching(/^0-/),
    })
    const replay = async () =>
      (await send('/open/v1/records/replay', { receipts: [refused.receipt] })).receipts
    expect(await replay()).toMatchObject([{ state: 'refused', detail: '门店编码不存在' }])
    await app.db.updateTable('dealer').set({ code: dealerCode }).where('id', '=', store.dealerId).execute()
    expect(await replay()).toMatchObject([{ state: 'done', detail: '' }])
    expect(await send('/open/v1/contacts', contact)).toMatchObject({ state: 'repeated' })
  })

  it.each(['leads', 'orders'] as const)('with the key of a sender of %s is rejected', async (sends) => {
    const other = others[sends]
    expect((await send('/open/v1/contacts', { mobile: '13711110001' }, other)).httpStatus).toBe(401)
  })

  it('beyond the agreed rate is rejected', async () => {
    const { slow } = others
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => send('/open/v1/contacts', { mobile: '13711110031' }, slow)),
    )
    expect(answers.some(({ httpStatus }) => httpStatus === 429)).toBe(true)
  })
})

it('reaches no other store', async () => {
  const other = await buildReceivingStore(app)
  const customerId = await customer('13711110041')
  expect(
    await send('/open/v1/calls', {
      dealerCode: other.code,
      mobile: '13711110041',
      startedAt: seconds(),
      seconds: 5,
    }),
  ).toMatchObject({ httpStatus: 409 })
  expect((await rowsOf(customerId)).filter(({ subject }) => subject === '通话录音')).toEqual([])
})
