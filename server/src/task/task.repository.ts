import { activityType, communicationTypes, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays, dayEnd, dayStart, lastDays } from '@showroom/contract/kernel/day'
import { completedMaxDays, taskActivity, taskFilter } from '@showroom/contract/task/task.schema'
import type { TaskCounts, TaskCountsQuery, TaskListQuery } from '@showroom/contract/task/task.schema'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { seesOwner } from '../customer/index.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Executor } from '../platform/db/client.ts'
import { idsByKey } from '../platform/db/search.ts'
import { RawJson } from '../platform/http/answer.ts'
import type { Scope } from '../platform/session/session.ts'

/**
 * Follow-up tasks: a page with its total in one statement, and the numbers on all tabs in another. Both are answered from the
 * activities' covering indexes; deals are joined only where a filter asks for them, rows are read of the page alone.
 */

type Condition = RawBuilder<unknown>
/** What both calls are filtered by. */
type Filters = Omit<TaskCountsQuery, 'dealerId'>

const at = (seconds: number): Date => new Date(seconds * 1000)

const isOpen = sql`a.completed_at is null and a.cancelled_at is null`
/** What is planned; of a completed one, what was done. */
const openKind = sql`a.type`
const doneKind = sql`coalesce(a.completed_type, a.type)`

const activities: Readonly<Record<number, readonly number[]>> = {
  [taskActivity.phone]: communicationTypes,
  [taskActivity.visit]: [activityType.visit],
  [taskActivity.testDrive]: [activityType.testDrive],
}
const tabs = Object.values(taskActivity)

/** That an activity belongs to a tab; nothing for all of them. */
function ofActivity(tab: number, kind: Condition): Condition[] {
  const types = activities[tab]
  return types ? [sql`${kind} = any(${types}::smallint[])`] : []
}

/** The day borders of open tasks' tabs, in Asia/Shanghai. */
function dueOn(filterType: number, now: Date): Condition[] {
  const seconds = secondsOf(now)
  const overdue = sql`a.due_at < ${at(dayStart(seconds))}`
  if (filterType === taskFilter.overdue) return [overdue]
  if (filterType !== taskFilter.today) return []
  return [sql`a.due_at >= ${at(dayStart(seconds))}`, sql`a.due_at < ${at(dayEnd(seconds))}`]
}

function completedWithin({ dateStart, dateEnd }: Filters, now: Date): Condition[] {
  const { start, end } = dateStart
    ? { start: dateStart, end: dateEnd }
    : lastDays(secondsOf(now), completedMaxDays - 1)
  return [sql`a.completed_at >= ${at(dayStart(start))}`, sql`a.completed_at < ${at(addDays(end, 1))}`]
}

/** The customer's current deal, where a filter asks for it. */
function dealConditions(filters: Filters): Condition[] {
  return [
    ...(filters.level.length > 0 ? [sql`d.level = any(${filters.level}::text[])`] : []),
    ...(filters.fromType === 1 ? [sql`d.from_source = 98`] : []),
    ...(filters.fromType === 2 ? [sql`d.from_source <> 98`] : []),
    ...(filters.seriesIds.length > 0 ? [sql`d.series_ids && ${filters.seriesIds}::int[]`] : []),
  ]
}

/** What holds for open and completed tasks alike: the store, whose they are, of which customers. */
function shared(scope: Scope, filters: Filters): Condition[] {
  return [
    sql`a.dealer_id = ${scope.dealerId}`,
    ...(scope.sees === 'all' ? [] : [seesOwner(scope, 'a.owner_id')]),
    ...(filters.saleIds.length > 0 ? [sql`a.owner_id = any(${filters.saleIds}::int[])`] : []),
    // `is true` has PostgreSQL look the customers up once and hash them: it thinks they are few, and would look again for every task.
    ...(filters.key
      ? [sql`(a.customer_id in ${idsByKey(scope.dealerId, 'customer', filters.key)}) is true`]
      : []),
  ]
}

const from = (deal: readonly Condition[], where: readonly Condition[]): Condition =>
  sql`from activity a ${deal.length > 0 ? sql`join deal d on d.dealer_id = a.dealer_id and d.customer_id = a.customer_id and d.is_current` : sql``}
      where ${sql.join([...where, ...deal], sql` and `)}`

const openFrom = (scope: Scope, filters: Filters): ((more: readonly Condition[]) => Condition) => {
  const where = [...shared(scope, filters), isOpen]
  return (more) => from(dealConditions(filters), [...where, ...more])
}

/** What somebody did for a customer who went to another member since is not theirs to read any more. */
const doneFrom = (scope: Scope, filters: Filters, now: Date): ((more: readonly Condition[]) => Condition) => {
  const deal = [...dealConditions(filters), ...(scope.sees === 'all' ? [] : [seesOwner(scope, 'd.owner_id')])]
  const where = [...shared(scope, filters), sql`a.completed_at is not null`, ...completedWithin(filters, now)]
  return (more) => from(deal, [...where, ...more])
}

