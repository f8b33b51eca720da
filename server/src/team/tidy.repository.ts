import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'

/** Deletes the moves of leaves of all stores from before. */
export async function deleteOldMoves(db: Executor, before: Date): Promise<void> {
  await sql`
    delete from member_leave_move m using member_leave l
    where l.created_at < ${before} and m.dealer_id = l.dealer_id and m.leave_id = l.id`.execute(db)
}
