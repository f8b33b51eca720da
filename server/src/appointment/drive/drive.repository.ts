import type { Drive } from '@showroom/contract/appointment/drive.schema'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import { customersById, customersByKey } from '../../customer/index.ts'
import type { Executor } from '../../platform/db/client.ts'
import { seesOwner } from '../../platform/db/conditions.ts'
import { nameFor } from '../../platform/db/surname.ts'
import type { Scope } from '../../platform/session/session.ts'
import { isEndangered } from '../car/out.repository.ts'

/** Test drives under way and done (`test_drive`). The customer is that of the activity. */

const driveType = sql.lit(activityType.testDrive)

interface DrivesAsked {
  readonly from: Date
  readonly until: Date
  /** The member may act on all of them. */
  readonly hands: boolean
  /** Shows surnames only, of seen customers too. */
  readonly masksAll: boolean
  readonly isToday: boolean
  readonly now: Date
}

/** Lists the test drives planned for or begun in a span, and in `isToday` those still out. */
export async function listDrives(
  db: Executor,
  scope: Scope,
  { from, until, hands, masksAll, isToday, now }: DrivesAsked,
): Promise<Drive[]> {
  const { dealerId } = scope
  const isSeen = seesOwner(scope, 'a.owner_id')
  const { rows } = await sql<Drive>`
    with chosen as (
      select id from activity where dealer_id = ${dealerId} and completed_at is null and cancelled_at is null and type = ${driveType}
        and due_at >= ${from} and due_at < ${until}
      union select activity_id from test_drive where dealer_id = ${dealerId} and out_at >= ${from} and out_at < ${until}
      union select activity_id from test_drive where dealer_id = ${dealerId} and back_at is null and ${isToday}::boolean
    )
    select a.id as "activityId", a.customer_id as "customerId",
           ${nameFor(masksAll ? sql`false` : isSeen)} as name,
           m.name as "ownerName", coalesce(a.test_series_id, 0) as "seriesId", coalesce(s.name, '') as "seriesName",
           epoch(a.due_at) as "startsAt", coalesce(d.minutes, a.minutes, 0) as minutes, coalesce(t.id, 0) as "carId", coalesce(t.plate, '') as plate,
           coalesce(d.id, 0) as "driveId", coalesce(d.agreement, 0) as agreement, coalesce(epoch(d.out_at), 0) as "outAt",
           coalesce(d.out_km, 0) as "outKm", coalesce(epoch(d.back_at), 0) as "backAt", coalesce(d.back_km, 0) as "backKm",
           d.minutes is not null as "isWalkUp", ${isEndangered(dealerId, now)} as "isEndangered",
           coalesce((select coalesce(l.back_km, l.out_km) from test_drive l
             where l.dealer_id = ${dealerId} and l.car_id = t.id order by l.id desc limit 1), 0) as "lastKm",
           exists (select from test_share h where h.dealer_id = ${dealerId} and h.activity_id = a.id) as "isShared",
           ${isSeen} as "isSeen", (${isSeen} or ${hands}::boolean) as "mayHand"
    from chosen
    join activity a on a.dealer_id = ${dealerId} and a.id = chosen.id
    join customer c on c.dealer_id = ${dealerId} and c.id = a.customer_id
    join member m on m.dealer_id = ${dealerId} and m.id = a.owner_id
    left join test_drive d on d.dealer_id = ${dealerId} and d.activity_id = a.id
    left join test_car t on t.dealer_id = ${dealerId} and t.id = coalesce(d.car_id, a.test_car_id)
    left join series s on s.id = coalesce(t.series_id, a.test_series_id)
    order by a.due_at, a.id`.execute(db)
  return rows
}

export interface NewDrive {
  readonly activityId: number
  readonly carId: number
  readonly agreement: number
  readonly outKm: number
  /** Agreed length of a drive without an appointment. */
  readonly minutes?: number
  readonly now: Date
}

