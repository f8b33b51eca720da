import { arrivalTypes } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { confirmedKind } from '../../customer/index.ts'
import type { Executor } from '../../platform/db/client.ts'
import { literals } from '../../platform/db/conditions.ts'
import { target } from '../../platform/db/target.ts'
import { surnameOf } from '../../platform/db/surname.ts'
import type { Scope } from '../../platform/session/session.ts'
import { isEndangered } from '../car/out.repository.ts'
import { listStoresWith } from '../../platform/jobs/stores.repository.ts'

/** Events that an appointment has once (`appointment_event`). The key makes a repeated job or press do nothing. */
export const eventKind = {
  booked: 1,
  moved: 2,
  evening: 3,
  reminder: 4,
  confirmed: confirmedKind,
  movedByCustomer: 6,
  carMissing: 7,
} as const
type EventKind = (typeof eventKind)[keyof typeof eventKind]
const { booked, moved, evening, confirmed } = eventKind
/** Events that concern the number to which the link was sent. */
export const ofNumber: readonly EventKind[] = [booked, moved, evening, confirmed]

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

/** Columns of `Coming`, of activity `a`, customer `c` and series `s`. */
const coming = sql`
  a.id as "activityId", a.customer_id as "customerId", a.owner_id as "ownerId", mask_text(${surnameOf('c.name')}) as surname,
  c.gender, a.type, coalesce(s.name, '') as "seriesName", epoch(a.due_at) as "startsAt"`

interface Soon {
  readonly now: Date
  readonly until: Date
}

/** Appointments that begin within a span, of owners at work, without a reminder. Those made within the last minutes need none. */
const toRemind = (dealerId: number, { now, until }: Soon): RawBuilder<unknown> => sql`
  from activity a
  join member m on m.dealer_id = ${dealerId} and m.id = a.owner_id and m.status = 0 and m.left_at is null
  where a.dealer_id = ${dealerId} and ${isPlanned} and a.due_at > ${now}::timestamptz and a.due_at <= ${until}::timestamptz
    and a.created_at < a.due_at - (${until}::timestamptz - ${now}::timestamptz)
    and not exists (
      select from appointment_event e
      where e.dealer_id = ${dealerId} and e.activity_id = a.id and e.kind = ${sql.lit(eventKind.reminder)})`

/** Lists the stores with owners to remind. */
export const listStoresToRemind = (db: Executor, soon: Soon): Promise<number[]> =>
  listStoresWith(db, (dealerId) => sql`select ${toRemind(dealerId, soon)}`)

/** Claims a store's reminders. */
export async function claimReminders(db: Executor, { dealerId }: Scope, soon: Soon): Promise<Coming[]> {
  const { rows } = await sql<Coming>`
    with due as (
      select a.id, a.customer_id, a.owner_id, a.type, a.test_series_id, a.due_at ${toRemind(dealerId, soon)}
    ), claimed as (
      insert into ${target('appointment_event')} (dealer_id, activity_id, kind, at)
      select ${dealerId}::int, id, ${sql.lit(eventKind.reminder)}, ${soon.now}::timestamptz from due
      on conflict do nothing returning activity_id)
    select ${coming}
    from claimed join due a on a.id = claimed.activity_id
    join customer c on c.dealer_id = ${dealerId} and c.id = a.customer_id
    left join series s on s.id = a.test_series_id
    order by a.due_at, a.id`.execute(db)
  return rows
}

/** Appointments whose booked car another customer has and is not expected back by then, without a notice about it. */
const toWarn = (dealerId: number, now: Date): RawBuilder<unknown> => sql`
  from activity a
  where a.dealer_id = ${dealerId} and ${isPlanned} and a.due_at > ${now}::timestamptz - interval '1 day'
    and a.due_at < ${now}::timestamptz + interval '1 day' and ${isEndangered(dealerId, now)}
    and not exists (
      select from appointment_event e
      where e.dealer_id = ${dealerId} and e.activity_id = a.id and e.kind = ${sql.lit(eventKind.carMissing)})`

/** Lists the stores with owners to warn. */
export const listStoresToWarn = (db: Executor, now: Date): Promise<number[]> =>
  listStoresWith(db, (dealerId) => sql`select ${toWarn(dealerId, now)}`)

