import { activityType, arrivalTypes, timelineType } from '@showroom/contract/customer/customer.rules'
import { clockText } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { secondsOf } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/client.ts'
import { endOf, literals, startOf } from '../../platform/db/conditions.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import { listStoresWith } from '../../platform/jobs/stores.repository.ts'
import { mainSeriesOf } from './activity.repository.ts'

/**
 * Whether an appointment by the hour was kept (`activity.kept`). A visit on its day keeps it; without one it becomes a no-show (爽约) when
 * the store closes. A later arrival on that day corrects a no-show. Appointments that were moved, cancelled or replaced before have no
 * result, nor have late ones (`is_late`), which stay open. Plans without an hour are no appointments. The row keeps the series of that
 * moment, a test drive its own, in `kept_series_id`, because a completion on a later day has its own series in `main_series_id`. Both are
 * written, as the release before reads the latter for both.
 */

/** Kind of the event by which a customer confirms an appointment (`appointment_event`). */
export const confirmedKind = 5

/** Whether the customer has confirmed appointment `a`. */
export const isConfirmed = (dealerId: number): RawBuilder<boolean> => sql`exists (
  select from appointment_event e
  where e.dealer_id = ${dealerId} and e.activity_id = a.id and e.kind = ${sql.lit(confirmedKind)})`

/** Sets the series that appointment `a` keeps to that of this moment, unless it has one. */
const keepSeries = (dealerId: number): RawBuilder<unknown> => {
  const series = sql`coalesce(a.main_series_id, a.test_series_id, ${mainSeriesOf(dealerId, sql.ref('a.deal_id'))})`
  return sql`main_series_id = ${series}, kept_series_id = coalesce(a.kept_series_id, ${series})`
}

