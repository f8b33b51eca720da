import { dayStart, daySeconds } from '@showroom/contract/kernel/day'
import { measureNames, measureRows, measures } from '@showroom/contract/report/measures'
import type { Dimension, MeasureName } from '@showroom/contract/report/measures'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { acts, laterActs } from '../../../test/recount/work-acts.ts'
import { openWorkDays } from '../../../test/recount/work-days.ts'
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
/** Created rows; members and states are those of today. */
const created: readonly MeasureName[] = ['files', 'leads']
/** Stages of the funnel, which can be counted as they were at an earlier moment. */
const funnel = Object.keys(countedSince) as MeasureName[]

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
    await days.work(acts, 160)
    const until = dayStart(secondsOf(app.now()))
    const asOf = secondsOf(app.now()) + 1
    const count = async (names: readonly MeasureName[], by: readonly Dimension[], then?: number) => {
      const span = { from, until: then ?? until }
      const at = then === undefined ? {} : { asOf: then }
      const rows = await countMeasures(app.db, scope, { measures: names, span, by, ...at })
      return rows.map((row) => JSON.stringify(row)).toSorted()
    }
    const read = async () => ({
      happened: await count(events, ['member', 'day']),
      created: await count(created, ['day']),
      funnel: await count(funnel, ['day'], asOf),
    })
    const before = await read()
    expect(before.happened.length).toBeGreaterThan(10)
    const [today] = await countMeasures(app.db, scope, { measures: funnel, span: { from, until: asOf } })
    const [then] = await countMeasures(app.db, scope, { measures: funnel, span: { from, until: asOf }, asOf })
    expect(then).toEqual(today)
    days.done.clear()
    for (let batch = 0; batch < 4; batch++) {
      await days.work(later, 50)
      expect(await read()).toEqual(before)
    }
    for (const kind of days.done.keys()) drawn.add(kind)
  },
  120_000,
)

/** After all seeds, in whatever order they ran. */
afterAll(() => {
  const missing = Object.keys(laterActs).filter((name) => !drawn.has(name))
  if (missing.length > 0) throw new Error(`no seed had this work: ${missing.join()}`)
})
