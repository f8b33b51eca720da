import { rooms } from '@showroom/contract'
import { judgeDay } from '@showroom/contract/attendance/attendance.rules'
import { addDays, dayText } from '@showroom/contract/kernel/day'
import { signMeasures, sumOf } from '@showroom/contract/report/report.rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildDealer, buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { closeDays } from '../attendance/attendance.factory.ts'
import { Random } from '../seed/random.ts'

const { signSum, signDays } = rooms.report

let app: TestApp
let head: BuiltMember
let by: BuiltMember
const at = (day: string, time = '23:00:00'): Date => new Date(`${day}T${time}+08:00`)
const seconds = (day: string, time?: string): number => at(day, time).getTime() / 1000

beforeAll(async () => {
  app = await createTestApp()
})
let dealerId: number
/** Moves the clock and creates a new head to read the report as. */
async function goTo(day: string, time?: string): Promise<void> {
  app.setNow(at(day, time))
  head = await buildMember(app.db, app.now(), { dealerId, role: 1, modules: [] })
}
beforeEach(async () => {
  dealerId = await buildDealer(app.db)
  await goTo('2026-11-16', '08:00:00')
  by = await buildMember(app.db, app.now(), {
    dealerId,
    role: 4,
    modules: ['客户管理', '签到'],
    name: '顾问',
  })
})
afterAll(() => app.close())

const settle = () => closeDays({ db: app.db, clock: app.now }).run()
const signed = (day: string, time: string, type: number, is_outside = false) =>
  app.db
    .insertInto('attendance_sign')
    .values({ dealer_id: dealerId, member_id: by.memberId, day, type, signed_at: at(day, time), is_outside })
    .execute()
const sums = async (dateStart: string, dateEnd: string, more: object = {}) =>
  app.post(signSum, head.token, { dateStart: seconds(dateStart), dateEnd: seconds(dateEnd), ...more })
const rowOf = async (member: BuiltMember, from: string, to = from) =>
  (await sums(from, to)).sums?.find(({ memberId }) => memberId === member.memberId)

