import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { listenTo } from '../../test/live.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { buildDesk } from './desk.factory.ts'
import type { Desk } from './desk.factory.ts'

/** Visits: arrivals, returns and departures. */

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
/** Creates a customer of the consultant and confirms the arrival. */
async function arrive(owner = desk.first, name = '周启明') {
  const customer = await buildCustomer(app, owner, { name })
  expect(await desk.confirm(customer.customerId)).toMatchObject({ status: '0' })
  return { ...customer, ...(await desk.visitOf(name)) }
}
const present = async () => (await desk.board()).data.map(({ name, receiverName }) => [name, receiverName])

describe('leaving', () => {
  it('ends the visit and frees the consultant', async () => {
    await desk.register(desk.first, { name: '林一' })
    const { visitId } = await desk.visitOf('林一')
    expect((await desk.leave(visitId)).undoId).toBeGreaterThan(0)
    expect(await desk.board()).toMatchObject({ data: [], todayTotal: 1, leftTotal: 1 })
    expect((await desk.board()).members.map(({ serving }) => serving)).toEqual([0, 0, 0])
    expect(await desk.leave(visitId)).toMatchObject({ status: '0', undoId: 0 })
  })

  it('can be undone, which restores the same receiver', async () => {
    await desk.register(desk.first, { name: '林一' })
    const { undoId } = await desk.leave((await desk.visitOf('林一')).visitId)
    expect(await app.post(rooms.base.undo, desk.desk.token, { undoId })).toMatchObject({ undoneTotal: 1 })
    expect(await desk.visitOf('林一')).toMatchObject({ receiverName: '许安' })
  })

  it('cannot be undone once the customer has come again', async () => {
    const visit = await arrive()
    const { undoId } = await desk.leave(visit.visitId)
    app.advance(10)
    await desk.confirm(visit.customerId)
    expect(await app.post(rooms.base.undo, desk.desk.token, { undoId })).toMatchObject({ code: 410 })
  })

  it('by two desks at once gives one undo', async () => {
    const visit = await arrive()
    const answers = await Promise.all([desk.leave(visit.visitId), desk.leave(visit.visitId, desk.manager)])
    expect(answers.filter(({ undoId = 0 }) => undoId > 0)).toHaveLength(1)
  })
})

