import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'

/** Queries of accounts, memberships, captchas and SMS codes. They run before sign-in, so they have no scope. */

export async function findAccount(db: Executor, mobile: string) {
  return db
    .selectFrom('account')
    .select(['id', 'password_hash'])
    .where('mobile', '=', mobile)
    .executeTakeFirst()
}

export interface Person {
  readonly name: string
  readonly mobile: string
  readonly identifyNo: string
}

/** Inserts an account and returns its id. An account that exists by then keeps its data. */
export async function insertAccount(db: Executor, person: Person, passwordHash: string): Promise<number> {
  const { id } = await db
    .insertInto('account')
    .values({
      mobile: person.mobile,
      name: person.name,
      identify_no: person.identifyNo,
      password_hash: passwordHash,
    })
    .onConflict((conflict) => conflict.column('mobile').doUpdateSet({ mobile: person.mobile }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function getIdentifyNo(db: Executor, accountId: number): Promise<string> {
  const row = await db
    .selectFrom('account')
    .select('identify_no')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.identify_no
}

export async function getMobile(db: Executor, accountId: number): Promise<string> {
  const row = await db
    .selectFrom('account')
    .select('mobile')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.mobile
}

/** Returns a person's name and masked mobile. */
export async function getLabel(db: Executor, accountId: number): Promise<string> {
  const { name, mobile } = await db
    .selectFrom('account')
    .select((eb) => ['name', eb.fn<string>('mask_mobile', ['mobile']).as('mobile')])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return `${name} ${mobile}`
}

export async function getPasswordHash(db: Executor, accountId: number): Promise<string> {
  const row = await db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.password_hash
}

/** Waits for transactions that hold the password. With a former hash it returns false if another one is set by now. */
export async function setPasswordHash(
  db: Executor,
  accountId: number,
  hash: string,
  former?: string,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${passwordOf(accountId)})`.execute(db)
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ password_hash: hash })
    .where('id', '=', accountId)
    .$if(former !== undefined, (qb) => qb.where('password_hash', '=', former ?? ''))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Prevents a new password until the transaction ends, and returns the hash of the present one. An advisory lock, because `for share` in two
 * transactions deadlocks on a table that Citus keeps on every node, whichever the rows.
 */
export async function holdPassword(db: Executor, accountId: number): Promise<string> {
  await sql`select pg_advisory_xact_lock_shared(${passwordOf(accountId)})`.execute(db)
  return getPasswordHash(db, accountId)
}

const passwordOf = (accountId: number) => sql`hashtext('password'), ${accountId}::int`

/** Lists the stores where a person works now. */
export async function listMemberships(db: Executor, accountId: number) {
  const rows = await db
    .selectFrom('member as m')
    .innerJoin('dealer as d', 'd.id', 'm.dealer_id')
    .select([
      'm.dealer_id',
      'm.id as member_id',
      'm.role',
      'm.status',
      'm.activated_at',
      'd.code as dealer_code',
      'd.name as dealer_name',
      'd.forbid_sales_login_pc',
      'd.closed_at',
    ])
    .where('m.account_id', '=', accountId)
    .where('m.left_at', 'is', null)
    .orderBy('m.dealer_id')
    .execute()
  return rows
}

/** Returns the person and store behind a session, numbers masked. */
export async function getProfileFacts(db: Executor, dealerId: number, memberId: number) {
  return db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .innerJoin('dealer as d', 'd.id', 'm.dealer_id')
    .leftJoin('dictionary as r', (join) =>
      join.on('r.kind', '=', 'dealerMemberRoles').on('r.value', '=', sql<string>`m.role::text`),
    )
    .select((eb) => [
      'm.name',
      'm.role',
      'm.handle_front',
      'd.code as dealer_code',
      'd.name as company',
      'r.display as role_name',
      eb.fn<string>('mask_mobile', ['a.mobile']).as('mobile'),
      eb.fn<string>('mask_id_no', ['a.identify_no']).as('identify_no'),
    ])
    .where('m.dealer_id', '=', dealerId)
    .where('m.id', '=', memberId)
    .executeTakeFirstOrThrow()
}

export async function insertCaptcha(db: Executor, id: string, answer: string, at: Date): Promise<void> {
  await db
    .insertInto('captcha')
    .values({ id, answer, created_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ answer, created_at: at }))
    .execute()
}

/** Deletes a captcha and returns its answer. A captcha works once, whether the answer was right or wrong. */
export async function takeCaptcha(db: Executor, id: string, notBefore: Date): Promise<string | undefined> {
  const row = await db
    .deleteFrom('captcha')
    .where('id', '=', id)
    .returning(['answer', 'created_at'])
    .executeTakeFirst()
  return row && row.created_at >= notBefore ? row.answer : undefined
}

export async function upsertSmsCode(
  db: Executor,
  row: { mobile: string; purpose: string; codeHash: Buffer; sentAt: Date },
): Promise<void> {
  const fresh = { code_hash: row.codeHash, sent_at: row.sentAt, wrong_tries: 0 }
  await db
    .insertInto('sms_code')
    .values({ mobile: row.mobile, purpose: row.purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['mobile', 'purpose']).doUpdateSet(fresh))
    .execute()
}

/**
 * Counts a wrong try and returns the hash of the current code. Returns nothing for an expired code or after too many wrong tries. It
 * updates the row first, so parallel guesses cannot all read the same count.
 */
export async function trySmsCode(
  db: Executor,
  key: { mobile: string; purpose: string; codeHash: Buffer },
  limits: { notBefore: Date; tries: number },
): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('sms_code')
    .set((eb) => ({
      wrong_tries: eb('wrong_tries', '+', sql<number>`(code_hash <> ${key.codeHash})::int`),
    }))
    .where('mobile', '=', key.mobile)
    .where('purpose', '=', key.purpose)
    .where('sent_at', '>=', limits.notBefore)
    .returning(['code_hash', 'wrong_tries'])
    .executeTakeFirst()
  return row && row.wrong_tries < limits.tries ? row.code_hash : undefined
}

/** Deletes a used code. Returns false if another request used it first. */
export async function deleteSmsCode(
  db: Executor,
  key: { mobile: string; purpose: string; codeHash: Buffer },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sms_code')
    .where('mobile', '=', key.mobile)
    .where('purpose', '=', key.purpose)
    .where('code_hash', '=', key.codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
