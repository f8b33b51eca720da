import { quarterMinutes } from '@showroom/contract/customer/appointment.rules'
import { arrivalTypes } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isConfirmed } from '../../customer/index.ts'
import type { Executor } from '../../platform/db/client.ts'
import { literals } from '../../platform/db/conditions.ts'
import { target } from '../../platform/db/target.ts'
import { surnameOf } from '../../platform/db/surname.ts'
import type { Scope } from '../../platform/session/session.ts'
import { outSpans } from '../car/out.repository.ts'
import { isHeld } from '../plan/booking.repository.ts'
import { ofNumber } from '../plan/event.repository.ts'
import { readToken } from './token.ts'
import type { Token } from './token.ts'

/** Addresses sent to customers (`appointment_link`), and the facts that their page shows. */

export async function insertLink(
  db: Executor,
  { dealerId, hash }: Token,
  activity: { readonly activityId: number; readonly appointmentId: number },
  now: Date,
): Promise<void> {
  await db
    .insertInto('appointment_link')
    .values({
      dealer_id: dealerId,
      token_hash: hash,
      activity_id: activity.activityId,
      appointment_id: activity.appointmentId,
      created_at: now,
    })
    .execute()
}

/** Reads a token of an address. One of a store that was merged into another leads to the rows there. */
export async function openToken(db: Executor, text: string): Promise<Token | undefined> {
  const token = readToken(text)
  const store =
    token &&
    (await db
      .selectFrom('dealer')
      .select('merged_into_id')
      .where('id', '=', token.dealerId)
      .executeTakeFirst())
  return token && { ...token, dealerId: store?.merged_into_id ?? token.dealerId }
}

export interface Linked {
  readonly customerId: number
  readonly dealId: number
  /** The open appointment that the linked one became, by moving; 0 if there is none. */
  readonly activityId: number
  /** A member followed up since. */
  readonly isOver: boolean
  /** The customer is in the store, or has the keys of the car. */
  readonly hasCome: boolean
  /** The customer did not come. */
  readonly isMissed: boolean
  /** The number to which it was sent has left the file, or the store is closed. */
  readonly isWithdrawn: boolean
}

/** Finds what a token's appointment has become. A link of the release before follows the plans of its deal, as it did there. */
export async function findLinked(db: Executor, { dealerId, hash }: Token): Promise<Linked | undefined> {
  const sinceThen = (condition: RawBuilder<unknown>) => sql`exists (
    select from activity o
    where o.dealer_id = ${dealerId} and o.customer_id = a.customer_id and o.id >= a.id and ${condition})`
  const { rows } = await sql<Linked>`
    select a.customer_id as "customerId", coalesce(n.deal_id, a.deal_id) as "dealId", coalesce(n.id, 0) as "activityId",
           (n.id is null or l.appointment_id is null) and ${sinceThen(sql`o.completed_at is not null`)} as "isOver",
           n.id is null and ${sinceThen(sql`o.kept is false`)} as "isMissed", l.ended_at is not null or d.closed_at is not null as "isWithdrawn",
           coalesce(n.kept, false) or exists (
             select from test_drive t where t.dealer_id = ${dealerId} and t.activity_id = n.id) as "hasCome"
    from appointment_link l
    join dealer d on d.id = ${dealerId}
    join activity a on a.dealer_id = ${dealerId} and a.id = l.activity_id
    left join activity n on n.dealer_id = ${dealerId} and n.customer_id = a.customer_id
      and case when l.appointment_id is null then n.deal_id = a.deal_id and n.id >= a.id
               else l.appointment_id in (n.id, n.appointment_id) end
      and n.completed_at is null and n.cancelled_at is null and n.minutes is not null and n.type in ${literals(arrivalTypes)}
    where l.dealer_id = ${dealerId} and l.token_hash = ${hash}`.execute(db)
  return rows[0]
}

/**
 * Ends the links of a customer whose number has changed, and forgets what was sent and confirmed about the open appointments, so that the
 * texts go to the new number.
 */