/** The rows of a tab, and their order. */
function tabOf(scope: Scope, filters: Filters, now: Date) {
  const done = filters.filterType === taskFilter.completed
  const source = done ? doneFrom(scope, filters, now) : openFrom(scope, filters)
  const kind = done ? doneKind : openKind
  return {
    rows: source([
      ...(done ? [] : dueOn(filters.filterType, now)),
      ...ofActivity(filters.activityType, kind),
    ]),
    order: done ? sql`a.completed_at desc, a.id desc` : sql`a.due_at, a.id`,
    kind,
    date: done ? sql`a.completed_at` : sql`a.due_at`,
    // Completed late: on a later day than it was due.
    isDelay: done
      ? sql`(a.completed_at at time zone 'Asia/Shanghai')::date > (a.due_at at time zone 'Asia/Shanghai')::date`
      : sql`a.due_at < ${at(dayStart(secondsOf(now)))}`,
  }
}

const followTypes = [...Object.values(activityType), timelineType.defeatRequested]

const latestFollow = sql`coalesce((
  select mask_text(t.content) from timeline t
  where t.dealer_id = a.dealer_id and t.customer_id = a.customer_id and t.type in (${sql.join(followTypes.map((type) => sql.lit(type)))})
  order by t.created_at desc, t.id desc limit 1), '')`

const display = (kind: string, value: Condition): Condition =>
  sql`(select display from dictionary where kind = ${sql.lit(kind)} and value = (${value})::text)`

const sourceName = sql`coalesce(
  case d.from_source when 98 then ${display('onlineSources', sql`d.other_source`)}
                     when 99 then (select s.name from custom_source s where s.dealer_id = d.dealer_id and s.id = d.other_source) end,
  ${display('customerFromSources', sql`d.from_source`)}, '')`

/** One page of a tab, and how many there are in all. */
export async function listTasks(
  db: Executor,
  scope: Scope,
  query: TaskListQuery,
  now: Date,
): Promise<{ data: RawJson; total: number }> {
  const { rows: source, order, kind, date, isDelay } = tabOf(scope, query, now)
  const { rows } = await sql<{ data: string; total: number }>`
    select (select count(*) ${source}) as total, coalesce(json_agg(r), '[]')::text as data
    from (
      select a.id as "activityId", c.id as "customerId", d.id as "dealId", epoch(${date}) as "activityDate", c.name as "customerName",
             mask_mobile(c.mobile) as "customerMobile", d.level, m.name as "ownerName", d.from_source as "fromSource",
             ${sourceName} as "sourceName", ${kind} as "activityType", ${latestFollow} as content, ${isDelay} as "isDelay"
      from (select a.id ${source} order by ${order} limit ${query.pageCount} offset ${(query.pageStart - 1) * query.pageCount}) as page
      join activity a on a.dealer_id = ${scope.dealerId} and a.id = page.id
      join customer c on c.dealer_id = a.dealer_id and c.id = a.customer_id
      join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
      join member m on m.dealer_id = a.dealer_id and m.id = a.owner_id
      order by ${order}
    ) as r`.execute(db)
  const row = rows[0]
  return { data: new RawJson(row?.data ?? '[]'), total: row?.total ?? 0 }
}

/** How many tasks a tab has. */
export async function countTasks(
  db: Executor,
  scope: Scope,
  query: TaskListQuery,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${tabOf(scope, query, now).rows}`.execute(db)
  return rows[0]?.total ?? 0
}

const numberOf = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql`count(*) filter (where ${sql.join(conditions, sql` and `)})` : sql`count(*)`
const list = (numbers: readonly Condition[]): Condition => sql`array[${sql.join(numbers)}]`

/** The numbers on all tabs, in one statement that reads open and completed tasks once each. */
export async function countTabs(
  db: Executor,
  scope: Scope,
  filters: Filters,
  now: Date,
): Promise<TaskCounts> {
  const { activityType: activity, filterType } = filters
  const states = [taskFilter.today, taskFilter.pending, taskFilter.overdue]
  const { rows } = await sql<{ open: number[]; done: number; chosen: number[] }>`
    select open.by_state as open, done.total as done,
           ${filterType === taskFilter.completed ? sql`done.by_activity` : sql`open.by_activity`} as chosen
    from (
      select ${list(states.map((state) => numberOf([...ofActivity(activity, openKind), ...dueOn(state, now)])))} as by_state,
             ${list(tabs.map((tab) => numberOf([...ofActivity(tab, openKind), ...dueOn(filterType, now)])))} as by_activity
      ${openFrom(scope, filters)([])}
    ) as open, (
      select ${numberOf(ofActivity(activity, doneKind))} as total,
             ${list(tabs.map((tab) => numberOf(ofActivity(tab, doneKind))))} as by_activity
      ${doneFrom(scope, filters, now)([])}
    ) as done`.execute(db)
  const [row] = rows
  return {
    byFilter: [...(row?.open ?? [0, 0, 0]), row?.done ?? 0].map(Number),
    byActivity: (row?.chosen ?? [0, 0, 0, 0]).map(Number),
  }
}
