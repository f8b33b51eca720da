import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DB } from './tables.ts'

export type Table = keyof DB

/** A table that a statement writes, with the members whom the rows concern: ids, or the slot of a statement. */
export class Target {
  readonly table: Table
  readonly memberIds: readonly number[] | RawBuilder<unknown> | undefined

  constructor(table: Table, memberIds?: Target['memberIds']) {
    this.table = table
    this.memberIds = memberIds
  }
}

class Chained {
  /** Keeps the type apart from others. */
  readonly isChained = true
}
export const isChained = (value: unknown): boolean => value instanceof Chained
/**
 * Begins raw SQL whose parts write only what the outermost command goes on with: if that affects or returns no row, nothing has changed.
 * Without it the parts of a statement count as written whenever it runs.
 */
export const chained: RawBuilder<unknown> = sql`${new Chained()}`

/** As `memberIds` of `target`: bookkeeping for which no open page refetches. */
export const noOne: readonly number[] = []

// source-disable-next-line moduleState -- follows from the code alone
const targets = new Map<Table, RawBuilder<unknown>>()

/**
 * Stands for the table that raw SQL writes: sql`update ${target('lead')} set …`. Open pages learn of the write by it
 * (docs/decisions/0108-topics-from-writes.md); the tests fail a statement that writes a table by its plain name. With `memberIds` the rows
 * concern these members, and pages of others get no event.
 */
export function target(table: Table, memberIds?: Target['memberIds']): RawBuilder<unknown> {
  if (memberIds) return sql`${new Target(table, memberIds)}`
  const cached = targets.get(table) ?? sql`${new Target(table)}`
  targets.set(table, cached)
  return cached
}