export async function withdrawLinks(
  db: Executor,
  { dealerId }: Scope,
  customerId: number,
  now: Date,
): Promise<void> {
  const ofCustomer = sql`select a.id from activity a where a.dealer_id = ${dealerId} and a.customer_id = ${customerId}`
  await sql`
    with ended as (
      update ${target('appointment_link')} set ended_at = ${now}::timestamptz
      where dealer_id = ${dealerId} and ended_at is null and activity_id in (${ofCustomer})
    )
    delete from ${target('appointment_event')} e
    where e.dealer_id = ${dealerId} and e.kind in ${literals(ofNumber)} and e.activity_id in (
      ${ofCustomer} and coalesce(a.appointment_id, a.id) in (
        select coalesce(o.appointment_id, o.id) from activity o
        where o.dealer_id = ${dealerId} and o.customer_id = ${customerId} and o.minutes is not null
          and o.completed_at is null and o.cancelled_at is null))`.execute(db)
}

export interface Shown {
  readonly surname: string
  readonly gender: number
  readonly storeName: string
  readonly address: string
  readonly phone: string
  readonly type: number
  readonly seriesName: string
  /** Epoch seconds. */
  readonly startsAt: number
  readonly minutes: number
  readonly carId: number
  readonly ownerId: number
  readonly isConfirmed: boolean
}

/** An appointment as its customer sees it. */
export async function findShown(
  db: Executor,
  { dealerId }: Scope,
  activityId: number,
): Promise<Shown | undefined> {
  const { rows } = await sql<Shown>`
    select mask_text(${surnameOf('c.name')}) as surname, c.gender, d.name as "storeName", d.address, d.phone, a.type,
           coalesce(s.name, '') as "seriesName", epoch(a.due_at) as "startsAt", a.minutes, coalesce(a.test_car_id, 0) as "carId",
           a.owner_id as "ownerId",
           ${isConfirmed(dealerId)} as "isConfirmed"
    from activity a
    join customer c on c.dealer_id = ${dealerId} and c.id = a.customer_id
    join dealer d on d.id = ${dealerId}
    left join series s on s.id = a.test_series_id
    where a.dealer_id = ${dealerId} and a.id = ${activityId} and a.minutes is not null`.execute(db)
  return rows[0]
}

export type Store = Pick<Shown, 'storeName' | 'phone'>

/** The store of an address, which names it even where nothing else is known. */
export const findStore = (db: Executor, { dealerId }: Token): Promise<Store | undefined> =>
  db.selectFrom('dealer').select(['name as storeName', 'phone']).where('id', '=', dealerId).executeTakeFirst()

interface Taken {
  readonly startsAt: number
  readonly minutes: number
}

/** Other appointments of the owner within a span, quarters booked of the car, and its drive under way. */
export async function listTaken(
  db: Executor,
  scope: Scope,
  of: {
    readonly activityId: number
    readonly ownerId: number
    readonly carId: number
    readonly from: Date
    readonly until: Date
    readonly now: Date
  },
): Promise<Taken[]> {
  const { dealerId } = scope
  const { rows } = await sql<Taken>`
    select epoch(a.due_at) as "startsAt", a.minutes from activity a
    where a.dealer_id = ${dealerId} and a.minutes is not null and a.due_at >= ${of.from} and a.due_at < ${of.until}
      and a.completed_at is null and a.cancelled_at is null and a.id <> ${of.activityId} and a.owner_id = ${of.ownerId}
    union all
    select epoch(q.starts_at), ${sql.lit(quarterMinutes)} from test_car_quarter q
    join activity a on a.dealer_id = ${dealerId} and a.id = q.activity_id
    where q.dealer_id = ${dealerId} and q.car_id = ${of.carId} and q.starts_at >= ${of.from} and q.starts_at < ${of.until}
      and ${isHeld(dealerId)} and a.id <> ${of.activityId}
    union all
    select epoch(o.starts_at), ceil((epoch(o.ends_at) - epoch(o.starts_at)) / 60.0)::int from (${outSpans(scope, of.carId, of.now)}) as o`.execute(
    db,
  )
  return rows
}

/** The level of the customer's current deal. */
export async function findLevel(db: Executor, { dealerId }: Scope, customerId: number): Promise<string> {
  const { rows } = await sql<{ level: string }>`
    select d.level from customer c join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
    where c.dealer_id = ${dealerId} and c.id = ${customerId}`.execute(db)
  return rows[0]?.level ?? 'N'
}
