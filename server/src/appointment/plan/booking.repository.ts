import { role } from '@showroom/contract/access/access.rules'
import type { Appointment, WeekAnswer } from '@showroom/contract/appointment/appointment.schema'
import { arrivalTypes } from '@showroom/contract/customer/customer.rules'
import type { Flags } from '@showroom/contract/kernel/call'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isConfirmed } from '../../customer/index.ts'
import type { Executor } from '../../platform/db/client.ts'
import { literals, seesOwner } from '../../platform/db/conditions.ts'
import { target } from '../../platform/db/target.ts'
import { nameFor } from '../../platform/db/surname.ts'
import type { Scope } from '../../platform/session/session.ts'
import { isEndangered, takenUntil } from '../car/out.repository.ts'

/** Appointments: open activities with an hour, and the quarters of an hour that they book of a car (`test_car_quarter`). */

const isOpen = sql`a.completed_at is null and a.cancelled_at is null`

/** Whether booked quarter `q` is held by its plan `a`: open, for this car, and its keys not handed over, from which on the drive holds the car. */
export const isHeld = (dealerId: number): RawBuilder<boolean> => sql`(${isOpen} and a.test_car_id = q.car_id
  and not exists (select from test_drive d where d.dealer_id = ${dealerId} and d.activity_id = a.id))`

interface Asked {
  readonly from: Date
  readonly until: Date
  /** Earliest shown hour of a car that is still out. */
  readonly opening: Date
  readonly now: Date
  /** Only of owners whom the member sees. */
  readonly ofSeen?: true
  /** Also those that are over: kept or missed. */
  readonly withOver: boolean
  readonly flags: Pick<Flags, 'allowFront' | 'onlyReads'>
}

/**
 * Appointments by the hour that begin within a span, those with handed over keys from the keys to the return, and the other test drives that
 * are under way or not recorded yet.
 */
const begun = ({ dealerId }: Scope, { from, until, opening, withOver, now }: Asked) => sql`(
  select a.id, a.customer_id, a.deal_id, a.owner_id, a.type, a.test_series_id, a.due_at, a.minutes, a.test_car_id, coalesce(a.kept, false) as has_come,
         not (${isOpen}) as is_over, false as has_keys, false as is_out, ${isEndangered(dealerId, now)} as is_endangered
  from activity a
  where a.dealer_id = ${dealerId} and a.minutes is not null and a.due_at >= ${from} and a.due_at < ${until}
    and ${withOver ? sql`(a.kept is not null or (${isOpen}))` : isOpen} and a.type in ${literals(arrivalTypes)}
    and not exists (select from test_drive d where d.dealer_id = ${dealerId} and d.activity_id = a.id)
  union all
  select p.id, p.customer_id, p.deal_id, p.owner_id, p.type, p.test_series_id, o.starts_at,
         greatest(1, ceil((epoch(${takenUntil(now)}) - epoch(o.starts_at)) / 900.0))::int * 15, d.car_id, true,
         d.back_at is not null and (p.completed_at is not null or p.cancelled_at is not null), true, d.back_at is null, false
  from test_drive d
  join activity p on p.dealer_id = ${dealerId} and p.id = d.activity_id
  cross join lateral (select date_bin('15 minutes', greatest(d.out_at, ${opening}::timestamptz), to_timestamp(0)) as starts_at) as o
  where d.dealer_id = ${dealerId} and d.out_at < ${until}
    and (d.out_at >= ${from} or d.back_at is null and ${now}::timestamptz >= ${from} and ${now}::timestamptz < ${until})
    and (d.back_at is null or p.completed_at is null and p.cancelled_at is null or ${withOver}::boolean and p.kept is not null))`

