import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { clearingOn } from '../../../test/clearing.ts'
import { buildLead, buildStore, manualValid, storyOf } from '../lead.factory.ts'

const { noContact } = rooms.lead
const { undo } = rooms.base

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { send } = clearingOn(() => app)
const back = (token: string, undoId = 0) => app.post(undo, token, { undoId })

describe('undoing a cleaning result', () => {
  it('restores the lead after any result, and the history has both rows', async () => {
    const store = await buildStore(app, 1)
    const { token } = store.worker
    const results = [
      { how: (clueId: number) => app.post(noContact, token, { clueId, remark: '关机' }), result: '未接通' },
      {
        how: (clueId: number) =>
          send(store.worker, { clueId, isValid: 0, invalidReason: 1, remark: '不买了' }),
        result: '清洗无效',
      },
      { how: (clueId: number) => send(store.worker, manualValid(clueId)), result: '清洗有效' },
    ]
    for (const { how, result } of results) {
      const clueId = await buildLead(app, store)
      const { lead: before } = await storyOf(app, clueId)
      const answer = await how(clueId)
      expect(answer.undoId, answer.text).toBeGreaterThan(0)
      expect(await back(token, answer.undoId)).toMatchObject({ status: '0', undoneTotal: 1 })
      const { lead, events } = await storyOf(app, clueId)
      expect(lead).toEqual(before)
      expect(events.map((one) => one.result)).toEqual([result, `撤销${result}`])
      expect(await back(token, answer.undoId)).toMatchObject({ code: 2401 })
    }
  })

  it('keeps the result of an earlier try', async () => {
    const store = await buildStore(app, 1)
    const { token } = store.worker
    const clueId = await buildLead(app, store)
    await app.post(noContact, token, { clueId, remark: '关机' })
    const { lead: before } = await storyOf(app, clueId)
    const { undoId } = await app.post(noContact, token, { clueId, remark: '无人接听' })
    expect(await back(token, undoId)).toMatchObject({ status: '0' })
    expect((await storyOf(app, clueId)).lead).toEqual(before)
  })

  it('is refused after a later change of the lead, and to other members', async () => {
    const store = await buildStore(app, 1)
    const clueId = await buildLead(app, store)
    const first = await app.post(noContact, store.worker.token, { clueId })
    expect(await back(store.admin.token, first.undoId)).toMatchObject({ code: 404 })
    await app.post(noContact, store.admin.token, { clueId })
    expect(await back(store.worker.token, first.undoId)).toMatchObject({ code: 410 })
    expect((await storyOf(app, clueId)).lead.no_contact_times).toBe(2)
  })

  it('is not offered if a customer was created', async () => {
    const store = await buildStore(app)
    const clueId = await buildLead(app, store)
    const answer = await send(store.admin, { ...manualValid(clueId), memberId: store.consultant.memberId })
    expect(answer).toMatchObject({ status: '0', clueStatus: 2, undoId: 0 })
  })
})
