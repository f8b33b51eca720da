import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../db/client.ts'

/** Whom an account is at WeCom: the one door to the table, for who signs in, who is told something there, and who unbinds. */

/** The account that is bound to a member of the company. */
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
 * Binds an account to a member of the company. False where either is bound already; what it was in another company gives way.
 * Held by the userid to the end of the transaction, so that of two at once one is told.
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

/** Since when an account is bound in the company; undefined where it is not, or where there is no company. */
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

/** Removes an account's binding; gives the userid that was bound, undefined where none was. */
export async function unbindWecom(db: Executor, accountId: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('wecom_binding')
    .where('account_id', '=', accountId)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Part of a statement: who the account in a column is in the company; null for nobody. */
export const wecomUserOf = (account: string, corpId: string): RawBuilder<string | null> =>
  sql`(select w.user_id from wecom_binding w where w.account_id = ${sql.ref(account)} and w.corp_id = ${corpId})`

/** Part of a statement: whether the account in a column is bound at all. */
export const isWecomBound = (account: string): RawBuilder<boolean> =>
  sql`exists (select from wecom_binding w where w.account_id = ${sql.ref(account)})`
