import { role } from '@showroom/contract/access/access.rules'
import { activityType } from '@showroom/contract/customer/customer.rules'
import {
  clearHours,
  dueTasksPart,
  mostPlaces,
  mostTestDrives,
} from '@showroom/contract/dashboard/dashboard.rules'
import type {
  DashboardTestDrives,
  DueTaskRow,
  DueTasksQuery,
  TeamRow,
} from '@showroom/contract/dashboard/dashboard.schema'
import { addDays, dayStart, dayText } from '@showroom/contract/kernel/day'
import { sql } from 'kysely'
import type { z } from 'zod'
import { secondsOf } from '../platform/clock.ts'
import { waitsSince } from '../desk/index.ts'
import type { Executor } from '../platform/db/client.ts'
import {
  type Condition,
  allOf,
  endOf,
  pageOf,
  readOnce,
  seesOwner,
  startOf,
} from '../platform/db/conditions.ts'
import { surnameOf } from '../platform/db/surname.ts'
import type { Scope } from '../platform/session/session.ts'
import type { Span } from '../report/index.ts'

/** Counts of the dashboard that no report has. Each part is answered from an index alone. */

const isOpen = sql`a.completed_at is null and a.cancelled_at is null`
const sees = (scope: Scope, owner: string): Condition[] =>
  scope.sees === 'all' ? [] : [seesOwner(scope, owner)]

export interface WorkNumbers {
  readonly pending: number
  readonly overdue: number
  readonly doneToday: number
  readonly doneYesterday: number
  /** Tasks due this month up to today, and those of them done by their day. */
  readonly dueOfMonth: number
  readonly inTimeOfMonth: number
  readonly clearSeconds: number
  readonly members: number
  readonly invalidMembers: number
}

/** Counts tasks, the cleaning time of leads and the members who cannot sign in, in one statement. */
export async function readWork(
  db: Executor,
  scope: Scope,
  { monthStart, worksLeads, now }: { monthStart: number; worksLeads: boolean; now: Date },
): Promise<WorkNumbers> {
  const { dealerId } = scope
  const seconds = secondsOf(now)
  const [today, tomorrow] = [startOf(seconds), endOf(seconds)]
  const tasks = (...where: Condition[]): Condition =>
    sql`from activity a where ${allOf([sql`a.dealer_id = ${dealerId}`, ...where, ...sees(scope, 'a.owner_id')])}`
  const done = (from: Date, until: Date): Condition =>
    sql`(select count(*) from activity a where ${allOf([
      sql`a.dealer_id = ${dealerId} and a.completed_at is not null and a.completed_at >= ${from} and a.completed_at < ${until}`,
      ...sees(scope, 'a.completed_by'),
    ])})`
  const { rows } = await sql<WorkNumbers>`
    select (select count(*) ${tasks(isOpen)}) as pending,
           (select count(*) ${tasks(isOpen, sql`a.due_at < ${today}`)}) as overdue,
           ${done(today, tomorrow)} as "doneToday",
           ${done(startOf(addDays(seconds, -1)), today)} as "doneYesterday",
           planned.due as "dueOfMonth", planned.in_time as "inTimeOfMonth",
           coalesce((${clearSecondsOf(scope, worksLeads, dayStart(seconds))}), -1) as "clearSeconds",
           staff.members, staff.invalid as "invalidMembers"
    from (select count(*) as due,
                 count(*) filter (where ${isInTime}) as in_time
          ${tasks(wasDue(monthStart, now))}) as planned,
         (select count(*) as members, count(*) filter (where m.status = -1 or m.activated_at is null) as invalid
          from member m where ${allOf([sql`m.dealer_id = ${dealerId} and m.left_at is null`, ...sees(scope, 'm.id')])}) as staff`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the statement returned no row')
  return row
}

