import type { FieldError } from '@showroom/contract/kernel/errors'
import { sql } from 'kysely'
import { transact } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import { target } from '../db/target.ts'
import type { DB } from '../db/tables.ts'
import type { Scope } from '../session/session.ts'
import { unknownStore } from './directory.ts'

/**
 * Tables of the deliveries that other systems send and get an answer to at once (docs/decisions/0069-one-outbox.md). Their common columns
 * and the unique index of store, sender and delivery id are the same; each room describes the rest.
 */
export interface InboxTable<Own extends object> {
  readonly table: keyof DB & `${string}_delivery`
  /** Value of `state` for a refused delivery. Other values are the room's own. */
  readonly refused: number
  /** The room's own columns, by the names in `Own`. */
  readonly own: Readonly<Record<keyof Own & string, string>>
}

/** A delivery with its answer. */
export interface Kept<Own extends object> {
  readonly id: number
  readonly sourceKey: number
  readonly deliveryId: string
  readonly state: number
  /** Why it was refused. */
  readonly detail: string
  /** Fields that were left out or cut. */
  readonly warnings: readonly FieldError[]
  readonly own: Own
}

export interface NewKept<Own extends object> extends Omit<Kept<Own>, 'id'> {
  /** The content to store: the whole body, or a part. */
  readonly content: unknown
}

const columnsOf = <Own extends object>({ own }: InboxTable<Own>): readonly [string, string][] =>
  Object.entries(own)
const ownColumns = <Own extends object>(of: InboxTable<Own>) =>
  sql.join(columnsOf(of).map(([, column]) => sql.ref(column)))
const inserted = <Own extends object>(of: InboxTable<Own>) => sql`
  id, source_key as "sourceKey", delivery_id as "deliveryId", state, detail, warnings,
  json_build_object(${sql.join(columnsOf(of).map(([name, column]) => sql`${sql.lit(name)}, ${sql.ref(column)}`))}) as own`

/** Rows of the table, as one parameter whatever their number. */
function rowsOf<Own extends object>(
  of: InboxTable<Own>,
  rows: readonly (NewKept<Own> & { readonly id?: number })[],
) {
  const records = rows.map((row) => ({
    id: row.id,
    source_key: row.sourceKey,
    delivery_id: row.deliveryId,
    state: row.state,
    detail: row.detail,
    body: row.content,
    warnings: row.warnings,
    ...Object.fromEntries(columnsOf(of).map(([name, column]) => [column, row.own[name as keyof Own]])),
  }))
  return sql`json_populate_recordset(null::${sql.table(of.table)}, ${JSON.stringify(records)}::json)`
}

/** Finds deliveries that were received before. */
export async function findKept<Own extends object>(
  db: Executor,
  of: InboxTable<Own>,
  { dealerId }: Scope,
  named: readonly Pick<Kept<Own>, 'sourceKey' | 'deliveryId'>[],
): Promise<Kept<Own>[]> {
  const { rows } = await sql<Kept<Own>>`
    select ${inserted(of)} from ${sql.table(of.table)}
    natural join unnest(${named.map((one) => one.sourceKey)}::int[], ${named.map((one) => one.deliveryId)}::text[])
      as k (source_key, delivery_id)
    where dealer_id = ${dealerId}`.execute(db)
  return rows
}

/** Stores deliveries with their answers. Leaves out those that another process has stored first. */
export async function insertKept<Own extends object>(
  db: Executor,
  of: InboxTable<Own>,
  { dealerId }: Scope,
  rows: readonly NewKept<Own>[],
  now: Date,
): Promise<Kept<Own>[]> {
  const made = await sql<Kept<Own>>`
    insert into ${target(of.table)}
      (dealer_id, source_key, delivery_id, state, detail, body, warnings, received_at, handled_at, ${ownColumns(of)})
    select ${dealerId}::int, source_key, delivery_id, state, detail, body, warnings, ${now}::timestamptz, ${now}::timestamptz, ${ownColumns(of)}
    from ${rowsOf(of, rows)} as r
    order by source_key, delivery_id
    on conflict (dealer_id, source_key, delivery_id) do nothing
    returning ${inserted(of)}`.execute(db)
  return made.rows
}

/** Stores the answers to retried deliveries. Returns the ids of those that were still refused. */
export async function completeKept<Own extends object>(
  db: Executor,
  of: InboxTable<Own>,
  { dealerId }: Scope,
  rows: readonly (NewKept<Own> & { readonly id: number })[],
  now: Date,
): Promise<number[]> {
  const own = columnsOf(of).map(([, column]) => sql`${sql.ref(column)} = ${sql.ref(`r.${column}`)}`)
  const done = await sql<{ id: number }>`
    update ${target(of.table)} d
    set state = r.state, detail = r.detail, body = r.body, warnings = r.warnings, handled_at = ${now}::timestamptz, ${sql.join(own)}
    from ${rowsOf(of, rows)} as r
    where d.dealer_id = ${dealerId} and d.id = any(${rows.map(({ id }) => id)}::bigint[]) and d.id = r.id
      and d.state = ${sql.lit(of.refused)}
    returning d.id`.execute(db)
  return done.rows.map(({ id }) => id)
}

/** A refused delivery, of `unknownStore` if it names none of our stores. */
export interface RefusedRow<Own extends object> extends Kept<Own> {
  readonly dealerId: number
  /** As it was sent. */
  readonly body: unknown
  readonly receivedAt: Date
}

/** Lists the oldest 500 refused deliveries of a sender in all its stores; `receipts` limits them. */
export async function listRefused<Own extends object>(
  db: Executor,
  of: InboxTable<Own>,
  sourceKey: number,
  receipts?: readonly { readonly dealerId: number; readonly id: number }[],
): Promise<RefusedRow<Own>[]> {
  const named = receipts
    ? sql`(dealer_id, id) in (
        select * from unnest(${receipts.map((one) => one.dealerId)}::int[], ${receipts.map((one) => one.id)}::bigint[]))`
    : sql`true`
  const { rows } = await sql<RefusedRow<Own>>`
    select ${inserted(of)}, dealer_id as "dealerId", body, received_at as "receivedAt" from ${sql.table(of.table)}
    where source_key = ${sourceKey} and state = ${sql.lit(of.refused)} and ${named}
    order by id limit 500`.execute(db)
  return rows
}

/** Moves a delivery of the unknown store to its store. Returns false, and deletes it, if that store has received it since. */
export const moveKept = <Own extends object>(
  db: Database,
  of: InboxTable<Own>,
  id: number,
  dealerId: number,
): Promise<boolean> =>
  transact(db, async (trx) => {
    const columns = sql`
      id, source_key, delivery_id, state, detail, body, warnings, received_at, handled_at, ${ownColumns(of)}`
    const moved = await sql`
      insert into ${target(of.table)} (dealer_id, ${columns})
      select ${dealerId}::int, ${columns} from ${sql.table(of.table)} where dealer_id = ${unknownStore} and id = ${id}
      on conflict (dealer_id, source_key, delivery_id) do nothing`.execute(trx)
    await sql`delete from ${target(of.table)} where dealer_id = ${unknownStore} and id = ${id}`.execute(trx)
    return moved.numAffectedRows === 1n
  })
