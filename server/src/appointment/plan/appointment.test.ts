import { rooms } from '@showroom/contract'
import type { FollowInput } from '@showroom/contract/customer/follow.schema'
import { dayStart } from '@showroom/contract/kernel/day'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { againForm, buildCustomer, newCustomer, phoneFollow } from '../../customer/customer.factory.ts'
import type { BuiltCustomer } from '../../customer/customer.factory.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCar } from '../appointment.factory.ts'

let app: TestApp
let dealerId: number
let manager: BuiltMember
let desk: BuiltMember
let owner: BuiltMember
let colleague: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  dealerId = await buildDealer(app.db)
  manager = await buildMember(app.db, app.now(), { dealerId, role: 3 })
  desk = await buildMember(app.db, app.now(), { dealerId, role: 7, modules: ['前台流量'], handleFront: true })
  owner = await buildMember(app.db, app.now(), { dealerId, name: '许安' })
  colleague = await buildMember(app.db, app.now(), { dealerId, name: '沈知行' })
})
afterAll(() => app.close())

const { follow } = rooms.customer
const { day, move, saveCar, removeCar, cars } = rooms.appointment

/** An instant tomorrow, by the clock of the store. */
const tomorrow = (hour: number, minute = 0): number =>
  dayStart(app.now().getTime() / 1000) + 86_400 + hour * 3600 + minute * 60

const drive = (carId: number, startsAt: number, minutes: FollowInput['nextMinutes'] = 60) =>
  ({
    nextActivityType: 3,
    nextTestSpecId: 1201,
    nextCarId: carId,
    nextDate: startsAt,
    nextMinutes: minutes,
  }) as const

const plan = (by: BuiltMember, customer: BuiltCustomer, next: Partial<FollowInput>) =>
  app.post(follow, by.token, phoneFollow(app, customer, next))

/** Plans a test drive for a new customer. */
async function booked(
  by: BuiltMember,
  carId: number,
  startsAt: number,
  minutes?: FollowInput['nextMinutes'],
) {
  const customer = await buildCustomer(app, by)
  const answer = await plan(by, customer, drive(carId, startsAt, minutes))
  return { customer, answer }
}

const dayOf = async (by: BuiltMember) => {
  const answer = await app.post(day, by.token, { day: tomorrow(0) })
  if (!answer.data) throw new Error(answer.text)
  return answer.data
}
const openOf = ({ dealId }: BuiltCustomer) =>
  app.db
    .selectFrom('activity')
    .selectAll()
    .where('deal_id', '=', dealId)
    .where('completed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()

describe('a follow-up', () => {
  it('plans a test drive with its hour and car, which the whole store sees', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const { customer, answer } = await booked(owner, carId, tomorrow(10))
    expect(answer.status, answer.text).toBe('0')
    const mine = (await dayOf(owner)).find((one) => one.customerId === customer.customerId)
    expect(mine).toMatchObject({
      name: '林晓雨',
      type: 3,
      startsAt: tomorrow(10),
      minutes: 60,
      carId,
      isSeen: true,
    })
    const theirs = (await dayOf(colleague)).find((one) => one.customerId === customer.customerId)
    expect(theirs).toMatchObject({ name: '林女士', ownerName: '许安', carId, isSeen: false })
  })

  it('is refused at the field if hour, type or car do not fit', async () => {
    const customer = await buildCustomer(app, owner)
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const other = await buildCar(app.db, app.now(), { dealerId, seriesId: 1209 })
    const off = await buildCar(app.db, app.now(), { dealerId, isOff: true })
    const wrong: [Partial<FollowInput>, string, string][] = [
      [{ nextActivityType: 1, nextMinutes: 30 }, 'nextMinutes', '只有到店和试驾可以预约时间'],
      [{ nextMinutes: 30, nextDate: tomorrow(10) + 60 }, 'nextDate', '请选择整刻钟'],
      [{ nextMinutes: 35 as 30 }, 'nextMinutes', '请选择时长'],
      [{ nextCarId: carId }, 'nextCarId', '只有试驾可以预约试驾车'],
      [{ ...drive(carId, tomorrow(10), 0) }, 'nextMinutes', '请选择试驾时间'],
      [drive(other, tomorrow(10)), 'nextCarId', '该试驾车不是所选的试驾车系'],
      [drive(off, tomorrow(10)), 'nextCarId', '该试驾车已停用，请重新选择'],
      [drive(carId, tomorrow(17, 30)), 'nextCarId', '该试驾车这段时间不开放'],
    ]
    for (const [next, path, text] of wrong) {
      const answer = await plan(owner, customer, next)
      expect(answer.status, JSON.stringify(next)).toBe('-1')
      expect(answer.errors).toContainEqual({ path, text })
    }
    expect((await openOf(customer)).id).toBe(customer.activityId)
  })

  it('leaves the car free that its plan had booked', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const { customer } = await booked(owner, carId, tomorrow(10))
    expect((await booked(colleague, carId, tomorrow(10, 30))).answer).toMatchObject({ code: 2901 })
    const { id } = await openOf(customer)
    expect(await plan(owner, { ...customer, activityId: id }, { nextActivityType: 1 })).toMatchObject({
      status: '0',
    })
    expect((await booked(colleague, carId, tomorrow(10, 30))).answer).toMatchObject({ status: '0' })
  })
})