/** Tasks due from the start of the month until today. */
const wasDue = (monthStart: number, now: Date): Condition =>
  sql`a.cancelled_at is null and a.due_at >= ${startOf(monthStart)} and a.due_at < ${endOf(secondsOf(now))}`
const isInTime = sql`(a.completed_at at time zone 'Asia/Shanghai')::date <= (a.due_at at time zone 'Asia/Shanghai')::date`

const ofPart: Readonly<Partial<Record<number, Condition>>> = {
  [dueTasksPart.inTime]: isInTime,
  [dueTasksPart.late]: sql`(${isInTime}) is not true`,
}

/** Lists the tasks due this month, the latest first. */
export async function listDueTasks(
  db: Executor,
  scope: Scope,
  { monthStart, query, now }: { monthStart: number; query: DueTasksQuery; now: Date },
): Promise<{ data: DueTaskRow[]; total: number }> {
  const part = ofPart[query.part]
  const where = allOf([
    sql`a.dealer_id = ${scope.dealerId}`,
    wasDue(monthStart, now),
    ...sees(scope, 'a.owner_id'),
    ...(part ? [part] : []),
  ])
  const { rows } = await sql<{ data: DueTaskRow[]; total: number }>`
    select (select count(*) from activity a where ${where}) as total, (
      select coalesce(json_agg(json_build_object(
        'activityId', a.id, 'dueAt', epoch(a.due_at), 'completedAt', coalesce(epoch(a.completed_at), 0),
        'isInTime', coalesce(${isInTime}, false),
        'customerId', case when ${seesOwner(scope, 'd.owner_id')} then c.id else 0 end,
        'customerName', mask_text(c.name), 'mobile', mask_mobile(c.mobile), 'level', d.level, 'ownerName', m.name,
        'activityType', a.type) order by a.due_at desc, a.id desc), '[]')
      from ${readOnce(sql`select a.id from activity a where ${where} order by a.due_at desc, a.id desc ${pageOf(query)}`)} as page
      join activity a on a.dealer_id = ${scope.dealerId} and a.id = page.id
      join customer c on c.dealer_id = ${scope.dealerId} and c.id = a.customer_id
      join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
      join member m on m.dealer_id = ${scope.dealerId} and m.id = a.owner_id) as data`.execute(db)
  return rows[0] ?? { data: [], total: 0 }
}

/** Average over portal leads that came within the counted hours of the day. */
function clearSecondsOf(scope: Scope, worksLeads: boolean, today: number): Condition {
  const at = (hour: number): Date => new Date((today + hour * 3600) * 1000)
  return sql`
    select round(avg(l.clear_seconds))::int from lead l where ${allOf([
      sql`l.dealer_id = ${scope.dealerId} and l.created_at >= ${at(clearHours.from)} and l.created_at < ${at(clearHours.until)}`,
      sql`l.source_id::text in (select value from dictionary where kind = 'portalSources')`,
      ...(worksLeads ? [] : sees(scope, 'l.owner_id')),
    ])}`
}

export interface PlaceCount {
  readonly city: string
  readonly area: string
  readonly total: number
}

/** Lists the districts with the most files created in the span, and the total number of files. */
export async function listPlaces(
  db: Executor,
  scope: Scope,
  { from, until }: Span,
): Promise<{ places: PlaceCount[]; total: number }> {
  const { rows } = await sql<PlaceCount & { whole: number }>`
    select d.buy_city as city, d.buy_area as area, count(*) as total, sum(count(*)) over ()::bigint as whole
    from deal d
    where ${allOf([
      sql`d.dealer_id = ${scope.dealerId} and d.merged_at is null
          and d.created_at >= ${new Date(from * 1000)} and d.created_at < ${new Date(until * 1000)}`,
      ...sees(scope, 'd.owner_id'),
    ])}
    group by d.buy_city, d.buy_area order by total desc, city, area limit ${sql.lit(mostPlaces)}`.execute(db)
  return { places: rows, total: rows[0]?.whole ?? 0 }
}

