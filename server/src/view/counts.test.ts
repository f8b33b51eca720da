import { rooms } from '@showroom/contract'
import { countedUpTo, mostCounted } from '@showroom/contract/kernel/counts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildCustomer, buildMember, phoneFollow } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'

/** Counts shown on views: they equal the lists' totals and need the right to read the list. */

const { customer, task, lead, review } = rooms

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const manager = (): Promise<BuiltMember> => buildMember(app.db, app.now(), { role: 1 })
const countsOf = async (by: BuiltMember, queries: object[]) => {
  const answer = await app.post(customer.viewCounts, by.token, { queries })
  expect(answer.status, answer.text).toBe('0')
  return answer.totals
}

describe('the counts of a list', () => {
  it('equal its totals, in the order of the filters', async () => {
    const by = await manager()
    const nextDate = Math.floor(app.now().getTime() / 1000) + 86_400
    for (const level of ['H', 'H', 'A'] as const) await buildCustomer(app, by, { level, nextDate })
    const today = { start: nextDate, end: nextDate }
    expect(
      await countsOf(by, [{ levels: 'H' }, { levels: 'A,B' }, { type: 5 }, { nextDate: today }]),
    ).toEqual([2, 1, 0, 3])
    const tasks = await app.post(task.viewCounts, by.token, {
      queries: [{ filterType: 1 }, { filterType: 2 }],
    })
    expect(tasks.totals).toEqual([3, 0])
    const others = [lead.viewCounts, review.viewCounts]
    for (const call of others)
      expect(await app.post(call, by.token, { queries: [{}, {}] })).toMatchObject({
        status: '0',
        totals: [0, 0],
      })
  })

  it('change at once after own changes and those of others', async () => {
    const by = await manager()
    const made = await buildCustomer(app, by, { level: 'H' })
    const queries = [{ levels: 'H' }, { levels: 'A' }]
    expect(await countsOf(by, queries)).toEqual([1, 0])
    const answer = await app.post(customer.follow, by.token, phoneFollow(app, made, { level: 'A' }))
    expect(answer.status, answer.text).toBe('0')
    expect(await countsOf(by, queries)).toEqual([0, 1])
  })

  it('cover what the reader sees, and no other store', async () => {
    const by = await manager()
    const [one, other] = [
      await buildMember(app.db, app.now(), { dealerId: by.dealerId }),
      await buildMember(app.db, app.now(), { dealerId: by.dealerId }),
    ]
    await buildCustomer(app, one)
    await buildCustomer(app, other)
    const all = [{}, { saleIds: String(other.memberId) }]
    expect(await countsOf(by, all)).toEqual([2, 1])
    expect(await countsOf(one, all)).toEqual([1, 0])
    expect(await countsOf(await manager(), all)).toEqual([0, 0])
    const outsider = await buildMember(app.db, app.now(), { modules: [] })
    expect(await app.post(customer.viewCounts, outsider.token, { queries: all })).toMatchObject({ code: 403 })
  })

  it('ignore a keyword, so that they cannot be used to look up a person', async () => {
    const by = await manager()
    await buildCustomer(app, by, { mobile: '13912340001' })
    expect(await countsOf(by, [{ key: '13912349999' }])).toEqual([1])
  })

  it('stop at a bound', async () => {
    const by = await manager()
    const { dealId } = await buildCustomer(app, by)
    await sql`
      insert into deal (dealer_id, customer_id, owner_id, level, from_source, created_at, created_by, last_follow_at)
      select dealer_id, 800000000 + n, owner_id, level, from_source, created_at, created_by, last_follow_at
      from deal, generate_series(1, ${countedUpTo}::int) n where dealer_id = ${by.dealerId} and id = ${dealId}`.execute(
      app.db,
    )
    expect(await countsOf(by, [{}])).toEqual([countedUpTo])
  })

  it('accept a limited number of valid filters', async () => {
    const by = await manager()
    const many = Array.from({ length: mostCounted + 1 }, () => ({}))
    for (const queries of [[], many, [{ type: 9 }]])
      expect(await app.post(customer.viewCounts, by.token, { queries })).toMatchObject({ code: 400 })
  })
})
