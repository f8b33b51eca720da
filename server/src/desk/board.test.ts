import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { listenTo } from '../../test/live.ts'
import { dayStart } from '@showroom/contract/kernel/day'
import { buildCar } from '../appointment/appointment.factory.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { buildDesk } from './desk.factory.ts'
import type { Desk } from './desk.factory.ts'

/** 到店看板: customers in the showroom, when they came and who receives them. */

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

const codesOf = (answers: readonly { code: number }[]): number[] =>
  answers.map(({ code }) => code).toSorted((a, b) => a - b)
const at = () => Math.floor(app.now().getTime() / 1000)
/** Creates a customer of the consultant and confirms the arrival. */
async function arrive(owner = desk.first, name = '周启明') {
  const customer = await buildCustomer(app, owner, { name })
  expect(await desk.confirm(customer.customerId)).toMatchObject({ status: '0' })
  return { ...customer, ...(await desk.visitOf(name)) }
}
const present = async () => (await desk.board()).data.map(({ name, receiverName }) => [name, receiverName])

describe('the board', () => {
  it('is empty before any arrival and shows whose turn it is', async () => {
    expect(await desk.board()).toMatchObject({
      status: '0',
      now: at(),
      data: [],
      todayTotal: 0,
      leftTotal: 0,
      expected: [],
      nextId: desk.first.memberId,
      walkInId: desk.first.memberId,
      members: [
        { userName: '许安', absence: '', serving: 0, receivedTotal: 0, receivedAt: 0 },
        { userName: '沈知行', absence: '', serving: 0 },
        { userName: '总监', role: 3 },
      ],
    })
  })

  it('lists the customers expected today, until they come', async () => {
    const planned = { nextActivityType: 2 as const, nextDate: at() + 3600 }
    const first = await buildCustomer(app, desk.first, { name: '周二点', ...planned })
    await buildCustomer(app, desk.second, { name: '周随时', ...planned, nextDate: at() })
    await buildCustomer(app, desk.second, {
      name: '周试驾',
      nextActivityType: 3,
      nextTestSpecId: 1201,
      nextDate: at() + 7200,
    })
    await buildCustomer(app, desk.first, { name: '周明天', ...planned, nextDate: at() + 86_400 })
    await buildCustomer(app, desk.first, { name: '周电话', nextActivityType: 1, nextDate: at() })
    const names = async () => (await desk.board()).expected.map(({ name }) => name)
    expect(await names()).toEqual(['周随时', '周二点', '周试驾'])
    expect((await desk.board()).expected[1]).toMatchObject({
      ownerName: '许安',
      activityType: 2,
      dueAt: at() + 3600,
      isSeen: false,
    })
    await desk.confirm(first.customerId)
    expect(await names()).toEqual(['周随时', '周试驾'])
  })

  it('lists those expected at an hour first, with length and car, from the server’s day', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId: desk.dealerId })
    const today = dayStart(at())
    await buildCustomer(app, desk.first, { name: '周随时', nextActivityType: 2, nextDate: today })
    const driver = await buildCustomer(app, desk.first, {
      name: '周试驾',
      nextActivityType: 3,
      nextTestSpecId: 1201,
      nextDate: today + 15 * 3600,
      nextMinutes: 60,
      nextCarId: carId,
    })
    await sql`
      insert into appointment_event (dealer_id, activity_id, kind, at)
      select dealer_id, id, 5, ${app.now()} from activity where dealer_id = ${desk.dealerId} and test_car_id = ${carId}`.execute(
      app.db,
    )
    const { expected } = await desk.board()
    expect(expected).toMatchObject([
      {
        name: '周试驾',
        dueAt: today + 15 * 3600,
        minutes: 60,
        plate: expect.stringMatching(/^浙A/),
        isConfirmed: true,
      },
      { name: '周随时', minutes: 0, plate: '', isConfirmed: false },
    ])
    const marks = async () => {
      const { data = [] } = await app.post(rooms.appointment.day, desk.first.token, { day: today })
      return data.map(({ isConfirmed, hasCome }) => ({ isConfirmed, hasCome }))
    }
    expect(await marks()).toEqual([{ isConfirmed: true, hasCome: false }])
    await desk.confirm(driver.customerId)
    expect(await marks()).toEqual([{ isConfirmed: true, hasCome: true }])
  })

  it('suggests for new traffic no consultant whom a waiting customer is suggested', async () => {
    expect((await desk.board()).walkInId).toBe(desk.first.memberId)
    await arrive(desk.first)
    expect(await desk.board()).toMatchObject({
      nextId: desk.first.memberId,
      walkInId: desk.second.memberId,
    })
    await arrive(desk.first, '周二')
    expect(await desk.board()).toMatchObject({ walkInId: 0 })
  })

  it('suggests for new traffic a busy consultant once no free one is left, and never an absent one', async () => {
    const away = await desk.join(4, '姜外')
    await desk.sign(away, 1, { isOutside: true })
    await desk.register(desk.first, { name: '林一' })
    await arrive(desk.second)
    expect(await desk.board()).toMatchObject({
      nextId: desk.second.memberId,
      walkInId: desk.first.memberId,
    })
  })

  it('assigns new traffic to its owner and notifies that consultant', async () => {
    expect(await desk.register(desk.first, { name: '林晓雨', gender: 2 })).toMatchObject({ status: '0' })
    const board = await desk.board()
    expect(board.data).toMatchObject([
      {
        name: '林晓雨',
        gender: 2,
        level: 'H',
        type: 1,
        cameAt: at(),
        ownerName: '许安',
        receiverName: '许安',
        receivedAt: at(),
        suggestedId: 0,
        isSeen: false,
      },
    ])
    expect(board.data[0]?.mobile).toMatch(/^136\*{4}\d{4}$/)
    expect(board).toMatchObject({ todayTotal: 1, nextId: desk.second.memberId })
    expect(await desk.toldTo(desk.first)).toEqual(['林晓雨到店，请前往展厅接待'])
  })

  it('shows new traffic as waiting while its consultant is busy', async () => {
    await desk.register(desk.first, { name: '林一' })
    await desk.register(desk.first, { name: '林二' })
    expect(await desk.visitOf('林二')).toMatchObject({
      receiverId: 0,
      ownerName: '许安',
      suggestedId: desk.second.memberId,
    })
    expect(await desk.toldTo(desk.first)).toHaveLength(1)
  })

  it('shows new traffic as waiting while its consultant is not in the showroom', async () => {
    const [outside, home] = [await desk.join(4, '姜外'), await desk.join(4, '柯退')]
    await desk.due(desk.first, desk.second, outside, home)
    await desk.sign(desk.second, 1)
    await desk.sign(outside, 1, { isOutside: true })
    await desk.sign(home, 2)
    for (const [name, owner] of [
      ['林一', desk.first],
      ['林二', outside],
      ['林三', home],
    ] as const) {
      app.advance(60)
      await desk.register(owner, { name })
      expect(await desk.toldTo(owner)).toEqual([])
    }
    const { data, members, nextId } = await desk.board()
    expect(data).toMatchObject([
      { name: '林一', receiverId: 0, ownerName: '许安', suggestedId: desk.second.memberId },
      { name: '林二', receiverId: 0, ownerName: '姜外', suggestedId: 0 },
      { name: '林三', receiverId: 0, ownerName: '柯退', suggestedId: 0 },
    ])
    expect(nextId).toBe(desk.second.memberId)
    expect(members.map(({ userName, absence, serving }) => [userName, absence, serving])).toEqual([
      ['沈知行', '', 0],
      ['许安', 'unsigned', 0],
      ['姜外', 'outside', 0],
      ['柯退', 'left', 0],
      ['总监', '', 0],
    ])
  })

  it('assigns new traffic to the consultant who registers it, whatever the signs show', async () => {
    const { memberId, token } = desk.second
    const modules = ['客户管理', '前台流量']
    await app.db.updateTable('member').set({ modules }).where('id', '=', memberId).execute()
    await expect.poll(async () => (await app.post(rooms.desk.getBoard, token, {})).code).toBe(0)
    await desk.due(desk.second)
    await desk.register(desk.second, { name: '林一' }, desk.second)
    expect(await desk.visitOf('林一')).toMatchObject({ receiverName: '沈知行' })
  })

  it('shows a customer on file as waiting and suggests the owner', async () => {
    expect(await arrive(desk.second)).toMatchObject({
      type: 2,
      receiverId: 0,
      receivedAt: 0,
      ownerName: '沈知行',
      suggestedId: desk.second.memberId,
    })
    expect(await desk.toldTo(desk.second)).toEqual(['周启明到店'])
  })

  it('assigns a customer to the owner who confirms the arrival', async () => {
    const customer = await buildCustomer(app, desk.first, { name: '周启明' })
    await desk.confirm(customer.customerId, desk.first)
    expect(await desk.visitOf('周启明')).toMatchObject({ receiverName: '许安' })
    expect(await desk.toldTo(desk.first)).toEqual([])
    // A second customer too: no one else was asked to receive them.
    const second = await buildCustomer(app, desk.first, { name: '周启亮' })
    await desk.confirm(second.customerId, desk.first)
    expect(await desk.visitOf('周启亮')).toMatchObject({ receiverName: '许安' })
  })

  it('assigns a waiting customer as soon as the owner confirms the arrival as well', async () => {
    const visit = await arrive()
    app.advance(300)
    await desk.confirm(visit.customerId, desk.first)
    expect(await desk.visitOf('周启明')).toMatchObject({
      visitId: visit.visitId,
      cameAt: visit.cameAt,
      receiverName: '许安',
      receivedAt: at(),
    })
    expect(await desk.toldTo(desk.first)).toEqual(['周启明到店'])
    expect((await desk.board()).members.find(({ userName }) => userName === '许安')).toMatchObject({
      serving: 1,
      receivedTotal: 1,
    })
  })

  it('keeps the receiver of a customer when the arrival is confirmed again', async () => {
    const visit = await arrive()
    await desk.receive(visit.visitId, desk.second)
    await desk.confirm(visit.customerId, desk.first)
    await desk.confirm(visit.customerId, desk.manager)
    expect(await desk.visitOf('周启明')).toMatchObject({ receiverName: '沈知行' })
    // A waiting customer keeps waiting when the desk confirms twice.
    const second = await arrive(desk.first, '周二')
    await desk.confirm(second.customerId)
    expect(await desk.visitOf('周二')).toMatchObject({ receiverId: 0 })
  })

  it('shows a customer registered as arrived on the file', async () => {
    await desk.register(desk.first, { name: '林晓雨' })
    const { customerId } = await desk.visitOf('林晓雨')
    const deal = await app.db
      .selectFrom('deal')
      .select(['arrived_at', 'arrival_kind', 'status'])
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow()
    expect(deal).toEqual({ arrived_at: app.now(), arrival_kind: 1, status: 2 })
  })

  it('lists waiting customers first, the longest waiting on top', async () => {
    await desk.register(desk.first, { name: '林一' })
    for (const name of ['周一', '周二']) {
      app.advance(60)
      await arrive(desk.first, name)
    }
    expect(await present()).toEqual([
      ['周一', ''],
      ['周二', ''],
      ['林一', '许安'],
    ])
  })

  it('makes open pages refetch within a moment', async () => {
    const page = await listenTo(app.app, desk.manager.token)
    const started = performance.now()
    await desk.register(desk.first, { name: '林晓雨' })
    const heard = []
    while (!heard.flat().includes('desk')) {
      const event = await page.next()
      if ('topics' in event) heard.push(event.topics)
    }
    expect(performance.now() - started).toBeLessThan(2000)
    page.leave()
  })

  it('adds waiting customers to the overview until they are received or leave', async () => {
    const waiting = async () => (await app.post(rooms.dashboard.due, desk.manager.token, {})).arrivals
    expect(await waiting()).toEqual({ waiting: 0, longestAt: 0 })
    const first = await arrive(desk.first, '周一')
    const since = at()
    app.advance(60)
    const second = await arrive(desk.first, '周二')
    expect(await waiting()).toEqual({ waiting: 2, longestAt: since })
    await desk.receive(first.visitId, desk.first)
    expect(await waiting()).toEqual({ waiting: 1, longestAt: at() })
    await desk.leave(second.visitId)
    expect(await waiting()).toEqual({ waiting: 0, longestAt: 0 })
  })

  it('is closed to consultants, and each store sees its own', async () => {
    await arrive()
    expect(await app.post(rooms.desk.getBoard, desk.first.token, {})).toMatchObject({ code: 403 })
    const other = await buildMember(app.db, app.now(), { role: 1 })
    expect(await desk.board(other)).toMatchObject({ data: [], todayTotal: 0 })
  })
})

