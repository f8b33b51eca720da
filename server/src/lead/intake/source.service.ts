import { randomBytes } from 'node:crypto'
import type { Database, Executor } from '../../platform/db/client.ts'
import type { Logger } from '../../platform/log.ts'
import { unsealed } from '../../platform/open/sender.ts'
import { seal } from '../../platform/seal.ts'
import type { Reseal } from '../../platform/seal.ts'

/** Senders of leads, of order steps, or of records of calls, test drives and contacts. An operator adds them with `npm run lead-source`. */

export type Sends = 'leads' | 'orders' | 'records'

export interface NewSource {
  readonly name: string
  /** Code of onlineSources for its leads; 0 for a sender of other items. */
  readonly sourceId: number
  /** Items per second. */
  readonly rate: number
  /** Leads by default. */
  readonly sends?: Sends
  /** Fixed for the demo; otherwise generated. */
  readonly key?: string
  readonly secret?: string
}

/** A new key and secret, with the sealed secret to store. */
export function makeKey(serverSecret: string): { key: string; secret: string; sealed: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { key: `src_${randomBytes(8).toString('hex')}`, secret, sealed: seal(serverSecret, secret) }
}

/** Adds a source and returns its key and secret. The secret cannot be read later. An existing key gets the new secret. */
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

/** The name of an online source; undefined for an unknown code. */
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

/** Senders of one kind of item, by key. */
export async function readSenders(db: Database, serverSecret: string, log: Logger, sends: Sends) {
  const rows = await db
    .selectFrom('lead_source')
    .select(['id', 'key', 'source_id as sourceId', 'sealed_secret as sealed', 'rate'])
    .where('active', '=', true)
    .where('sends', '=', sends)
    .execute()
  return unsealed(rows, serverSecret, log)
}

/** Seals all senders' secrets for another server secret. Returns the senders that need a new secret instead. */
export async function resealSources(db: Executor, reseal: Reseal): Promise<string[]> {
  const lost: string[] = []
  const rows = await db.selectFrom('lead_source').select(['id', 'name', 'key', 'sealed_secret']).execute()
  for (const { id, name, key, sealed_secret } of rows) {
    const sealed = reseal(sealed_secret)
    if (sealed)
      await db.updateTable('lead_source').set({ sealed_secret: sealed }).where('id', '=', id).execute()
    else lost.push(`${name} (${key})`)
  }
  return lost
}

/** Stops a source or reactivates it. Returns false for an unknown key. */
export async function setActive(db: Database, key: string, active: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('lead_source')
    .set({ active })
    .where('key', '=', key)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}
