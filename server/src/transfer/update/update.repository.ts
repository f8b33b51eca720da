import { importState } from '@showroom/contract/transfer/transfer.schema'
import { sql } from 'kysely'
import type { AmendedFile } from '../../customer/index.ts'
import type { Database, Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import { announceWork } from '../../platform/queues/queue.repository.ts'
import type { Scope } from '../../platform/session/session.ts'
import { ownImport } from '../import/import.repository.ts'
import type { ClaimedImport } from '../import/import.repository.ts'

/** Values that the updates of an import replaced. */

export async function keepChanges(
  db: Executor,
  { dealerId, id }: ClaimedImport,
  files: readonly AmendedFile[],
  now: Date,
): Promise<void> {
  if (files.length === 0) return
  await db
    .insertInto('import_change')
    .values(
      files.map(({ rowNo, customerId, rowVersion, before }) => ({
        dealer_id: dealerId,
        import_id: id,
        row_no: rowNo,
        customer_id: customerId,
        row_version: rowVersion,
        before: JSON.stringify(before),
        created_at: now,
      })),
    )
    .execute()
}

/** Returns the next updates to undo. */
export async function listChanges(
  db: Executor,
  { dealerId, id }: ClaimedImport,
  limit: number,
): Promise<AmendedFile[]> {
  const { rows } = await sql<AmendedFile>`
    select row_no as "rowNo", customer_id as "customerId", row_version as "rowVersion", before from import_change
    where dealer_id = ${dealerId} and import_id = ${id} order by row_no limit ${limit}`.execute(db)
  return rows
}

export async function dropChanges(
  db: Executor,
  { dealerId, id }: ClaimedImport,
  rowNos: readonly number[],
): Promise<void> {
  await sql`
    delete from ${target('import_change')}
    where dealer_id = ${dealerId} and import_id = ${id} and row_no = any(${rowNos}::int[])`.execute(db)
}

/** Adds to the counts of an undo. */
export async function countUndone(
  db: Executor,
  { dealerId, id }: ClaimedImport,
  undone: number,
  kept: number,
): Promise<void> {
  await sql`
    update ${target('customer_import')} set undone_total = undone_total + ${undone}, kept_total = kept_total + ${kept}
    where dealer_id = ${dealerId} and id = ${id}`.execute(db)
}

/** Queues the undo of an import's updates. Returns false if there are none to undo any more. */
export async function startUndoing(
  db: Executor,
  scope: Scope,
  importId: number,
  now: Date,
): Promise<boolean> {
  const row = await ownImport(db, scope, importId, [importState.done, importState.stopped])
    .set({ state: importState.undoing, undo_until: null })
    .where('undo_until', '>', now)
    .executeTakeFirst()
  if (row) await announceWork(db, 'imports', [scope.dealerId], now)
  return row !== undefined
}

/** Deletes what a store's updates replaced before then, except of an undo that runs. */
export async function deleteChanges(db: Database, dealerId: number, before: Date): Promise<void> {
  await sql`
    delete from ${target('import_change')} k
    where k.dealer_id = ${dealerId} and k.created_at < ${before} and not exists (
      select from customer_import i where i.dealer_id = ${dealerId} and i.id = k.import_id and i.state in (0, 2, 7))`.execute(
    db,
  )
}

/** Returns the first rows that change files, with their changes. */
export async function listShownChanges(db: Executor, scope: Scope, importId: number, limit: number) {
  const { rows } = await sql<ShownChange>`
    select row_no as row, changes->>'who' as customer, changes->'lines' as lines from customer_import_row
    where dealer_id = ${scope.dealerId} and import_id = ${importId} and state in (4, 5)
    order by row_no limit ${limit}`.execute(db)
  return rows
}
export interface ShownChange {
  readonly row: number
  readonly customer: string
  readonly lines: { readonly field: string; readonly before: string; readonly after: string }[]
}