describe('the turn', () => {
  it('goes to the consultant whose last reception is longest ago', async () => {
    const third = await desk.join(4, '陆远')
    for (const [name, owner] of [
      ['林一', desk.first],
      ['林二', desk.second],
      ['林三', third],
    ] as const) {
      app.advance(60)
      await desk.register(owner, { name })
    }
    expect(await desk.board()).toMatchObject({ nextId: 0 })
    for (const name of ['林三', '林一']) await desk.leave((await desk.visitOf(name)).visitId)
    const { nextId, members } = await desk.board()
    expect(nextId).toBe(desk.first.memberId)
    expect(members.map(({ userName, serving }) => [userName, serving])).toEqual([
      ['许安', 0],
      ['陆远', 0],
      ['沈知行', 1],
      ['总监', 0],
    ])
  })

  it('counts every reception, also of customers who come back or are handed over', async () => {
    await desk.register(desk.first, { name: '林一' })
    const { visitId, customerId } = await desk.visitOf('林一')
    const receivedAt = at()
    await desk.leave(visitId)
    app.advance(600)
    await desk.confirm(customerId)
    const state = async () => {
      const { members, nextId } = await desk.board()
      const first = members.find(({ memberId }) => memberId === desk.first.memberId)
      return { nextId, receivedTotal: first?.receivedTotal, receivedAt: first?.receivedAt }
    }
    expect(await state()).toEqual({ nextId: desk.second.memberId, receivedTotal: 1, receivedAt })
    app.advance(60)
    await desk.receive(visitId, desk.first)
    const again = at()
    app.advance(60)
    await desk.receive(visitId, desk.second, { receiverId: desk.first.memberId })
    expect(await state()).toMatchObject({ receivedTotal: 2, receivedAt: again })
  })

  it('skips consultants who are frozen, gone, not signed in, outside, off work or never activated', async () => {
    const [frozen, gone] = [await desk.join(4, '冯冻'), await desk.join(4, '高离')]
    const [unsigned, outside] = [await desk.join(4, '何未'), await desk.join(4, '姜外')]
    const [home, inactive] = [await desk.join(4, '柯退'), await desk.join(4, '夏新')]
    const here = await desk.join(4, '李在')
    const change = ({ memberId }: BuiltMember, values: object) =>
      app.db.updateTable('member').set(values).where('id', '=', memberId).execute()
    await change(frozen, { status: -1 })
    await change(gone, { left_at: app.now() })
    await change(inactive, { activated_at: null })
    for (const one of [desk.first, desk.second]) await change(one, { status: -1 })
    await desk.due(unsigned, outside, home, inactive, here)
    await desk.sign(outside, 1)
    await desk.sign(outside, 1, { isOutside: true, minutes: 5 })
    await desk.sign(home, 1)
    await desk.sign(home, 2, { minutes: 5 })
    await desk.sign(here, 1)
    const { nextId, members } = await desk.board()
    expect(nextId).toBe(here.memberId)
    expect(members.map(({ userName, absence }) => [userName, absence])).toEqual([
      ['李在', ''],
      ['何未', 'unsigned'],
      ['姜外', 'outside'],
      ['柯退', 'left'],
      ['夏新', 'inactive'],
      ['总监', ''],
    ])
  })

  it('skips consultants who never activated their account, though they can be chosen by hand', async () => {
    const newcomer = await desk.join(4, '夏新')
    for (const { memberId } of [newcomer, desk.first, desk.second])
      await app.db
        .updateTable('member')
        .set(memberId === newcomer.memberId ? { activated_at: null } : { status: -1 })
        .where('id', '=', memberId)
        .execute()
    expect(await desk.board()).toMatchObject({ nextId: 0 })
    await desk.register(newcomer, { name: '林一' })
    const { visitId, receiverId, suggestedId } = await desk.visitOf('林一')
    expect({ receiverId, suggestedId }).toEqual({ receiverId: 0, suggestedId: 0 })
    expect(await desk.receive(visitId, newcomer)).toMatchObject({ status: '0' })
    expect((await desk.board()).members[0]).toMatchObject({ userName: '夏新', absence: '', serving: 1 })
  })

  it('counts a consultant as present while receiving, whatever the signs show', async () => {
    await desk.due(desk.first)
    await desk.register(desk.first, { name: '林一' })
    await desk.receive((await desk.visitOf('林一')).visitId, desk.first)
    const { members } = await desk.board()
    expect(members.find(({ userName }) => userName === '许安')).toMatchObject({ absence: '', serving: 1 })
  })
})

