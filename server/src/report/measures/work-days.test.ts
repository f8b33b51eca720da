import { dayEnd, daySeconds, dayStart, dayText } from '@showroom/contract/kernel/day'
import { dimensions, measureNames, sums } from '@showroom/contract/report/measures'
import type { MeasureName } from '@showroom/contract/report/measures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Scope } from '../../platform/session/session.ts'
import { countMeasures } from './count.repository.ts'
import type { Counted } from './count.repository.ts'
import { acts } from '../../../test/recount/work-acts.ts'
import { openWorkDays } from '../../../test/recount/work-days.ts'
import type { WorkDays } from '../../../test/recount/work-days.ts'

/**
 * Simulates random days of work and compares every measure with an independent count. For created rows the test reads the rows itself, for
 * events it keeps a book. The result must not depend on the time zones of server and database.
 */

type Numbers = Record<MeasureName, number>
const none = (): Numbers => Object.fromEntries(measureNames.map((name) => [name, 0])) as Numbers

/** Keyed by `member day`. */
type Table = Map<string, Numbers>
function add(table: Table, memberId: number | null, at: Date | number, name: MeasureName, by = 1): void {
  const seconds = typeof at === 'number' ? at : secondsOf(at)
  const key = `${memberId ?? 0} ${dayStart(seconds)}`
  const row = table.get(key) ?? none()
  row[name] += by
  table.set(key, row)
}

/** Counts the rows one by one. */
async function countByHand({ app, boss, book }: WorkDays): Promise<Table> {
  const { dealerId } = boss
  const deals = await app.db.selectFrom('deal').selectAll().where('dealer_id', '=', dealerId).execute()
  const leads = await app.db.selectFrom('lead').selectAll().where('dealer_id', '=', dealerId).execute()
  const table: Table = new Map()
  for (const deal of deals.filter((one) => !one.merged_at)) {
    const count = (name: MeasureName) => add(table, deal.owner_id, deal.created_at, name)
    count('files')
    count(deal.from_source === 98 ? 'filesOnline' : 'filesOffline')
    if (['N', 'H', 'A', 'B', 'C'].includes(deal.level)) count(`level${deal.level as 'N'}`)
    if (deal.arrived_at) count('filesArrived')
    const hasBought = ['O', 'D'].includes(deal.level)
    if (deal.arrived_at || hasBought) count('filesReached')
    if (hasBought) count('filesBought')
  }
  for (const lead of leads) {
    const count = (name: MeasureName) => add(table, lead.owner_id, lead.created_at, name)
    const deal = deals.find((one) => one.id === lead.deal_id)
    count('leads')
    if (lead.is_repeat) count('leadsRepeat')
    else if (lead.status === 4) count('leadsInvalid')
    else if ([1, 12].includes(lead.status)) count('leadsWaiting')
    else {
      count('leadsValid')
      const hasBought = ['O', 'D'].includes(deal?.level ?? '')
      if (deal?.arrived_at || hasBought) count('leadsArrived')
      if (hasBought) count('leadsBought')
      if (deal?.level === 'F') count('leadsDefeated')
      else if (deal?.suspended_at) count('leadsDormant')
      else if (deal?.level === 'D') count('leadsDelivered')
      else if (deal?.level === 'O') count('leadsOrdered')
      else count(lead.first_follow_at ? 'leadsFollowing' : 'leadsToFollow')
    }
  }
  const activities = await app.db
    .selectFrom('activity')
    .selectAll()
    .where('dealer_id', '=', dealerId)
    .where('minutes', 'is not', null)
    .execute()
  const visits = await app.db.selectFrom('visit').selectAll().where('dealer_id', '=', dealerId).execute()
  for (const one of activities) {
    if (one.is_late || (one.kept === null && (one.completed_at || one.cancelled_at))) continue
    if (secondsOf(one.due_at) >= dayEnd(secondsOf(app.now()))) continue
    const day = dayText(secondsOf(one.due_at))
    const hasCome = visits.some((visit) => visit.customer_id === one.customer_id && visit.day === day)
    const count = (name: MeasureName, by?: number) =>
      add(table, one.kept_owner_id ?? one.owner_id, one.due_at, name, by)
    count('invited')
    if (one.kept !== null) count(hasCome ? 'invitedCame' : 'noShows')
    if (!one.test_car_id) continue
    count('carBookings')
    if (one.kept !== null) count(hasCome ? 'carCame' : 'carNoShows')
    count('carMinutes', one.minutes ?? 0)
  }
  const drives = await app.db
    .selectFrom('test_drive as d')
    .innerJoin('activity as a', 'a.id', 'd.activity_id')
    .select(['d.out_at', 'd.back_at', 'd.owner_id'])
    .where('d.dealer_id', '=', dealerId)
    .execute()
  for (const { out_at: out, back_at: back, owner_id: owner } of drives)
    if (back) add(table, owner, back, 'carDriven', Math.max(1, Math.round((+back - +out) / 60_000)))
  for (const { what, memberId, at, dealId, isVoid } of book) {
    if (isVoid) continue
    const isOffline = deals.find(({ id }) => id === dealId)?.from_source !== 98
    if (what !== 'offlineFollows' || isOffline) add(table, memberId, at, what)
    if (isOffline && ['talks', 'testDrives', 'revisits'].includes(what))
      add(table, memberId, at, 'offlineFollows')
  }
  return table
}

