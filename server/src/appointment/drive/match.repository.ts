import { overdueMinutes, usualDriveMinutes } from '@showroom/contract/appointment/drive.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'

/** Finds the store's own test drive that a record of another system is about, by plate and time. */

export interface DriveSpan {
  readonly plate: string
  readonly from: Date
  /** Minutes of the drive; 0 if unknown. */
  readonly minutes: number
  readonly now: Date
  /** Only drives of this customer; 0 for any. */
  readonly customerId: number
}

export interface MatchedDrive {
  readonly activityId: number
  readonly customerId: number
  readonly plate: string
}

/** Clocks of cars and tablets differ, and keys change hands before the engine starts. */
const slack = sql.lit(`${overdueMinutes} minutes`)
const usual = sql.lit(usualDriveMinutes)

/** Cars of before were stored with the blanks and dots of their plates: 浙A·12345, 浙A 12345. */
const samePlate = (plate: string) => sql`fold_text(t.plate) = fold_text(${plate}::text)`

/** Drives that have no record of another system yet. */
const isUnshared = ({ dealerId }: Scope) =>
  sql`not exists (select from test_share s where s.dealer_id = ${dealerId} and s.activity_id = a.id)`

/**
 * Finds the drive whose car has the plate, and whose time overlaps the span: from the keys to the car back, or as planned if its keys were
 * never handed over. A plan proves less than keys, so it counts for a given customer only.
 */
export async function findDriveAt(
  db: Executor,
  scope: Scope,
  { plate, from, minutes, now, customerId }: DriveSpan,
): Promise<MatchedDrive | undefined> {
  const { dealerId } = scope
  const until = new Date(from.getTime() + minutes * 60_000)
  const isCar = sql`t.dealer_id = ${dealerId} and ${samePlate(plate)}`
  const { rows: out } = await sql<MatchedDrive>`
    select a.id as "activityId", a.customer_id as "customerId", t.plate
    from test_car t
    join test_drive d on d.dealer_id = ${dealerId} and d.car_id = t.id
    join activity a on a.dealer_id = ${dealerId} and a.id = d.activity_id
    where ${isCar} and d.out_at <= ${until}::timestamptz + interval ${slack}
      and d.out_at > ${from}::timestamptz - interval '1 day'
      and coalesce(d.back_at, ${now}::timestamptz) >= ${from}::timestamptz - interval ${slack}
      and (${customerId}::bigint = 0 or a.customer_id = ${customerId}::bigint) and ${isUnshared(scope)}
    order by abs(epoch(d.out_at) - epoch(${from}::timestamptz)) limit 1`.execute(db)
  if (out[0] || customerId === 0) return out[0]
  const { rows: planned } = await sql<MatchedDrive>`
    select a.id as "activityId", a.customer_id as "customerId", t.plate
    from activity a
    join test_car t on ${isCar} and t.id = a.test_car_id
    where a.dealer_id = ${dealerId} and a.customer_id = ${customerId}::bigint and a.cancelled_at is null
      and a.due_at <= ${until}::timestamptz + interval ${slack}
      and a.due_at + coalesce(a.minutes, ${usual}) * interval '1 minute' >= ${from}::timestamptz - interval ${slack}
      and ${isUnshared(scope)}
      and not exists (select from test_drive d where d.dealer_id = ${dealerId} and d.activity_id = a.id)
    order by abs(epoch(a.due_at) - epoch(${from}::timestamptz)) limit 1`.execute(db)
  return planned[0]
}