/** Returns the names of the store's custom sources, including removed ones. */
export async function listOwnSources(db: Executor, scope: Scope): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('custom_source')
    .select((eb) => ['id', eb.fn<string>('mask_text', ['name']).as('name')])
    .where('dealer_id', '=', scope.dealerId)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface Reviews {
  readonly defeats: number
  readonly orders: number
  readonly allocations: number
  readonly making: number
  readonly equipped: number
}

/** Counts what waits for a reviewer, in the whole store, as reviewers decide for all of it. */
export async function countReviews(db: Executor, scope: Scope): Promise<Reviews> {
  const { dealerId } = scope
  const { rows } = await sql<Reviews>`
    select (select count(*) from defeat_request f where f.dealer_id = ${dealerId} and f.state = 0) as defeats,
           (select count(*) from vehicle_order o where o.dealer_id = ${dealerId} and o.status = 2) as orders,
           (select count(*) from vehicle_order o where o.dealer_id = ${dealerId} and o.status = 3
              and o.status in (3, 15, 16, 17, 4, 19)) as allocations,
           (select count(*) from vehicle_order o where o.dealer_id = ${dealerId} and o.status in (15, 16, 17)) as making,
           (select count(*) from vehicle_order o where o.dealer_id = ${dealerId} and o.status = 4) as equipped`.execute(
    db,
  )
  return rows[0] ?? { defeats: 0, orders: 0, allocations: 0, making: 0, equipped: 0 }
}

/** Counts customers in the showroom who wait for a consultant. */
export async function countArrivals(
  db: Executor,
  scope: Scope,
  now: Date,
): Promise<{ waiting: number; longestAt: number }> {
  const { rows } = await sql<{ waiting: number; longestAt: number }>`
    select count(w.since) as waiting, epoch(min(w.since)) as "longestAt" from visit v
    cross join lateral (select ${waitsSince(scope.dealerId)} as since) as w
    where v.dealer_id = ${scope.dealerId} and v.day = ${dayText(secondsOf(now))}::date and v.left_at is null
      and v.receiver_id is null`.execute(db)
  return rows[0] ?? { waiting: 0, longestAt: 0 }
}

const drive = sql.lit(activityType.testDrive)

/** Bounds the search for the last completed test drives. */
const recentDays = 30

