import { overdueMinutes, usualDriveMinutes } from '@showroom/contract/appointment/drive.schema'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CarOut } from '@showroom/contract/desk/board.schema'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'

/** Cars whose keys are handed over: from the keys to the return no one else has them, whatever was planned. */

const minute = sql`interval '1 minute'`

/** When the car of drive `d`, planned by activity `p`, should be back. */
const dueBack = sql`(d.out_at + coalesce(d.minutes, p.minutes, ${sql.lit(usualDriveMinutes)}) * ${minute})`
/** Until when the lane of drive `d` is taken: the return, or while the car is out the agreed end, or now if that has passed. */
export const takenUntil = (now: Date): RawBuilder<Date> =>
  sql`coalesce(d.back_at, greatest(${dueBack}, ${now}::timestamptz))`

/** Hours before which an overdue car is not counted on. */
const lostHours = 2

/** Whether the booked car of the planned appointment `a` is out with another customer and not expected back by then. */
export const isEndangered = (dealerId: number, now: Date): RawBuilder<boolean> => sql`(
  a.minutes is not null and a.completed_at is null and a.cancelled_at is null
  and a.due_at + a.minutes * ${minute} > ${now}::timestamptz and exists (
    select from test_drive d join activity p on p.dealer_id = ${dealerId} and p.id = d.activity_id
    where d.dealer_id = ${dealerId} and d.car_id = a.test_car_id and d.back_at is null and d.activity_id <> a.id
      and a.due_at < case when ${dueBack} + ${sql.lit(overdueMinutes)} * ${minute} < ${now}::timestamptz
                          then ${now}::timestamptz + ${sql.lit(lostHours)} * interval '1 hour' else ${dueBack} end)
  and not exists (select from test_drive own where own.dealer_id = ${dealerId} and own.activity_id = a.id))`

/** The drives `d` of a customer with their cars `t`, for the from clause: under way, or ended before. */
export const drivesOf = (dealerId: number, customerId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  activity p
  join test_drive d on d.dealer_id = ${dealerId} and d.activity_id = p.id
  join test_car t on t.dealer_id = ${dealerId} and t.id = d.car_id
  where p.dealer_id = ${dealerId} and p.customer_id = ${customerId}`

/** Drive `d` of car `t` as a JSON object of `CarOut`. */
const outOf = sql<CarOut>`json_build_object('plate', t.plate, 'outAt', epoch(d.out_at), 'dueAt', epoch(${dueBack}))`

/** The car that a customer has now, as a JSON object of `CarOut`; null for none. */
export const carOut = (dealerId: number, customerId: RawBuilder<unknown>): RawBuilder<CarOut | null> => sql`(
  select ${outOf}
  from ${drivesOf(dealerId, customerId)} and d.back_at is null limit 1)`

/** A car found by its plate, with the customer who drives it; 0 for none. */
export interface CarByPlate {
  readonly plate: string
  readonly seriesName: string
  readonly customerId: number
  readonly out: CarOut | null
}

/** Most cars of a search by plate. */
const mostCars = 5

/** Lists the store's cars whose plate contains the text, those that are out first. */
export async function listByPlate(db: Executor, { dealerId }: Scope, text: string): Promise<CarByPlate[]> {
  const { rows } = await sql<CarByPlate>`
    select t.plate, coalesce(s.name, '') as "seriesName", coalesce(p.customer_id, 0) as "customerId",
           case when d.id is not null then ${outOf} end as out
    from test_car t
    left join series s on s.id = t.series_id
    left join test_drive d on d.dealer_id = ${dealerId} and d.car_id = t.id and d.back_at is null
    left join activity p on p.dealer_id = ${dealerId} and p.id = d.activity_id
    where t.dealer_id = ${dealerId} and t.removed_at is null and position(${text}::text in t.plate) > 0
    order by d.id is null, t.plate limit ${sql.lit(mostCars)}`.execute(db)
  return rows
}

/** A test drive whose car is out. */
export interface OutDrive extends CarOut {
  readonly activityId: number
  readonly customerId: number
  readonly name: string
  readonly mobile: string
  readonly level: string
  readonly seriesName: string
  readonly ownerName: string
}

/** Lists the store's cars that are out, the first due back on top. A store has few test-drive cars. */
export async function listOut(db: Executor, { dealerId }: Scope): Promise<OutDrive[]> {
  const { rows } = await sql<OutDrive>`
    select t.plate, epoch(d.out_at) as "outAt", epoch(${dueBack}) as "dueAt", p.id as "activityId", c.id as "customerId",
           mask_text(c.name) as name, mask_mobile(c.mobile) as mobile, l.level, coalesce(s.name, '') as "seriesName", m.name as "ownerName"
    from test_drive d
    join test_car t on t.dealer_id = ${dealerId} and t.id = d.car_id
    join activity p on p.dealer_id = ${dealerId} and p.id = d.activity_id
    join customer c on c.dealer_id = ${dealerId} and c.id = p.customer_id
    join deal l on l.dealer_id = ${dealerId} and l.id = p.deal_id
    join member m on m.dealer_id = ${dealerId} and m.id = p.owner_id
    left join series s on s.id = t.series_id
    where d.dealer_id = ${dealerId} and d.back_at is null
    order by "dueAt", d.id`.execute(db)
  return rows
}

/** Drives of a car that is out now, as spans from the keys to the expected return. */
export const outSpans = ({ dealerId }: Scope, carId: number, now: Date): RawBuilder<unknown> => sql`
  select d.out_at as starts_at, ${takenUntil(now)} as ends_at
  from test_drive d join activity p on p.dealer_id = ${dealerId} and p.id = d.activity_id
  where d.dealer_id = ${dealerId} and d.car_id = ${carId} and d.back_at is null`

/** Whether the car is out during a span. */
export async function isOutDuring(
  db: Executor,
  scope: Scope,
  carId: number,
  { from, until, now }: { readonly from: Date; readonly until: Date; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from (${outSpans(scope, carId, now)}) as o
    where o.starts_at < ${until}::timestamptz and o.ends_at > ${from}::timestamptz`.execute(db)
  return rows.length > 0
}