describe('a form that opens or reopens a file', () => {
  const planOf = (carId: number) => ({ ...drive(carId, tomorrow(10)), level: 'H' as const })

  it('plans an hour and books the car, as a follow-up does', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const walkIn = { ...newCustomer(app, planOf(carId)), newType: 1, assignMemberId: owner.memberId }
    const made = await app.post(rooms.customer.add, desk.token, walkIn)
    expect(made.status, made.text).toBe('0')
    expect(await dayOf(desk)).toContainEqual(
      expect.objectContaining({ customerId: made.customerId, carId, minutes: 60, ownerId: owner.memberId }),
    )
    const second = { ...newCustomer(app, planOf(carId)), newType: 1, assignMemberId: owner.memberId }
    expect(await app.post(rooms.customer.add, desk.token, second)).toMatchObject({
      code: 2901,
      errors: [{ path: 'nextCarId' }],
    })
    const other = await buildCustomer(app, owner)
    await app.db.updateTable('deal').set({ level: 'F' }).where('id', '=', other.dealId).execute()
    const revival = {
      customerId: other.customerId,
      memberId: owner.memberId,
      specIds: '1201',
      remark: '又来了',
    }
    expect(
      await app.post(rooms.customer.relive, owner.token, { ...revival, ...planOf(carId) }),
    ).toMatchObject({
      code: 2901,
    })
    const later = { ...revival, ...planOf(carId), nextDate: tomorrow(13) }
    expect(await app.post(rooms.customer.relive, owner.token, later)).toMatchObject({ status: '0' })
    expect(await openOf(other)).toMatchObject({ minutes: 60, test_car_id: carId })
    await app.db
      .updateTable('activity')
      .set({ cancelled_at: app.now() })
      .where('deal_id', '=', other.dealId)
      .execute()
    await app.db
      .updateTable('deal')
      .set({ level: 'D', next_follow_at: null, next_activity_type: 0 })
      .where('id', '=', other.dealId)
      .execute()
    const file = await app.post(rooms.customer.get, owner.token, { customerId: other.customerId })
    const again = { ...againForm(app, other, file.editable), ...planOf(carId), nextDate: tomorrow(15) }
    const bought = await app.post(rooms.customer.add, owner.token, again)
    expect(bought.status, bought.text).toBe('0')
    expect(await dayOf(owner)).toContainEqual(
      expect.objectContaining({ dealId: bought.dealId, startsAt: tomorrow(15), carId }),
    )
  })

  it('is refused at the field if hour and type do not fit', async () => {
    const wrong = { ...newCustomer(app), nextMinutes: 30 as const }
    expect(await app.post(rooms.customer.add, owner.token, wrong)).toMatchObject({
      errors: [{ path: 'nextMinutes', text: '只有到店和试驾可以预约时间' }],
    })
  })
})

