import type { Executor } from '../db/client.ts'

/** Fingerprint of the secret that the database is used with (`server_secret`, one row). */

export async function findFingerprint(db: Executor): Promise<string | undefined> {
  return (await db.selectFrom('server_secret').select('fingerprint').executeTakeFirst())?.fingerprint
}

/** Inserts the first fingerprint; an existing one stays. */
export async function insertFingerprint(db: Executor, fingerprint: string): Promise<void> {
  await db
    .insertInto('server_secret')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function replaceFingerprint(db: Executor, fingerprint: string, now: Date): Promise<void> {
  const accepted = { fingerprint, accepted_at: now }
  await db
    .insertInto('server_secret')
    .values(accepted)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(accepted))
    .execute()
}
