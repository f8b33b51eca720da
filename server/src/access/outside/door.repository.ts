import type { Executor } from '../../platform/db/client.ts'

/** Stores the states of sign-ins by outside systems, and which single sign-on identity each account has. Runs before a scope exists. */

/** Kinds of states: a WeCom scan, a single sign-on, or a scan whose WeCom user is not bound to an account yet (`ticket`). */
export const doorKind = { wecom: 1, sso: 2, ticket: 3 } as const
export type DoorKind = keyof typeof doorKind

export interface DoorFacts {
  /** The page to open after sign-in. */
  readonly returnTo?: string
  readonly verifier?: string
  readonly nonce?: string
  /** WeCom userid, for a ticket. */
  readonly userId?: string
}

export async function insertState(
  db: Executor,
  row: { kind: DoorKind; stateHash: Buffer; browserHash: Buffer; facts: DoorFacts; at: Date },
): Promise<void> {
  await db
    .insertInto('door_state')
    .values({
      state_hash: row.stateHash,
      kind: doorKind[row.kind],
      browser_hash: row.browserHash,
      facts: JSON.stringify(row.facts),
      created_at: row.at,
    })
    .execute()
}

interface Key {
  readonly kind: DoorKind
  readonly stateHash: Buffer
  readonly browserHash: Buffer
  readonly notBefore: Date
}

/** Returns the facts of a state without using it up. */
export async function findState(db: Executor, key: Key): Promise<DoorFacts | undefined> {
  const row = await db
    .selectFrom('door_state')
    .select('facts')
    .where('state_hash', '=', key.stateHash)
    .where('kind', '=', doorKind[key.kind])
    .where('browser_hash', '=', key.browserHash)
    .where('created_at', '>=', key.notBefore)
    .executeTakeFirst()
  return row?.facts as DoorFacts | undefined
}

/** Deletes a state and returns its facts. Returns nothing, but still deletes it, if it is expired or belongs to another browser. */
export async function takeState(db: Executor, key: Key): Promise<DoorFacts | undefined> {
  const row = await db
    .deleteFrom('door_state')
    .where('state_hash', '=', key.stateHash)
    .where('kind', '=', doorKind[key.kind])
    .returning(['facts', 'browser_hash', 'created_at'])
    .executeTakeFirst()
  if (!row || !row.browser_hash.equals(key.browserHash) || row.created_at < key.notBefore) return undefined
  return row.facts as DoorFacts
}

export async function findSsoAccount(
  db: Executor,
  issuer: string,
  subject: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('sso_binding')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id
}

/** Returns false if either the account or the identity is already bound to another one. */
export async function bindSso(
  db: Executor,
  binding: { issuer: string; subject: string; accountId: number; at: Date },
): Promise<boolean> {
  const { issuer, subject, accountId, at } = binding
  const made = await db
    .insertInto('sso_binding')
    .values({ issuer, subject, account_id: accountId, bound_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return made !== undefined || (await findSsoAccount(db, issuer, subject)) === accountId
}
