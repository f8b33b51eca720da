import { rooms } from '@showroom/contract'
import { role } from '@showroom/contract/access/access.rules'
import { mostDecisions } from '@showroom/contract/dashboard/decisions.rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { price } from '../../test/reviewing.ts'
import { buildCar } from '../appointment/appointment.factory.ts'
import { buildCustomer, phoneFollow } from '../customer/customer.factory.ts'
import { buildDesk } from '../desk/desk.factory.ts'
import { buildLead } from '../lead/lead.factory.ts'
import { buildOrder } from '../order/order.factory.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'

/** 待决定: what waits for a leader. Today is 2026-11-18, 12:00. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const later = (minutes: number): void => app.setNow(new Date(noon + minutes * 60_000))
const noon = new Date('2026-11-18T04:00:00Z').getTime()

const read = async (by: BuiltMember) => {
  const answer = await app.post(rooms.dashboard.decisions, by.token, {})
  expect(answer.status, answer.text).toBe('0')
  return answer
}
const namesFor = async (by: BuiltMember) =>
  ((await read(by)).rows ?? []).map(({ kind, name, mayAct }) => [kind, name, mayAct])

it('joins visitors, cars, leads and reviews, each part oldest first, with the actions of the reader', async () => {
  later(0)
  const store = await buildDesk(app)
  const { dealerId, manager, first, second } = store
  const built = (name: string) => buildCustomer(app, first, { name })
  const reader = (modules: string[], as: number = role.groupAdmin) =>
    buildMember(app.db, app.now(), { dealerId, role: as, modules })

  const driving = await built('试驾中')
  await app.post(rooms.customer.follow, first.token, {
    ...phoneFollow(app, driving, {}),
    nextActivityType: 3,
    nextTestSpecId: 1201,
  })
  const { id: activityId } = await app.db
    .selectFrom('activity')
    .select('id')
    .where('customer_id', '=', driving.customerId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()
  const carId = await buildCar(app.db, app.now(), { dealerId })
  const keys = { customerId: driving.customerId, activityId, carId, outKm: 100, agreement: 2 }
  expect(await app.post(rooms.appointment.handOver, store.desk.token, keys)).toMatchObject({ status: '0' })

  later(1)
  await app.post(rooms.customer.fail, first.token, { ...(await built('放弃一')), ...price })
  later(2)
  await buildOrder(app, second, await buildCustomer(app, second, { name: '买车' }), 2)
  later(3)
  await app.post(rooms.customer.fail, first.token, { ...(await built('放弃二')), ...price })
  await buildLead(app, { dealerId }, { name: '迟', created_at: new Date(noon - 3 * 3_600_000) })
  await buildLead(app, { dealerId }, { name: '更迟', created_at: new Date(noon - 86_400_000) })
  await buildLead(app, { dealerId }, { name: '刚到', created_at: app.now() })
  await buildLead(app, { dealerId }, { name: '无主', status: 5, created_at: app.now() })
  for (const name of ['先来', '后来']) {
    await app.post(rooms.customer.informCome, store.desk.token, await built(name))
    later(4)
  }

  const all = (mayAct: boolean) => [
    ['arrival', '先来', mayAct],
    ['arrival', '后来', mayAct],
    ['car', '试驾中', mayAct],
    ['late', '更迟', mayAct],
    ['late', '迟', mayAct],
    ['assign', '无主', mayAct],
    ['defeat', '放弃一', mayAct],
    ['order', '买车', mayAct],
    ['defeat', '放弃二', mayAct],
  ]
  expect(await namesFor(manager)).toEqual(all(true))
  expect(
    await namesFor(await reader(['客户管理', '销售订单', '线索分配', '战败审核'], role.investor)),
  ).toEqual(all(false))
  expect(await namesFor(await reader(['订单审核']))).toEqual([['order', '买车', true]])
  expect(await namesFor(await reader([]))).toEqual([])
  expect(await namesFor(await buildMember(app.db, app.now(), { role: role.generalManager }))).toEqual([])

  const { rows = [], left } = await read(manager)
  expect(rows[0]).toMatchObject({ since: noon / 1000 + 180, mobile: expect.stringContaining('****') })
  expect(rows.find(({ kind }) => kind === 'defeat')).toMatchObject({
    since: noon / 1000 + 60,
    defeat: { reason: expect.stringMatching(/./), evidence: { contactTimes: 0 } },
  })
  expect(rows.find(({ kind }) => kind === 'order')).toMatchObject({
    since: noon / 1000 + 120,
    order: { rowVersion: expect.any(Number) },
  })
  expect(left).toMatchObject({ late: 0 })
})

it('lists a limited number of each kind and counts the others', async () => {
  later(0)
  const manager = await buildMember(app.db, app.now(), { role: role.boss })
  for (let at = 0; at < mostDecisions + 2; at += 1)
    await buildLead(app, manager, { created_at: new Date(noon - 86_400_000) })
  const { rows, left } = await read(manager)
  expect(rows).toHaveLength(mostDecisions)
  expect(left).toMatchObject({ late: 2, order: 0 })
})