describe('a car', () => {
  it('goes to one of thirty who book the same quarter at once', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const customers = []
    for (let at = 0; at < 30; at += 1) customers.push(await buildCustomer(app, owner))
    const answers = await Promise.all(
      customers.map((customer, at) => plan(owner, customer, drive(carId, tomorrow(14, (at % 4) * 15)))),
    )
    expect(answers.filter(({ status }) => status === '0')).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 2901)).toHaveLength(29)
  })

  it('never has two appointments at once, whatever is booked, moved and cancelled', async () => {
    const carIds = [
      await buildCar(app.db, app.now(), { dealerId }),
      await buildCar(app.db, app.now(), { dealerId }),
    ]
    const files = []
    for (let at = 0; at < 6; at += 1) files.push(await buildCustomer(app, owner))
    const act = fc.record({
      file: fc.constantFrom(...files),
      carId: fc.constantFrom(0, ...carIds),
      startsAt: fc.integer({ min: 36, max: 46 }).map((quarter) => tomorrow(0) + quarter * 900),
      minutes: fc.constantFrom(30 as const, 60 as const, 90 as const),
      isMove: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async (acts) => {
        await Promise.all(
          acts.map(async ({ file, carId, startsAt, minutes, isMove }) => {
            const { id, type } = await openOf(file)
            const isDrive = type === 3 || !isMove
            const when = { startsAt, minutes, carId: isDrive ? carId : 0 } as const
            return isMove
              ? app.post(move, owner.token, { customerId: file.customerId, activityId: id, ...when })
              : plan(owner, { ...file, activityId: id }, drive(carId, startsAt, minutes))
          }),
        )
        const data = await dayOf(owner)
        const taken = data
          .filter((one) => carIds.includes(one.carId))
          .flatMap((one) =>
            Array.from(
              { length: one.minutes / 15 },
              (_quarter, at) => `${one.carId} ${one.startsAt + at * 900}`,
            ),
          )
        expect(new Set(taken).size).toBe(taken.length)
      }),
      { numRuns: 12, seed: 39 },
    )
  })

  it('is added, changed and removed by managers; a booked one stays', async () => {
    const form = { seriesId: 1201, plate: '浙a12345', opensAt: 540, closesAt: 1080 }
    expect(await app.post(saveCar, manager.token, form)).toMatchObject({ status: '0' })
    for (const plate of ['浙a12345', '浙A·12345', '浙A 12345', '浙Ａ－12345', '浙A\u200b12345'])
      expect(await app.post(saveCar, manager.token, { ...form, plate })).toMatchObject({ code: 2902 })
    expect(await app.post(saveCar, owner.token, form)).toMatchObject({ code: 403 })
    expect(await app.post(saveCar, manager.token, { ...form, closesAt: 540 })).toMatchObject({
      errors: [{ path: 'closesAt', text: '结束时间必须晚于开始时间' }],
    })
    const listed = await app.post(cars, manager.token, {})
    const made = listed.data?.find(({ plate }) => plate === '浙A12345')
    if (!made) throw new Error('the car is not listed')
    const carId = made.carId
    const { customer } = await booked(owner, carId, tomorrow(11))
    expect(await app.post(removeCar, manager.token, { carId })).toMatchObject({ code: 2903 })
    const { id } = await openOf(customer)
    await plan(owner, { ...customer, activityId: id }, { nextActivityType: 1 })
    expect(await app.post(removeCar, manager.token, { carId })).toMatchObject({ status: '0' })
    expect((await app.post(cars, manager.token, {})).data).not.toContainEqual(
      expect.objectContaining({ carId }),
    )
    expect(await app.post(removeCar, manager.token, { carId })).toMatchObject({ code: 404 })
  })

  it('gets a plate that no other one gets at the same moment', async () => {
    const form = { seriesId: 1201, opensAt: 540, closesAt: 1260 }
    for (const plate of ['川A6K101', '川A6K102', '川A6K103']) {
      const carIds = [
        await buildCar(app.db, app.now(), { dealerId }),
        await buildCar(app.db, app.now(), { dealerId }),
      ]
      const saved = [...carIds, 0].map((carId) => app.post(saveCar, manager.token, { ...form, plate, carId }))
      const codes = (await Promise.all(saved)).map(({ code }) => code)
      expect(codes.filter((code) => code === 2902)).toHaveLength(2)
      expect(codes.filter((code) => code !== 2902)).toEqual([0])
    }
  })

  it('off for service takes no bookings and keeps those it has', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const { customer } = await booked(owner, carId, tomorrow(12))
    const car = (await app.post(cars, manager.token, {})).data?.find((one) => one.carId === carId)
    const { seriesId, plate, opensAt, closesAt } = car ?? { seriesId: 0, plate: '', opensAt: 0, closesAt: 0 }
    await app.post(saveCar, manager.token, { carId, seriesId, plate, opensAt, closesAt, isOff: true })
    expect((await booked(owner, carId, tomorrow(15))).answer).toMatchObject({ status: '-1' })
    expect(await dayOf(owner)).toContainEqual(
      expect.objectContaining({ customerId: customer.customerId, carId }),
    )
  })
})

