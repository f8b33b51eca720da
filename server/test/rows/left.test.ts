import { rooms } from '@showroom/contract'
import { dayText } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCustomer } from '../../src/customer/customer.factory.ts'
import { buildLead } from '../../src/lead/lead.factory.ts'
import { buildOrder } from '../../src/order/order.factory.ts'
import { secondsOf } from '../../src/platform/clock.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import type { BuiltMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { differences, memberColumns, memberRows } from './member-rows.ts'

/**
 * After a leave nothing in the store points at the former member. Columns that hold a member are read from the
 * catalogue: a new one must be classified here, and cannot be forgotten.
 */

/** Columns that may keep naming a former member, with the reason. */
const history: Readonly<Record<string, string>> = {
  'activity.completed_by': 'who did it',
  'activity.kept_owner_id': 'whose customer it was on the day of the appointment',
  'attendance_sign.member_id': 'who signed',
  'audit.member_id': 'who did it, or to whom',
  'call_record.member_id': 'who called',
  'customer.created_by': 'who made the file',
  'customer_import.member_id': 'who imported',
  'customer_bulk.member_id': 'who began it; it goes on with the rights that they have then, which are none',
  'deal.created_by': 'who opened it',
  'defeat_request.requested_by': 'who asked; who decides is whoever may',
  'defeat_request.owner_id': 'whose customer it was when it was agreed to',
  'suspension.owner_id': 'whose customer it was then',
  'suspension.member_id': 'who let it sleep',
  'vehicle_order.approved_owner_id': 'whose customer it was when it was approved',
  'vehicle_order.delivered_owner_id': 'whose customer it was when it was delivered',
  'defeat_request.reviewed_by': 'who decided',
  'dealer_topic.member_id': 'who announced it',
  'dealer_file.member_id': 'who shared it',
  'calendar_feed.member_id': 'whose calendar it is, which ends with the leave',
  'draft.member_id': 'out of reach, and removed when the leave can no longer be taken back',
  'export_log.member_id': 'who exported',
  'import_match.member_id': 'who matched the columns',
  'idempotency_key.member_id': 'of calls that were made',
  'lead.cleared_by': 'who cleaned it',
  'lead_event.member_id': 'who did it',
  'list_setting.member_id': 'how they liked their lists',
  'list_view.member_id': 'whose views they were',
  'morning_report.member_id': 'who had subscribed: nothing is sent to who left',
  'member.id': 'the member, whose name history shows',
  'member_leave.member_id': 'the record itself',
  'member_leave.top_id': 'the record of another’s leave',
  'member_leave_share.owner_id': 'the record of another’s leave',
  'member_leave_move.from_id': 'the record of a leave',
  'member_leave_move.to_id': 'the record of a leave, which follows the row',
  'notice.member_id': 'what the member was told',
  'notice_wish.member_id': 'what they wanted to be told',
  'sms_message.member_id': 'who sent it',
  'session.member_id': 'ended, and kept for a while to say why',
  'timeline.member_id': 'who did it',
  'upload.member_id': 'who uploaded it',
  'undo.member_id': 'whose it was to take back, within the minute',
  'order_submission.submitted_by': 'who handed it in',
  'order_submission.ended_by': 'who decided, or took it back',
  'vehicle_order.created_by': 'who made it',
  'vehicle_order.reviewed_by': 'who decided',
  'visit.registered_by': 'who received the customer',
  'visit.first_receiver_id': 'who received the customer first',
  'visit.owner_id': 'whose customer it was when they came',
  'person_request.member_id': 'who asked; the work ends with their right to it',
  'reception.member_id': 'who received the customer, then',
  'wecom_contact.added_by': 'whose WeCom contact it is, outside of the product',
}

/** Columns that point at a current member, with the condition on their rows. */
const points: Readonly<Record<string, string>> = {
  'deal.owner_id': 'is_current',
  'activity.owner_id': 'completed_at is null and cancelled_at is null',
  'lead.owner_id': 'true',
  'vehicle_order.owner_id': 'true',
  'member.manager_id': 'left_at is null',
  'customer_import_row.owner_id': 'state = 0',
  // A departed visitor keeps the receiver, as history.
  'visit.receiver_id': 'left_at is null',
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('every column that holds a member is known: as history, or as moved on a leave', async () => {
  const known = new Set([...Object.keys(history), ...Object.keys(points)])
  expect((await memberColumns(app.db)).filter((name) => !known.has(name))).toEqual([])
})

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
  await app.db
    .insertInto('visit')
    .values({
      dealer_id: dealerId,
      customer_id: customer.customerId,
      day: dayText(secondsOf(app.now())),
      type: 2,
      registered_at: app.now(),
      registered_by: admin.memberId,
      came_at: app.now(),
      receiver_id: leaver.memberId,
      received_at: app.now(),
    })
    .execute()
  return { admin, dealerId, leaver, heir, customer }
}

it('nothing points at a former member, whatever they had', async () => {
  const { admin, leaver, heir } = await buildStore()
  const before = await Promise.all(Object.entries(points).map(([name, rows]) => pointing(name, rows, leaver)))
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
  for (const [name, rows] of Object.entries(points))
    expect(await pointing(name, rows, leaver), `${name} points at who left`).toBe(0)
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

async function pointing(
  name: string,
  rows: string,
  { dealerId, memberId }: { dealerId: number; memberId: number },
): Promise<number> {
  const [table = '', column = ''] = name.split('.')
  const found = await sql`
    select from ${sql.table(table)} where dealer_id = ${dealerId} and ${sql.ref(column)} = ${memberId} and (${sql.raw(rows)})`.execute(
    app.db,
  )
  return found.rows.length
}
