import type { Executor } from '../../platform/db/client.ts'

/** Queries of browser marks by person. They run before sign-in, so they have no scope. */

/** Whether the person with this mobile signed in from the browser before. */
export async function isKnown(db: Executor, mobile: string, markHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('account as a')
    .innerJoin('known_browser as b', 'b.account_id', 'a.id')
    .select('a.id')
    .where('a.mobile', '=', mobile)
    .where('b.mark_hash', '=', markHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this server issued the mark, for any person. */
export async function isMark(db: Executor, markHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('known_browser')
    .select('account_id')
    .where('mark_hash', '=', markHash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function upsertBrowser(
  db: Executor,
  browser: { readonly accountId: number; readonly markHash: Buffer; readonly at: Date },
): Promise<void> {
  await db
    .insertInto('known_browser')
    .values({ account_id: browser.accountId, mark_hash: browser.markHash, last_used_at: browser.at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'mark_hash']).doUpdateSet({ last_used_at: browser.at }),
    )
    .execute()
}