describe('attendance by member', () => {
  it('counts person-days, today as far as it has elapsed', async () => {
    expect(await rowOf(by, '2026-11-16')).toMatchObject({ due: 0, actual: 0, absent: 0 })
    await goTo('2026-11-16', '08:30:00')
    await settle()
    expect(await rowOf(by, '2026-11-16')).toMatchObject({ due: 0, actual: 0, absent: 0 })
    await goTo('2026-11-16', '08:30:59')
    await app.post(rooms.attendance.sign, by.token, { type: 1 })
    expect(await rowOf(by, '2026-11-16')).toMatchObject({ due: 1, actual: 1, absent: 0, late: 0 })
    await goTo('2026-11-17', '08:30:00')
    await settle()
    await signed('2026-11-17', '08:31:00', 1, true)
    await signed('2026-11-17', '17:59:59', 2)
    await goTo('2026-11-18', '08:30:00')
    await settle()
    expect(await rowOf(by, '2026-11-18')).toMatchObject({ due: 0, absent: 0 })
    await goTo('2026-11-18', '18:00:00')
    expect(await rowOf(by, '2026-11-16', '2026-11-30')).toEqual({
      memberId: by.memberId,
      name: '顾问',
      isLeft: false,
      due: 3,
      actual: 2,
      absent: 1,
      late: 1,
      early: 1,
      outside: 1,
    })
  })

  it.each([1, 2, 3])('has as many absent as due less actual, at every minute of a day (%i)', async (seed) => {
    const random = new Random(seed)
    await goTo('2026-11-16', '06:00:00')
    const members = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() =>
        buildMember(app.db, app.now(), { dealerId, role: 4, modules: random.chance(0.8) ? ['签到'] : [] }),
      ),
    )
    const whites = members.filter(() => random.chance(0.3)).map(({ memberId }) => memberId)
    const setting = { inTime: '08:30', offTime: '18:00', whites, restDays: random.chance(0.2) ? [1] : [] }
    expect(await app.post(rooms.setting.updateSignSetting, head.token, setting)).toMatchObject({
      status: '0',
    })
    for (let minute = 360; minute < 1440; minute += random.int(1, 15)) {
      app.setNow(new Date(at('2026-11-16', '00:00:00').getTime() + minute * 60_000))
      await settle()
      if (random.chance(0.3))
        await app.post(rooms.attendance.sign, random.pick(members).token, { type: random.int(1, 2) })
      for (const { due, actual, absent, late, early, ...row } of (await sums('2026-11-16', '2026-11-16'))
        .sums ?? [])
        expect([minute, row.memberId, absent, late <= actual, early <= actual]).toEqual([
          minute,
          row.memberId,
          due - actual,
          true,
          true,
        ])
    }
  })

  it('counts a sign before the hours as due and attended, and opens that day', async () => {
    await goTo('2026-11-16', '07:50:00')
    await app.post(rooms.attendance.sign, by.token, { type: 1 })
    expect(await rowOf(by, '2026-11-16')).toMatchObject({ due: 1, actual: 1, absent: 0 })
    const day = { dateStart: seconds('2026-11-16'), dateEnd: seconds('2026-11-16') }
    const { data } = await app.post(signDays, head.token, { ...day, memberId: by.memberId })
    expect(data).toMatchObject([{ isDue: true }])
  })

  it("judges like the contract's rule, and each number opens as many days", async () => {
    const random = new Random(3)
    for (let ago = 20; ago > 0; ago--) {
      const day = dayText(addDays(seconds('2026-11-20'), -ago))
      const due_ids = random.chance(0.8) ? [by.memberId] : []
      await app.db
        .insertInto('attendance_day')
        .values({
          dealer_id: dealerId,
          day,
          in_time: '08:30',
          off_time: '18:00',
          is_rest: false,
          due_ids,
          settled_at: at(day),
        })
        .execute()
      for (const type of [1, 2, 2])
        if (random.chance(0.8)) {
          const minutes = random.int(type === 1 ? 500 : 1060, type === 1 ? 520 : 1100)
          const time = new Date((minutes * 60 + random.int(0, 59)) * 1000).toISOString().slice(11, 19)
          await signed(day, time, type, random.chance(0.2))
        }
    }
    await goTo('2026-11-20')
    const range = { dateStart: seconds('2026-10-25'), dateEnd: seconds('2026-11-19') }
    const { data = [], now = 0 } = await app.post(signDays, head.token, { ...range, memberId: by.memberId })
    const judged = data.map((day) => ({ ...day, result: judgeDay(day, now) }))
    const days = (holds: (day: (typeof judged)[number]) => boolean) => judged.filter(holds).length
    expect(await rowOf(by, '2026-10-25', '2026-11-19')).toMatchObject({
      due: days(({ result }) => result.isCounted),
      actual: days(({ result, signs }) => result.isCounted && signs.length > 0),
      absent: days(({ result }) => result.isAbsent),
      late: days(({ result }) => result.isLate),
      early: days(({ result }) => result.isEarly),
      outside: days(({ result }) => result.isOutside),
    })
    expect(days(({ result }) => result.isLate)).toBeGreaterThan(1)
    expect(days(({ result }) => result.isEarly)).toBeGreaterThan(1)
  })

  it('marks former members and omits other stores', async () => {
    await goTo('2026-11-16', '08:30:00')
    await settle()
    await app.db
      .updateTable('member')
      .set({ left_at: app.now(), status: -1 })
      .where('dealer_id', '=', dealerId)
      .where('id', '=', by.memberId)
      .execute()
    expect(await rowOf(by, '2026-11-16')).toMatchObject({ isLeft: true, due: 0 })
    const far = await buildMember(app.db, app.now(), { role: 4, modules: ['签到'] })
    expect(await rowOf(far, '2026-11-16')).toBeUndefined()
    const days = { dateStart: seconds('2026-11-16'), dateEnd: seconds('2026-11-16') }
    expect(await app.post(signDays, head.token, { ...days, memberId: far.memberId })).toMatchObject({
      code: 404,
    })
  })

  it('is exported with its range, its store and the total row', async () => {
    await goTo('2026-11-16', '08:30:00')
    await settle()
    const { filePath = '', sums: rows = [] } = await sums('2026-11-01', '2026-11-30', { isExport: 1 })
    expect(filePath).toMatch(/^\/download\//)
    expect(sumOf(rows, signMeasures)).toMatchObject({ due: 0, absent: 0 })
    const { asked, rows: total } = await app.db
      .selectFrom('export_log')
      .select(['asked', 'record_total as rows'])
      .where('dealer_id', '=', dealerId)
      .executeTakeFirstOrThrow()
    expect([asked, total]).toEqual([
      [{ label: '时间范围', text: '2026-11-01 至 2026-11-16' }],
      rows.length + 1,
    ])
  })
})

describe('a range', () => {
  it.each([
    [{}, '请选择时间范围'],
    [{ dateStart: seconds('2026-11-01') }, '请选择时间范围'],
    [{ dateStart: 'x', dateEnd: 3 }, '请选择合理的日期'],
    [{ dateStart: seconds('2026-11-02'), dateEnd: seconds('2026-11-01') }, '开始日期不能晚于结束日期'],
    [{ dateStart: seconds('2000-01-01'), dateEnd: seconds('2099-12-31') }, '时间范围不能超过3年'],
    [{ dateStart: seconds('2026-11-17'), dateEnd: seconds('2026-11-18') }, '开始日期不能晚于今天'],
  ])('%j is rejected', async (range, text) => {
    expect((await app.post(signSum, head.token, range)).errors).toContainEqual({ path: 'dateStart', text })
  })
})
