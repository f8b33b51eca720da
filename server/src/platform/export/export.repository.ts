import type { Executor } from '../db/client.ts'
import type { Scope } from '../session/session.ts'

interface ExportEntry {
  readonly name: string
  readonly memberName: string
  readonly recordTotal: number
  readonly key: string
  readonly filter: readonly object[]
  readonly now: Date
}

/** Inserts a row of the export log. */
export async function insertExport(
  db: Executor,
  { dealerId, memberId }: Scope,
  { name, memberName, recordTotal, key, filter, now }: ExportEntry,
): Promise<void> {
  await db
    .insertInto('export_log')
    .values({
      dealer_id: dealerId,
      created_at: now,
      export_name: name,
      member_id: memberId,
      user_name: memberName,
      record_total: recordTotal,
      file_key: key,
      asked: JSON.stringify(filter),
    })
    .execute()
}

/** Names by id of all members or custom sources of the store, former ones included. */
export async function readNames(
  db: Executor,
  { dealerId }: Scope,
  table: 'member' | 'custom_source',
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom(table).select(['id', 'name']).where('dealer_id', '=', dealerId).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
