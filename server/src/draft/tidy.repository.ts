import type { Executor } from '../platform/db/client.ts'

/** Deletes drafts of all stores that were last saved before `since`. */
export async function deleteOldDrafts(db: Executor, since: Date): Promise<void> {
  await db.deleteFrom('draft').where('updated_at', '<=', since).execute()
}

/** Deletes the drafts of members whose leave is older than `since`. */
export async function deleteDraftsOfLeft(db: Executor, since: Date): Promise<void> {
  await db
    .deleteFrom('draft as d')
    .using('member as m')
    .whereRef('m.dealer_id', '=', 'd.dealer_id')
    .whereRef('m.id', '=', 'd.member_id')
    .where('m.left_at', '<', since)
    .execute()
}
