import { rooms } from '@showroom/contract'
import { dayText } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCustomer } from '../src/customer/customer.factory.ts'
import { buildLead } from '../src/lead/lead.factory.ts'
import { buildOrder } from '../src/order/order.factory.ts'
import { secondsOf } from '../src/platform/clock.ts'
import { buildMember } from '../src/team/team.factory.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'

/**
 * Nothing in the store points at who left. The columns that hold a member are read from the catalogue: a new one is decided on here by who
 * makes it, and cannot be forgotten.
 */

/** What may go on naming who left, with why. */
const history: Readonly<Record<string, string>> = {
  'activity.completed_by': 'who did it',
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
  'draft.member_id': 'removed by a trigger as they leave',
  'export_log.member_id': 'who exported',
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
  'reception.member_id': 'who received the customer, then',
  'wecom_contact.added_by': 'whose WeCom contact it is, outside of the product',
}

/** What points at a member now, and which rows of it do. */
const points: Readonly<Record<string, string>> = {
  'deal.owner_id': 'is_current',
  'activity.owner_id': 'completed_at is null and cancelled_at is null',
  'lead.owner_id': 'true',
  'vehicle_order.owner_id': 'true',
  'member.manager_id': 'left_at is null',
  'customer_import_row.owner_id': 'state = 0',
  // Who has left the showroom was received by them, as history tells.
  'visit.receiver_id': 'left_at is null',
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function columnsOf(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name ~ '(^|_)(member|owner|manager|top|sender|user|receiver)_id$' or c.column_name ~ '_by$')
      and c.data_type in ('bigint', 'integer')
    order by 1`.execute(app.db)
  return rows.map(({ name }) => name)
}

it('every column that holds a member is known: as history, or as what moves when they leave', async () => {
  const known = new Set([...Object.keys(history), ...Object.keys(points)])
  expect((await columnsOf()).filter((name) => !known.has(name))).toEqual([])
})

it('who left is pointed at by nothing, whatever they had', async () => {
  const admin = await buildMember(app.db, app.now(), { role: 3 })
  const { dealerId } = admin
  const [leaver, heir] = [
    await buildMember(app.db, app.now(), { dealerId }),
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