/** Lists the store's test drives of today, of later days and of before. Scans of indexes by day, each with a limit. */
export async function listTestDrives(
  db: Executor,
  scope: Scope,
  { monthStart, now }: { monthStart: number; now: Date },
): Promise<z.output<typeof DashboardTestDrives>> {
  const { dealerId } = scope
  const seconds = secondsOf(now)
  const [today, tomorrow] = [startOf(seconds), endOf(seconds)]
  const open = sql`a.dealer_id = ${dealerId} and ${isOpen} and a.type = ${drive}`
  const done = sql`a.dealer_id = ${dealerId} and a.completed_at is not null and a.completed_type = ${drive}`
  const rowsOf = (found: Condition, order: Condition): Condition => sql`(
    select coalesce(json_agg(json_build_object(
      'activityId', a.id, 'at', epoch(a.at), 'isDone', a.is_done, 'customerName', mask_text(${surnameOf('c.name')} || '**'),
      'seriesName', coalesce(s.name, ''), 'ownerName', m.name) order by ${order}), '[]')
    from (${found}) as a
    join customer c on c.dealer_id = ${dealerId} and c.id = a.customer_id
    join member m on m.dealer_id = ${dealerId} and m.id = a.owner_id
    left join series s on s.id = a.test_series_id)`
  const columns = sql`a.id, a.customer_id, a.owner_id, a.test_series_id`
  // The car is back; the owner's follow-up, which completes the activity, comes later.
  const isBack = sql`exists (
    select from test_drive v where v.dealer_id = ${dealerId} and v.activity_id = a.id and v.back_at is not null)`
  const ofToday = sql`
    (select ${columns}, a.due_at as at, ${isBack} as is_done
     from activity a
     where ${open} and a.due_at >= ${today} and a.due_at < ${tomorrow}
     order by a.due_at, a.id limit ${sql.lit(mostTestDrives.today)})
    union all
    (select ${columns}, a.completed_at, true from activity a
     where ${done} and a.completed_at >= ${today} and a.completed_at < ${tomorrow}
     order by a.completed_at desc, a.id desc limit ${sql.lit(mostTestDrives.today)})`
  const later = sql`
    select ${columns}, a.due_at as at, false as is_done from activity a
    where ${open} and a.due_at >= ${tomorrow} order by a.due_at, a.id limit ${sql.lit(mostTestDrives.planned)}`
  const before = sql`
    select ${columns}, a.completed_at as at, true as is_done from activity a
    where ${done} and a.completed_at >= ${startOf(addDays(seconds, -recentDays))} and a.completed_at < ${today}
    order by a.completed_at desc, a.id desc limit ${sql.lit(mostTestDrives.recent)}`
  const { rows } = await sql<z.output<typeof DashboardTestDrives>>`
    select ${rowsOf(ofToday, sql`a.is_done, a.at, a.id`)} as today, ${rowsOf(later, sql`a.at, a.id`)} as planned,
           (select count(*) from activity a where ${open} and a.due_at >= ${tomorrow}) as "plannedTotal",
           ${rowsOf(before, sql`a.at desc, a.id desc`)} as recent,
           (select count(*) from activity a
            where ${done} and a.completed_at >= ${startOf(monthStart)} and a.completed_at < ${tomorrow})
           + (select count(*) from activity a
              where ${open} and a.due_at >= ${startOf(monthStart)} and a.due_at < ${tomorrow} and ${isBack}) as "monthTotal"`.execute(
    db,
  )
  return rows[0] ?? { today: [], planned: [], plannedTotal: 0, recent: [], monthTotal: 0 }
}

/** Lists open work and today's completed work of each member of the line who owns customers or completed something. */
export async function listTeam(db: Executor, scope: Scope, now: Date): Promise<TeamRow[]> {
  const { dealerId } = scope
  const seconds = secondsOf(now)
  const [today, tomorrow] = [startOf(seconds), endOf(seconds)]
  const { rows } = await sql<TeamRow>`
    with planned as (
      select a.owner_id as id, count(*) filter (where a.due_at < ${today}) as overdue,
             count(*) filter (where a.due_at >= ${today} and a.due_at < ${tomorrow}) as today,
             count(*) filter (where a.due_at >= ${tomorrow}) as later
      from activity a where ${allOf([sql`a.dealer_id = ${dealerId}`, isOpen, ...sees(scope, 'a.owner_id')])}
      group by a.owner_id
    ), done as (
      select a.completed_by as id, count(*) as total
      from activity a
      where ${allOf([
        sql`a.dealer_id = ${dealerId} and a.completed_at is not null and a.completed_at >= ${today} and a.completed_at < ${tomorrow}`,
        ...sees(scope, 'a.completed_by'),
      ])}
      group by a.completed_by
    )
    select m.id as "memberId", m.name, m.status = -1 as "isFrozen", coalesce(p.overdue, 0) as "overdueTotal",
           coalesce(p.today, 0) as "todayTotal", coalesce(p.later, 0) as "laterTotal", coalesce(done.total, 0) as "doneTotal"
    from member m left join planned p on p.id = m.id left join done on done.id = m.id
    where m.dealer_id = ${dealerId} and m.left_at is null and (p.id is not null or done.id is not null or m.role = ${sql.lit(role.consultant)})
      and ${seesOwner(scope, 'm.id')}
    order by "overdueTotal" desc, "todayTotal" desc, m.name collate "zh-x-icu", m.id`.execute(db)
  return rows
}
