import { randomBytes } from 'node:crypto'
import type { Database, Executor } from '../../platform/db/client.ts'
import type { Logger } from '../../platform/observe/log.ts'
import { unsealed } from '../../platform/open/sender.ts'
import { seal } from '../../platform/config/seal.ts'
import type { Reseal } from '../../platform/config/seal.ts'
import { listActive, listSealed, saveSource, setSealed } from './source.repository.ts'
import type { Sends } from './source.repository.ts'

/** Senders of leads, of order steps, or of records of calls, test drives and contacts. An operator adds them with `npm run lead-source`. */

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
  const { name, sourceId, rate, sends = 'leads' } = source
  await saveSource(db, { name, sourceId, rate, sends, key, sealed: seal(serverSecret, secret) }, now)
  return { key, secret }
}

/** Senders of one kind of item, by key. */
export async function readSenders(db: Database, serverSecret: string, log: Logger, sends: Sends) {
  return unsealed(await listActive(db, sends), serverSecret, log)
}

/** Seals all senders' secrets for another server secret. Returns the senders that need a new secret instead. */
export async function resealSources(db: Executor, reseal: Reseal): Promise<string[]> {
  const lost: string[] = []
  for (const { id, name, key, sealed } of await listSealed(db)) {
    const resealed = reseal(sealed)
    if (resealed) await setSealed(db, id, resealed)
    else lost.push(`${name} (${key})`)
  }
  return lost
}
