import { contactRows } from '@showroom/contract/customer/customer.rules'
import { levels } from '@showroom/contract/customer/level.rules'
import { lastDays } from '@showroom/contract/kernel/day'
import { tabTypes } from '@showroom/contract/task/tab.rules'
import { completedMaxDays, taskActivity, taskFilter, taskOrder } from '@showroom/contract/task/task.rules'
import type { TaskCounts, TaskCountsQuery, TaskListQuery } from '@showroom/contract/task/task.schema'
import { sql } from 'kysely'
import { sourceConditions, sourceName } from '../base/index.ts'
import { specNames } from '../customer/index.ts'
import { secondsOf } from '../platform/clock.ts'
import { countEach } from '../platform/live/counts.repository.ts'
import type { Executor } from '../platform/db/client.ts'
import { theDealer } from '../platform/db/dealer.ts'
import {
  type Condition,
  allOf,
  anyOf,
  endOf,
  literals,
  pageOf,
  readOnce,
  seesOwner,
  startOf,
} from '../platform/db/conditions.ts'
import { type KeywordValues, type WithKey, formOf, idsByKey } from '../platform/db/search.ts'
import { rememberStatements } from '../platform/db/statement.ts'
import { RawJson } from '../platform/http/answer.ts'
import type { Scope } from '../platform/session/session.ts'
import { byWhatComesNext } from './order.repository.ts'

/**
 * Lists and counts follow-up tasks. A page with its total takes one statement, the counts of all tabs another. Covering indexes of the
 * activities answer both. Deals are joined only if a filter needs them, and rows are read for the page alone.
 */

/** Filters shared by the list and the counts. */
type Filters = WithKey<Omit<TaskCountsQuery, 'dealerId'>>

const isOpen = sql`a.completed_at is null and a.cancelled_at is null`
/** Planned activity type; for a completed task the type done. */
const openKind = sql`a.type`
const doneKind = sql`coalesce(a.completed_type, a.type)`

const tabs = Object.values(taskActivity)

/** Condition that an activity belongs to a tab; none for the tab of all. */
function ofActivity(tab: number, kind: Condition): Condition[] {
  const types = tabTypes[tab]
  return types ? [sql`${kind} = any(${types}::smallint[])`] : []
}

/** Condition for the due day of an open task's tab, in Asia/Shanghai. */
function dueOn(filterType: number, now: Date): Condition[] {
  const seconds = secondsOf(now)
  const overdue = sql`a.due_at < ${startOf(seconds)}`
  if (filterType === taskFilter.overdue) return [overdue]
  if (filterType !== taskFilter.today) return []
  return [sql`a.due_at >= ${startOf(seconds)}`, sql`a.due_at < ${endOf(seconds)}`]
}

/** Whether completed tasks of all time match: with a keyword and without days. */
const isOfAllTime = ({ key, dateStart }: Filters): boolean => key !== '' && !dateStart

function completedWithin(filters: Filters, now: Date): Condition[] {
  if (isOfAllTime(filters)) return []
  const { dateStart, dateEnd } = filters
  const { start, end } = dateStart
    ? { start: dateStart, end: dateEnd }
    : lastDays(secondsOf(now), completedMaxDays - 1)
  return [sql`a.completed_at >= ${startOf(start)}`, sql`a.completed_at < ${endOf(end)}`]
}

/** Condition that the activity's customer matches the keyword. */
function ofKeyword({ dealerId }: Scope, filters: Filters, done: boolean): Condition[] {
  if (!filters.key) return []
  const matches = idsByKey(dealerId, 'customer', filters.key)
  // Scanning all completed tasks takes too long, so the matching customers lead to their activities.
  if (done && isOfAllTime(filters)) return [sql`a.customer_id = any(array${matches})`]
  // With `is true` PostgreSQL reads the customers once and hashes them. Otherwise it underestimates their number and looks them up for
  // every task.
  return [sql`(a.customer_id in ${matches}) is true`]
}

/** Conditions on the customer's current deal, if a filter needs it. */
function dealConditions(filters: Filters): Condition[] {
  return [
    ...(filters.level.length > 0 ? [sql`d.level = any(${filters.level}::text[])`] : []),
    ...sourceConditions(filters),
    ...(filters.seriesIds.length > 0 ? [sql`d.series_ids && ${filters.seriesIds}::int[]`] : []),
  ]
}

