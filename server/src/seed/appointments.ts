import { quartersOf } from '@showroom/contract/customer/appointment.rules'
import { activityType, arrivalTypes } from '@showroom/contract/customer/customer.rules'
import { dayStart } from '@showroom/contract/kernel/day'
import type pg from 'pg'
import { secondsOf } from '../platform/clock.ts'
import { copyObjects } from './copy.ts'

/** The demo's test-drive cars, and hours for its visits and test drives, planned and past. */

/** Cars of a store. */
const carsOfStore = 4
/** Minutes since midnight. */
const opensAt = 9 * 60
const closesAt = 18 * 60

interface Car {
  readonly dealer_id: number
  readonly id: number
  readonly series_id: number
}

interface Plan {
  readonly id: number
  readonly dealer_id: number
  readonly owner_id: number
  readonly type: number
  readonly due_at: Date
  readonly test_series_id: number | null
}

/** Adds a car for each of the series that a store's customers drive most. */
async function writeCars(client: pg.Client, now: Date): Promise<Car[]> {
  const { rows } = await client.query<Car>(
    `insert into test_car (dealer_id, series_id, plate, note, opens_at, closes_at, created_at)
     select dealer_id, test_series_id, format('浙A%sT', lpad((dealer_id * 10 + place)::text, 4, '0')), '', $1, $2, $3
     from (select dealer_id, test_series_id, row_number() over (partition by dealer_id order by count(*) desc, test_series_id) as place
           from activity where test_series_id is not null group by 1, 2) as driven
     where place <= $4 order by dealer_id, place returning dealer_id, id, series_id`,
    [opensAt, closesAt, now, carsOfStore],
  )
  return rows
}

/**
 * Agrees on an hour for the open visits and test drives from today on, for most of them, one after the other for each consultant and car.
 * A test drive of a series with a car books it.
 */
export async function writeAppointments(client: pg.Client, now: Date): Promise<void> {
  const cars = await writeCars(client, now)
  const { rows } = await client.query<Plan>(
    `select id, dealer_id, owner_id, type, due_at, test_series_id from activity
     where completed_at is null and cancelled_at is null and type = any($1) and due_at >= $2 order by due_at, id`,
    [arrivalTypes, new Date(dayStart(secondsOf(now)) * 1000)],
  )
  /** The next free minute of each consultant and car on each day. */
  const free = new Map<string, number>()
  const quarters = []
  for (const [at, plan] of rows.entries()) {
    // One in five comes at any time of the day.
    if (at % 5 === 4) continue
    const day = dayStart(secondsOf(plan.due_at))
    const isDrive = plan.type === activityType.testDrive
    const car = isDrive
      ? cars.find((one) => one.dealer_id === plan.dealer_id && one.series_id === plan.test_series_id)
      : undefined
    const minutes = isDrive ? 60 : 30
    const whose = [`${plan.owner_id} ${day}`, ...(car ? [`car ${car.id} ${day}`] : [])]
    const first = opensAt + 30 + (plan.id % 6) * 15
    const start = Math.max(...whose.map((one) => free.get(one) ?? first))
    if (start + minutes > closesAt) continue
    for (const one of whose) free.set(one, start + minutes + 30)
    const startsAt = day + start * 60
    const dueAt = new Date(startsAt * 1000)
    await client.query(
      `with planned as (
         update activity set due_at = $3, minutes = $4, test_car_id = $5 where dealer_id = $1 and id = $2 returning deal_id)
       update deal set next_follow_at = $3 from planned where dealer_id = $1 and id = planned.deal_id and is_current`,
      [plan.dealer_id, plan.id, dueAt, minutes, car?.id ?? null],
    )
    if (car)
      for (const quarter of quartersOf({ startsAt, minutes }))
        quarters.push({
          dealer_id: plan.dealer_id,
          car_id: car.id,
          starts_at: new Date(quarter * 1000).toISOString(),
          activity_id: plan.id,
        })
  }
  await copyObjects(client, 'test_car_quarter', quarters)
}

/** Days of the past that have appointments. */
const pastDays = 60

/**
 * Gives most visits and test drives of the last weeks the hour at which they had been agreed, with their car, and adds one no-show for some
 * seven of them: customers whom the owner called on the next day.
 */
export async function writePastAppointments(client: pg.Client, now: Date): Promise<void> {
  const today = dayStart(secondsOf(now))
  const since = new Date((today - pastDays * 86_400) * 1000)
  await client.query(
    `with came as (
       select a.dealer_id, a.id, a.type, date_trunc('day', a.due_at, 'Asia/Shanghai') as day,
              date_bin('15 minutes', a.completed_at - interval '30 minutes', date_trunc('day', a.completed_at, 'Asia/Shanghai')) as hour,
              (select min(t.id) from test_car t where t.dealer_id = a.dealer_id and t.series_id = a.test_series_id) as car_id
       from activity a
       where a.completed_at >= $1 and a.type = any($3) and a.completed_type = any($3) and a.id % 4 <> 0
         and date_trunc('day', a.due_at, 'Asia/Shanghai') = date_trunc('day', a.completed_at, 'Asia/Shanghai')
         and exists (select from visit v where v.dealer_id = a.dealer_id and v.customer_id = a.customer_id
                       and v.day = (a.completed_at at time zone 'Asia/Shanghai')::date)
     )
     update activity a set
       due_at = greatest(hour, day + interval '9 hours'), minutes = case when came.type = $2 then 60 else 30 end,
       test_car_id = case when came.type = $2 then car_id end, kept = true, kept_owner_id = a.completed_by
     from came where a.dealer_id = came.dealer_id and a.id = came.id`,
    [since, activityType.testDrive, arrivalTypes],
  )
  await client.query(
    `with days as (
       select c.*, date_trunc('day', c.due_at, 'Asia/Shanghai') - interval '24 hours' as day,
              row_number() over (partition by c.dealer_id order by c.id % 101, c.id) as place,
              (select count(*) from activity k where k.dealer_id = c.dealer_id and k.kept) as kept_total
       from activity c join deal d on d.dealer_id = c.dealer_id and d.id = c.deal_id
       where c.completed_type = $2 and c.due_at >= $1::timestamptz + interval '1 day' and c.due_at < $3
         and d.created_at < date_trunc('day', c.due_at, 'Asia/Shanghai') - interval '48 hours'
         and not exists (select from visit v where v.dealer_id = c.dealer_id and v.customer_id = c.customer_id
                           and v.day = (c.due_at at time zone 'Asia/Shanghai')::date - 1)
     )
     insert into activity (dealer_id, customer_id, deal_id, owner_id, from_source, type, due_at, created_at, minutes, kept, kept_owner_id, cancelled_at)
     select dealer_id, customer_id, deal_id, owner_id, from_source, $4::smallint, day + interval '10 hours' + (id % 24) * interval '15 minutes',
            day - interval '8 hours', 30, false, owner_id, day + interval '18 hours'
     from days where place <= ceil(kept_total / 7.0)`,
    [since, activityType.call, now, activityType.visit],
  )
}
