import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'

/** Deletes the moves of a store's leaves from before. */
export async function deleteOldMoves(db: Executor, dealerId: number, before: Date): Promise<void> {
  await sql`
    delete from ${target('member_leave_move')} m using member_leave l
    where l.dealer_id = ${dealerId} and l.created_at < ${before} and m.dealer_id = ${dealerId} and m.leave_id = l.id`.execute(
    db,
  )
}
