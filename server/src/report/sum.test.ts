import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import type { MeasureName } from '@showroom/contract/report/measures'
import { linkOf } from '@showroom/contract/report/report.links'
import type { NumberLink, RowsPart } from '@showroom/contract/report/report.links'
import { onlineTables, reports, sumOf } from '@showroom/contract/report/report.rules'
import type { ReportName } from '@showroom/contract/report/report.rules'
import type { ReportSum } from '@showroom/contract/report/report.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { demoDealers } from '../seed/network.ts'
import { secondsOf } from '../platform/clock.ts'

/** Checks the reports of a demo store, and the rows behind each number. */

const { report } = rooms
const calls = {
  task: report.taskSum,
  customer: report.customerSum2,
  series: report.seriesSum,
  storeCustomer: report.storeSourceSum,
  onlineClue: report.onlineSum,
  appointment: report.appointmentSum,
  testCar: report.testCarSum,
} as const satisfies Record<ReportName, unknown>
const names = Object.keys(reports) as ReportName[]

let app: TestApp
let head: BuiltMember
let now: number
beforeAll(async () => {
  app = await createTestApp({ of: 'demo' })
  const dealerId = demoDealers[0]?.id ?? 0
  head = await buildMember(app.db, app.now(), { dealerId, role: 1, name: '阅报人' })
  now = secondsOf(app.now())
}, 120_000)
afterAll(() => app.close())

const month = () => ({ dateStart: addDays(now, -29), dateEnd: now })

async function read(name: ReportName, query: object = month(), token = head.token): Promise<ReportSum> {
  const answer = (await app.post(calls[name], token, query)) as unknown as Record<string, never> & ReportSum
  expect(answer['status']).toBe('0')
  const { complete, completeTotal } = answer
  return name === 'task' ? { ...answer, sums: complete ?? [], total: completeTotal ?? {} } : answer
}

async function minutesOf(filter: RowsPart, pageStart = 1): Promise<number> {
  const query = { ...month(), ...filter, pageStart, pageCount: 50 }
  const { data = [] } = await app.post(report.rows, head.token, query)
  const sum = data.reduce((all, row) => all + row.minutes, 0)
  return data.length < 50 ? sum : sum + (await minutesOf(filter, pageStart + 1))
}

/** Number of rows in the list that a number opens; of minutes their sum. */
async function opened(link: NumberLink): Promise<number | undefined> {
  const { dateStart: start, dateEnd: end } = month()
  const { list, filter } = link
  if (list === 'rows' && ['carMinutes', 'carDriven'].includes(filter.measure)) return minutesOf(filter)
  if (list === 'rows') return (await app.post(report.rows, head.token, { ...month(), ...filter })).total
  const sent = Object.fromEntries(
    Object.entries(filter).map(([field, value]) => [field, Array.isArray(value) ? value.join(',') : value]),
  )
  if (list === 'order')
    return (await app.post(rooms.order.search, head.token, { ...sent, countedDate: { start, end } })).total
  if (list === 'review')
    return (
      await app.post(rooms.review.failList, head.token, { ...sent, type: 2, followDate: { start, end } })
    ).total
  const call = list === 'customer' ? rooms.customer.list : rooms.lead.list
  return (await app.post(call, head.token, { ...sent, createdDate: { start, end } })).total
}

