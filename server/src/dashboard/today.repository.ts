import { activityType } from '@showroom/contract/customer/customer.rules'
import type { Stopped } from '@showroom/contract/customer/customer.rules'
import type { Level } from '@showroom/contract/customer/level.rules'
import { mostToday, nextDays } from '@showroom/contract/dashboard/today.rules'
import type { TodayAnswer, TodayRow } from '@showroom/contract/dashboard/today.schema'
import { addDays, dayText } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import { carOut, isEndangered } from '../appointment/index.ts'
import { isConfirmed, specNames, stopped } from '../customer/index.ts'
import { waitsSince } from '../desk/index.ts'
import { secondsOf } from '../platform/clock.ts'
import { endOf, startOf } from '../platform/db/conditions.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'
import { byWhatComesNext, latestFollow } from '../task/index.ts'

/** The member's own work of a day: open tasks until today, and own customers in the showroom. */

const isOpen = sql`a.completed_at is null and a.cancelled_at is null`

const ownTasks = ({ dealerId, memberId }: Scope) =>
  sql`from activity a where a.dealer_id = ${dealerId} and a.owner_id = ${memberId} and ${isOpen}`

/** A row before the rules decide its part and action. */
export interface FoundRow extends Omit<TodayRow, 'part' | 'action' | 'clueId' | 'sourceName' | 'level'> {
  readonly level: Level
  readonly stopped: Stopped
  readonly isErased: boolean
  readonly hasDriven: boolean
}

/** Lists the member's rows in the order of the tasks; `later` lists the nearest tasks after today instead. */
export async function listOwnWork(
  db: Executor,
  scope: Scope,
  { now, later }: { readonly now: Date; readonly later: boolean },
): Promise<FoundRow[]> {
  const { dealerId, memberId } = scope
  const seconds = secondsOf(now)
  const [today, tomorrow] = [startOf(seconds), endOf(seconds)]
  const day = sql`${dayText(seconds)}::date`
  const tasks = (due: ReturnType<typeof ownTasks>, most: number) => sql`(
    select a.id, a.customer_id ${ownTasks(scope)} and ${due} order by ${byWhatComesNext(now)} limit ${sql.lit(most)})`
  const inShowroom = sql`(
    select coalesce(a.id, 0), v.customer_id from visit v
    join deal d on d.dealer_id = ${dealerId} and d.customer_id = v.customer_id and d.is_current and d.owner_id = ${memberId}
    left join activity a on a.dealer_id = ${dealerId} and a.deal_id = d.id and ${isOpen}
    where v.dealer_id = ${dealerId} and v.day = ${day} and v.left_at is null)`
  const chosen = later
    ? tasks(sql`a.due_at >= ${tomorrow}`, mostToday.later)
    : sql`${tasks(sql`a.due_at < ${today}`, mostToday.overdue)}
          union ${tasks(sql`a.due_at >= ${today} and a.due_at < ${tomorrow}`, mostToday.today)}
          union ${inShowroom}`
  const { rows } = await sql<FoundRow>`
    with chosen as (${chosen})
    select coalesce(a.id, 0) as "activityId", c.id as "customerId", mask_text(c.name) as name, mask_mobile(c.mobile) as mobile, d.level,
           coalesce(a.type, 0) as "activityType", coalesce(epoch(a.due_at), 0) as "dueAt", coalesce(a.minutes, 0) as minutes,
           coalesce(s.name, ${specNames}) as "seriesName", coalesce(t.plate, '') as plate,
           a.id is not null and ${isConfirmed(dealerId)} as "isConfirmed",
           coalesce(${isEndangered(dealerId, now)}, false) as "isEndangered",
           coalesce(epoch(v.came_at), 0) as "cameAt", coalesce(epoch(${waitsSince(dealerId)}), 0) as "waitsSince",
           case when v.id is not null then ${carOut(dealerId, sql`c.id`)} end as drive,
           exists (select from test_drive e where e.dealer_id = ${dealerId} and e.activity_id = a.id and e.back_at is not null) as "hasDriven",
           coalesce((
             select epoch(min(l.assigned_at)) from lead l
             where l.dealer_id = ${dealerId} and l.customer_id = c.id and l.owner_id = ${memberId}
               and l.assigned_at is not null and l.first_follow_at is null), 0) as "assignedAt",
           case when d.last_follow_at > d.created_at then epoch(d.last_follow_at) else 0 end as "lastFollowAt",
           coalesce(${latestFollow}, '') as content, ${stopped} as stopped, c.is_erased as "isErased"
    from chosen
    join customer c on c.dealer_id = ${dealerId} and c.id = chosen.customer_id
    join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
    left join activity a on a.dealer_id = ${dealerId} and a.id = chosen.id
    left join visit v on v.dealer_id = ${dealerId} and v.customer_id = c.id and v.day = ${day} and v.left_at is null
    left join test_car t on t.dealer_id = ${dealerId} and t.id = a.test_car_id
    left join series s on s.id = a.test_series_id
    order by ${byWhatComesNext(now)}`.execute(db)
  return rows
}

export interface DayNumbers extends Pick<TodayAnswer, 'doneTotal' | 'appointments' | 'testDrives' | 'next'> {
  readonly overdue: number
  readonly today: number
}

/** Counts the member's tasks: done today, due, and of the next days. */
export async function countOwnDay(db: Executor, scope: Scope, now: Date): Promise<DayNumbers> {
  const { dealerId, memberId } = scope
  const seconds = secondsOf(now)
  const [today, tomorrow, end] = [startOf(seconds), endOf(seconds), endOf(addDays(seconds, nextDays))]
  const ofToday = sql`${ownTasks(scope)} and a.due_at >= ${today} and a.due_at < ${tomorrow}`
  const { rows } = await sql<DayNumbers>`
    select (select count(*) ${ownTasks(scope)} and a.due_at < ${today}) as overdue, due.total as today, due.appointments, due.drives as "testDrives",
           (select count(*) from activity a
            where a.dealer_id = ${dealerId} and a.completed_at is not null and a.completed_at >= ${today} and a.completed_at < ${tomorrow}
              and a.completed_by = ${memberId}) as "doneTotal",
           (select coalesce(json_agg(json_build_object('day', epoch(n.day::timestamp at time zone 'Asia/Shanghai'), 'total', n.total) order by n.day), '[]')
            from (select (a.due_at at time zone 'Asia/Shanghai')::date as day, count(*) as total
                  ${ownTasks(scope)} and a.due_at >= ${tomorrow} and a.due_at < ${end} group by 1) as n) as next
    from (select count(*) as total, count(a.minutes) as appointments,
                 count(a.minutes) filter (where a.type = ${sql.lit(activityType.testDrive)}) as drives ${ofToday}) as due`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the statement returned no row')
  return row
}
