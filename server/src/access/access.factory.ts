import type { Database } from '../platform/db/client.ts'

let count = 0

/** Binds an account to a member of a company at WeCom, for tests. Returns the WeCom userid. */
export async function buildWecomBinding(
  db: Database,
  accountId: number,
  { corpId = 'demo', userId = `user-${process.pid}-${(count += 1)}` } = {},
): Promise<string> {
  const row = { account_id: accountId, corp_id: corpId, user_id: userId, bound_at: new Date() }
  await db.insertInto('wecom_binding').values(row).execute()
  return userId
}
