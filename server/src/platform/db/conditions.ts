import { dayEnd, dayStart } from '@showroom/contract/kernel/day'
import type { DateRange } from '@showroom/contract/kernel/wire'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '../session/session.ts'

/** What the lists' queries are put together from. A filter that was not set is no condition. */

export type Condition = RawBuilder<unknown>

const at = (seconds: number): Date => new Date(seconds * 1000)

/** The start of the day in Asia/Shanghai that a second belongs to. */
export const startOf = (seconds: number): Date => at(dayStart(seconds))

/** The end of that day, which is the start of the next. */
export const endOf = (seconds: number): Date => at(dayEnd(seconds))

/** Whole days in Asia/Shanghai, both ends included. */
export function inRange(column: string | Condition, range: DateRange): Condition[] {
  const instant = typeof column === 'string' ? sql.ref(column) : column
  return [
    ...(range?.start ? [sql`${instant} >= ${startOf(range.start)}`] : []),
    ...(range?.end ? [sql`${instant} < ${endOf(range.end)}`] : []),
  ]
}

/** One of the ids; any, where none is named. */
export const anyOf = (column: string, ids: readonly number[]): Condition[] =>
  ids.length > 0 ? [sql`${sql.ref(column)} = any(${ids}::bigint[])`] : []

/** 0 all, 1 the ones, 2 the others. */
export const oneOrOther = (choice: number, one: Condition, other: Condition): Condition[] =>
  choice === 1 ? [one] : choice === 2 ? [other] : []

/** Fixed ids, in words: not as parameters, with which a plan could not know them. */
export const literals = (ids: readonly number[]): Condition =>
  sql`(${sql.join(ids.map((id) => sql.lit(id)))})`

/** The conditions together; there is one at least. */
export const allOf = (conditions: readonly Condition[]): Condition => sql.join(conditions, sql` and `)

/** The rows of a page. */
export const pageOf = ({ pageStart, pageCount }: { pageStart: number; pageCount: number }): Condition =>
  rowsAt((pageStart - 1) * pageCount, pageCount)

/**
 * So many rows, from behind so many. The sizes that pages have stand in the text, and none is skipped for the first page: one plan is made
 * for all values, and of a page of any size PostgreSQL expects a tenth of the table. What is gathered for each of its rows would then be
 * joined from whole tables.
 */
export const rowsAt = (offset: number, count: number): Condition => {
  const limit = sql`limit ${count % 10 === 0 ? sql.lit(count) : count}`
  return offset > 0 ? sql`${limit} offset ${offset}` : limit
}

/**
 * The condition that a member sees a record of that owner. Who sees the own alone, as consultants do, is looked up by an index of the owner:
 * of a list of owners PostgreSQL expects ten.
 */
export function seesOwner({ sees }: Scope, column: string) {
  if (sees === 'all') return sql<boolean>`true`
  const owner = sql.ref(column)
  return sees.length === 1
    ? sql<boolean>`${owner} = ${sees[0]}::bigint`
    : sql<boolean>`${owner} = any(${sees}::bigint[])`
}

/** Owners whose records are seen, as a value of a statement that is written once for everybody: null for all of the store. */
export type Owners = readonly number[] | null

export const ownersOf = ({ sees }: Scope): Owners => (sees === 'all' ? null : sees)

/** The record's owner is one of them. */
export const isOwnedBy = (column: string, owners: Owners | Condition): Condition =>
  sql`(${owners}::bigint[] is null or ${sql.ref(column)} = any(${owners}::bigint[]))`
