import { dayEnd, dayStart } from '@showroom/contract/kernel/day'
import { isOldestFirst } from '@showroom/contract/kernel/order'
import type { DateRange } from '@showroom/contract/kernel/wire'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '../session/session.ts'

/** Building blocks of list queries. A filter that is not set yields no condition. */

export type Condition = RawBuilder<unknown>

const at = (seconds: number): Date => new Date(seconds * 1000)

/** Start of the day in Asia/Shanghai that contains the second. */
export const startOf = (seconds: number): Date => at(dayStart(seconds))

/** End of that day, i.e. the start of the next. */
export const endOf = (seconds: number): Date => at(dayEnd(seconds))

/** Limits a column to whole days in Asia/Shanghai, both ends included. */
export function inRange(column: string | Condition, range: DateRange): Condition[] {
  const instant = typeof column === 'string' ? sql.ref(column) : column
  return [
    ...(range?.start ? [sql`${instant} >= ${startOf(range.start)}`] : []),
    ...(range?.end ? [sql`${instant} < ${endOf(range.end)}`] : []),
  ]
}

/** Matches any of the ids, or all rows if there are none. */
export const anyOf = (column: string, ids: readonly number[]): Condition[] =>
  ids.length > 0 ? [sql`${sql.ref(column)} = any(${ids}::bigint[])`] : []

/** 0 matches all rows, 1 those of the first condition, 2 those of the second. */
export const oneOrOther = (choice: number, one: Condition, other: Condition): Condition[] =>
  choice === 1 ? [one] : choice === 2 ? [other] : []

/** Writes fixed ids into the text instead of passing parameters, so that the planner can use their values. */
export const literals = (ids: readonly number[]): Condition =>
  sql`(${sql.join(ids.map((id) => sql.lit(id)))})`

/** Joins at least one condition with `and`. */
export const allOf = (conditions: readonly Condition[]): Condition => sql.join(conditions, sql` and `)

/** Order of rows by a moment, then their id (`momentOrder`); `waits`: they wait for someone. */
export function byMoment(
  { moment, id, waits }: { readonly moment: string; readonly id: string; readonly waits: boolean },
  orderType: number,
): Condition {
  const way = isOldestFirst(orderType, waits) ? sql`` : sql` desc`
  return sql`${sql.ref(moment)}${way}, ${sql.ref(id)}${way}`
}

/**
 * A subquery that PostgreSQL runs once. Joined directly, a page would be selected again for each row of a table that it takes for empty:
 * its statistics, and the plans made from them, are old for a minute after a first import.
 */
export const readOnce = (query: Condition): Condition =>
  sql`(with once as materialized (${query}) select * from once)`

/** The limit and offset of a page. */
export const pageOf = ({ pageStart, pageCount }: { pageStart: number; pageCount: number }): Condition =>
  rowsAt((pageStart - 1) * pageCount, pageCount)

/**
 * Limit and offset. Common page sizes are written into the text, and the first page has no offset: for a parameter, the generic plan
 * assumes that a page is a tenth of the table and would join whole tables to it.
 */
export const rowsAt = (offset: number, count: number): Condition => {
  const limit = sql`limit ${count % 10 === 0 ? sql.lit(count) : count}`
  return offset > 0 ? sql`${limit} offset ${offset}` : limit
}

/**
 * Limits rows to owners the member sees. A single owner (as for consultants) is compared with `=`, so that the index on the owner is
 * used: for a list PostgreSQL estimates ten owners.
 */
export function seesOwner({ sees }: Scope, column: string) {
  if (sees === 'all') return sql<boolean>`true`
  const owner = sql.ref(column)
  return sees.length === 1
    ? sql<boolean>`${owner} = ${sees[0]}::bigint`
    : sql<boolean>`${owner} = any(${sees}::bigint[])`
}

/** Visible owners as a parameter for statements shared by all members; null for the whole store. */
export type Owners = readonly number[] | null

export const ownersOf = ({ sees }: Scope): Owners => (sees === 'all' ? null : sees)

/** Limits rows to these owners. */
export const isOwnedBy = (column: string, owners: Owners | Condition): Condition =>
  sql`(${owners}::bigint[] is null or ${sql.ref(column)} = any(${owners}::bigint[]))`