describe('moving an appointment', () => {
  it('changes hour, length and car, frees the old quarters, and writes a timeline row', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const other = await buildCar(app.db, app.now(), { dealerId })
    const { customer } = await booked(owner, carId, tomorrow(10))
    const { id } = await openOf(customer)
    const to = {
      customerId: customer.customerId,
      activityId: id,
      startsAt: tomorrow(15),
      minutes: 90,
      carId: other,
    } as const
    expect(await app.post(move, colleague.token, to)).toMatchObject({ code: 404 })
    expect(await app.post(move, desk.token, to)).toMatchObject({ status: '0' })
    expect(await openOf(customer)).toMatchObject({
      due_at: new Date(tomorrow(15) * 1000),
      minutes: 90,
      test_car_id: other,
    })
    expect(await app.post(move, owner.token, to)).toMatchObject({ code: 410 })
    expect((await booked(owner, carId, tomorrow(10))).answer).toMatchObject({ status: '0' })
    expect((await booked(owner, other, tomorrow(16))).answer).toMatchObject({ code: 2901 })
    const file = await app.post(rooms.customer.get, owner.token, { customerId: customer.customerId })
    expect(file.timelines?.[0]?.subject).toBe('改约')
  })

  it('notifies the owner of what another member moves, not of the own move', async () => {
    const { customer } = await booked(owner, 0, tomorrow(10))
    const moved = async (by: BuiltMember, hour: number) => {
      const { id: activityId } = await openOf(customer)
      const to = {
        customerId: customer.customerId,
        activityId,
        startsAt: tomorrow(hour),
        minutes: 30,
      } as const
      expect(await app.post(move, by.token, to)).toMatchObject({ status: '0' })
    }
    const notices = () =>
      app.db
        .selectFrom('notice')
        .select('member_id as memberId')
        .where('customer_id', '=', customer.customerId)
        .execute()
    await moved(owner, 11)
    expect(await notices()).toEqual([])
    await moved(desk, 12)
    expect(await notices()).toEqual([{ memberId: owner.memberId }])
  })

  it('is refused beyond the window of the level', async () => {
    const { customer } = await booked(owner, 0, tomorrow(10))
    const { id } = await openOf(customer)
    const request = {
      customerId: customer.customerId,
      activityId: id,
      startsAt: tomorrow(10) + 30 * 86_400,
      minutes: 30,
    } as const
    expect(await app.post(move, owner.token, request)).toMatchObject({
      errors: [{ path: 'startsAt', text: '跟进日期超出该级别的可选范围' }],
    })
  })
})

