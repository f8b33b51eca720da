import { dayStart, daySeconds } from '@showroom/contract/kernel/day'
import { workingSeconds } from '@showroom/contract/lead/lead.rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'

/** SQL must count a store's working time like the contract: lists use one, the countdown the other. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const now = Date.parse('2026-11-18T00:00:00Z') / 1000
const time = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const hours = fc.record({ inTime: time, offTime: time })
/** Instants some days around now, before, within and after the hours, and exactly at their edges. */
const instant = fc.oneof(
  fc.integer({ min: now - 40 * daySeconds, max: now + 40 * daySeconds }),
  fc.integer({ min: -3, max: 3 }).map((day) => dayStart(now) + day * daySeconds),
  fc.integer({ min: -3, max: 3 }).map((day) => dayStart(now) + day * daySeconds + 8.5 * 3600),
  fc.integer({ min: -3, max: 3 }).map((day) => dayStart(now) + day * daySeconds + 18 * 3600),
)
const usual = { inTime: '08:30', offTime: '18:00' }

it('working_seconds equals workingSeconds', async () => {
  const cases = fc.sample(fc.tuple(instant, instant, fc.oneof(fc.constant(usual), hours)), 3000)
  const column = (of: (one: (typeof cases)[number]) => unknown) => cases.map(of)
  const { rows } = await sql<{ taken: number }>`
    select working_seconds(to_timestamp(a), to_timestamp(b), starts, ends) as taken
    from unnest(${column(([a]) => a)}::float8[], ${column(([, b]) => b)}::float8[],
                ${column(([, , at]) => at.inTime)}::text[], ${column(([, , at]) => at.offTime)}::text[])
         with ordinality as c (a, b, starts, ends, position) order by position`.execute(app.db)
  expect(rows.map((row) => row.taken)).toEqual(cases.map(([a, b, at]) => workingSeconds(a, b, at)))
})

it('counts fractions of a second like the contract', async () => {
  const { rows } = await sql<{ taken: number }>`
    select working_seconds('2026-11-18 09:00:00.9+08', '2026-11-18 09:00:02.1+08', '08:30', '18:00') as taken`.execute(
    app.db,
  )
  expect(rows).toEqual([{ taken: 2 }])
})

it('only starts before working_since have lasted longer than the limit', async () => {
  const cases = fc.sample(
    fc.tuple(
      instant,
      instant,
      fc.oneof(fc.constant(1800), fc.integer({ min: 0, max: 200_000 })),
      fc.oneof(fc.constant(usual), hours),
    ),
    3000,
  )
  // The edge itself, from both sides.
  const { rows: edges } = await sql<{ edge: number | null }>`
    select extract(epoch from nullif(working_since(to_timestamp(b), limits, starts, ends), '-infinity'))::float8 as edge
    from unnest(${cases.map(([, b]) => b)}::float8[], ${cases.map(([, , limit]) => limit)}::int[],
                ${cases.map(([, , , at]) => at.inTime)}::text[], ${cases.map(([, , , at]) => at.offTime)}::text[])
         with ordinality as c (b, limits, starts, ends, position) order by position`.execute(app.db)
  expect(edges).toHaveLength(cases.length)
  const expected = cases.flatMap(([from, until, limit, at], index) => {
    const edge = edges[index]?.edge ?? -Infinity
    const instants = edge === -Infinity ? [from] : [from, edge - 1, edge, edge + 1]
    return instants
      .filter((since) => since < until)
      .map((since) => ({ since, until, limit, at, edge, isLonger: since < edge }))
  })
  expect(expected).toEqual(
    expected.map((one) => ({ ...one, isLonger: workingSeconds(one.since, one.until, one.at) > one.limit })),
  )
})
