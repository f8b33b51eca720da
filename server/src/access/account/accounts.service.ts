import { randomBytes } from 'node:crypto'
import type { Executor } from '../../platform/db/client.ts'
import { findAccount, getIdentifyNo, insertAccount, listMemberships } from './account.repository.ts'
import type { Person } from './account.repository.ts'
import { hashPassword, sha256Hex } from '../password/password.ts'

/**
 * Returns the account of a mobile. Creates one for a new person, who cannot sign in before setting a password by 忘记密码. An existing account
 * (the person works at another store too) keeps its data.
 */
export async function openAccount(db: Executor, person: Person): Promise<number> {
  const account = await findAccount(db, person.mobile)
  if (account) return account.id
  return insertAccount(db, person, await hashPassword(sha256Hex(randomBytes(32).toString('hex'))))
}

/** Returns the account of the person's new mobile, created if needed. The old account is unchanged. */
export async function moveAccount(
  db: Executor,
  accountId: number,
  { name, mobile }: { readonly name: string; readonly mobile: string },
): Promise<number> {
  return openAccount(db, { name, mobile, identifyNo: await getIdentifyNo(db, accountId) })
}

export const worksElsewhere = async (db: Executor, accountId: number): Promise<boolean> =>
  (await listMemberships(db, accountId)).length > 1