describe('taking a move back', () => {
  const undo = (by: BuiltMember, undoId = 0) => app.post(rooms.base.undo, by.token, { undoId })

  /** A test drive at ten, moved to three with another car. */
  async function moved(by = owner) {
    const [carId, other] = [
      await buildCar(app.db, app.now(), { dealerId }),
      await buildCar(app.db, app.now(), { dealerId }),
    ]
    const { customer } = await booked(owner, carId, tomorrow(10))
    const { id } = await openOf(customer)
    const to = {
      customerId: customer.customerId,
      activityId: id,
      startsAt: tomorrow(15),
      minutes: 90,
    } as const
    const { undoId, text } = await app.post(move, by.token, { ...to, carId: other })
    if (!undoId) throw new Error(text)
    return { customer, carId, other, undoId }
  }

  it('restores hour, length and car, frees the other car, and notifies the owner of both', async () => {
    const { customer, carId, other, undoId } = await moved(desk)
    expect(await undo(owner, undoId)).toMatchObject({ code: 404 })
    expect(await undo(desk, undoId)).toMatchObject({ undoneTotal: 1, keptTotal: 0 })
    expect(await openOf(customer)).toMatchObject({
      due_at: new Date(tomorrow(10) * 1000),
      minutes: 60,
      test_car_id: carId,
    })
    expect((await booked(owner, other, tomorrow(15))).answer).toMatchObject({ status: '0' })
    expect((await booked(owner, carId, tomorrow(10))).answer).toMatchObject({ code: 2901 })
    const texts = (await app.post(rooms.notice.list, owner.token, {})).data?.map(({ text }) => text)
    expect(texts?.slice(0, 2)).toEqual([
      expect.stringMatching(/撤销了改约，客户林晓雨的预约恢复为\d{4}-\d\d-\d\d 10:00–11:00$/),
      expect.stringMatching(/将客户林晓雨的预约改为\d{4}-\d\d-\d\d 15:00–16:30$/),
    ])
    expect(await undo(desk, undoId)).toMatchObject({ code: 2401 })
  })

  it('is refused once the car is taken or the file has changed', async () => {
    const first = await moved()
    await booked(colleague, first.carId, tomorrow(10))
    expect(await undo(owner, first.undoId)).toMatchObject({ code: 410 })
    expect(await openOf(first.customer)).toMatchObject({ test_car_id: first.other })
    const second = await moved()
    await plan(
      owner,
      { ...second.customer, activityId: (await openOf(second.customer)).id },
      { nextActivityType: 1 },
    )
    expect(await undo(owner, second.undoId)).toMatchObject({ code: 410 })
    expect(await openOf(second.customer)).toMatchObject({ type: 1 })
  })

  it('gives a day without an hour back as it was', async () => {
    const customer = await buildCustomer(app, owner, { nextActivityType: 2, nextDate: tomorrow(0) })
    const to = { customerId: customer.customerId, activityId: customer.activityId, startsAt: tomorrow(9) }
    const { undoId } = await app.post(move, owner.token, { ...to, minutes: 30 })
    expect(await undo(owner, undoId)).toMatchObject({ undoneTotal: 1 })
    expect(await openOf(customer)).toMatchObject({ due_at: new Date(tomorrow(0) * 1000), minutes: null })
  })
})

describe('cancelling an appointment', () => {
  const { cancel } = rooms.appointment
  const undo = (by: BuiltMember, undoId = 0) => app.post(rooms.base.undo, by.token, { undoId })
  const request = async (customer: BuiltCustomer) => ({
    customerId: customer.customerId,
    activityId: (await openOf(customer)).id,
  })

  it('frees the car, plans a call of today, notifies the owner, and counts no no-show', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const { customer } = await booked(owner, carId, tomorrow(10))
    const ended = await request(customer)
    const { undoId, text } = await app.post(cancel, desk.token, ended)
    expect(undoId, text).toBeGreaterThan(0)
    expect(await openOf(customer)).toMatchObject({ type: 1, minutes: null, owner_id: owner.memberId })
    const { kept } = await app.db
      .selectFrom('activity')
      .select('kept')
      .where('id', '=', ended.activityId)
      .executeTakeFirstOrThrow()
    expect(kept).toBeNull()
    const notices = await app.post(rooms.notice.list, owner.token, {})
    expect(notices.data?.[0]?.text).toMatch(
      /取消了\d{4}-\d\d-\d\d 10:00–11:00的试驾预约，客户林晓雨，请电话联系$/,
    )
    expect((await booked(colleague, carId, tomorrow(10))).answer).toMatchObject({ status: '0' })
    expect(await app.post(cancel, owner.token, ended)).toMatchObject({ code: 410 })
    expect(await undo(desk, undoId)).toMatchObject({ code: 410 })
  })

  it('can be taken back while file and car are as it left them', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const { customer } = await booked(owner, carId, tomorrow(13))
    const { undoId } = await app.post(cancel, owner.token, await request(customer))
    expect(await undo(owner, undoId)).toMatchObject({ undoneTotal: 1 })
    expect(await openOf(customer)).toMatchObject({
      type: 3,
      due_at: new Date(tomorrow(13) * 1000),
      minutes: 60,
      test_car_id: carId,
    })
    expect((await booked(colleague, carId, tomorrow(13))).answer).toMatchObject({ code: 2901 })
  })

  it('is refused for a planned call, and for members without the right to move it', async () => {
    const call = await buildCustomer(app, owner)
    expect(await app.post(cancel, owner.token, await request(call))).toMatchObject({ code: 410 })
    const { customer } = await booked(owner, 0, tomorrow(16))
    expect(await app.post(cancel, colleague.token, await request(customer))).toMatchObject({ code: 404 })
  })
})

