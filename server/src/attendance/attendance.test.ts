import { rooms } from '@showroom/contract'
import { role as roles } from '@showroom/contract/access/access.rules'
import { groupRoles, moduleNames } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildDealer, buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { closeDays } from './remind.job.ts'

const { sign, today, month } = rooms.attendance

let app: TestApp
let dealerId: number
let head: BuiltMember
let by: BuiltMember
/** A Wednesday. */
const at = (time: string, day = '2026-11-18'): Date => new Date(`${day}T${time}+08:00`)
const build = (role = 4, modules = ['客户管理', '签到']) =>
  buildMember(app.db, app.now(), { dealerId, role, modules })

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.setNow(at('08:00:00'))
  dealerId = await buildDealer(app.db)
  head = await build(1)
  by = await build()
})
afterAll(() => app.close())

const settle = () => closeDays({ db: app.db, clock: app.now }).run()
const setting = (rest: object) =>
  app.post(rooms.setting.updateSignSetting, head.token, { inTime: '08:30', offTime: '18:00', ...rest })
const remindedOf = async ({ memberId }: BuiltMember): Promise<string[]> =>
  (
    await app.db
      .selectFrom('notice')
      .select('text')
      .where('member_id', '=', memberId)
      .where('kind', '=', 7)
      .execute()
  ).map(({ text }) => text)

describe('signing', () => {
  it('in and out records the server’s time, the place and the remark', async () => {
    const place = { lat: 30.27, lng: 120.15, address: '文三路100号' }
    expect(await app.post(sign, by.token, { type: 1, ...place })).toMatchObject({
      status: '0',
      now: at('08:00:00').getTime() / 1000,
      data: {
        day: '2026-11-18',
        inTime: '08:30',
        offTime: '18:00',
        isDue: true,
        signs: [{ type: 1, at: at('08:00:00').getTime() / 1000, isOutside: false, hasPlace: true }],
      },
    })
    app.setNow(at('18:05:00'))
    const later = { dealerId, type: 2, isOutside: true, remark: '陪客户上牌，电话13800001111' }
    expect((await app.post(sign, by.token, later)).data?.signs).toMatchObject([
      { type: 1, address: '文三路100号', remark: '' },
      { type: 2, isOutside: true, hasPlace: false, remark: '陪客户上牌，电话138****1111' },
    ])
  })

  it('in counts once a day, out any number of times, at most one press a minute', async () => {
    const signs = async (body: object) => (await app.post(sign, by.token, body)).data?.signs.length
    expect(await signs({ type: 1 })).toBe(1)
    app.setNow(at('09:00:00'))
    expect(await signs({ type: 1 })).toBe(1)
    expect(await signs({ type: 1, isOutside: true, remark: '外拓' })).toBe(2)
    expect(await signs({ type: 1, isOutside: true, remark: '外拓' })).toBe(2)
    expect(await signs({ type: 2 })).toBe(3)
    app.advance(59)
    expect(await signs({ type: 2 })).toBe(3)
    app.advance(1)
    expect(await signs({ type: 2 })).toBe(4)
  })

  it('counts once for a double press with one key, and for concurrent presses without a key', async () => {
    const key = { 'idempotency-key': 'a-press-of-the-button-1' }
    const twice = await Promise.all([1, 2].map(() => app.post(sign, by.token, { type: 2 }, key)))
    expect(twice.map(({ status }) => status)).toEqual(['0', '0'])
    const other = await build()
    const many = await Promise.all([by, by, by, other].map(({ token }) => app.post(sign, token, { type: 1 })))
    expect(many.map(({ status }) => status)).toEqual(['0', '0', '0', '0'])
    expect((await app.post(today, by.token, {})).data?.signs.map(({ type }) => type)).toEqual([2, 1])
    expect((await app.post(today, other.token, {})).data?.signs).toHaveLength(1)
  })

  it('stops at thirty a day', async () => {
    for (let times = 0; times < 30; times++) {
      expect(await app.post(sign, by.token, { type: 2 })).toMatchObject({ status: '0' })
      app.advance(60)
    }
    expect(await app.post(sign, by.token, { type: 2 })).toMatchObject({
      code: 2701,
      detail: '今天的签到次数已达上限',
    })
  })

  it.each([
    [{}, 'type', '请选择签到或签退'],
    [{ type: 3 }, 'type', '请选择签到或签退'],
    [{ type: 1, isOutside: true }, 'remark', '外出签到请填写备注'],
    [{ type: 1, isOutside: true, remark: ' \u200b ' }, 'remark', '外出签到请填写备注'],
    [{ type: 1, isOutside: 'yes' }, 'isOutside', '请选择是否外出'],
    [{ type: 1, remark: '字'.repeat(201) }, 'remark', '不能超过200个字'],
    [{ type: 1, address: '字'.repeat(101) }, 'address', '不能超过100个字'],
    [{ type: 1, lat: 30 }, 'lat', '定位信息不正确'],
    [{ type: 1, lat: 91, lng: 0 }, 'lat', '定位信息不正确'],
    [{ type: 1, lat: 0, lng: -181 }, 'lng', '定位信息不正确'],
  ])('%j is rejected', async (body, path, text) => {
    expect((await app.post(sign, by.token, body)).errors).toContainEqual({ path, text })
    expect((await app.post(today, by.token, {})).data?.signs).toEqual([])
  })

  it.each(Object.values(roles))('is for role %i with 签到, and not without', async (role) => {
    const others = moduleNames.filter((name) => name !== '签到')
    const [has, lacks] = [await build(role), await build(role, others)]
    // An investor only reads.
    const isBarred = (call: Call) => groupRoles.includes(role) || (role === roles.investor && call === sign)
    for (const [call, body] of [
      [sign, { type: 1 }],
      [today, {}],
      [month, { month: '2026-11' }],
    ] as const) {
      expect(await app.post(call, lacks.token, body)).toMatchObject({ code: 403 })
      expect(await app.post(call, has.token, body)).toMatchObject({ code: isBarred(call) ? 403 : 0 })
    }
  })

  it('is at the own store, for oneself', async () => {
    const far = await buildMember(app.db, app.now(), { role: 1, modules: ['签到'] })
    expect(await app.post(sign, by.token, { type: 1, dealerId: far.dealerId })).toMatchObject({ code: 404 })
    await app.post(sign, by.token, { type: 1 })
    expect((await app.post(today, far.token, {})).data?.signs).toEqual([])
    expect((await app.post(today, head.token, {})).data?.signs).toEqual([])
  })
})

