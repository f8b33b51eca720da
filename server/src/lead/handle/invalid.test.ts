import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { clearingOn, problemsOf } from '../../../test/clearing.ts'
import { buildLead, buildStore, storyOf } from '../lead.factory.ts'

const { noContact, list } = rooms.lead

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { send, refused } = clearingOn(() => app)

describe('an invalid lead', () => {
  it('keeps its reason and can be found by it', async () => {
    const store = await buildStore(app)
    const clueId = await buildLead(app, store)
    const body = { clueId, isValid: false, invalidReason: 99, remark: '打错了 13912345678' }
    expect(await send(store.worker, body)).toMatchObject({ status: '0', clueStatus: 4, customerId: 0 })
    const { lead, events } = await storyOf(app, clueId)
    expect(lead).toMatchObject({ status: 4, clear_status: 2, invalid_reason: 99, last_task: 2, form: null })
    expect(events).toMatchObject([{ result: '清洗无效', remark: '其他；打错了 13912345678' }])
    const answer = await app.post(rooms.lead.detail, store.worker.token, { clueId })
    expect(answer.data).toMatchObject({ invalidReason: 99, clearRemark: '打错了 139****5678' })
    expect(answer.timeline).toMatchObject([{ remark: '其他；打错了 139****5678' }])
    expect((await app.post(list, store.worker.token, { activityType: 4 })).total).toBe(1)
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['invalidReason', '请选择无效理由', {}],
    ['invalidReason', '请选择无效理由', { invalidReason: 98 }],
    [
      'invalidReason',
      '请选择无效理由',
      { invalidReason: 15, invalidProvince: '浙江省', invalidCity: '宁波市' },
    ],
    ['remark', '请输入备注', { invalidReason: 99, remark: ' ' }],
  ])('%s: %s', async (path, text, wrong) => {
    const store = await buildStore(app)
    const clueId = await buildLead(app, store)
    expect(problemsOf(await refused(store.worker, clueId, { isValid: 0, ...wrong }))).toMatchObject({
      [path]: text,
    })
  })

  it('of a prospect who buys in another city becomes a lead of a store there, once', async () => {
    const store = await buildStore(app, 1, { cityPoolEnable: true })
    const there = await buildStore(app, 1, { city: '衢州市' })
    const clueId = await buildLead(app, store, { name: '远客', mobile: '13544440001' })
    const body = { isValid: 0, invalidReason: 15 }
    for (const wrong of [
      {},
      { invalidProvince: '浙江省' },
      { invalidProvince: '浙江省', invalidCity: '乌有市' },
    ])
      expect(problemsOf(await refused(store.worker, clueId, { ...body, ...wrong }))).toEqual({
        invalidCity: '请选择省市',
      })
    const home = { invalidProvince: '浙江省', invalidCity: '衢州市' }
    expect(await send(store.worker, { ...body, ...home, clueId })).toMatchObject({
      status: '0',
      clueStatus: 4,
    })
    expect((await storyOf(app, clueId)).lead).toMatchObject({ home_city: '衢州市', invalid_reason: 15 })
    await app.app.intake.poll()
    await app.app.intake.idle()
    const passed = await app.db
      .selectFrom('lead')
      .selectAll()
      .where('dealer_id', '=', there.dealerId)
      .execute()
    expect(passed).toMatchObject([
      { name: '远客', mobile: '13544440001', status: 1, source_id: 20, city: '衢州市' },
    ])
  })

  it.each([2, 3, 4, 5])('is refused in status %i', async (status) => {
    const store = await buildStore(app)
    const clueId = await buildLead(app, store, { status })
    expect(await refused(store.worker, clueId, { isValid: 0, invalidReason: 4 })).toMatchObject({
      code: 2301,
    })
  })
})

describe('an unreachable prospect', () => {
  it('is counted each time and can be tried again', async () => {
    const store = await buildStore(app)
    const clueId = await buildLead(app, store)
    for (const times of [1, 2, 3]) {
      const answer = await app.post(noContact, store.worker.token, { clueId, remark: `第${times}次` })
      expect(answer).toMatchObject({ status: '0', clueStatus: 12 })
    }
    const { lead, events } = await storyOf(app, clueId)
    expect(lead).toMatchObject({ status: 12, clear_status: 3, no_contact_times: 3 })
    expect(events).toHaveLength(3)
    const { data } = await app.post(rooms.lead.detail, store.worker.token, { clueId })
    expect(data).toMatchObject({ noContactTimes: 3, clearStatus: 3, clearRemark: '第3次' })
  })

  it.each([2, 3, 4, 5])('is refused in status %i', async (status) => {
    const store = await buildStore(app)
    const clueId = await buildLead(app, store, { status })
    expect(await app.post(noContact, store.worker.token, { clueId })).toMatchObject({
      code: 2301,
      clueStatus: status,
    })
  })
})
