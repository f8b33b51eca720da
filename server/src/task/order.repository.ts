import { urgentLevels } from '@showroom/contract/task/task.rules'
import { sql } from 'kysely'
import { secondsOf } from '../platform/clock.ts'
import { theDealer } from '../platform/db/dealer.ts'
import { type Condition, endOf, startOf } from '../platform/db/conditions.ts'

/** Bounds of the parts of `partOf`: overdue tasks are from `overdue` on, and so on. Levels come between. */
const parts = { appointment: 0, overdue: 100, today: 200, later: 300 } as const

const level = sql`coalesce((
  select array_position(${sql.lit(`{${urgentLevels.join(',')}}`)}::text[], d.level) from deal d
  where d.dealer_id = ${theDealer} and d.customer_id = a.customer_id and d.is_current), 99)`

/**
 * The part of the work that the open activity `a` belongs to, and within it the level where that decides; the level comes from an index of
 * the current deals. The appointments of a day are few, and their own index finds them once.
 */
function partOf(now: Date): Condition {
  const seconds = secondsOf(now)
  const [today, tomorrow] = [startOf(seconds), endOf(seconds)]
  return sql`case
    when a.due_at >= ${tomorrow} then ${sql.lit(parts.later)}
    when a.due_at < ${today} then ${sql.lit(parts.overdue)} + ${level}
    when a.id = any(array(
      select p.id from activity p
      where p.dealer_id = ${theDealer} and p.minutes is not null and p.due_at >= ${today} and p.due_at < ${tomorrow}))
    then ${sql.lit(parts.appointment)} else ${sql.lit(parts.today)} + ${level} end`
}

/** Orders open activities `a` by what comes next (`urgentLevels` of the contract). */
export const byWhatComesNext = (now: Date): Condition => sql`${partOf(now)}, a.due_at, a.id`
