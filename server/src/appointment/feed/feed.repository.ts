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

export async function deleteFeed(db: Executor, { dealerId, memberId }: Scope): Promise<void> {
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
 * Lists a member's appointments within a span. `place` counts the deal's activities done before, and `sequence` the plans cancelled since
 * then, so a moved appointment keeps its place.
 */
export async function listEvents(
  db: Executor,
  { dealerId }: Scope,
  { memberId, from, until }: { readonly memberId: number; readonly from: Date; readonly until: Date },
): Promise<CalendarEvent[]> {
  const before = (ended: string) => sql<number>`(
    select count(*)::int from activity b
    where b.dealer_id = ${dealerId} and b.customer_id = a.customer_id and b.deal_id = a.deal_id and b.id < a.id
      and ${sql.ref(`b.${ended}`)} is not null)`
  const { rows } = await sql<CalendarEvent>`
    select a.deal_id as "dealId", ${before('completed_at')} as place, ${before('cancelled_at')} as sequence,
           mask_text(${surnameOf('c.name')}) as surname, c.gender, a.type, coalesce(s.name, '') as "seriesName",
           epoch(a.due_at) as "startsAt", a.minutes, epoch(a.created_at) as "changedAt", d.name as "storeName", d.address
    from activity a
    join customer c on c.dealer_id = ${dealerId} and c.id = a.customer_id
    join dealer d on d.id = ${dealerId}
    left join series s on s.id = a.test_series_id
    where a.dealer_id = ${dealerId} and a.owner_id = ${memberId} and a.minutes is not null and a.cancelled_at is null
      and a.type in ${literals(arrivalTypes)} and a.due_at >= ${from} and a.due_at < ${until}
    order by a.due_at, a.id`.execute(db)
  return rows
}