describe('who moves and sees what', () => {
  it('lets the desk read all names and move all appointments, and readers none', async () => {
    const reader = await buildMember(app.db, app.now(), { dealerId, role: 11, modules: ['客户管理'] })
    const { customer } = await booked(owner, 0, tomorrow(11))
    const search = async (by: BuiltMember) =>
      (await dayOf(by)).find((one) => one.customerId === customer.customerId)
    expect(await search(desk)).toMatchObject({ name: '林晓雨', isSeen: false, isMovable: true })
    expect(await search(owner)).toMatchObject({ isSeen: true, isMovable: true, level: 'A' })
    expect(await search(colleague)).toMatchObject({ name: '林女士', isMovable: false, level: '' })
    expect(await search(reader)).toMatchObject({ isMovable: false })
  })
})

describe('the week of the team', () => {
  const { week } = rooms.appointment
  const weekOf = (by: BuiltMember) => app.post(week, by.token, { day: tomorrow(12) })

  it('shows managers their consultants, the free ones too, and the appointments of Monday to Sunday', async () => {
    const store = await buildDealer(app.db)
    const join = (role: number, name: string, rest: object = {}) =>
      buildMember(app.db, app.now(), { dealerId: store, role, name, ...rest })
    const head = await join(3, '总监')
    const lead = await join(4, '组长')
    const busy = await join(4, '许安', { managerId: lead.memberId })
    const free = await join(4, '沈知行')
    await plan(busy, await buildCustomer(app, busy), drive(0, tomorrow(10)))
    await plan(head, await buildCustomer(app, head), drive(0, tomorrow(11)))
    const all = await weekOf(head)
    expect(all.members?.map(({ userName }) => userName)).toEqual(['组长', '许安', '沈知行', '总监'])
    expect(all.data).toMatchObject([
      { ownerId: busy.memberId, startsAt: tomorrow(10), isMovable: true },
      { ownerId: head.memberId, startsAt: tomorrow(11) },
    ])
    const next = await app.post(week, head.token, { day: tomorrow(12) + 7 * 86_400 })
    expect(next.data).toEqual([])
    for (const call of [week, day])
      expect(
        await app.post(call, head.token, { day: tomorrow(12) - 30 * 86_400 }),
        'a past one',
      ).toMatchObject({
        data: [],
      })
    const own = await weekOf(lead)
    expect(own.members?.map(({ userName }) => userName)).toEqual(['组长', '许安'])
    expect(await weekOf(free)).toMatchObject({ code: 403 })
  })

  it('reads past days and weeks', async () => {
    const past = tomorrow(12) - 40 * 86_400
    expect(await app.post(week, manager.token, { day: past })).toMatchObject({ status: '0', data: [] })
    expect(await app.post(day, owner.token, { day: past })).toMatchObject({ status: '0', data: [] })
  })

  it('moves an appointment with its car to the consultant who gets the customer', async () => {
    const carId = await buildCar(app.db, app.now(), { dealerId })
    const { customer } = await booked(owner, carId, tomorrow(13))
    const given = { customerIds: String(customer.customerId), memberId: colleague.memberId, remark: '' }
    expect(await app.post(rooms.customer.batchReassign, manager.token, given)).toMatchObject({
      successTotal: 1,
    })
    expect((await weekOf(manager)).data).toContainEqual(
      expect.objectContaining({ customerId: customer.customerId, ownerId: colleague.memberId, carId }),
    )
    expect((await booked(owner, carId, tomorrow(13))).answer).toMatchObject({ code: 2901 })
  })
})
