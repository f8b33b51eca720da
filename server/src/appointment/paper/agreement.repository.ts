import type { Agreement } from '@showroom/contract/appointment/agreement.schema'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'

/** Versions of the store's test-drive agreement (`drive_agreement`). */

export const findNewest = (db: Executor, { dealerId }: Scope): Promise<Agreement | undefined> =>
  db
    .selectFrom('drive_agreement')
    .select(['version', 'content'])
    .where('dealer_id', '=', dealerId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Inserts a version. Returns false if the store has it already. */
export async function insertVersion(
  db: Executor,
  { dealerId }: Scope,
  { version, content }: Agreement,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('drive_agreement')
    .values({ dealer_id: dealerId, version, content, created_at: now })
    .onConflict((conflict) => conflict.columns(['dealer_id', 'version']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}
