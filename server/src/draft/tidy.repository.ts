import type { Executor } from '../platform/db/client.ts'

/** Deletes a store's drafts that were last saved before `since`. */
export async function deleteOldDrafts(db: Executor, dealerId: number, since: Date): Promise<void> {
  await db.deleteFrom('draft').where('dealer_id', '=', dealerId).where('updated_at', '<=', since).execute()
}

/** Deletes the drafts of a store's members whose leave is older than `since`. */
export async function deleteDraftsOfLeft(db: Executor, dealerId: number, since: Date): Promise<void> {
  await db
    .deleteFrom('draft as d')
    .using('member as m')
    .where('d.dealer_id', '=', dealerId)
    .where('m.dealer_id', '=', dealerId)
    .whereRef('m.id', '=', 'd.member_id')
    .where('m.left_at', '<', since)
    .execute()
}
