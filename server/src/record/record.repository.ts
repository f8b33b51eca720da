import type { FieldError } from '@showroom/contract/kernel/errors'
import { sql } from 'kysely'
import { transact } from '../platform/db/client.ts'
import type { Database, Executor } from '../platform/db/client.ts'
import { unknownStore } from '../platform/open/directory.ts'
import type { Scope } from '../platform/session/session.ts'

/** Deliveries of other systems, and lookups of the members they name. */

export const recordState = { done: 1, refused: 2 } as const
export type RecordState = (typeof recordState)[keyof typeof recordState]
export const recordKind = { call: 1, testDrive: 2, contact: 3 } as const
export type RecordKind = (typeof recordKind)[keyof typeof recordKind]

export interface KeptRecord {
  readonly id: number
  readonly state: RecordState
  readonly detail: string
  /** Fields that were left out or cut. */
  readonly warnings: readonly FieldError[]
}

export async function findRecord(
  db: Executor,
  scope: Scope,
  sourceKey: number,
  deliveryId: string,
): Promise<KeptRecord | undefined> {
  const row = await db
    .selectFrom('record_delivery')
    .select(['id', 'state', 'detail', 'warnings'])
    .where('dealer_id', '=', scope.dealerId)
    .where('source_key', '=', sourceKey)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  return row as KeptRecord | undefined
}

export interface NewRecord extends Omit<KeptRecord, 'id'> {
  readonly sourceKey: number
  readonly deliveryId: string
  readonly kind: RecordKind
  readonly body: unknown
  readonly now: Date
}

/** Inserts a delivery; returns undefined if another process has inserted it first. */
export async function insertRecord(
  db: Executor,
  scope: Scope,
  record: NewRecord,
): Promise<number | undefined> {
  const row = await db
    .insertInto('record_delivery')
    .values({
      dealer_id: scope.dealerId,
      source_key: record.sourceKey,
      delivery_id: record.deliveryId,
      kind: record.kind,
      state: record.state,
      detail: record.detail,
      body: JSON.stringify(record.body),
      warnings: JSON.stringify(record.warnings),
      received_at: record.now,
      handled_at: record.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Locks a rejected delivery for a retry; returns false if it was done meanwhile. */
export async function lockRefused(db: Executor, scope: Scope, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('record_delivery')
    .select('id')
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', id)
    .where('state', '=', recordState.refused)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function completeRecord(
  db: Executor,
  scope: Scope,
  id: number,
  settled: Pick<NewRecord, 'state' | 'detail' | 'body' | 'warnings' | 'now'>,
): Promise<void> {
  await db
    .updateTable('record_delivery')
    .set({
      state: settled.state,
      detail: settled.detail,
      body: JSON.stringify(settled.body),
      warnings: JSON.stringify(settled.warnings),
      handled_at: settled.now,
    })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', id)
    .execute()
}

/** Lists the oldest 500 rejected deliveries of a sender over all stores; only those with the given receipts, if any. */
export async function listRefused(
  db: Executor,
  sourceKey: number,
  receipts?: readonly { readonly dealerId: number; readonly id: number }[],
) {
  const rows = await db
    .selectFrom('record_delivery')
    .select([
      'dealer_id as dealerId',
      'id',
      'delivery_id as deliveryId',
      'kind',
      'detail',
      'body',
      sql<readonly FieldError[]>`warnings`.as('warnings'),
      'received_at as receivedAt',
    ])
    .where('source_key', '=', sourceKey)
    .where('state', '=', sql.lit(recordState.refused))
    .where(
      receipts
        ? sql<boolean>`(dealer_id, id) in (
            select * from unnest(${receipts.map((one) => one.dealerId)}::int[], ${receipts.map((one) => one.id)}::bigint[]))`
        : sql<boolean>`true`,
    )
    .orderBy('id')
    .limit(500)
    .execute()
  return rows
}

/** Moves a delivery of the unknown store to its store. Returns false, and deletes it, if that store has received it since. */
export const moveRecord = (db: Database, id: number, dealerId: number): Promise<boolean> =>
  transact(db, async (trx) => {
    const moved = await sql`
      insert into record_delivery
        (dealer_id, id, source_key, delivery_id, kind, state, detail, body, warnings, received_at, handled_at)
      select ${dealerId}::int, id, source_key, delivery_id, kind, state, detail, body, warnings, received_at, handled_at
      from record_delivery where dealer_id = ${unknownStore} and id = ${id}
      on conflict (dealer_id, source_key, delivery_id) do nothing`.execute(trx)
    await sql`delete from record_delivery where dealer_id = ${unknownStore} and id = ${id}`.execute(trx)
    return moved.numAffectedRows === 1n
  })

/** Returns the member of the store with this mobile; id 0 and an empty name if none. */
export async function findMember(
  db: Executor,
  scope: Scope,
  mobile: string,
): Promise<{ id: number; name: string }> {
  const row =
    mobile === ''
      ? undefined
      : await db
          .selectFrom('account as a')
          .innerJoin('member as m', 'm.account_id', 'a.id')
          .select(['m.id', 'm.name'])
          .where('a.mobile', '=', mobile)
          .where('m.dealer_id', '=', scope.dealerId)
          .where('m.left_at', 'is', null)
          .executeTakeFirst()
  return row ?? { id: 0, name: '' }
}

export async function findSeries(
  db: Executor,
  code: string,
): Promise<{ id: number; name: string } | undefined> {
  return db.selectFrom('series').select(['id', 'name']).where('code', '=', code).executeTakeFirst()
}

/** Deletes deliveries handled before this instant; the records stay. */
export async function deleteHandled(db: Executor, before: Date): Promise<void> {
  await sql`delete from record_delivery where handled_at < ${before}::timestamptz`.execute(db)
}