/** Lists what `begun` selects, earliest first. The front desk reads all names, as on its board. */
export async function listAppointments(db: Executor, scope: Scope, query: Asked): Promise<Appointment[]> {
  const { ofSeen, flags } = query
  const isSeen = seesOwner(scope, 'a.owner_id')
  const atDesk = sql.lit(flags.allowFront)
  const isMovable = sql`(${isSeen} or ${atDesk}) and not ${sql.lit(flags.onlyReads)} and not a.has_keys and not a.is_over`
  const { rows } = await sql<Appointment>`
    select a.id as "activityId", a.customer_id as "customerId", a.deal_id as "dealId",
           ${nameFor(sql`(${isSeen} or ${atDesk})`)} as name,
           a.owner_id as "ownerId", m.name as "ownerName", a.type, coalesce(a.test_series_id, 0) as "seriesId", coalesce(s.name, '') as "seriesName",
           epoch(a.due_at) as "startsAt", a.minutes, coalesce(a.test_car_id, 0) as "carId",
           ${isConfirmed(scope.dealerId)} as "isConfirmed", a.has_come as "hasCome", a.is_over as "isOver", a.is_out as "isOut",
           a.is_endangered as "isEndangered",
           ${isSeen} as "isSeen",
           ${isMovable} as "isMovable", case when ${isMovable} then d.level else '' end as level
    from ${begun(scope, query)} a
    join customer c on c.dealer_id = ${scope.dealerId} and c.id = a.customer_id
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = a.deal_id
    join member m on m.dealer_id = ${scope.dealerId} and m.id = a.owner_id
    left join series s on s.id = a.test_series_id
    where ${ofSeen ? isSeen : sql`true`}
    order by a.due_at, a.id`.execute(db)
  return rows
}

/** Lists the active consultants whom the member sees. */
export async function listConsultants(db: Executor, scope: Scope): Promise<WeekAnswer['members']> {
  const { rows } = await sql<WeekAnswer['members'][number]>`
    select m.id as "memberId", m.name as "userName" from member m
    where m.dealer_id = ${scope.dealerId} and m.role = ${sql.lit(role.consultant)} and m.status = 0 and m.left_at is null
      and ${seesOwner(scope, 'm.id')}
    order by m.id`.execute(db)
  return rows
}

/** Whether an open appointment from this instant on has booked the car. */
export async function isBooked(
  db: Executor,
  { dealerId }: Scope,
  carId: number,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from test_car_quarter q
    join activity a on a.dealer_id = ${dealerId} and a.id = q.activity_id
    where q.dealer_id = ${dealerId} and q.car_id = ${carId} and q.starts_at >= ${now}::timestamptz and ${isHeld(dealerId)}
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Books the quarters of a locked car for an activity, in place of quarters that it holds or whose plan has ended. Returns false if another open
 * appointment has one of them.
 */
export async function bookQuarters(
  db: Executor,
  { dealerId }: Scope,
  {
    carId,
    quarters,
    activityId,
  }: { readonly carId: number; readonly quarters: readonly Date[]; readonly activityId: number },
): Promise<boolean> {
  await sql`
    delete from ${target('test_car_quarter')} q
    where q.dealer_id = ${dealerId} and q.car_id = ${carId} and q.starts_at = any(${[...quarters]}::timestamptz[])
      and (q.activity_id = ${activityId} or not exists (
        select from activity a where a.dealer_id = ${dealerId} and a.id = q.activity_id and ${isHeld(dealerId)}))`.execute(
    db,
  )
  // Citus counts the rows that conflict, too, but does not return them.
  const { rows: booked } = await sql`
    insert into ${target('test_car_quarter')} (dealer_id, car_id, starts_at, activity_id)
    select ${dealerId}::int, ${carId}::int, starts_at, ${activityId}::bigint
    from unnest(${[...quarters]}::timestamptz[]) as starts_at
    on conflict do nothing
    returning starts_at`.execute(db)
  return booked.length === quarters.length
}

/** Deletes the quarters of a store that began before the instant. */
export async function deletePastQuarters(db: Executor, dealerId: number, before: Date): Promise<void> {
  await db
    .deleteFrom('test_car_quarter')
    .where('dealer_id', '=', dealerId)
    .where('starts_at', '<', before)
    .execute()
}
