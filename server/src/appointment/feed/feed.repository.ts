import { arrivalTypes } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { literals } from '../../platform/db/conditions.ts'
import { surnameOf } from '../../platform/db/surname.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { CalendarEvent } from './calendar.ts'
import type { Token } from '../link/token.ts'

/** Secret addresses of members' calendars (`calendar_feed`), and the appointments in them. */

export const findFeed = (db: Executor, { dealerId, memberId }: Scope) =>
  db
    .selectFrom('calendar_feed')
    .select(({ fn }) => fn<number>('epoch', ['created_at']).as('createdAt'))
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()

/** Gives the member an address, in place of an earlier one. */
export async function upsertFeed(db: Executor, { memberId }: Scope, token: Token, now: Date): Promise<void> {
  const values = { token_hash: token.hash, created_at: now }
  await db
    .insertInto('calendar_feed')
    .values({ dealer_id: token.dealerId, member_id: memberId, ...values })
    .onConflict((conflict) => conflict.columns(['dealer_id', 'member_id']).doUpdateSet(values))
    .execute()
}

export async function deleteFeed(
  db: Executor,
  { dealerId, memberId }: Pick<Scope, 'dealerId' | 'memberId'>,
): Promise<void> {
  await db
    .deleteFrom('calendar_feed')
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .execute()
}

/** Finds the member of an address. */
export async function findFeedOwner(db: Executor, { dealerId, hash }: Token): Promise<number | undefined> {
  const row = await db
    .selectFrom('calendar_feed')
    .select('member_id as memberId')
    .where('dealer_id', '=', dealerId)
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return row?.memberId
}

/**
 * Lists a member's appointments within a span, each by its last plan. One that ended before the customer came is listed as cancelled,
 * without the person.
 */
export async function listEvents(
  db: Executor,
  { dealerId }: Scope,
  { memberId, from, until }: { readonly memberId: number; readonly from: Date; readonly until: Date },
): Promise<CalendarEvent[]> {
  const isOf = sql`b.dealer_id = ${dealerId} and b.appointment_id = coalesce(a.appointment_id, a.id)`
  const isCancelled = sql`(a.cancelled_at is not null
    or a.completed_at is not null and a.kept is not true and (a.completed_type in ${literals(arrivalTypes)}) is not true)`
  const { rows } = await sql<CalendarEvent>`
    select coalesce(a.appointment_id, a.id) as "appointmentId",
           (a.appointment_id is not null)::int + ${isCancelled}::int + (
             select count(*)::int from activity b where ${isOf} and b.id <> a.id) as sequence,
           ${isCancelled} as "isCancelled",
           mask_text(${surnameOf('c.name')}) as surname, c.gender, a.type, coalesce(s.name, '') as "seriesName",
           epoch(a.due_at) as "startsAt", a.minutes, epoch(coalesce(a.cancelled_at, a.completed_at, a.created_at)) as "changedAt",
           d.name as "storeName", d.address
    from activity a
    join customer c on c.dealer_id = ${dealerId} and c.id = a.customer_id
    join dealer d on d.id = ${dealerId}
    left join series s on s.id = a.test_series_id
    where a.dealer_id = ${dealerId} and a.owner_id = ${memberId} and a.minutes is not null and a.kept is not false
      and a.type in ${literals(arrivalTypes)} and a.due_at >= ${from} and a.due_at < ${until}
      and (a.cancelled_at is null or not exists (
        select from activity b where ${isOf} and b.minutes is not null and b.id <> a.id and b.created_at >= a.cancelled_at))
    order by a.due_at, a.id`.execute(db)
  return rows
}
