import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { storeImage } from '../../../test/files.ts'
import { buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer } from '../customer.factory.ts'
import type { BuiltCustomer } from '../customer.factory.ts'

const { testShareDetail, thirdCallDetail, get } = rooms.customer

let app: TestApp
let by: BuiltMember
let strangers: BuiltMember[]
let customer: BuiltCustomer
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now(), { name: '许安' })
  strangers = [
    await buildMember(app.db, app.now(), { dealerId: by.dealerId }),
    await buildMember(app.db, app.now(), { role: 1 }),
  ]
  customer = await buildCustomer(app, by)
})
afterAll(() => app.close())

const seconds = () => Math.floor(app.now().getTime() / 1000)

describe('a recorded call', () => {
  const record = async (audio_key = '') =>
    (
      await app.db
        .insertInto('call_record')
        .values({
          dealer_id: by.dealerId,
          customer_id: customer.customerId,
          member_id: by.memberId,
          started_at: app.now(),
          seconds: 42,
          audio_key,
          transcript: JSON.stringify([
            { type: 'sales', text: '您好，我是许安', at: 0 },
            { type: 'customer', text: '请打 13812345678', at: 4 },
          ]),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id

  it('is returned as dialog lines with numbers masked and a signed link to the recording', async () => {
    const callId = await record(`image/${by.dealerId}/00000000-0000-4000-8000-000000000000.png`)
    const answer = await app.post(thirdCallDetail, by.token, { callId })
    expect(answer.data).toMatchObject({
      startedAt: seconds(),
      seconds: 42,
      contentList: [
        { type: 'sales', text: '您好，我是许安', at: 0 },
        { type: 'customer', text: '请打 138****5678', at: 4 },
      ],
    })
    expect(answer.data?.audioUrl).toContain('signature=')
  })

  it('is for members who see the customer', async () => {
    const callId = await record()
    expect((await app.post(thirdCallDetail, by.token, { callId })).data?.audioUrl).toBe('')
    for (const { token } of strangers)
      expect(await app.post(thirdCallDetail, token, { callId })).toMatchObject({ code: 404 })
  })
})

describe('a shared test drive', () => {
  it('is returned as the customer saw it, to members who see the customer', async () => {
    const { id: shareId } = await app.db
      .insertInto('test_share')
      .values({
        dealer_id: by.dealerId,
        customer_id: customer.customerId,
        series_id: 1201,
        driven_at: app.now(),
        report: JSON.stringify([{ label: '里程', value: '12.4 km' }]),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await app.post(testShareDetail, by.token, { shareId })).toMatchObject({
      status: '0',
      testDate: seconds(),
      data: [{ label: '里程', value: '12.4 km' }],
    })
    for (const { token } of strangers)
      expect(await app.post(testShareDetail, token, { shareId })).toMatchObject({ code: 404 })
  })
})

describe('the file', () => {
  it('signs recordings and pictures of the timeline, and has the ids that its rows link to', async () => {
    const keys = [await storeImage(app, by.token), await storeImage(app, by.token)]
    await app.db
      .insertInto('timeline')
      .values({
        dealer_id: by.dealerId,
        customer_id: customer.customerId,
        deal_id: customer.dealId,
        created_at: new Date(app.now().getTime() + 1000),
        member_id: by.memberId,
        owner_name: '许安',
        level: 'N',
        type: 1,
        subject: '沟通',
        audio_key: keys[0] ?? '',
        image_keys: keys,
        call_id: 5,
        share_id: 6,
      })
      .execute()
    const { timelines = [] } = await app.post(get, by.token, { customerId: customer.customerId })
    expect(timelines[0]).toMatchObject({ callId: 5, shareId: 6 })
    expect(timelines[0]?.audioUrl).toContain(`${keys[0]}?expires=`)
    const images = timelines[0]?.images1.split(',') ?? []
    expect(images).toHaveLength(2)
    expect((await app.app.http.inject({ method: 'GET', url: images[1] ?? '' })).statusCode).toBe(200)
    expect(timelines[1]).toMatchObject({ audioUrl: '', images1: '' })
  })
})
