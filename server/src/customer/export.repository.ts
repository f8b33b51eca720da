import { sql } from 'kysely'
import type { Database, Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** The log of what left the store as a file (/manager/export-list). */

export interface Exported {
  readonly exportName: string
  readonly userName: string
  readonly recordTotal: number
  readonly fileKey: string
  readonly now: Date
}

export async function insertExportLog(db: Executor, scope: Scope, exported: Exported): Promise<void> {
  await db
    .insertInto('export_log')
    .values({
      dealer_id: scope.dealerId,
      created_at: exported.now,
      export_name: exported.exportName,
      member_id: scope.memberId,
      user_name: exported.userName,
      record_total: exported.recordTotal,
      file_key: exported.fileKey,
    })
    .execute()
}

/** Files of exports whose links have run out. The log itself stays. */
export async function listOutdatedFiles(db: Database, from: Date, before: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from export_log where created_at >= ${from} and created_at < ${before}`.execute(db)
  return rows.map(({ key }) => key)
}
