import { randomBytes } from 'node:crypto'
import type { Database } from '../platform/db/client.ts'
import type { Logger } from '../platform/log.ts'
import { unsealed } from '../platform/open/sender.ts'
import { seal } from '../platform/seal.ts'

/** Who may send leads, what becomes of orders, or records of calls, test drives and contacts: made by an operator, with `npm run lead-source`. */

export type Sends = 'leads' | 'orders' | 'records'

export interface NewSource {
  readonly name: string
  /** Code of onlineSources: where its leads are said to come from; 0 for one that sends none. */
  readonly sourceId: number
  /** Items a second. */
  readonly rate: number
  /** Leads unless said. */
  readonly sends?: Sends
  /** Given for the demo; else made. */
  readonly key?: string
  readonly secret?: string
}

/** A new key with its secret, and the secret as it is kept. */
export function makeKey(serverSecret: string): { key: string; secret: string; sealed: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { key: `src_${randomBytes(8).toString('hex')}`, secret, sealed: seal(serverSecret, secret) }
}

/** Makes a source, and tells key and secret: the secret cannot be read again. A key that is there gets the new secret. */
export async function addSource(
  db: Database,
  serverSecret: string,
  source: NewSource,
  now: Date,
): Promise<{ key: string; secret: string }> {
  const made = makeKey(serverSecret)
  const { key = made.key, secret = made.secret } = source
  const changing = {
    name: source.name,
    source_id: source.sourceId,
    rate: source.rate,
    sends: source.sends ?? 'leads',
    sealed_secret: seal(serverSecret, secret),
    active: true,
  }
  await db
    .insertInto('lead_source')
    .values({ ...changing, key, created_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(changing))
    .execute()
  return { key, secret }
}

/** The name of an online source; undefined for a code that is none. */
export async function findOnlineSource(db: Database, sourceId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('dictionary')
    .select('display')
    .where('kind', '=', 'onlineSources')
    .where('value', '=', String(sourceId))
    .executeTakeFirst()
  return row?.display
}

export const listSources = (db: Database) =>
  db
    .selectFrom('lead_source')
    .select(['key', 'name', 'source_id as sourceId', 'rate', 'active', 'sends'])
    .orderBy('id')
    .execute()

/** Those who may send that, by key. */
export async function readSenders(db: Database, serverSecret: string, log: Logger, sends: Sends) {
  const rows = await db
    .selectFrom('lead_source')
    .select(['id', 'key', 'source_id as sourceId', 'sealed_secret as sealed', 'rate'])
    .where('active', '=', true)
    .where('sends', '=', sends)
    .execute()
  return unsealed(rows, serverSecret, log)
}

/** Ends a source, or lets it send again. False for an unknown key. */
export async function setActive(db: Database, key: string, active: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('lead_source')
    .set({ active })
    .where('key', '=', key)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}
