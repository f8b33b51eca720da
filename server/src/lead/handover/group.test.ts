import { rooms } from '@showroom/contract'
import { leadStatus } from '@showroom/contract/lead/lead.rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import { buildLead, manualValid } from '../lead.factory.ts'

/** 集团DCC cleans and assigns the leads of the group's stores. */

const { list, counts, detail, clear, noContact, assign, batchAssign } = rooms.lead

let app: TestApp
let groupId: number
beforeAll(async () => {
  app = await createTestApp()
  const group = await app.db
    .insertInto('dealer_group')
    .values({ name: '测试集团' })
    .returning('id')
    .executeTakeFirstOrThrow()
  groupId = group.id
})
afterAll(() => app.close())

async function buildStore(over: { groupId?: number; onlinePolicy?: number } = {}) {
  const dealerId = await buildDealer(app.db, { groupId, ...over })
  const seller = await buildMember(app.db, app.now(), { dealerId })
  const dcc = await buildMember(app.db, app.now(), { dealerId, role: 15, modules: ['线索分配'] })
  return { dealerId, seller, dcc, lead: (status: number) => buildLead(app, dcc, { status }) }
}

it('sees and cleans the leads of the group’s store, and assigns them to its members', async () => {
  const { dcc, seller, lead } = await buildStore()
  const [first, second, third, fourth] = [await lead(1), await lead(1), await lead(1), await lead(5)]
  expect(await app.post(list, dcc.token, { activityType: 1 })).toMatchObject({ total: 3 })
  expect(await app.post(counts, dcc.token, {})).toMatchObject({ waiting: 3, unassigned: 1 })
  expect(await app.post(detail, dcc.token, { clueId: first })).toMatchObject({ status: '0' })
  const valid = { ...manualValid(first), memberId: seller.memberId }
  expect(await app.post(clear, dcc.token, valid)).toMatchObject({
    status: '0',
    clueStatus: leadStatus.completed,
  })
  expect(await app.post(noContact, dcc.token, { clueId: second })).toMatchObject({ status: '0' })
  expect(await app.post(clear, dcc.token, { clueId: third, isValid: false, invalidReason: 4 })).toMatchObject(
    { status: '0', clueStatus: leadStatus.invalid },
  )
  const to = { memberId: seller.memberId, remark: '' }
  expect(await app.post(assign, dcc.token, { ...to, clueId: fourth })).toMatchObject({ status: '0' })
  const fifth = await lead(5)
  expect(await app.post(batchAssign, dcc.token, { ...to, clueIdArr: [fifth] })).toMatchObject({
    successTotal: 1,
  })
})

it('can take back a result', async () => {
  const { dcc, lead } = await buildStore()
  const { undoId } = await app.post(noContact, dcc.token, { clueId: await lead(1) })
  expect(await app.post(rooms.base.undo, dcc.token, { undoId: undoId ?? 0 })).toMatchObject({ status: '0' })
})

it.each([
  ['outside a group', { groupId: 0 }],
  ['where leads are assigned automatically', { onlinePolicy: 3 }],
])('has no desk %s', async (_where, over) => {
  const { dcc, lead } = await buildStore(over)
  const clueId = await lead(1)
  for (const call of [list, counts]) expect(await app.post(call, dcc.token, {})).toMatchObject({ code: 403 })
  expect(await app.post(noContact, dcc.token, { clueId })).toMatchObject({ code: 403 })
  expect(await app.post(detail, dcc.token, { clueId })).toMatchObject({ code: 404 })
})

it('reads no leads of another store, nor does a supervisor read any', async () => {
  const { dealerId, dcc, lead } = await buildStore()
  const far = await buildStore()
  expect(await app.post(detail, dcc.token, { clueId: await far.lead(1) })).toMatchObject({ code: 404 })
  await lead(1)
  const supervisor = await buildMember(app.db, app.now(), { dealerId, role: 16, modules: ['线索分配'] })
  expect(await app.post(list, supervisor.token, {})).toMatchObject({ code: 403 })
})
