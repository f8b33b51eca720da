import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder, Updateable } from 'kysely'
import { later } from '../clock.ts'
import { allOf } from '../db/conditions.ts'
import type { Condition } from '../db/conditions.ts'
import type { Executor } from '../db/client.ts'
import { target } from '../db/target.ts'
import type { DB } from '../db/tables.ts'
import type { QueueName, Waiting } from './queue.repository.ts'

/**
 * Tables whose rows wait for a worker (docs/decisions/0069-one-outbox.md). Each room describes its table once, as a `QueueTable`; the claim,
 * its lease, and the change by the holder alone follow from that. In the SQL of a description the row has the alias `w`.
 */
export interface QueueTable<Name extends keyof DB, Row extends object> {
  readonly queue: QueueName
  readonly table: Name
  /** Column that identifies a row within its store; `id` by default. */
  readonly id?: 'id' | 'notice_id'
  /** Condition of the rows with work left. Without parameters, so that plans use the table's partial index. */
  readonly waits: Condition
  /** Column with the time at which a row is due, `due_at` by default. A claim sets it to the end of the lease. */
  readonly dueAt?: keyof DB[Name] & string
  /** Column with the time at which a row without `dueAt` is due. */
  readonly since?: keyof DB[Name] & string
  /** Rows that wait for another try, and the column since which they wait: they are late although they are not due. */
  readonly retried?: { readonly where: Condition; readonly since: keyof DB[Name] & string }
  /** Column that each claim changes, by which a worker knows whether it still holds the row; `tries` by default. */
  readonly token?: 'tries' | 'attempts' | 'lease_holder'
  /** Seconds without a sign of life after which another process may claim the row. */
  readonly leaseSeconds: number
  /** Claims take the first rows in this order; by default in that of `since`, or of `dueAt`. */
  readonly order?: Condition
  /** Columns to read from the claimed row. */
  readonly columns: Condition
  /** Columns whose values before the claim `columns` reads as `due.…`. */
  readonly before?: Condition
  /** Further tables to read with the row, and how they join. Each must name its store. */
  readonly join?: (dealerId: number) => { readonly tables: Condition; readonly on: Condition }
  /** Further changes of a claim, as `state = 1`. */
  readonly claims?: Condition
  /** Condition, beside the token, that a row must meet while this claim holds it. */
  readonly held?: (row: Row) => Condition
}

/** A row that a worker holds until its lease ends. */
export interface Claim {
  readonly dealerId: number
  readonly id: number
  readonly token: number | string
}
export type Claimed<Row extends object> = Row & Claim

/** New values of columns, or expressions for them. */
export type Values<Name extends keyof DB> = {
  readonly [Column in keyof Updateable<DB[Name]>]?: Updateable<DB[Name]>[Column] | RawBuilder<unknown>
}

const ofRow = (column: string) => sql.ref(`w.${column}`)

/** A table whose rows wait; enough for work that holds its rows by locks and needs no lease. */
export type WaitingTable<Name extends keyof DB, Row extends object> = Pick<
  QueueTable<Name, Row>,
  'queue' | 'table' | 'id' | 'waits' | 'dueAt' | 'since' | 'retried' | 'token' | 'held'
>

/** The table's waiting rows. */
export const waitingIn =
  <Name extends keyof DB, Row extends object>(of: WaitingTable<Name, Row>): Waiting =>
  (dealerId) =>
    sql`
    select ${nextOf(of)} as due_at,
      ${of.retried ? sql`case when ${of.retried.where} then ${ofRow(of.retried.since)} else ${nextOf(of)} end` : nextOf(of)} as since
    from ${sql.table(of.table)} w where w.dealer_id = ${dealerId} and ${of.waits}`

/** Leased rows whose work failed: they have no holder, and a time for the next try. */
export const retriedOf = <Name extends keyof DB, Row extends object>({
  dueAt = 'due_at' as keyof DB[Name] & string,
  token = 'lease_holder',
  since = dueAt,
}: WaitingTable<Name, Row>): NonNullable<QueueTable<Name, Row>['retried']> => ({
  where: sql`${ofRow(token)} = '' and ${ofRow(dueAt)} is not null`,
  since,
})