describe.each(names)('the report %s', (name) => {
  const columns: readonly MeasureName[] = reports[name].columns

  it('sums up to its total and is not empty', async () => {
    const { sums, total } = await read(name)
    expect(sumOf(sums as never[], columns)).toEqual(total)
    expect(sums.length).toBeGreaterThan(name === 'testCar' ? 3 : 5)
    expect(columns.filter((column) => (total[column] ?? 0) > 0).length).toBeGreaterThan(columns.length / 2)
  })

  it('opens a list of as many rows for each number', async () => {
    const { sums, total } = await read(name)
    const wrong: unknown[] = []
    const check = async (of: string, measure: MeasureName, number: unknown, link: NumberLink) => {
      const answer = await opened(link)
      if (answer !== number) wrong.push([of, measure, number, answer, link])
    }
    for (const measure of columns) {
      await check('合计', measure, total[measure], linkOf(name, measure))
      for (const row of sums.filter((one) => (one[measure] ?? 0) > 0))
        await check(row.name, measure, row[measure], linkOf(name, measure, row))
      if (name !== 'onlineClue') continue
      for (const { name: of, holds } of onlineTables) {
        const rows = sums.filter(holds)
        const number = rows.reduce((sum, row) => sum + (row[measure] ?? 0), 0)
        await check(of, measure, number, linkOf(name, measure, undefined, rows))
      }
    }
    expect(wrong).toEqual([])
  })

  it('compares with the period before by the same rows', async () => {
    const range = { dateStart: addDays(now, -7), dateEnd: addDays(now, -1) }
    const { sums, before } = await read(name, { ...range, isCompare: 1 })
    const earlier = await read(name, { dateStart: addDays(now, -14), dateEnd: addDays(now, -8) })
    expect(before).toMatchObject({ start: addDays(now, -14), end: addDays(now, -7), total: earlier.total })
    expect(before?.sums.map(({ name: of }) => of)).toEqual(sums.map(({ name: of }) => of))
  })

  it('exports the same cells as the page shows', async () => {
    const { sums } = await read(name, { ...month(), isCompare: 1 })
    const answer = (await app.post(calls[name], head.token, {
      ...month(),
      isExport: 1,
      isCompare: 1,
      sort: `-${columns[0]}`,
    })) as unknown as { filePath?: string }
    expect(answer.filePath).toMatch(/^\/download\//)
    const { rows } = await app.db
      .selectFrom('export_log')
      .select('record_total as rows')
      .where('dealer_id', '=', head.dealerId)
      .where('export_name', '=', reports[name].name)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(rows).toBe(sums.length + 1 + (name === 'onlineClue' ? onlineTables.length : 0))
  })
})

describe('a former member', () => {
  it('keeps completed work and is marked as having left', async () => {
    const left = await app.db
      .selectFrom('member')
      .select('id')
      .where('dealer_id', '=', head.dealerId)
      .where('left_at', 'is not', null)
      .execute()
    const { sums } = await read('task', { dateStart: addDays(now, -365), dateEnd: now })
    const leavers = sums.filter(({ isLeft }) => isLeft)
    expect(leavers.length).toBeGreaterThan(0)
    expect(leavers.every(({ id }) => left.some((one) => one.id === id))).toBe(true)
  })
})

describe('charts', () => {
  it('cover the last 30 days and match the report of each day', async () => {
    const { data = [] } = await app.post(report.taskChart, head.token, {})
    expect(data).toHaveLength(30)
    expect(data.at(-1)?.name).toBe(new Date((now + 8 * 3600) * 1000).toISOString().slice(0, 10))
    const day = addDays(now, -3)
    const { total } = await read('task', { dateStart: day, dateEnd: day })
    expect(data.at(-4)).toEqual({ name: data.at(-4)?.name, ...total })
    const { data: customers = [] } = await app.post(report.customerChart, head.token, {})
    expect(customers).toHaveLength(30)
    // Those of a range are the same days.
    const range = { dateStart: addDays(now, -3), dateEnd: addDays(now, -1) }
    const { data: some } = await app.post(report.taskChart, head.token, range)
    expect(some).toEqual(data.slice(-4, -1))
    expect((await app.post(report.taskChart, head.token, { dateStart: now })).errors).toEqual([
      { path: 'dateStart', text: '请选择时间范围' },
    ])
  })
})

describe('a store', () => {
  it('sees its own numbers only, new ones immediately', async () => {
    const other = await buildMember(app.db, app.now(), { role: 1 })
    const today = { dateStart: now, dateEnd: now }
    expect((await read('customer', today, other.token)).total.files).toBe(0)
    const own = (await read('customer', today)).total.files ?? 0
    await buildCustomer(app, head)
    await expect.poll(async () => (await read('customer', today)).total.files).toBe(own + 1)
    expect((await read('customer', today, other.token)).total.files).toBe(0)
  })

  it.each([
    ...names.map((name) => [name, calls[name], {}] as const),
    ['rows', report.rows, { measure: 'files' }],
    ['signSum', report.signSum, {}],
    ['signDays', report.signDays, { memberId: 1 }],
  ] as const)('rejects invalid days: %s', async (_name, call, more) => {
    const ask = (range: object) => app.post(call, head.token, { ...more, ...range })
    const ofYears = (years: number) => ({ dateStart: addDays(now, -366 * years), dateEnd: now })
    for (const [range, text] of [
      [{}, '请选择时间范围'],
      [{ dateEnd: now }, '请选择时间范围'],
      [{ dateStart: now, dateEnd: addDays(now, -1) }, '开始日期不能晚于结束日期'],
      [ofYears(3), '时间范围不能超过3年'],
      [ofYears(100), '请选择合理的日期'],
      [{ dateStart: addDays(now, 1), dateEnd: addDays(now, 2) }, '开始日期不能晚于今天'],
    ] as const)
      expect((await ask(range)).errors).toEqual([{ path: 'dateStart', text }])
    for (const dateStart of ['2026-11-01', null, -1, 1.5, [], { start: 1 }, 1e300])
      expect(await ask({ dateStart, dateEnd: now })).toMatchObject({ status: '-1', code: 400 })
  })

  it('rejects unknown values, and members who do not lead', async () => {
    const texts = async (range: object) =>
      (await app.post(report.taskSum, head.token, range)).errors?.map(({ text }) => text)
    expect(await texts({ ...month(), dateType: 6 })).toEqual(['请选择日期类型'])
    expect(await texts({ ...month(), dateType: 'x', isCompare: 'yes', sort: ';drop' })).toHaveLength(3)
    const consultant = await buildMember(app.db, app.now(), { dealerId: head.dealerId, role: 4 })
    for (const call of [
      ...Object.values(calls),
      report.taskChart,
      report.customerChart,
      report.appointmentChart,
    ])
      expect(await app.post(call, consultant.token, month())).toMatchObject({ code: 403 })
  })

  it('answers or defers 200 concurrent reports without delaying other requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        app.post(report.seriesSum, head.token, { dateStart: addDays(now, -at - 40), dateEnd: now }),
      ),
    )
    const refused = answers.filter(({ status }) => status !== '0')
    for (const { httpStatus, code, headers } of refused)
      expect([httpStatus, code, headers['retry-after']]).toEqual([429, 429, '2'])
    expect(answers.length - refused.length).toBeGreaterThan(20)
    expect((await app.post(report.seriesSum, head.token, month())).status).toBe('0')
  })
})