describe('a day', () => {
  it('keeps the hours it began with', async () => {
    await app.post(sign, by.token, { type: 1 })
    await setting({ inTime: '07:30', offTime: '16:00' })
    expect((await app.post(today, by.token, {})).data).toMatchObject({ inTime: '08:30', offTime: '18:00' })
    app.setNow(at('08:00:00', '2026-11-19'))
    by = await build()
    expect((await app.post(today, by.token, {})).data).toMatchObject({ inTime: '07:30', offTime: '16:00' })
  })

  it('is not due on a rest day or for excused members, and keeps that if a rest day is set later', async () => {
    const excused = await build()
    await setting({ whites: [excused.memberId] })
    expect((await app.post(today, excused.token, {})).data).toMatchObject({ isDue: false })
    app.setNow(at('08:30:00'))
    await settle()
    await setting({ restDays: [3] })
    expect((await app.post(today, excused.token, {})).data).toMatchObject({ isDue: false })
    expect((await app.post(today, by.token, {})).data).toMatchObject({ isDue: true })
    app.setNow(at('08:00:00', '2026-11-25'))
    const later = await build()
    expect((await app.post(today, later.token, {})).data).toMatchObject({ isDue: false })
    await app.post(sign, later.token, { type: 1 })
    app.setNow(at('09:00:00', '2026-11-25'))
    await settle()
    expect((await app.post(today, later.token, {})).data).toMatchObject({ isDue: false })
  })
})

describe('the month of a member', () => {
  it('lists the days on which they were due or signed, up to today', async () => {
    app.setNow(at('08:30:00', '2026-11-16'))
    await settle()
    app.setNow(at('08:40:00', '2026-11-17'))
    await settle()
    await app.post(sign, by.token, { type: 1 })
    app.setNow(at('08:00:00'))
    const { data } = await app.post(month, by.token, { month: '2026-11' })
    expect(data?.map(({ day, isDue, signs }) => [day, isDue, signs.length])).toEqual([
      ['2026-11-16', true, 0],
      ['2026-11-17', true, 1],
      ['2026-11-18', true, 0],
    ])
    expect(await app.post(month, by.token, { month: '2026-10' })).toMatchObject({ data: [] })
    expect(await app.post(month, by.token, { month: '2027-02' })).toMatchObject({ data: [] })
  })

  it.each([{}, { month: '2026-13' }, { month: '2026-1' }, { month: '1926-01' }])(
    '%j is rejected',
    async (body) => {
      expect((await app.post(month, by.token, body)).errors).toContainEqual({
        path: 'month',
        text: '请选择月份',
      })
    },
  )
})

describe('the reminder', () => {
  it('comes once when the hours begin to members who have not signed, also with two processes', async () => {
    await setting({ isAlert: true })
    const signed = await build()
    await app.post(sign, signed.token, { type: 1 })
    const [without, frozen, excused] = [await build(4, ['客户管理']), await build(), await build()]
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', frozen.memberId).execute()
    await setting({ isAlert: true, whites: [excused.memberId] })
    app.setNow(at('08:29:59'))
    await settle()
    expect(await remindedOf(by)).toEqual([])
    app.setNow(at('08:30:00'))
    await Promise.all([settle(), settle(), settle()])
    await settle()
    expect(await remindedOf(by)).toEqual(['08:30上班，您今天还没有签到'])
    for (const one of [signed, without, frozen, excused]) expect(await remindedOf(one)).toEqual([])
    const { due_ids: due } = await app.db
      .selectFrom('attendance_day')
      .select('due_ids')
      .where('dealer_id', '=', dealerId)
      .executeTakeFirstOrThrow()
    expect(due).toEqual([head.memberId, by.memberId, signed.memberId])
  })

  it('is not sent if the store has it off, on a rest day, or long after the hours began', async () => {
    app.setNow(at('08:30:00'))
    await settle()
    expect(await remindedOf(by)).toEqual([])

    app.setNow(at('08:00:00', '2026-11-19'))
    head = await build(1)
    await setting({ isAlert: true, restDays: [4] })
    app.setNow(at('08:30:00', '2026-11-19'))
    await settle()
    expect(await remindedOf(by)).toEqual([])

    app.setNow(at('09:31:00', '2026-11-20'))
    await settle()
    expect(await remindedOf(by)).toEqual([])

    app.setNow(at('09:30:00', '2026-11-21'))
    await settle()
    expect(await remindedOf(by)).toHaveLength(1)
  })
})
