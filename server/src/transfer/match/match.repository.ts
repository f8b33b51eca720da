import { type HeadingPlace, importState } from '@showroom/contract/transfer/transfer.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { announceWork } from '../../platform/queues/queue.repository.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { Whole } from '../import/import.columns.ts'
import { ownImport } from '../import/import.repository.ts'

/** How members of a store matched columns to fields, by the set of headings. */

export interface KeptMatch {
  /** Id of the set of headings. */
  readonly headings: string
  /** Fields by the ids of headings. */
  readonly fields: Readonly<Record<string, string>>
  /** Values for all rows, by field. */
  readonly whole: Whole
}

/** Returns the latest match for one of these sets of headings. */
export async function findMatch(
  db: Executor,
  { dealerId }: Pick<Scope, 'dealerId'>,
  headings: readonly string[],
): Promise<KeptMatch | undefined> {
  if (headings.length === 0) return undefined
  const row = await db
    .selectFrom('import_match')
    .select(['headings', 'fields', 'whole'])
    .where('dealer_id', '=', dealerId)
    .where('headings', 'in', [...headings])
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as KeptMatch | undefined
}

/** Keeps a match; the latest one for its headings holds. */
export async function keepMatch(
  db: Executor,
  scope: Scope,
  { headings, fields, whole }: KeptMatch,
  now: Date,
): Promise<void> {
  const row = {
    fields: JSON.stringify(fields),
    whole: JSON.stringify(whole),
    member_id: scope.memberId,
    changed_at: now,
  }
  await db
    .insertInto('import_match')
    .values({ dealer_id: scope.dealerId, headings, ...row })
    .onConflict((conflict) => conflict.columns(['dealer_id', 'headings']).doUpdateSet(row))
    .execute()
}

const waiting = [importState.checked, importState.matching]

/** Ends an import that waits for its member. Returns false if it does not. */
export async function endWaiting(db: Executor, scope: Scope, importId: number, now: Date): Promise<boolean> {
  const row = await ownImport(db, scope, importId, waiting)
    .set({ state: importState.refused, finished_at: now })
    .executeTakeFirst()
  return row !== undefined
}

/** Queues an import that is checked or waits for its member for another check, without what it read before. A check under way ends. */
export async function readAgain(
  db: Executor,
  { dealerId }: Scope,
  fileKey: string,
  now: Date,
): Promise<void> {
  const row = await db
    .updateTable('customer_import')
    .set({
      state: importState.checking,
      row_total: 0,
      done_total: 0,
      success_total: 0,
      update_total: 0,
      sheet_table: sql`jsonb_strip_nulls(jsonb_build_object('picked', sheet_table -> 'picked', 'whole', sheet_table -> 'whole'))`,
      follow_table: null,
      lease_holder: '',
      lease_until: null,
    })
    .where('dealer_id', '=', dealerId)
    .where('file_key', '=', fileKey)
    .where('state', 'in', [importState.checking, ...waiting])
    .returning('id')
    .executeTakeFirst()
  if (row) await announceWork(db, 'imports', [dealerId], now)
}

export interface Rechecked {
  readonly importId: number
  readonly way: number
  /** As before, if missing. */
  readonly picked?: HeadingPlace | undefined
  readonly whole?: Whole | undefined
}

/** Queues an import for another check. Returns false if it does not wait for the member. */
export async function startChecking(
  db: Executor,
  scope: Scope,
  { importId, way, ...given }: Rechecked,
  now: Date,
): Promise<boolean> {
  const row = await ownImport(db, scope, importId, waiting)
    .set({
      state: importState.checking,
      way,
      row_total: 0,
      done_total: 0,
      success_total: 0,
      update_total: 0,
      sheet_table: sql`sheet_table || ${JSON.stringify(given)}::jsonb`,
    })
    .executeTakeFirst()
  if (row) await announceWork(db, 'imports', [scope.dealerId], now)
  return row !== undefined
}
