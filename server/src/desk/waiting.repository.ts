import { waitingMinutes } from '@showroom/contract/desk/desk.rules'
import { dayText } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { secondsOf } from '../platform/clock.ts'
import type { Executor } from '../platform/db/client.ts'

/** Visits on which time alone acts, of all stores. */

/** Matches visits of today only, as earlier ones ended with their day. */
const waitsTooLong = (now: Date) => sql`
  left_at is null and receiver_id is null and warned_at is null and day = ${dayText(secondsOf(now))}::date
  and came_at < ${new Date(now.getTime() - waitingMinutes * 60_000)}`

/** Stores with customers who wait too long. */
export async function listWaiting(db: Executor, now: Date): Promise<number[]> {
  const { rows } = await sql<{ dealerId: number }>`
    select distinct dealer_id as "dealerId" from visit where ${waitsTooLong(now)}`.execute(db)
  return rows.map((row) => row.dealerId)
}

/**
 * Marks the customers of a store who wait too long and returns their names. The row locks ensure that only one of two processes reports
 * each.
 */
export async function markWaiting(db: Executor, dealerId: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with due as (
      select id, customer_id from visit where dealer_id = ${dealerId} and ${waitsTooLong(now)} for update skip locked
    ), marked as (
      update visit v set warned_at = ${now}::timestamptz from due where v.dealer_id = ${dealerId} and v.id = due.id
    )
    select c.name from due join customer c on c.dealer_id = ${dealerId} and c.id = due.customer_id
    order by due.id`.execute(db)
  return rows.map(({ name }) => name)
}

/** Ends the open visits of earlier days at their midnight, and returns the stores that had some. */
export async function endPastVisits(db: Executor, now: Date): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ dealerId: number }>`
    update visit set left_at = (day + 1)::timestamp at time zone 'Asia/Shanghai'
    where left_at is null and day < ${dayText(secondsOf(now))}::date
    returning dealer_id as "dealerId"`.execute(db)
  return new Set(rows.map(({ dealerId }) => dealerId))
}
