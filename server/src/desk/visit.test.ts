import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { buildDesk } from './desk.factory.ts'
import type { Desk } from './desk.factory.ts'

/** Visits: who comes, comes again, and leaves. */

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(testNow)
  desk = await buildDesk(app)
})

const at = () => Math.floor(app.now().getTime() / 1000)
/** A customer of the consultant's who is on file and comes. */
async function arrive(owner = desk.first, name = '周启明') {
  const customer = await buildCustomer(app, owner, { name })
  expect(await desk.confirm(customer.customerId)).toMatchObject({ status: '0' })
  return { ...customer, ...(await desk.visitOf(name)) }
}
const present = async () => (await desk.board()).data.map(({ name, receiverName }) => [name, receiverName])

describe('to leave', () => {
  it('ends the visit, and the consultant is free again', async () => {
    await desk.register(desk.first, { name: '林一' })
    const { visitId } = await desk.visitOf('林一')
    expect((await desk.leave(visitId)).undoId).toBeGreaterThan(0)
    expect(await desk.board()).toMatchObject({ data: [], todayTotal: 1, leftTotal: 1 })
    expect((await desk.board()).members.map(({ serving }) => serving)).toEqual([0, 0, 0])
    expect(await desk.leave(visitId)).toMatchObject({ status: '0', undoId: 0 })
  })

  it('can be taken back: the customer is with the same consultant', async () => {
    await desk.register(desk.first, { name: '林一' })
    const { undoId } = await desk.leave((await desk.visitOf('林一')).visitId)
    expect(await app.post(rooms.base.undo, desk.desk.token, { undoId })).toMatchObject({ undoneTotal: 1 })
    expect(await desk.visitOf('林一')).toMatchObject({ receiverName: '许安' })
  })

  it('is not taken back of who has come again meanwhile', async () => {
    const visit = await arrive()
    const { undoId } = await desk.leave(visit.visitId)
    app.advance(10)
    await desk.confirm(visit.customerId)
    expect(await app.post(rooms.base.undo, desk.desk.token, { undoId })).toMatchObject({ code: 410 })
  })

  it('by two at once leaves one way back', async () => {
    const visit = await arrive()
    const answers = await Promise.all([desk.leave(visit.visitId), desk.leave(visit.visitId, desk.manager)])
    expect(answers.filter(({ undoId = 0 }) => undoId > 0)).toHaveLength(1)
  })
})

describe('to come', () => {
  it('is confirmed once, however often and by however many at once', async () => {
    const { customerId } = await buildCustomer(app, desk.first, { name: '周一' })
    const answers = await Promise.all([
      desk.confirm(customerId),
      desk.confirm(customerId, desk.manager),
      desk.confirm(customerId),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['0', '0', '0'])
    expect(await desk.board()).toMatchObject({ todayTotal: 1 })
    expect(await present()).toEqual([['周一', '']])
    const told = await app.db
      .selectFrom('timeline')
      .select('subject')
      .where('customer_id', '=', customerId)
      .where('subject', '=', '确认到店')
      .execute()
    expect(told).toHaveLength(1)
  })

  it('again on the same day is the same visit, and a new stay', async () => {
    const visit = await arrive()
    await desk.receive(visit.visitId, desk.first)
    await desk.leave(visit.visitId)
    app.advance(3600)
    await desk.confirm(visit.customerId)
    expect(await desk.visitOf('周启明')).toMatchObject({
      visitId: visit.visitId,
      cameAt: at(),
      receiverId: 0,
    })
    expect(await desk.board()).toMatchObject({ todayTotal: 1, leftTotal: 0 })
  })

  it('is undone with the customer who could not be registered', async () => {
    const one = { name: '林一', mobile: '13611110000' }
    await desk.register(desk.first, one)
    expect(await desk.register(desk.first, one)).toMatchObject({ code: 2001 })
    expect(await desk.board()).toMatchObject({ todayTotal: 1 })
  })

  it('goes along when files are merged: of one day the stay that goes on', async () => {
    const [master, slave] = [await arrive(desk.first, '周一'), await arrive(desk.first, '周二')]
    await desk.leave(master.visitId)
    const merged = await app.post(rooms.customer.merge, desk.manager.token, {
      masterCustomerId: master.customerId,
      slaveCustomerId: slave.customerId,
    })
    expect(merged, merged.text).toMatchObject({ status: '0' })
    expect(await desk.board()).toMatchObject({
      todayTotal: 1,
      leftTotal: 0,
      data: [{ visitId: slave.visitId, customerId: master.customerId, name: '周一' }],
    })
  })
})