/** Claims a store's warnings. */
export async function claimWarnings(
  db: Executor,
  { dealerId }: Scope,
  now: Date,
): Promise<(Coming & { readonly plate: string })[]> {
  const { rows } = await sql<Coming & { readonly plate: string }>`
    with due as (
      select a.id, a.customer_id, a.owner_id, a.type, a.test_series_id, a.test_car_id, a.due_at ${toWarn(dealerId, now)}
    ), claimed as (
      insert into ${target('appointment_event')} (dealer_id, activity_id, kind, at)
      select ${dealerId}::int, id, ${sql.lit(eventKind.carMissing)}, ${now}::timestamptz from due
      on conflict do nothing returning activity_id)
    select ${coming}, t.plate
    from claimed join due a on a.id = claimed.activity_id
    join test_car t on t.dealer_id = ${dealerId} and t.id = a.test_car_id
    join customer c on c.dealer_id = ${dealerId} and c.id = a.customer_id
    left join series s on s.id = a.test_series_id
    order by a.due_at, a.id`.execute(db)
  return rows
}

export interface DueText {
  readonly activityId: number
  readonly customerId: number
  /** The text of the evening before; otherwise that of a booked or moved appointment. */
  readonly isEvening: boolean
}

interface TextTimes {
  /** Appointments that begin before it need no text. */
  readonly from: Date
  readonly today: Date
  /** The next day, whose customers get the text of the evening before; undefined until evening. */
  readonly nextDay: { readonly from: Date; readonly until: Date } | undefined
}

/** Appointment `a` has no text about its plan, and was made since the store sends texts. */
const isUntold = (dealerId: number): RawBuilder<boolean> => sql`(a.created_at >= t.on_since and not exists (
  select from appointment_event e
  where e.dealer_id = ${dealerId} and e.activity_id = a.id
    and e.kind in ${literals([booked, moved])}))`

/** Appointments of a store that sends texts, whose customers are owed one. Those with a text of today get none in the evening. */
function toText(dealerId: number, { from, today, nextDay }: TextTimes): RawBuilder<unknown> {
  const isOfEvening =
    nextDay &&
    sql`or a.due_at >= ${nextDay.from} and a.due_at < ${nextDay.until} and a.created_at < ${today}
      and not exists (
        select from appointment_event e
        where e.dealer_id = ${dealerId} and e.activity_id = a.id
          and (e.kind = ${sql.lit(eventKind.evening)}
               or e.kind in (${sql.lit(eventKind.booked)}, ${sql.lit(eventKind.moved)}) and e.at >= ${today}))`
  return sql`
    from appointment_text t
    join activity a on a.dealer_id = ${dealerId} and ${isPlanned} and a.due_at > ${from}
    where t.dealer_id = ${dealerId} and t.is_on and (${isUntold(dealerId)} ${isOfEvening ?? sql``})`
}

/** Lists the stores with texts to send. */
export const listStoresToText = (db: Executor, times: TextTimes): Promise<number[]> =>
  listStoresWith(db, (dealerId) => sql`select ${toText(dealerId, times)}`)

/** Lists some texts that a store owes its customers, by the hours of the appointments. */
export async function listTexts(
  db: Executor,
  { dealerId }: Scope,
  times: TextTimes,
  limit: number,
): Promise<DueText[]> {
  const { rows } = await sql<DueText>`
    select a.id as "activityId", a.customer_id as "customerId", not ${isUntold(dealerId)} as "isEvening"
    ${toText(dealerId, times)} order by a.due_at, a.id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Whether the customer got a text about an earlier plan of the appointment. */
export async function isMoved(
  db: Executor,
  { dealerId }: Scope,
  { activityId, appointmentId }: { readonly activityId: number; readonly appointmentId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from activity p
    join appointment_event e on e.dealer_id = ${dealerId} and e.activity_id = p.id and e.kind in ${literals([booked, moved])}
    where p.dealer_id = ${dealerId} and (p.id = ${appointmentId} or p.appointment_id = ${appointmentId}) and p.id <> ${activityId}
    limit 1`.execute(db)
  return rows.length > 0
}

/** How often the customer has moved appointments by the link since the instant. */
export async function countMoves(
  db: Executor,
  { dealerId }: Scope,
  customerId: number,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from activity a
    join appointment_event e on e.dealer_id = ${dealerId} and e.activity_id = a.id
      and e.kind = ${sql.lit(eventKind.movedByCustomer)} and e.at >= ${since}
    where a.dealer_id = ${dealerId} and a.customer_id = ${customerId}`.execute(db)
  return rows[0]?.total ?? 0
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
