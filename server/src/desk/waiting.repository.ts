import { waitingMinutes } from '@showroom/contract/desk/desk.rules'
import { dayText } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { drivesOf } from '../appointment/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Executor } from '../platform/db/client.ts'
import { chained, target } from '../platform/db/target.ts'
import { listStoresWith } from '../platform/jobs/stores.repository.ts'

/** Visits on which time alone acts. */

/**
 * Since when the customer of visit `v` waits for a receiver: since the arrival, or the return from a test drive. Null with a receiver, with the
 * keys of a car, and once gone.
 */
export const waitsSince = (dealerId: number): RawBuilder<Date | null> => sql`(
  case when v.left_at is null and v.receiver_id is null then (
    select case when coalesce(bool_and(d.back_at is not null), true) then greatest(v.came_at, max(d.back_at)) end
    from ${drivesOf(dealerId, sql`v.customer_id`)}) end)`

/** Matches visits of today only, as earlier ones ended with their day. */
function waitsTooLong(dealerId: number, now: Date): RawBuilder<unknown> {
  const since = new Date(now.getTime() - waitingMinutes * 60_000)
  return sql`
    v.dealer_id = ${dealerId} and v.left_at is null and v.receiver_id is null and v.warned_at is null
    and v.day = ${dayText(secondsOf(now))}::date and v.came_at < ${since} and ${waitsSince(dealerId)} < ${since}`
}

/** Stores with customers who wait too long. */
export const listWaiting = (db: Executor, now: Date): Promise<number[]> =>
  listStoresWith(db, (dealerId) => sql`select from visit v where ${waitsTooLong(dealerId, now)}`)

/**
 * Marks the customers of a store who wait too long and returns their names. The row locks ensure that only one of two processes reports
 * each.
 */
export async function markWaiting(db: Executor, dealerId: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    ${chained} with due as (
      select v.id, v.customer_id from visit v where ${waitsTooLong(dealerId, now)} for update skip locked
    ), marked as (
      update ${target('visit')} v set warned_at = ${now}::timestamptz from due where v.dealer_id = ${dealerId} and v.id = due.id
    )
    select c.name from due join customer c on c.dealer_id = ${dealerId} and c.id = due.customer_id
    order by due.id`.execute(db)
  return rows.map(({ name }) => name)
}

/** Ends a store's open visits of earlier days at their midnight, and returns their number. */
export async function endPastVisits(db: Executor, dealerId: number, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update ${target('visit')} set left_at = (day + 1)::timestamp at time zone 'Asia/Shanghai'
    where dealer_id = ${dealerId} and left_at is null and day < ${dayText(secondsOf(now))}::date`.execute(db)
  return Number(numAffectedRows)
}