/** Conditions of the rows of a store that wait and are due. */
export const dueIn = <Name extends keyof DB, Row extends object>(
  of: WaitingTable<Name, Row>,
  dealerId: number,
  now: Date,
): Condition => sql`
  w.dealer_id = ${dealerId} and ${of.waits}
  and ${of.since ? sql`(${dueOf(of)} is null or ${dueOf(of)} <= ${now})` : sql`${dueOf(of)} <= ${now}`}`

const nextOf = (of: { readonly dueAt?: string; readonly since?: string }) =>
  of.since ? sql`coalesce(${dueOf(of)}, ${ofRow(of.since)})` : dueOf(of)

const dueOf = ({ dueAt = 'due_at' }: { readonly dueAt?: string }) => ofRow(dueAt)

/** Claims due rows of a store, skipping those that other processes lock or hold. */
export async function claimRows<Name extends keyof DB, Row extends object>(
  db: Executor,
  of: QueueTable<Name, Row>,
  dealerId: number,
  { now, limit, where }: { readonly now: Date; readonly limit: number; readonly where?: Condition },
): Promise<Claimed<Row>[]> {
  const { table, id = 'id', dueAt = 'due_at', since, token = 'tries' } = of
  const { order = ofRow(since ?? dueAt), columns, before, join, claims } = of
  const joined = join?.(dealerId)
  // The subquery that locks the rows runs once, however the rest is joined. One that ran again for each row would skip those it has locked
  // and claim more than the limit.
  const { rows } = await sql<Claimed<Row>>`
    with due as materialized (
      select ${ofRow(id)} ${before ? sql`, ${before}` : sql``} from ${sql.table(table)} w
      where ${dueIn(of, dealerId, now)} ${where ? sql`and ${where}` : sql``}
      order by ${order} limit ${limit} for update of w skip locked
    )
    update ${target(table)} w
    set ${sql.ref(token)} = ${token === 'lease_holder' ? randomUUID() : sql`${ofRow(token)} + 1`},
        ${sql.ref(dueAt)} = ${leaseEnd(of, now)}::timestamptz ${claims ? sql`, ${claims}` : sql``}
    from due ${joined ? sql`, ${joined.tables}` : sql``}
    where w.dealer_id = ${dealerId} and ${ofRow(id)} = ${sql.ref(`due.${id}`)} ${joined ? sql`and ${joined.on}` : sql``}
    returning w.dealer_id as "dealerId", ${ofRow(id)} as id, ${ofRow(token)} as token, ${columns}`.execute(db)
  return rows
}

export const leaseEnd = ({ leaseSeconds }: { readonly leaseSeconds: number }, now: Date): Date =>
  later(now, leaseSeconds)

/** An update of a claimed row that changes nothing once another process has claimed it. It returns the changed row's keys. */
export function updateClaimed<Name extends keyof DB, Row extends object>(
  { table, id = 'id', token = 'tries', held }: WaitingTable<Name, Row>,
  row: Claimed<Row>,
  values: Values<Name>,
): RawBuilder<unknown> {
  const set = Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
  )
  const conditions = [
    sql`w.dealer_id = ${row.dealerId} and ${ofRow(id)} = ${row.id} and ${ofRow(token)} = ${row.token}`,
    ...(held ? [held(row)] : []),
  ]
  return sql`
    update ${target(table)} w set ${sql.join(set)} where ${allOf(conditions)}
    returning w.dealer_id, ${ofRow(id)}, ${ofRow(token)}`
}

/** Changes a claimed row. Returns false if another process has claimed it since. */
export async function changeClaimed<Name extends keyof DB, Row extends object>(
  db: Executor,
  of: WaitingTable<Name, Row>,
  row: Claimed<Row>,
  values: Values<Name>,
): Promise<boolean> {
  const { rows } = await updateClaimed(of, row, values).execute(db)
  return rows.length > 0
}
