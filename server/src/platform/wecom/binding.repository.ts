import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../db/client.ts'

/** Bindings of accounts to WeCom members. All access to the table goes through here: signing in, sending messages, unbinding. */

/** Finds the account that is bound to a member of the company. */
export async function findWecomAccount(
  db: Executor,
  corpId: string,
  userId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('wecom_binding')
    .select('account_id')
    .where('corp_id', '=', corpId)
    .where(sql`lower(user_id)`, '=', userId.toLowerCase())
    .executeTakeFirst()
  return row?.account_id
}

/**
 * Binds an account to a member of the company. Returns false if either is bound already; a binding in another company is replaced. Locks
 * the userid until the transaction ends, so that of two parallel calls one gets false.
 */
export async function bindWecom(
  db: Executor,
  binding: { accountId: number; corpId: string; userId: string; at: Date },
): Promise<boolean> {
  const { accountId, corpId, userId, at } = binding
  await sql`select pg_advisory_xact_lock(hashtext('wecom'), hashtext(${userId.toLowerCase()}))`.execute(db)
  if ((await findWecomAccount(db, corpId, userId)) !== undefined) return false
  const row = { corp_id: corpId, user_id: userId, bound_at: at }
  const made = await db
    .insertInto('wecom_binding')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(row).where('wecom_binding.corp_id', '<>', corpId),
    )
    .returning('account_id')
    .executeTakeFirst()
  return made !== undefined
}

/** When an account was bound in the company; undefined if it is not, or if there is no company. */
export async function findWecomBinding(
  db: Executor,
  accountId: number,
  wecom: { readonly corpId: string } | undefined,
): Promise<Date | undefined> {
  if (!wecom) return undefined
  const row = await db
    .selectFrom('wecom_binding')
    .select('bound_at')
    .where('account_id', '=', accountId)
    .where('corp_id', '=', wecom.corpId)
    .executeTakeFirst()
  return row?.bound_at
}

/** Deletes an account's binding and returns its userid; undefined if there was none. */
export async function unbindWecom(db: Executor, accountId: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('wecom_binding')
    .where('account_id', '=', accountId)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** SQL expression: the WeCom userid of the account in a column; null if there is none. */
export const wecomUserOf = (account: string, corpId: string): RawBuilder<string | null> =>
  sql`(select w.user_id from wecom_binding w where w.account_id = ${sql.ref(account)} and w.corp_id = ${corpId})`

/** SQL expression: whether the account in a column is bound. */
export const isWecomBound = (account: string): RawBuilder<boolean> =>
  sql`exists (select from wecom_binding w where w.account_id = ${sql.ref(account)})`