/** Marks the locked customer's appointments of today as kept. Returns those without that mark before. */
export async function keepAppointments(
  db: Executor,
  { dealerId }: Scope,
  customerId: number,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ${target('activity')} a set kept = true, kept_owner_id = coalesce(a.kept_owner_id, a.owner_id),
           ${keepSeries(dealerId)}
    where a.dealer_id = ${dealerId} and a.customer_id = ${customerId} and a.minutes is not null
      and a.due_at >= ${startOf(secondsOf(now))} and a.due_at < ${endOf(secondsOf(now))} and a.kept is not true and not a.is_late
      and (a.kept is false or a.cancelled_at is null)
      and (a.completed_at is null or a.completed_type in ${literals(arrivalTypes)})
    returning a.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Undoes `keepAppointments`. Those that had been settled as no-shows, which cancels them, become no-shows again. */
export async function unkeepAppointments(
  db: Executor,
  { dealerId }: Scope,
  activityIds: readonly number[],
): Promise<void> {
  await sql`
    update ${target('activity')} a
    set kept = case when a.cancelled_at is null then null else false end,
        kept_owner_id = case when a.cancelled_at is null then null else a.kept_owner_id end,
        main_series_id = case when a.cancelled_at is null then null else a.main_series_id end,
        kept_series_id = case when a.cancelled_at is null then null else a.kept_series_id end
    where a.dealer_id = ${dealerId} and a.id = any(${[...activityIds]}::bigint[])`.execute(db)
}

/** Corrects the no-shows of a merged customer whose other file was in the store on that day. */
export async function keepVisited(db: Executor, { dealerId }: Scope, customerId: number): Promise<void> {
  await sql`
    update ${target('activity')} a set kept = true
    where a.dealer_id = ${dealerId} and a.customer_id = ${customerId} and a.kept is false and exists (
      select from visit v where v.dealer_id = ${dealerId} and v.customer_id = ${customerId}
        and v.day = (a.due_at at time zone 'Asia/Shanghai')::date)`.execute(db)
}

/** An open appointment that is over. */
export interface Unsettled {
  readonly activityId: number
  readonly ownerId: number
  /** The customer was in the store on that day. */
  readonly hasCome: boolean
}

/** Open appointments of a store that are over, once it has closed on their day. */
const unsettled = (dealerId: number, now: Date, joined = sql``): RawBuilder<unknown> => sql`
  from dealer d
  join activity a on a.dealer_id = ${dealerId} and a.minutes is not null and a.kept is null and a.completed_at is null
    and a.cancelled_at is null and not a.is_late
  ${joined}
  where d.id = ${dealerId} and a.due_at + a.minutes * interval '1 minute' <= ${now}::timestamptz
    and a.due_at < case when d.work_ends <= ${clockText(secondsOf(now))} then ${endOf(secondsOf(now))} else ${startOf(secondsOf(now))} end::timestamptz`

/** Lists the stores with appointments to settle. */
export const listStoresUnsettled = (db: Executor, now: Date): Promise<number[]> =>
  listStoresWith(db, (dealerId) => sql`select ${unsettled(dealerId, now)}`)

/** Locks some appointments of a store to settle, with their customers. Those locked elsewhere wait for the next run. */
export async function claimUnsettled(
  db: Executor,
  dealerId: number,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select a.id as "activityId", a.owner_id as "ownerId", exists (
             select from visit v where v.dealer_id = ${dealerId} and v.customer_id = a.customer_id
               and v.day = (a.due_at at time zone 'Asia/Shanghai')::date) as "hasCome"
    ${unsettled(dealerId, now, sql`join customer c on c.dealer_id = ${dealerId} and c.id = a.customer_id`)}
    order by a.due_at limit ${sql.lit(limit)} for update of c, a skip locked`.execute(db)
  return rows
}

/** Marks claimed appointments as kept; they stay open, because what was planned is not recorded yet. */
export async function markKept(
  db: Executor,
  dealerId: number,
  activityIds: readonly number[],
): Promise<void> {
  await sql`
    update ${target('activity')} a set kept = true, kept_owner_id = owner_id, ${keepSeries(dealerId)}
    where a.dealer_id = ${dealerId} and a.id = any(${[...activityIds]}::bigint[])`.execute(db)
}

/**
 * Ends claimed appointments as no-shows and plans a call (a return visit after a delivery) for the owner, or the
 * caller given for that owner, on the next day, or today if that has passed. Writes a timeline row.
 */
export async function markNoShows(
  db: Executor,
  dealerId: number,
  activityIds: readonly number[],
  callers: ReadonlyMap<number, number>,
  now: Date,
): Promise<void> {
  const series = sql`coalesce(a.test_series_id, d.series_ids[1], 0)`
  await sql`
    with ended as (
      update ${target('activity')} a set kept = false, kept_owner_id = a.owner_id, cancelled_at = ${now}::timestamptz,
             main_series_id = ${series}, kept_series_id = ${series}
      from deal d
      where a.dealer_id = ${dealerId} and a.id = any(${[...activityIds]}::bigint[]) and d.dealer_id = ${dealerId} and d.id = a.deal_id
      returning a.customer_id, a.deal_id, a.owner_id, a.from_source, a.due_at as missed_at, d.level
    ), missed as (
      select ended.*,
             greatest(date_trunc('day', missed_at, 'Asia/Shanghai') + interval '24 hours', ${startOf(secondsOf(now))}::timestamptz) as next_at,
             case when level = 'D' then ${sql.lit(activityType.revisit)} else ${sql.lit(activityType.call)} end::smallint as next_type
      from ended
    ), planned as (
      insert into ${target('activity')} (dealer_id, customer_id, deal_id, owner_id, from_source, type, due_at, created_at)
      select ${dealerId}::int, customer_id, deal_id, coalesce(w.caller_id, owner_id), from_source, next_type, next_at, ${now}::timestamptz
      from missed left join unnest(${[...callers.keys()]}::bigint[], ${[...callers.values()]}::bigint[]) as w (of_id, caller_id) on w.of_id = owner_id
    ), dealt as (
      update ${target('deal')} d set next_follow_at = m.next_at, next_activity_type = m.next_type
      from missed m where d.dealer_id = ${dealerId} and d.id = m.deal_id
    ), recorded as (
      insert into ${target('timeline')} (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content)
      select ${dealerId}::int, customer_id, deal_id, ${now}::timestamptz, 0, '系统', level, ${sql.lit(timelineType.annotated)}, '爽约',
             '预约' || to_char(missed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') || '，客户未到店，请联系客户'
      from missed
    )
    update ${target('customer')} c set row_version = row_version + 1
    from missed m where c.dealer_id = ${dealerId} and c.id = m.customer_id`.execute(db)
}