const tableOf = (rows: readonly Counted<MeasureName>[]): Table =>
  new Map(rows.map(({ memberId, day, counts }) => [`${memberId} ${day}`, counts]))
const total = (rows: Iterable<Numbers>): Numbers => {
  const all = none()
  for (const row of rows) for (const name of measureNames) all[name] += row[name]
  return all
}
const ordered = (table: Table) => [...table].toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Kinds of work, over all seeds. */
const drawn = new Set<string>()

describe.each([
  ['UTC', 11],
  ['America/Los_Angeles', 43],
] as const)('measures of random days with clocks in %s', (zone, seed) => {
  let app: TestApp
  const before = process.env['TZ']
  beforeAll(async () => {
    process.env['TZ'] = zone
    app = await createTestApp({ databaseUrl: (url) => `${url}?options=-c%20TimeZone%3D${zone}` })
  })
  afterAll(async () => {
    await app.close()
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  it('equal an independent count after every batch', async () => {
    const days = await openWorkDays(app, seed)
    const { dealerId, memberId } = days.boss
    const scope = { dealerId, memberId, sees: 'all', reviews: false } as unknown as Scope
    const first = dayStart(secondsOf(app.now())) - 2 * daySeconds
    const count = (by: Parameters<typeof countMeasures>[2]['by'], from = first, until?: number) =>
      countMeasures(app.db, scope, {
        measures: measureNames,
        span: { from, until: until ?? dayEnd(secondsOf(app.now())) },
        by: by ?? [],
      })
    for (let batch = 0; batch < 6; batch++) {
      await days.work(acts, 50)
      expect(ordered(tableOf(await count(['member', 'day'])))).toEqual(ordered(await countByHand(days)))
      const [whole] = await count([])
      const sum = whole?.counts ?? none()
      for (const dimension of dimensions)
        expect(total((await count([dimension])).map(({ counts }) => counts)), dimension).toEqual(sum)
      const byDay = [none()]
      for (let day = first; day < secondsOf(app.now()); day += daySeconds)
        byDay.push(...(await count([], day, day + daySeconds)).map(({ counts }) => counts))
      expect(total(byDay)).toEqual(sum)
      for (const [name, parts] of Object.entries(sums))
        expect(sum[name as MeasureName], name).toBe(parts.reduce((all, part) => all + sum[part], 0))
    }
    for (const kind of days.done.keys()) drawn.add(kind)
  }, 120_000)
})

/** After all seeds, in whatever order they ran. */
afterAll(() => {
  const missing = Object.keys(acts).filter((name) => !drawn.has(name))
  if (missing.length > 0) throw new Error(`no seed had this work: ${missing.join()}`)
})
