import { arrivalTypes } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { literals } from '../platform/db/conditions.ts'
import { surnameOf } from '../platform/db/surname.ts'
import type { Scope } from '../platform/session/session.ts'

/** Events that an appointment has once (`appointment_event`). The key makes a repeated job or press do nothing. */
export const eventKind = { booked: 1, moved: 2, evening: 3, reminder: 4, confirmed: 5 } as const
type EventKind = (typeof eventKind)[keyof typeof eventKind]

const isPlanned = sql`
  a.minutes is not null and a.completed_at is null and a.cancelled_at is null and a.type in ${literals(arrivalTypes)}`

/** Records an event. Returns false if it has happened before. */
export async function claimEvent(
  db: Executor,
  { dealerId }: Scope,
  activityId: number,
  kind: EventKind,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('appointment_event')
    .values({ dealer_id: dealerId, activity_id: activityId, kind, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export interface Coming {
  readonly activityId: number
  readonly customerId: number
  readonly ownerId: number
  readonly surname: string
  readonly gender: number
  readonly type: number
  readonly seriesName: string
  /** Epoch seconds. */
  readonly startsAt: number
}

/** Claims the reminders of appointments that begin within a span, of owners at work. Those made within the last minutes need none. */
export async function claimReminders(
  db: Executor,
  { dealerId }: Scope,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<Coming[]> {
  const { rows } = await sql<Coming>`
    with due as (
      select a.id, a.customer_id, a.owner_id, a.type, a.test_series_id, a.due_at
      from activity a
      join member m on m.dealer_id = ${dealerId} and m.id = a.owner_id and m.status = 0 and m.left_at is null
      where a.dealer_id = ${dealerId} and ${isPlanned} and a.due_at > ${now}::timestamptz and a.due_at <= ${until}::timestamptz
        and a.created_at < a.due_at - (${until}::timestamptz - ${now}::timestamptz)
    ), claimed as (
      insert into appointment_event (dealer_id, activity_id, kind, at)
      select ${dealerId}::int, id, ${sql.lit(eventKind.reminder)}, ${now}::timestamptz from due
      on conflict do nothing returning activity_id)
    select a.id as "activityId", a.customer_id as "customerId", a.owner_id as "ownerId", mask_text(${surnameOf('c.name')}) as surname,
           c.gender, a.type, coalesce(s.name, '') as "seriesName", epoch(a.due_at) as "startsAt"
    from claimed join due a on a.id = claimed.activity_id
    join customer c on c.dealer_id = ${dealerId} and c.id = a.customer_id
    left join series s on s.id = a.test_series_id
    order by a.due_at, a.id`.execute(db)
  return rows
}

export interface DueText {
  readonly activityId: number
  readonly customerId: number
}

/** Appointments without a text to the customer, made since the store sends texts. */
export async function listUntold(
  db: Executor,
  { dealerId }: Scope,
  span: { readonly since: Date; readonly from: Date; readonly limit: number },
): Promise<DueText[]> {
  const { rows } = await sql<DueText>`
    select a.id as "activityId", a.customer_id as "customerId" from activity a
    where a.dealer_id = ${dealerId} and ${isPlanned} and a.due_at > ${span.from} and a.created_at >= ${span.since}
      and not exists (
        select from appointment_event e
        where e.dealer_id = ${dealerId} and e.activity_id = a.id
          and e.kind in (${sql.lit(eventKind.booked)}, ${sql.lit(eventKind.moved)}))
    order by a.due_at, a.id limit ${sql.lit(span.limit)}`.execute(db)
  return rows
}

/** Appointments of tomorrow whose customers got no text about them today. */
export async function listTomorrow(
  db: Executor,
  { dealerId }: Scope,
  days: { readonly today: Date; readonly from: Date; readonly until: Date; readonly limit: number },
): Promise<DueText[]> {
  const { rows } = await sql<DueText>`
    select a.id as "activityId", a.customer_id as "customerId" from activity a
    where a.dealer_id = ${dealerId} and ${isPlanned} and a.due_at >= ${days.from} and a.due_at < ${days.until}
      and a.created_at < ${days.today}
      and not exists (
        select from appointment_event e
        where e.dealer_id = ${dealerId} and e.activity_id = a.id
          and (e.kind = ${sql.lit(eventKind.evening)}
               or e.kind in (${sql.lit(eventKind.booked)}, ${sql.lit(eventKind.moved)}) and e.at >= ${days.today}))
    order by a.due_at, a.id limit ${sql.lit(days.limit)}`.execute(db)
  return rows
}

/** Whether the customer got a text about the plan that this one replaced in the same transaction. */
export async function isMoved(db: Executor, { dealerId }: Scope, activityId: number): Promise<boolean> {
  const { rows } = await sql`
    select from activity a
    join activity p on p.dealer_id = ${dealerId} and p.customer_id = a.customer_id and p.deal_id = a.deal_id
      and p.cancelled_at = a.created_at
    join appointment_event e on e.dealer_id = ${dealerId} and e.activity_id = p.id
      and e.kind in (${sql.lit(eventKind.booked)}, ${sql.lit(eventKind.moved)})
    where a.dealer_id = ${dealerId} and a.id = ${activityId} limit 1`.execute(db)
  return rows.length > 0
}

/** Deletes a store's events and links from before the instant. */
export async function deletePastEvents(db: Executor, dealerId: number, before: Date): Promise<void> {
  await db
    .deleteFrom('appointment_event')
    .where('dealer_id', '=', dealerId)
    .where('at', '<', before)
    .execute()
  await db
    .deleteFrom('appointment_link')
    .where('dealer_id', '=', dealerId)
    .where('created_at', '<', before)
    .execute()
}
