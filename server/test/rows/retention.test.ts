import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rooms } from '@showroom/contract'
import { buildCustomer } from '../../src/customer/customer.factory.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { usualRetention } from '../../src/platform/config/config.retention.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import type { BuiltMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import { plantRow } from '../cluster/plant.ts'
import type { TestApp } from '../app.ts'

let app: TestApp
let head: BuiltMember
beforeAll(async () => {
  app = await createTestApp({ retention: { ...usualRetention, audit: 365, recordings: 90 } })
  head = await buildMember(app.db, app.now(), { role: 1 })
})
afterAll(() => app.close())

const run = (name: string): Promise<unknown> | undefined =>
  app.app.jobs.find((job) => job.name === name)?.run()

const daysAgo = (days: number): Date => new Date(app.now().getTime() - days * 86_400_000)

describe('retention', () => {
  it('deletes the action log after its days, and nothing younger', async () => {
    const rows = [400, 300].map((days) => ({
      dealer_id: head.dealerId,
      action: 'login',
      kind: 1,
      record: `days:${days}`,
      ip: '',
      detail: '{}',
      at: daysAgo(days),
    }))
    await app.db.insertInto('audit').values(rows).execute()
    await run('tidy-audit')
    const left = await app.db
      .selectFrom('audit')
      .select('record')
      .where('dealer_id', '=', head.dealerId)
      .where('record', 'like', 'days:%')
      .execute()
    expect(left).toEqual([{ record: 'days:300' }])
  })

  it('removes the files of old recordings, and keeps their calls', async () => {
    const { customerId } = await buildCustomer(app, head)
    for (const days of [100, 30]) {
      const key = `audio/${head.dealerId}/${days}.mp3`
      await app.app.files.write(key, new Uint8Array([1]))
      await app.db
        .insertInto('call_record')
        .values({
          dealer_id: head.dealerId,
          customer_id: customerId,
          member_id: head.memberId,
          started_at: daysAgo(days),
          seconds: 60,
          audio_key: key,
        })
        .execute()
    }
    await run('tidy-recordings')
    await run('tidy-recordings')
    const calls = await app.db
      .selectFrom('call_record')
      .select('audio_key as key')
      .where('customer_id', '=', customerId)
      .orderBy('started_at')
      .execute()
    expect(calls).toEqual([{ key: '' }, { key: `audio/${head.dealerId}/30.mp3` }])
    expect(await app.app.files.size(`audio/${head.dealerId}/100.mp3`)).toBeUndefined()
    expect(await app.app.files.size(`audio/${head.dealerId}/30.mp3`)).toBe(1)
  })

  it('removes old photos of licences from storage and timeline, and keeps the signature', async () => {
    const { customerId, dealId, activityId } = await buildCustomer(app, head)
    for (const days of [100, 30]) {
      const [licence = '', signature = ''] = ['licence', 'signature'].map(
        (name) => `image/${head.dealerId}/${name}-${days}.jpg`,
      )
      for (const key of [licence, signature]) await app.app.files.write(key, new Uint8Array([1]))
      await plantRow(app.db, 'drive_paper', {
        dealer_id: head.dealerId,
        customer_id: customerId,
        activity_id: activityId,
        licence_key: licence,
        signature_key: signature,
        handed_at: daysAgo(days),
      })
      await plantRow(app.db, 'timeline', {
        dealer_id: head.dealerId,
        customer_id: customerId,
        deal_id: dealId,
        created_at: daysAgo(days),
        image_keys: [licence, signature],
      })
    }
    await run('tidy-licences')
    await run('tidy-licences')
    const of = (name: string) => `image/${head.dealerId}/${name}.jpg`
    const papers = await app.db
      .selectFrom('drive_paper')
      .select(['licence_key as licence', 'signature_key as signature'])
      .where('customer_id', '=', customerId)
      .orderBy('handed_at')
      .execute()
    expect(papers).toEqual([
      { licence: '', signature: of('signature-100') },
      { licence: of('licence-30'), signature: of('signature-30') },
    ])
    const rows = await app.db
      .selectFrom('timeline')
      .select('image_keys as keys')
      .where('customer_id', '=', customerId)
      .orderBy('created_at')
      .execute()
    expect(rows.map(({ keys }) => keys).filter(({ length }) => length > 0)).toEqual([
      [of('signature-100')],
      [of('licence-30'), of('signature-30')],
    ])
    const sizes = ['licence-100', 'signature-100', 'licence-30'].map((name) => app.app.files.size(of(name)))
    expect(await Promise.all(sizes)).toEqual([undefined, 1, 1])
  })

  it('is shown to the heads of the store', async () => {
    expect(await app.post(rooms.privacy.list, head.token, {})).toMatchObject({
      retention: {
        audit: 365,
        recordings: 90,
        licences: 90,
        deliveries: 90,
        exports: 7,
        drafts: 7,
        sessions: 7,
      },
    })
  })

  it('is refused at the start below the least days', () => {
    const problem = (name: string, days: string) => () => readConfig({ [name]: days })
    expect(problem('KEEP_AUDIT_DAYS', '100')).toThrow('KEEP_AUDIT_DAYS')
    expect(problem('KEEP_AUDIT_DAYS', '0')).not.toThrow()
    expect(problem('KEEP_EXPORTS_DAYS', '8')).toThrow('KEEP_EXPORTS_DAYS')
    expect(problem('KEEP_DELIVERIES_DAYS', '1')).toThrow('KEEP_DELIVERIES_DAYS')
    expect(problem('KEEP_LICENCES_DAYS', '0')).toThrow('KEEP_LICENCES_DAYS')
  })
})
