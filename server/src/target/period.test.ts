import { rooms } from '@showroom/contract'
import { dateType, periodStart } from '@showroom/contract/report/period.rules'
import { targetMeasures } from '@showroom/contract/target/target.rules'
import type { TargetMeasure } from '@showroom/contract/target/target.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildMember } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { firstSheetOf } from '../../test/sheets.ts'
import { secondsOf } from '../platform/clock.ts'
import { demoDealers } from '../seed/network.ts'
import { isAnnounced, kindsOf } from './calendar.ts'

/** Checks the numbers of a demo store against its reports. */

const { report, target } = rooms

let app: TestApp
let head: BuiltMember
let now: number
beforeAll(async () => {
  app = await createTestApp({ of: 'demo' })
  head = await buildMember(app.db, app.now(), { dealerId: demoDealers[0]?.id ?? 0, role: 1, name: '阅标人' })
  now = secondsOf(app.now())
}, 120_000)
afterAll(() => app.close())

/** Measures that reports count by member. */
const memberMeasures = ['files', 'visits', 'testDrives', 'orders', 'deliveries'] as const

const monthOf = (seconds: number) => new Date((seconds + 8 * 3600) * 1000).toISOString().slice(0, 7)

/** The numbers by the reports: in total, and of each member. */
async function reported(dateStart: number, dateEnd: number) {
  const days = { dateStart, dateEnd }
  const task = await app.post(report.taskSum, head.token, days)
  const customer = await app.post(report.customerSum2, head.token, days)
  const online = await app.post(report.onlineSum, head.token, days)
  const total = { ...task.completeTotal, ...customer.total, leadsValid: online.total?.leadsValid }
  const rows = new Map(
    task.complete?.map((row) => [row.id, { ...row, ...customer.sums?.find(({ id }) => id === row.id) }]),
  )
  return { total: total as Record<TargetMeasure, number>, rows }
}

describe('numbers of a period', () => {
  it('are those of the reports, for the store and each member', async () => {
    for (const by of [0, -1]) {
      const start = periodStart(dateType.month, now, by)
      const end = Math.min(now, periodStart(dateType.month, now, by + 1) - 1)
      const { total, rows } = await reported(start, end)
      const answer = await app.post(target.period, head.token, { month: monthOf(start) })
      for (const measure of targetMeasures)
        expect([measure, answer.store?.[measure].done]).toEqual([measure, total[measure]])
      for (const measure of memberMeasures)
        for (const { memberId, numbers } of answer.members ?? [])
          expect([measure, memberId, numbers[measure].done]).toEqual([
            measure,
            memberId,
            rows.get(memberId)?.[measure] ?? 0,
          ])
      const sum = answer.members?.reduce((all, { numbers }) => all + numbers.leadsValid.done, 0)
      expect(sum).toBe(total.leadsValid)
    }
  })

  it('of a quarter and a year are the sums of their months', async () => {
    const [quarter, year] = [
      await reported(periodStart(dateType.month, now, -1), now),
      periodStart(dateType.year, now),
    ]
    const month = monthOf(now)
    const answer = await app.post(target.period, head.token, { month, months: 3 })
    expect(answer.month).toBe('2026-10')
    expect(answer.store?.visits.done).toBe(quarter.total.visits)
    // December is to come.
    expect(answer.store?.visits).toMatchObject({ forecast: null, perDay: null })
    const ofYear = await app.post(target.period, head.token, { month, months: 12 })
    expect(ofYear.store?.orders.done).toBe((await reported(year, now)).total.orders)
  })

  it('forecast a running month, a month that is over and one to come', async () => {
    const [before, running, next] = await Promise.all(
      [-1, 0, 1].map((by) =>
        app.post(target.period, head.token, { month: monthOf(periodStart(dateType.month, now, by)) }),
      ),
    )
    expect(before?.store?.visits.forecast).toBe(before?.store?.visits.done)
    const { done = 0, forecast = 0, low = 0, high = 0 } = running?.store?.visits ?? {}
    expect(forecast ?? 0).toBeGreaterThan(done)
    expect([low ?? 0, forecast ?? 0, high ?? 0].toSorted((a, b) => a - b)).toEqual([low, forecast, high])
    expect(next?.store?.visits).toMatchObject({ done: 0, forecast: null })
  })
})

describe('the calendar of China', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00+08:00`) / 1000
  const kinds = (from: string, to: string) => kindsOf({ start: day(from), end: day(to) })

  it('counts holidays as Sundays and make-up days as weekdays', () => {
    // The National Day week of 2026; Saturday 10 October is worked.
    expect(kinds('2026-09-30', '2026-10-12')).toEqual([2, 6, 6, 6, 6, 6, 6, 6, 3, 4, 7, 6])
  })

  it('has all days of a leap February', () => {
    expect(kinds('2028-02-01', '2028-03-01')).toHaveLength(29)
    expect(kinds('2026-02-01', '2026-03-01')).toHaveLength(28)
  })

  it('says that a year is not announced', async () => {
    expect([isAnnounced('2026'), isAnnounced('2031')]).toEqual([true, false])
    expect((await app.post(target.period, head.token, { month: '2031-05' })).isAnnounced).toBe(false)
    expect((await app.post(target.period, head.token, { month: '2026-05' })).isAnnounced).toBe(true)
  })
})

describe('targets beside the numbers', () => {
  const month = () => periodStart(dateType.month, now)
  const days = () => ({ dateStart: month(), dateEnd: now })

  it('are in 任务概览 of a month and a year, for the store and each member, and in its workbook', async () => {
    const { store, members = [] } = await app.post(target.period, head.token, { month: monthOf(now) })
    const task = await app.post(report.taskSum, head.token, { ...days(), dateType: dateType.month })
    expect(task.targets?.total.orders).toBe(store?.orders.target)
    expect(task.targets?.rows.length).toBeGreaterThan(4)
    for (const { id, goals } of task.targets?.rows ?? [])
      expect([id, goals.visits]).toEqual([
        id,
        members.find(({ memberId }) => memberId === id)?.numbers.visits.target,
      ])
    const ofYear = await app.post(target.period, head.token, { month: monthOf(now), months: 12 })
    const yearStart = periodStart(dateType.year, now)
    const year = { dateStart: yearStart, dateEnd: now, dateType: dateType.year }
    expect((await app.post(report.taskSum, head.token, year)).targets?.total.orders).toBe(
      ofYear.store?.orders.target,
    )
    for (const other of [
      { ...days(), dateType: dateType.range },
      { dateStart: now, dateEnd: now, dateType: dateType.day },
    ])
      expect((await app.post(report.taskSum, head.token, other)).targets).toBeUndefined()
    const { filePath = '' } = await app.post(report.taskSum, head.token, {
      ...days(),
      dateType: dateType.month,
      isExport: 1,
    })
    const { rawPayload } = await app.app.http.inject({
      url: filePath,
      cookies: { 'Dealer-User-Token': head.token },
    })
    const rows = await firstSheetOf(rawPayload)
    const headings = rows.find((cells) => cells.includes('姓名')) ?? []
    const at = headings.indexOf('订车目标')
    const total = rows.find(([name]) => name === '合计') ?? []
    expect([headings[at + 1], total[at]]).toEqual(['订车完成率', String(store?.orders.target)])
  })

  it('are in the morning report', async () => {
    const { store } = await app.post(target.period, head.token, { month: monthOf(now) })
    const { report: morning } = await app.post(report.morningReport, head.token, {})
    expect(morning?.month.find(({ measure }) => measure === 'orders')).toMatchObject({
      done: store?.orders.done,
      target: store?.orders.target,
    })
  })
})