/** Hands over a locked car. Returns the drive's id, or undefined if the car is out already. */
export async function insertDrive(
  db: Executor,
  { dealerId }: Scope,
  drive: NewDrive,
): Promise<number | undefined> {
  const row = await db
    .insertInto('test_drive')
    .values({
      dealer_id: dealerId,
      activity_id: drive.activityId,
      car_id: drive.carId,
      agreement: drive.agreement,
      out_at: drive.now,
      out_km: drive.outKm,
      minutes: drive.minutes ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['dealer_id', 'car_id']).where('back_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Whether the keys for a planned test drive were handed over. */
export async function isHandedOver(db: Executor, { dealerId }: Scope, activityId: number): Promise<boolean> {
  const row = await db
    .selectFrom('test_drive')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .where('activity_id', '=', activityId)
    .executeTakeFirst()
  return row !== undefined
}

export interface DriveOut {
  readonly customerId: number
  readonly activityId: number
  readonly carId: number
  readonly plate: string
  readonly outAt: number
  readonly outKm: number
  /** Null while the car is out. */
  readonly backKm: number | null
}

export async function findDrive(
  db: Executor,
  { dealerId }: Scope,
  driveId: number,
): Promise<DriveOut | undefined> {
  const { rows } = await sql<DriveOut>`
    select a.customer_id as "customerId", a.id as "activityId", t.id as "carId", t.plate, epoch(d.out_at) as "outAt", d.out_km as "outKm",
           d.back_km as "backKm"
    from test_drive d
    join activity a on a.dealer_id = ${dealerId} and a.id = d.activity_id
    join test_car t on t.dealer_id = ${dealerId} and t.id = d.car_id
    where d.dealer_id = ${dealerId} and d.id = ${driveId}`.execute(db)
  return rows[0]
}

/** Takes the car back; the drive keeps its owner and series. Returns false if it was back already. */
export async function endDrive(
  db: Executor,
  { dealerId }: Scope,
  driveId: number,
  { backKm, now }: { readonly backKm: number; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('test_drive')
    .set((eb) => ({
      back_at: now,
      back_km: backKm,
      owner_id: eb
        .selectFrom('activity as a')
        .select('a.owner_id')
        .where('a.dealer_id', '=', dealerId)
        .whereRef('a.id', '=', 'test_drive.activity_id'),
      main_series_id: eb
        .selectFrom('test_car as c')
        .select('c.series_id')
        .where('c.dealer_id', '=', dealerId)
        .whereRef('c.id', '=', 'test_drive.car_id'),
    }))
    .where('dealer_id', '=', dealerId)
    .where('id', '=', driveId)
    .where('back_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whether the keys of a car are handed over. */
export async function isOut(db: Executor, { dealerId }: Scope, carId: number): Promise<boolean> {
  const row = await db
    .selectFrom('test_drive')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .where('car_id', '=', carId)
    .where('back_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a drive under way: its keys were not handed over. */
export async function removeDrive(db: Executor, { dealerId }: Scope, driveId: number): Promise<void> {
  await db.deleteFrom('test_drive').where('dealer_id', '=', dealerId).where('id', '=', driveId).execute()
}

/** Continues a drive that was ended. */
export async function reopenDrive(db: Executor, { dealerId }: Scope, driveId: number): Promise<void> {
  await db
    .updateTable('test_drive')
    .set({ back_at: null, back_km: null, owner_id: null, main_series_id: null })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', driveId)
    .execute()
}

export async function setMileage(
  db: Executor,
  { dealerId }: Scope,
  driveId: number,
  { outKm, backKm }: { readonly outKm: number; readonly backKm: number | null },
): Promise<void> {
  await db
    .updateTable('test_drive')
    .set({ out_km: outKm, back_km: backKm })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', driveId)
    .execute()
}

/** Finds customers by name or number, or the one with the id, as a JSON array of `FoundCustomer`: those whom the member sees, or all of the store. */
export async function findDrivers(
  db: Executor,
  scope: Scope,
  {
    ofStore,
    now,
    ...wanted
  }: ({ readonly key: string } | { readonly customerId: number }) & {
    readonly ofStore: boolean
    readonly now: Date
  },
): Promise<string> {
  const sees = ofStore ? sql`true` : seesOwner(scope, 'd.owner_id')
  const found =
    'key' in wanted
      ? customersByKey(scope, { key: wanted.key, sees, now })
      : customersById(scope, { customerIds: [wanted.customerId], sees, now })
  const { rows } = await sql<{ data: string }>`select ${found} as data`.execute(db)
  return rows[0]?.data ?? '[]'
}
