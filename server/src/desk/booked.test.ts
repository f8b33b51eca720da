import { rooms } from '@showroom/contract'
import { dayStart } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, testNow } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCar } from '../appointment/appointment.factory.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { secondsOf } from '../platform/clock.ts'
import { buildMember } from '../team/team.factory.ts'
import { buildDesk } from './desk.factory.ts'
import type { Desk } from './desk.factory.ts'

/** Customers with a plan for today: one press confirms the arrival and finds a receiver. */

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

const hour = (of: number): number => dayStart(secondsOf(app.now())) + of * 3600
const book = (name = '周启明', owner = desk.first, plan: object = {}) =>
  buildCustomer(app, owner, { name, nextActivityType: 2, nextDate: hour(16), nextMinutes: 30, ...plan })
const freeze = (memberId: number, changes: object = { status: -1 }) =>
  app.db.updateTable('member').set(changes).where('id', '=', memberId).execute()
const boardText = async () => (await app.post(rooms.desk.getBoard, desk.desk.token, {})).text
const receiverOf = async (name = '周启明') => (await desk.visitOf(name)).receiverName

describe('the arrival of a booked customer', () => {
  it('is received by a free owner, with one notice', async () => {
    for (const [name, plan] of [
      ['周看车', {}],
      ['周随时', { nextDate: hour(0), nextMinutes: undefined }],
      ['周试驾', { nextActivityType: 3, nextTestSpecId: 1201 }],
    ] as const) {
      const { customerId } = await book(name, desk.second, plan)
      expect(await desk.confirm(customerId)).toMatchObject({ status: '0' })
      expect(await desk.confirm(customerId)).toMatchObject({ status: '0', undoId: 0 })
      const visit = await desk.visitOf(name)
      expect(visit).toMatchObject({ receiverName: '沈知行', waitsSince: 0 })
      const notices = await desk.toldTo(desk.second)
      expect(notices.filter((text) => text.startsWith(name))).toEqual([
        expect.stringMatching(/，约.+，请前往展厅接待$/),
      ])
      await desk.leave(visit.visitId)
    }
    expect(await desk.toldTo(desk.manager)).toEqual([])
  })

  it('waits for a busy owner', async () => {
    await desk.register(desk.first, { name: '林一' })
    const { customerId } = await book()
    await desk.confirm(customerId)
    expect(await desk.visitOf('周启明')).toMatchObject({ receiverId: 0, suggestedId: desk.second.memberId })
    expect((await desk.toldTo(desk.first))[0]).toBe('周启明到店，约16:00看车')
    expect(await desk.toldTo(desk.second)).toEqual([])
  })

  it.each([
    ['has not signed in', async () => desk.due(desk.first), true],
    ['is outside', async () => desk.sign(desk.first, 1, { isOutside: true }), true],
    ['has left for the day', async () => desk.sign(desk.first, 2), true],
    ['never used the product', async () => freeze(desk.first.memberId, { activated_at: null }), true],
    ['is frozen', async () => freeze(desk.first.memberId), false],
  ] as const)('goes to the next in turn while the owner %s', async (_why, away, isInformed) => {
    const { customerId } = await book()
    await away()
    await desk.confirm(customerId)
    expect(await receiverOf()).toBe('沈知行')
    expect(await desk.toldTo(desk.second)).toEqual(['周启明到店，约16:00看车，请前往展厅接待'])
    const owner = await app.db
      .selectFrom('notice')
      .select('text')
      .where('member_id', '=', desk.first.memberId)
      .execute()
    expect(owner.map(({ text }) => text)).toEqual(isInformed ? ['周启明到店，约16:00看车，由沈知行接待'] : [])
    // The visit counts for its receiver, the file stays the owner's.
    expect(await desk.visitOf('周启明')).toMatchObject({ ownerName: '许安' })
  })

  it('takes no receiver from a longer waiting customer, and waits if none is left', async () => {
    await desk.due(desk.first)
    const waiting = await buildCustomer(app, desk.first, { name: '周先来' })
    await desk.confirm(waiting.customerId)
    app.advance(60)
    const { customerId } = await book()
    await desk.confirm(customerId)
    expect(await receiverOf()).toBe('')
    expect(await desk.visitOf('周先来')).toMatchObject({ suggestedId: desk.second.memberId })
    expect((await desk.toldTo(desk.first))[0]).toBe('周启明到店，约16:00看车')
  })

  it('counts once, for one receiver each, when two desks press at the same moment', async () => {
    await desk.due(desk.first)
    const third = await desk.join(4, '姜来')
    const customers = [await book('周一'), await book('周二')]
    const presses = customers.flatMap(({ customerId }) => [
      desk.confirm(customerId),
      desk.confirm(customerId, desk.manager),
    ])
    expect((await Promise.all(presses)).map(({ status }) => status)).toEqual(['0', '0', '0', '0'])
    const board = await desk.board()
    expect(board).toMatchObject({ todayTotal: 2, nextId: 0 })
    expect(board.data.map(({ receiverName }) => receiverName).toSorted()).toEqual(['姜来', '沈知行'])
    for (const one of [desk.second, third])
      expect((await desk.toldTo(one)).filter((text) => text.endsWith('接待'))).toHaveLength(1)
    expect(await desk.toldTo(desk.first)).toHaveLength(2)
  })

  it('waits as before without a plan for today', async () => {
    for (const [name, plan] of [
      ['周电话', { nextActivityType: 1, nextDate: hour(0), nextMinutes: undefined }],
      ['周明天', { nextDate: hour(40) }],
    ] as const) {
      const { customerId } = await book(name, desk.first, plan)
      await desk.confirm(customerId)
      expect(await receiverOf(name), name).toBe('')
    }
  })

  it('can be undone until another reception begins: the turn is as before, and the receiver gets a notice', async () => {
    await desk.due(desk.first)
    const { customerId } = await book()
    const before = await boardText()
    const { undoId = 0 } = await desk.confirm(customerId)
    const undo = (id: number) => app.post(rooms.base.undo, desk.desk.token, { undoId: id })
    expect(await undo(undoId)).toMatchObject({ status: '0', undoneTotal: 1 })
    expect(await boardText()).toBe(before)
    expect((await desk.toldTo(desk.second))[0]).toBe('周启明没有到店，无需接待')
    const again = await desk.confirm(customerId)
    expect(await receiverOf()).toBe('沈知行')
    app.advance(5)
    await desk.receive((await desk.visitOf('周启明')).visitId, desk.first, {
      receiverId: desk.second.memberId,
    })
    expect(await undo(again.undoId ?? 0)).toMatchObject({ code: 410 })
  })
})