/** Conditions common to open and completed tasks: store and owner. */
function shared(scope: Scope, filters: Filters): Condition[] {
  return [
    sql`a.dealer_id = ${scope.dealerId}`,
    ...(scope.sees === 'all' ? [] : [seesOwner(scope, 'a.owner_id')]),
    ...anyOf('a.owner_id', filters.saleIds),
  ]
}

const from = (deal: readonly Condition[], where: readonly Condition[], withDeals: boolean): Condition =>
  sql`from activity a ${withDeals || deal.length > 0 ? sql`join deal d on d.dealer_id = ${theDealer} and d.customer_id = a.customer_id and d.is_current` : sql``}
      where ${allOf([...where, ...deal])}`

/**
 * Excludes work for customers since reassigned to another member, as the reader no longer sees them. The customers are hashed for the same
 * reason as above.
 */
const isStillTheirs = (scope: Scope): Condition[] =>
  scope.sees === 'all'
    ? []
    : [
        sql`(a.customer_id in (
          select d.customer_id from deal d
          where d.dealer_id = ${scope.dealerId} and ${seesOwner(scope, 'd.owner_id')} and d.is_current)) is true`,
      ]

const levelOrder = sql`array_position(${sql.lit(`{${levels.join(',')}}`)}::text[], d.level)`

/** Sort order of a tab: by what comes next, by date, or by customer level first. */
function orderOf({ filterType, orderType }: Pick<TaskListQuery, 'filterType' | 'orderType'>, now: Date) {
  const done = filterType === taskFilter.completed
  const byLevel = orderType === taskOrder.byLevel || orderType === taskOrder.byLevelReversed
  if (!done && orderType === taskOrder.usual) return { byLevel, order: byWhatComesNext(now) }
  const isDescending = done !== (orderType === taskOrder.reversed)
  const day = done ? sql`a.completed_at` : sql`a.due_at`
  const byDay = isDescending ? sql`${day} desc, a.id desc` : sql`${day}, a.id`
  if (!byLevel) return { byLevel, order: byDay }
  return {
    byLevel,
    order: orderType === taskOrder.byLevel ? sql`${levelOrder}, ${byDay}` : sql`${levelOrder} desc, ${byDay}`,
  }
}

/** The rows of a tab, joined with their deals if the order needs them. */
function tabOf(scope: Scope, filters: Filters, now: Date, withDeals = false) {
  const done = filters.filterType === taskFilter.completed
  const kind = done ? doneKind : openKind
  const ofState = done
    ? [sql`a.completed_at is not null`, ...completedWithin(filters, now), ...isStillTheirs(scope)]
    : [isOpen, ...dueOn(filters.filterType, now)]
  return {
    rows: from(
      dealConditions(filters),
      [
        ...shared(scope, filters),
        ...ofKeyword(scope, filters, done),
        ...ofState,
        ...ofActivity(filters.activityType, kind),
      ],
      withDeals,
    ),
    kind,
    date: done ? sql`a.completed_at` : sql`a.due_at`,
    // Completed late means on a later day than it was due.
    isDelay: done
      ? sql`(a.completed_at at time zone 'Asia/Shanghai')::date > (a.due_at at time zone 'Asia/Shanghai')::date`
      : sql`a.due_at < ${startOf(secondsOf(now))}`,
  }
}

/** The latest follow-up of the customer of activity `a`, numbers masked; empty before the first. */
export const latestFollow = sql`coalesce((
  select mask_text(t.content) from timeline t
  where t.dealer_id = ${theDealer} and t.customer_id = a.customer_id and t.type in ${literals(contactRows)}
  order by t.created_at desc, t.id desc limit 1), '')`

const readPage = rememberStatements<{ data: string; total: number }, KeywordValues>()

