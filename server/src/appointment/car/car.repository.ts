import type { TestCar } from '@showroom/contract/appointment/appointment.schema'
import { minuteOfDay } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'

/** The store's test-drive cars (`test_car`). Removed ones keep their row for past test drives. */

/** `note` is masked where it is shown, and clear for a change. */
const columnsWith = (note: RawBuilder<string>): RawBuilder<unknown> => sql`
  t.id as "carId", t.series_id as "seriesId", coalesce(s.name, '') as "seriesName", t.plate, ${note} as note, t.opens_at as "opensAt",
  t.closes_at as "closesAt", t.is_off as "isOff"`

export async function listCars(db: Executor, { dealerId }: Scope): Promise<TestCar[]> {
  const { rows } = await sql<TestCar>`
    select ${columnsWith(sql`mask_text(t.note)`)} from test_car t left join series s on s.id = t.series_id
    where t.dealer_id = ${dealerId} and t.removed_at is null order by t.series_id, t.plate`.execute(db)
  return rows
}

/** Lets members save cars of a store one at a time: their plates differ, and their number is limited. */
export async function lockCars(db: Executor, { dealerId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('cars of a store'), ${dealerId}::int)`.execute(db)
}

/** Locks one car, so that bookings of it run one at a time. */
export async function lockCar(
  db: Executor,
  { dealerId }: Scope,
  carId: number,
): Promise<TestCar | undefined> {
  const { rows } = await sql<TestCar>`
    select ${columnsWith(sql`t.note`)} from test_car t left join series s on s.id = t.series_id
    where t.dealer_id = ${dealerId} and t.id = ${carId} and t.removed_at is null for update of t`.execute(db)
  return rows[0]
}

export async function findCar(
  db: Executor,
  { dealerId }: Scope,
  carId: number,
): Promise<TestCar | undefined> {
  const { rows } = await sql<TestCar>`
    select ${columnsWith(sql`mask_text(t.note)`)} from test_car t left join series s on s.id = t.series_id
    where t.dealer_id = ${dealerId} and t.id = ${carId} and t.removed_at is null`.execute(db)
  return rows[0]
}

export interface CarValues {
  readonly series_id: number
  readonly plate: string
  readonly note: string
  readonly opens_at: number
  readonly closes_at: number
  readonly is_off: boolean
}

export async function insertCar(
  db: Executor,
  { dealerId }: Scope,
  values: CarValues,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('test_car')
    .values({ dealer_id: dealerId, ...values, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateCar(
  db: Executor,
  { dealerId }: Scope,
  carId: number,
  values: CarValues,
): Promise<void> {
  await db
    .updateTable('test_car')
    .set(values)
    .where('dealer_id', '=', dealerId)
    .where('id', '=', carId)
    .execute()
}

export async function removeCar(db: Executor, { dealerId }: Scope, carId: number, now: Date): Promise<void> {
  await db
    .updateTable('test_car')
    .set({ removed_at: now })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', carId)
    .execute()
}

/** The store's hours, in minutes since midnight. */
export async function getHours(
  db: Executor,
  { dealerId }: Scope,
): Promise<{ opensAt: number; closesAt: number }> {
  const { starts, ends } = await db
    .selectFrom('dealer')
    .select(['work_starts as starts', 'work_ends as ends'])
    .where('id', '=', dealerId)
    .executeTakeFirstOrThrow()
  return { opensAt: minuteOfDay(starts), closesAt: minuteOfDay(ends) }
}