describe('the search at the door', () => {
  const find = async (key: string, by = desk.desk) => {
    const results = await app.post(rooms.desk.search, by.token, { key })
    expect(results, results.text).toMatchObject({ status: '0' })
    return results
  }

  it('shows the owner’s absence, the plan of today, the visit, and the next in turn', async () => {
    await desk.due(desk.first)
    const mobile = '13612345678'
    const { customerId } = await book('周启明', desk.first, { mobile })
    for (const key of ['周启明', '136 1234 5678', '5678'])
      expect(await find(key), key).toMatchObject({
        total: 1,
        data: [
          {
            id: customerId,
            owner: { absence: 'unsigned', serving: 0 },
            expected: { activityType: 2, dueAt: hour(16), minutes: 30, ownerName: '许安' },
            visit: null,
            suggested: null,
          },
        ],
        cars: [],
        walkIn: { memberId: desk.second.memberId, userName: '沈知行' },
      })
    const waiting = await buildCustomer(app, desk.second, { name: '周先来' })
    await desk.confirm(waiting.customerId)
    expect(await find('周先来')).toMatchObject({
      data: [{ expected: null, visit: { receiverId: 0 }, suggested: { userName: '沈知行' } }],
      walkIn: null,
    })
    await freeze(desk.first.memberId)
    expect(await find('周启明')).toMatchObject({ data: [{ owner: null }] })
  })

  it('gives the next in turn for a number that is not on file', async () => {
    expect(await find('137 1234 5678')).toMatchObject({
      total: 0,
      data: [],
      cars: [],
      walkIn: { userName: '许安' },
    })
  })

  it('finds a test-drive car by any spelling of its plate, with its driver and its bookings', async () => {
    const { dealerId } = desk
    const [out, idle] = [
      await buildCar(app.db, app.now(), { dealerId }),
      await buildCar(app.db, app.now(), { dealerId }),
    ]
    const name = async (carId: number, plate: string) =>
      app.db.updateTable('test_car').set({ plate }).where('id', '=', carId).execute()
    await name(out, '浙A1D345')
    await name(idle, '浙A7K201')
    const driver = await buildCustomer(app, desk.first, { name: '周试驾' })
    await book('周已约', desk.second, { nextActivityType: 3, nextTestSpecId: 1201, nextCarId: idle })
    const drive = { customerId: driver.customerId, carId: out, outKm: 100, agreement: 2, minutes: 60 }
    expect(await app.post(rooms.appointment.walkUp, desk.first.token, drive)).toMatchObject({ status: '0' })
    const at = secondsOf(app.now())
    for (const key of ['浙A1D345', '浙a·1d345', '1D 345', 'D345', '345'])
      expect((await find(key)).cars, key).toMatchObject([
        {
          plate: '浙A1D345',
          out: { outAt: at, dueAt: at + 3600 },
          customers: [{ id: driver.customerId, isPresent: true, visit: { drive: { plate: '浙A1D345' } } }],
        },
      ])
    expect((await find('7k201')).cars).toMatchObject([
      { plate: '浙A7K201', out: null, customers: [{ name: '周已约', expected: { plate: '浙A7K201' } }] },
    ])
    // The keys are still out the next day, when the customer has no visit.
    app.advance(86_400)
    await app.db.updateTable('session').set({ last_seen_at: app.now() }).execute()
    expect((await find('D345')).cars).toMatchObject([{ customers: [{ name: '周试驾', visit: null }] }])
    // Two characters, a removed car and another store's car are no hit.
    const other = await buildMember(app.db, app.now(), { role: 1 })
    expect((await find('45')).cars).toEqual([])
    expect((await find('D345', other)).cars).toEqual([])
    await app.db.updateTable('test_car').set({ removed_at: app.now() }).where('id', '=', idle).execute()
    expect((await find('7K201')).cars).toEqual([])
  })

  it('shows numbers masked, and plans of other days not at all', async () => {
    const mobile = '13612345679'
    await book('周后天', desk.first, { nextDate: hour(64), mobile })
    const results = await find('周后天')
    expect(results).toMatchObject({ data: [{ expected: null, isExpected: false }] })
    expect(results.text).not.toContain(mobile)
  })
})