/** Returns one page of a tab and its total. */
export async function listTasks(
  db: Executor,
  scope: Scope,
  query: TaskListQuery,
  now: Date,
): Promise<{ data: RawJson; total: number }> {
  // The tabs depend on the day only, so the statement is remembered by day instead of by the exact time.
  const day = startOf(secondsOf(now))
  const { form, values, keyIn } = formOf(scope.dealerId, query.key)
  const question = [{ ...query, key: form }, day]
  const [row] = await readPage(db, scope, { question, values }, (at) => {
    const filter = { ...query, key: keyIn(at) }
    const { rows: source, kind, date, isDelay } = tabOf(scope, filter, now)
    const { order, byLevel } = orderOf(filter, now)
    const ordered = byLevel ? tabOf(scope, filter, now, true).rows : source
    return sql`
      select (select count(*) ${source}) as total, coalesce(json_agg(r), '[]')::text as data
      from (
        select a.id as "activityId", c.id as "customerId", a.deal_id as "dealId", epoch(${date}) as "activityDate", coalesce(a.minutes, 0) as minutes,
               mask_text(c.name) as "customerName",
               mask_mobile(c.mobile) as "customerMobile", d.level, m.name as "ownerName", d.from_source as "fromSource",
               ${specNames} as "specName", case when d.last_follow_at > d.created_at then epoch(d.last_follow_at) else 0 end as "lastFollowAt",
               ${sourceName} as "sourceName", ${kind} as "activityType", ${latestFollow} as content, ${isDelay} as "isDelay",
               a.completed_at is not null and a.completed_type is null as "isMerged"
        from ${readOnce(sql`select a.id ${ordered} order by ${order} ${pageOf(query)}`)} as page
        join activity a on a.dealer_id = ${scope.dealerId} and a.id = page.id
        join customer c on c.dealer_id = ${scope.dealerId} and c.id = a.customer_id
        join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
        join member m on m.dealer_id = ${scope.dealerId} and m.id = a.owner_id
        order by ${order}
      ) as r`
  })
  return { data: new RawJson(row?.data ?? '[]'), total: row?.total ?? 0 }
}

/** Counts the tasks each query finds, up to a bound. */
export const countTasksEach = (
  db: Executor,
  scope: Scope,
  queries: readonly TaskListQuery[],
  now: Date,
): Promise<number[]> =>
  countEach(
    db,
    queries.map((query) => tabOf(scope, query, now).rows),
  )

/** Counts the tasks of a tab. */
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

/** A state with the activities to count: all for the chosen state, only the chosen activity for others. */
export interface Counted {
  readonly state: number
  readonly activities: readonly number[]
}

/** Lists the counts behind the tabs of these states, which include the chosen one. */
export const countedOf = (
  { activityType, filterType }: Pick<Filters, 'activityType' | 'filterType'>,
  states: readonly number[] = Object.values(taskFilter),
): Counted[] => states.map((state) => ({ state, activities: state === filterType ? tabs : [activityType] }))

const readNumbers = rememberStatements<{ numbers: number[][] }, KeywordValues>()

/** Reads all these counts in one statement; each state is counted from its own index range. */
export async function countStates(
  db: Executor,
  scope: Scope,
  filters: TaskCountsQuery,
  now: Date,
  counted: readonly Counted[],
): Promise<number[][]> {
  const { form, values, keyIn } = formOf(scope.dealerId, filters.key)
  const question = [{ ...filters, key: form }, startOf(secondsOf(now)), counted]
  const [row] = await readNumbers(db, scope, { question, values }, (at) => {
    const numbersOf = ({ state, activities }: Counted): Condition => {
      const [only] = activities.length === 1 ? activities : []
      const filter = { ...filters, key: keyIn(at), filterType: state, activityType: only ?? taskActivity.all }
      const { rows, kind } = tabOf(scope, filter, now)
      const numbers = activities.map((tab) => {
        const [isOfTab] = only === undefined ? ofActivity(tab, kind) : []
        return isOfTab ? sql`count(*) filter (where ${isOfTab})` : sql`count(*)`
      })
      return sql`(select json_build_array(${sql.join(numbers)}) ${rows})`
    }
    return sql`select json_build_array(${sql.join(counted.map(numbersOf))}) as numbers`
  })
  return row?.numbers ?? []
}

/** Builds the tab counts: by state for the chosen activity, and by activity for the chosen state. */
export function tabsOf(
  { activityType, filterType }: Pick<Filters, 'activityType' | 'filterType'>,
  counted: readonly Counted[],
  numbers: readonly (readonly number[])[],
): TaskCounts {
  const chosen = counted.findIndex(({ state }) => state === filterType)
  const byActivity = [...(numbers[chosen] ?? [])]
  const byFilter = numbers.map((own, at) => (at === chosen ? byActivity[activityType] : own[0]) ?? 0)
  return { byFilter, byActivity }
}
