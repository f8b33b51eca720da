import { rooms } from '@showroom/contract'
import { dayText } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCustomer } from '../../src/customer/customer.factory.ts'
import { buildLead } from '../../src/lead/lead.factory.ts'
import { buildOrder } from '../../src/order/order.factory.ts'
import { secondsOf } from '../../src/platform/clock.ts'
import { columnsOf } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import type { BuiltMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { differences, memberRows } from './member-rows.ts'

/** After a leave nothing in the store points at the former member: a new column is found by its word in the description of its table. */

/** Columns that point at a current member, with the condition on their rows, from the descriptions of the tables. */
const points = columnsOf(allTables, 'member').flatMap(({ table: { table }, column, word: { rows } }) =>
  rows ? [{ table, column, rows }] : [],
)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** A store in which every column of `points` holds the leaver. */
async function buildStore() {
  const admin = await buildMember(app.db, app.now(), { role: 3 })
  const { dealerId } = admin
  const [leaver, heir] = [
    await buildMember(app.db, app.now(), { dealerId, managerId: admin.memberId }),
    await buildMember(app.db, app.now(), { dealerId }),
  ]
  await buildMember(app.db, app.now(), { dealerId, managerId: leaver.memberId })
  const customer = await buildCustomer(app, leaver)
  for (const status of [1, 2, 3] as const)
    await buildOrder(app, leaver, await buildCustomer(app, leaver), status, admin)
  const given = { status: 2, owner_id: leaver.memberId, assigned_at: app.now() }
  for (const overrides of [
    { customer_id: customer.customerId },
    { customer_id: customer.customerId, first_follow_at: app.now() },
    {},
  ])
    await buildLead(app, leaver, { ...given, ...overrides })
  const { id } = await app.db
    .insertInto('customer_import')
    .values({
      dealer_id: dealerId,
      member_id: admin.memberId,
      file_key: 'x',
      file_name: 'x',
      created_at: app.now(),
      state: 1,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('customer_import_row')
    .values({
      dealer_id: dealerId,
      import_id: id,
      row_no: 2,
      state: 0,
      cells: [],
      errors: '[]',
      owner_id: leaver.memberId,
    })
    .execute()
  await app.db.transaction().execute(async (trx) => {
    const reception = { dealer_id: dealerId, received_at: app.now() }
    const visit = await trx
      .insertInto('visit')
      .values({
        ...reception,
        customer_id: customer.customerId,
        deal_id: customer.dealId,
        owner_id: leaver.memberId,
        day: dayText(secondsOf(app.now())),
        type: 2,
        registered_at: app.now(),
        registered_by: admin.memberId,
        came_at: app.now(),
        receiver_id: leaver.memberId,
        first_receiver_id: leaver.memberId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('reception')
      .values({ ...reception, visit_id: visit.id, member_id: leaver.memberId })
      .execute()
  })
  return { admin, dealerId, leaver, heir, customer }
}

it('nothing points at a former member, whatever they had', async () => {
  const { admin, leaver, heir } = await buildStore()
  const before = await Promise.all(points.map((point) => countPointing(point, leaver)))
  expect(
    before.every((total) => total > 0),
    `each is tried: ${before.join()}`,
  ).toBe(true)

  const answer = await app.post(rooms.team.memberLeave, admin.token, {
    memberId: leaver.memberId,
    newMemberId: heir.memberId,
    newTopUserId: admin.memberId,
  })
  expect(answer.status, answer.text).toBe('0')
  for (const point of points)
    expect(await countPointing(point, leaver), `${point.table}.${point.column} points at who left`).toBe(0)
})

it('a leave that is undone at once leaves every row as it was', async () => {
  const { admin, dealerId, leaver, heir, customer } = await buildStore()
  // Leads of the leaver's customers owned by others: an active member, the heir, a member gone for long, and one gone
  // just now.
  const [other, gone, going] = [
    await buildMember(app.db, app.now(), { dealerId }),
    await buildMember(app.db, app.now(), { dealerId }),
    await buildMember(app.db, app.now(), { dealerId, managerId: leaver.memberId }),
  ]
  await app.db.updateTable('member').set({ left_at: app.now() }).where('id', '=', gone.memberId).execute()
  const customers = { customer_id: customer.customerId, status: 2, assigned_at: app.now() }
  for (const { memberId } of [other, heir, gone, going])
    for (const first of [null, app.now()])
      await buildLead(app, leaver, { ...customers, owner_id: memberId, first_follow_at: first })
  await app.db
    .insertInto('draft')
    .values({
      dealer_id: dealerId,
      member_id: leaver.memberId,
      id: 'a',
      form: 'follow',
      record_id: customer.customerId,
      version: '',
      revision: 1,
      content: '{}',
      updated_at: app.now(),
    })
    .execute()
  const before = await memberRows(app.db, dealerId)
  const compare = async (): Promise<void> =>
    expect(differences(before, await memberRows(app.db, dealerId)).slice(0, 10)).toEqual([])
  await leaveAndReturn(app, admin, [leaver], heir)
  await compare()
  for (const leavers of [
    [leaver, going],
    [going, leaver],
    [leaver, going, heir],
  ])
    for (const order of [(ids: number[]) => ids, (ids: number[]) => ids.toReversed()]) {
      const last = leavers.includes(heir) ? other : heir
      await leaveAndReturn(app, admin, leavers, last, order)
      await compare()
    }
})

it('undoing every leave in a demo store leaves every row as it was', { timeout: 180_000 }, async () => {
  const demo = await createTestApp({ of: 'demo' })
  try {
    const { rows } = await sql<{ dealerId: number; memberId: number }>`
      select dealer_id as "dealerId", id as "memberId" from member m
      where role = 4 and status = 0 and left_at is null and dealer_id = (select min(dealer_id) from lead)
      order by id limit 3`.execute(demo.db)
    const dealerId = rows[0]?.dealerId ?? 0
    const admin = await buildMember(demo.db, demo.now(), { dealerId, role: 3 })
    const before = await memberRows(demo.db, dealerId)
    for (const [at, leaver] of rows.entries())
      await leaveAndReturn(demo, admin, [leaver], rows[at === 0 ? 1 : 0] ?? leaver)
    expect(differences(before, await memberRows(demo.db, dealerId)).slice(0, 10)).toEqual([])
  } finally {
    await demo.close()
  }
})

/** Makes members leave one after another, and undoes the leaves in the given order. */
async function leaveAndReturn(
  within: TestApp,
  admin: BuiltMember,
  leavers: readonly { readonly memberId: number }[],
  heir: { readonly memberId: number },
  order: (leaveIds: number[]) => number[] = (ids) => ids,
): Promise<void> {
  const leaveIds: number[] = []
  for (const [at, { memberId }] of leavers.entries()) {
    const answer = await within.post(rooms.team.memberLeave, admin.token, {
      memberId,
      // Each leaver takes over from the one before.
      newMemberId: leavers[at + 1]?.memberId ?? heir.memberId,
      newTopUserId: leavers[at + 1]?.memberId ?? admin.memberId,
    })
    expect(answer.status, answer.fault ?? answer.text).toBe('0')
    leaveIds.push(answer.leaveId ?? 0)
  }
  for (const leaveId of order(leaveIds)) {
    const back = await within.post(rooms.team.memberLeaveBack, admin.token, { leaveId })
    expect(back, back.fault ?? back.text).toMatchObject({ status: '0', kept: 0 })
  }
}

async function countPointing(
  { table, column, rows }: (typeof points)[number],
  { dealerId, memberId }: { dealerId: number; memberId: number },
): Promise<number> {
  const stored = await sql`
    select from ${sql.table(table)} where dealer_id = ${dealerId} and ${sql.ref(column)} = ${memberId} and (${rows})`.execute(
    app.db,
  )
  return stored.rows.length
}
