import { rooms } from '@showroom/contract'
import { dayStart, daySeconds } from '@showroom/contract/kernel/day'
import type { Call } from '@showroom/contract/kernel/call'
import { measureNames, measureRows, measures } from '@showroom/contract/report/measures'
import type { Dimension, MeasureName } from '@showroom/contract/report/measures'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { acts, laterActs } from '../../../test/recount/work-acts.ts'
import { openWorkDays } from '../../../test/recount/work-days.ts'
import type { Acts, WorkDays } from '../../../test/recount/work-days.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Scope } from '../../platform/session/session.ts'
import { countMeasures } from './count.repository.ts'
import { countedSince } from './rows.repository.ts'

/**
 * Numbers of finished days stay as they are, whatever is done later with the same customers (docs/decisions/0060). Corrections of a fact are
 * not drawn.
 */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** All that happened. */
const happened = measureNames.filter((name) => measureRows[measures[name].rows].kind === 'happened')
/** Work that corrects the source of a customer, which 线下跟进 reads. */
const { correct: _correct, ...withoutCorrecting } = laterActs
/** All work, with so many sales that later work meets them. */
const earlierActs: Acts = {
  ...acts,
  ...Object.fromEntries(
    ['order', 'submit', 'approve'].flatMap((name) => {
      const [, act] = acts[name] ?? []
      return act ? [[name, [24, act] as const]] : []
    }),
  ),
}
/** Created rows; members and states are those of today. */
const created: readonly MeasureName[] = ['files', 'leads']
/** Stages of the funnel, which can be counted as they were at an earlier moment. */
const funnel = Object.keys(countedSince) as MeasureName[]

const { report, dashboard } = rooms
const sheets = [
  report.taskSum,
  report.customerSum2,
  report.seriesSum,
  report.storeSourceSum,
  report.onlineSum,
  report.appointmentSum,
  report.testCarSum,
] as const
/** Groups that a corrected source moves a fact between, without a change of their sum. */
const bySource: ReadonlySet<string> = new Set(['offlineFollows', 'filesOnline', 'filesOffline'])

/**
 * Every number of the reports, the big screen and the dashboard for these days. Of created rows only the sums, since members, series and states
 * are those of today.
 */
async function readPages(
  days: WorkDays,
  { from, until }: { from: number; until: number },
  corrects: boolean,
) {
  const pages: Record<string, unknown> = {}
  const ask = async (call: Call, body: object): Promise<Record<string, never>> => {
    const answer = await days.ask(call, days.boss, body)
    if (answer.status !== '0') throw new Error(`${call.path}: ${answer.text}`)
    return answer as unknown as Record<string, never>
  }
  for (const call of sheets) {
    if (corrects && call === report.storeSourceSum) continue
    const answer = await ask(call, { dateStart: from, dateEnd: until - 1 })
    const { sums, complete } = answer as Record<string, Record<string, number>[] | undefined>
    for (const row of complete ?? sums ?? [])
      for (const [column, number] of Object.entries(row)) {
        if (!(column in measures) || number === 0) continue
        const { kind } = measureRows[measures[column as MeasureName].rows]
        if (kind === 'created' && !created.includes(column as MeasureName)) continue
        if (corrects && bySource.has(column)) continue
        const cell = `${call.path} ${kind === 'happened' ? `${row['id']},${row['otherId']}` : 'all'} ${column}`
        pages[cell] = Number(pages[cell] ?? 0) + number
      }
  }
  for (let startDate = from; startDate < until; startDate += daySeconds)
    for (const seriesId of [0, 1201, 1202, 1203]) {
      const query = { dateType: 1, startDate, seriesId }
      const { data: states } = await ask(report.bigScreenClueState, query)
      for (const { name, thisCount, testDriveCount } of states as never as Record<string, number>[])
        pages[`states ${startDate} ${seriesId} ${name}`] = [thisCount, testDriveCount]
      if (seriesId > 0) continue
      for (const queryType of corrects ? [1] : [1, 2, 3]) {
        const { data } = await ask(report.bigScreenSummary, { ...query, queryType })
        pages[`card ${startDate} ${queryType}`] = (data as never as { thisCount: number }).thisCount
      }
    }
  const { data: trend } = await ask(dashboard.trend, {})
  for (const { name, date = 0, onlineCount = 0, storeCount = 0, ...rest } of trend as never as Record<
    string,
    number
  >[])
    // Later work takes some three weeks, and the trend holds 30 days.
    if (date >= until - 5 * daySeconds && date < until)
      pages[`trend ${name}`] = { ...rest, files: onlineCount + storeCount }
  return pages
}

/** Kinds of later work, over all seeds. */
const drawn = new Set<string>()

it.each([
  [7, laterActs, happened.filter((name) => name !== 'offlineFollows')],
  [23, withoutCorrecting, happened],
] as const)(
  'numbers of earlier days survive any later work (seed %i)',
  async (seed, later, events) => {
    const days = await openWorkDays(app, seed)
    const { dealerId, memberId } = days.boss
    const scope = { dealerId, memberId, sees: 'all', reviews: false } as unknown as Scope
    const from = dayStart(secondsOf(app.now())) - daySeconds
    await days.work(earlierActs, 320, 1)
    const until = dayStart(secondsOf(app.now()))
    const asOf = secondsOf(app.now()) + 1
    const count = async (names: readonly MeasureName[], by: readonly Dimension[], then?: number) => {
      const span = { from, until: then ?? until }
      const at = then === undefined ? {} : { asOf: then }
      const rows = await countMeasures(app.db, scope, { measures: names, span, by, ...at })
      return rows.map((row) => JSON.stringify(row)).toSorted()
    }
    const read = async () => ({
      happened: await count(events, ['member', 'day', 'series', 'car']),
      created: await count(created, ['day']),
      funnel: await count(funnel, ['day'], asOf),
    })
    const readAll = () => readPages(days, { from, until }, 'correct' in later)
    const before = await read()
    const pagesBefore = await readAll()
    expect(before.happened.length).toBeGreaterThan(10)
    const [today] = await countMeasures(app.db, scope, { measures: funnel, span: { from, until: asOf } })
    const [then] = await countMeasures(app.db, scope, { measures: funnel, span: { from, until: asOf }, asOf })
    expect(then).toEqual(today)
    days.done.clear()
    for (let batch = 0; batch < 4; batch++) {
      await days.work(later, 60, 2)
      expect(await read()).toEqual(before)
    }
    expect(await readAll()).toEqual(pagesBefore)
    for (const kind of days.done.keys()) drawn.add(kind)
  },
  300_000,
)

/** After all seeds, in whatever order they ran. */
afterAll(() => {
  const missing = Object.keys(laterActs).filter((name) => !drawn.has(name))
  if (missing.length > 0) throw new Error(`no seed had this work: ${missing.join()}`)
})