describe('receiving', () => {
  it('assigns the customer to the owner, whose notice links the file', async () => {
    const visit = await arrive()
    app.advance(60)
    expect(await desk.receive(visit.visitId, desk.first)).toMatchObject({ status: '0' })
    expect(await desk.visitOf('周启明')).toMatchObject({ receiverName: '许安', receivedAt: at() })
    const { data = [] } = await app.post(rooms.notice.list, desk.first.token, {})
    expect(data).toMatchObject([
      { kind: 8, text: '周启明到店，请前往展厅接待', customerId: visit.customerId },
      { kind: 8, text: '周启明到店', customerId: visit.customerId },
    ])
  })

  it('notifies a consultant other than the owner without a link, and the file stays hidden', async () => {
    const visit = await arrive()
    await desk.receive(visit.visitId, desk.second)
    const { data = [] } = await app.post(rooms.notice.list, desk.second.token, {})
    expect(data).toMatchObject([{ customerId: 0 }])
  })

  it('by another consultant notifies both', async () => {
    const visit = await arrive()
    await desk.receive(visit.visitId, desk.first)
    await desk.receive(visit.visitId, desk.second, { receiverId: desk.first.memberId })
    expect((await desk.toldTo(desk.first))[0]).toBe('周启明改由沈知行接待')
    expect(await desk.toldTo(desk.second)).toEqual(['周启明到店，请前往展厅接待'])
  })

  it('is rejected for a busy consultant unless confirmed', async () => {
    await desk.register(desk.first, { name: '林一' })
    const visit = await arrive()
    expect(await desk.receive(visit.visitId, desk.first)).toMatchObject({
      code: 2801,
      errors: [{ path: 'memberId', text: '许安正在接待其他客户，请重新选择' }],
    })
    expect(await desk.receive(visit.visitId, desk.first, { evenIfBusy: true })).toMatchObject({ status: '0' })
    expect((await desk.board()).members.find(({ userName }) => userName === '许安')).toMatchObject({
      serving: 2,
    })
  })

  it('is rejected for an ineligible member, a departed customer and an outdated page', async () => {
    const visit = await arrive()
    expect((await desk.receive(visit.visitId, desk.desk)).errors).toEqual([
      { path: 'memberId', text: '所选客户经理不可用，请重新选择' },
    ])
    expect((await app.post(rooms.desk.receive, desk.desk.token, { visitId: visit.visitId })).errors).toEqual([
      { path: 'memberId', text: '请选择客户经理' },
    ])
    await desk.receive(visit.visitId, desk.first)
    expect(await desk.receive(visit.visitId, desk.second)).toMatchObject({
      code: 410,
      detail: '该客户已由许安接待',
    })
    await desk.leave(visit.visitId)
    expect(await desk.receive(visit.visitId, desk.second, { receiverId: desk.first.memberId })).toMatchObject(
      { code: 410, detail: '该客户已离店' },
    )
  })

  it('is impossible on the next day', async () => {
    const visit = await arrive()
    app.advance(86_400)
    await app.db.updateTable('session').set({ created_at: app.now(), last_seen_at: app.now() }).execute()
    expect(await desk.receive(visit.visitId, desk.first)).toMatchObject({ code: 404 })
    expect(await desk.leave(visit.visitId)).toMatchObject({ code: 404 })
    expect(await present()).toEqual([])
  })

  it('by two desks at once gives the same consultant only one customer', async () => {
    for (let round = 0; round < 6; round++) {
      const store = await buildDesk(app)
      const visits = []
      for (const name of ['周一', '周二']) {
        const { customerId } = await buildCustomer(app, store.second, { name })
        await store.confirm(customerId)
        visits.push(await store.visitOf(name))
      }
      const answers = await Promise.all(visits.map(({ visitId }) => store.receive(visitId, store.first)))
      expect(codesOf(answers)).toEqual([0, 2801])
      expect(await store.toldTo(store.first)).toHaveLength(1)
    }
  })

  it('by two desks at once assigns the same customer once', async () => {
    for (let round = 0; round < 6; round++) {
      const store = await buildDesk(app)
      const { customerId } = await buildCustomer(app, store.first, { name: '周一' })
      await store.confirm(customerId)
      const { visitId } = await store.visitOf('周一')
      const answers = await Promise.all([
        store.receive(visitId, store.first),
        store.receive(visitId, store.second),
      ])
      expect(codesOf(answers)).toEqual([0, 410])
    }
  })

  it('leaves one of two customers waiting when both are registered at once for one consultant', async () => {
    for (let round = 0; round < 6; round++) {
      const store = await buildDesk(app)
      await Promise.all(['林一', '林二'].map((name) => store.register(store.first, { name })))
      const { data } = await store.board()
      expect(data.map(({ receiverName }) => receiverName)).toEqual(['', '许安'])
    }
  })
})
