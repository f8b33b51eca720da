import { randomBytes } from 'node:crypto'
import type { Executor } from '../platform/db/client.ts'
import { findAccount, listMemberships } from './account.repository.ts'
import { hashPassword, sha256Hex } from './password.ts'

/**
 * Returns the account of a mobile. Creates one for a new person, who cannot sign in before setting a password by 忘记密码. An existing account
 * (the person works at another store too) keeps its data.
 */
export async function openAccount(
  db: Executor,
  person: { readonly name: string; readonly mobile: string; readonly identifyNo: string },
): Promise<number> {
  const known = await findAccount(db, person.mobile)
  if (known) return known.id
  const { id } = await db
    .insertInto('account')
    .values({
      mobile: person.mobile,
      name: person.name,
      identify_no: person.identifyNo,
      password_hash: await hashPassword(sha256Hex(randomBytes(32).toString('hex'))),
    })
    .onConflict((conflict) => conflict.column('mobile').doUpdateSet({ mobile: person.mobile }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the account of the person's new mobile, created if needed. The old account is unchanged. */
export async function moveAccount(
  db: Executor,
  accountId: number,
  { name, mobile }: { readonly name: string; readonly mobile: string },
): Promise<number> {
  const { identify_no: identifyNo } = await db
    .selectFrom('account')
    .select('identify_no')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return openAccount(db, { name, mobile, identifyNo })
}

export const worksElsewhere = async (db: Executor, accountId: number): Promise<boolean> =>
  (await listMemberships(db, accountId)).length > 1