describe('arriving', () => {
  it('is recorded once, however often confirmed and however many at once', async () => {
    const { customerId } = await buildCustomer(app, desk.first, { name: '周一' })
    const answers = await Promise.all([
      desk.confirm(customerId),
      desk.confirm(customerId, desk.manager),
      desk.confirm(customerId),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['0', '0', '0'])
    expect(await desk.board()).toMatchObject({ todayTotal: 1 })
    expect(await present()).toEqual([['周一', '']])
    const rows = await app.db
      .selectFrom('timeline')
      .select('subject')
      .where('customer_id', '=', customerId)
      .where('subject', '=', '确认到店')
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('again on the same day reopens the visit as a new stay', async () => {
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

  it('is rolled back with a customer who could not be registered', async () => {
    const one = { name: '林一', mobile: '13611110000' }
    await desk.register(desk.first, one)
    expect(await desk.register(desk.first, one)).toMatchObject({ code: 202 })
    expect(await desk.board()).toMatchObject({ todayTotal: 1 })
  })

  it('moves along when customers are merged, keeping the open stay of a day', async () => {
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

describe('a receiving member', () => {
  /** Saves the member with changes, through the form of team management. */
  const edit = async ({ memberId }: BuiltMember, changes: object) => {
    const { data = [] } = await app.post(rooms.team.memberList, desk.manager.token, {})
    const {
      userName: name,
      mobile,
      role,
      modules,
      manager,
      status,
    } = data.find((one) => one.memberId === memberId) ?? {}
    const values = { name, mobile, role, modules, topUserId: manager, downUserIds: '', status }
    const answer = await app.post(rooms.team.memberUpdate, desk.manager.token, {
      memberId,
      ...values,
      siebelId: '1-A',
      siebelPosition: '顾问',
      ...changes,
    })
    expect(answer, answer.text).toMatchObject({ status: '0' })
  }
  const leaveTeam = async ({ memberId }: BuiltMember) => {
    const answer = await app.post(rooms.team.memberLeave, desk.manager.token, {
      memberId,
      newMemberId: desk.second.memberId,
      newTopUserId: desk.manager.memberId,
    })
    expect(answer, answer.text).toMatchObject({ status: '0' })
    return answer
  }
  const ends = [
    ['is frozen', (one: BuiltMember) => edit(one, { status: -1 })],
    ['leaves the team', leaveTeam],
  ] as const

  it.each(ends)('%s and stops receiving: the customers wait and are reported again', async (_how, end) => {
    const [waits, hasLeft] = [await arrive(desk.second, '周一'), await arrive(desk.second, '周二')]
    const other = await arrive(desk.first, '周三')
    for (const { visitId } of [waits, hasLeft]) await desk.receive(visitId, desk.first, { evenIfBusy: true })
    await desk.receive(other.visitId, desk.second)
    await desk.leave(hasLeft.visitId)
    await app.db.updateTable('visit').set({ warned_at: app.now() }).where('id', '=', waits.visitId).execute()
    const hears = await openBoard()
    await end(desk.first)
    await hears()
    expect(await present()).toEqual([
      ['周一', ''],
      ['周三', '沈知行'],
    ])
    expect(await desk.visitOf('周一')).toMatchObject({ cameAt: waits.cameAt, receivedAt: 0 })
    const rows = await app.db
      .selectFrom('visit')
      .select(['receiver_id', 'warned_at'])
      .where('id', 'in', [waits.visitId, hasLeft.visitId])
      .orderBy('id')
      .execute()
    // A visit that has ended keeps its receiver.
    expect(rows).toEqual([
      { receiver_id: null, warned_at: null },
      { receiver_id: desk.first.memberId, warned_at: null },
    ])
  })

  it('returns to the customers whom no one has received since, also where newer rows have smaller ids', async () => {
    const [kept, passed] = [await arrive(desk.second, '周一'), await arrive(desk.second, '周二')]
    for (const { visitId } of [kept, passed]) await desk.receive(visitId, desk.first, { evenIfBusy: true })
    const { leaveId = 0 } = await leaveTeam(desk.first)
    app.advance(60)
    await desk.receive(passed.visitId, desk.second)
    await edit(desk.second, { status: -1 })
    // As after Citus has moved a shard to a worker whose ids begin lower.
    await app.db
      .updateTable('reception')
      .set({ id: sql`-id` })
      .where('dealer_id', '=', desk.manager.dealerId)
      .where('member_id', '=', desk.second.memberId)
      .execute()
    expect(await app.post(rooms.team.memberLeaveBack, desk.manager.token, { leaveId })).toMatchObject({
      status: '0',
    })
    expect(await present()).toEqual([
      ['周二', ''],
      ['周一', '许安'],
    ])
  })

  it('gets a new number and keeps receiving', async () => {
    await desk.receive((await arrive(desk.second)).visitId, desk.first)
    await edit(desk.first, { mobile: '13922220001' })
    expect(await present()).toEqual([['周启明', '许安']])
  })
})

/** Opens a board that has received all earlier events. The returned function waits for the next one. */
async function openBoard(): Promise<() => Promise<void>> {
  const page = await listenTo(app.app, desk.manager.token)
  const isShown = (topic: string): boolean => rooms.desk.list.shows.some((one) => one === topic)
  const hear = async () => {
    await expect
      .poll(() => page.events.some((event) => 'topics' in event && event.topics.some(isShown)))
      .toBe(true)
    page.events.length = 0
  }
  await arrive(desk.second, '周先来')
  await hear()
  await desk.leave((await desk.visitOf('周先来')).visitId)
  await hear()
  return async () => {
    await hear()
    page.leave()
  }
}

describe('open pages of the desk', () => {
  it('refetch when a customer who came today gets another owner, and when that is undone', async () => {
    const { customerId, dealId } = await arrive()
    const hears = await openBoard()
    const given = await app.post(rooms.customer.reassign, desk.manager.token, {
      customerId,
      dealId,
      memberId: desk.second.memberId,
    })
    expect(given, given.text).toMatchObject({ status: '0' })
    await hears()
    expect(await desk.visitOf('周启明')).toMatchObject({ ownerName: '沈知行' })
    const hearsAgain = await openBoard()
    await app.post(rooms.base.undo, desk.manager.token, { undoId: given.undoId })
    await hearsAgain()
    expect(await desk.visitOf('周启明')).toMatchObject({ ownerName: '许安' })
  })

  it('refetch when the desk reassigns many at once', async () => {
    const { customerId } = await arrive()
    const hears = await openBoard()
    const body = { customerIds: `${customerId}`, memberId: desk.second.memberId }
    expect(await app.post(rooms.customer.batchReassign, desk.desk.token, body)).toMatchObject({ status: '0' })
    await hears()
  })

  it('refetch when two customers are merged', async () => {
    const [master, slave] = [await arrive(desk.first, '周一'), await arrive(desk.first, '周二')]
    const hears = await openBoard()
    const body = { masterCustomerId: master.customerId, slaveCustomerId: slave.customerId }
    expect(await app.post(rooms.customer.merge, desk.manager.token, body)).toMatchObject({ status: '0' })
    await hears()
  })

  it('refetch when a file is edited', async () => {
    const { customerId } = await arrive()
    const hears = await openBoard()
    const body = { customerId, remark: '已看车' }
    expect(await app.post(rooms.customer.remark, desk.manager.token, body)).toMatchObject({ status: '0' })
    await hears()
  })
})
