import { sql } from 'kysely'
import type { Database } from '../../platform/db/client.ts'

/** The log of exported files (/manager/export-list). */

/** Returns files of exports whose links have expired. The log rows stay. */
export async function listOutdatedFiles(
  db: Database,
  dealerId: number,
  from: Date,
  before: Date,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from export_log where dealer_id = ${dealerId} and created_at >= ${from} and created_at < ${before}`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}
