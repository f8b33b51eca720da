import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from './config.ts'
import type { Config } from './config.ts'
import type { Executor } from '../db/client.ts'
import { keyedHash } from './seal.ts'
import { findFingerprint, insertFingerprint, replaceFingerprint } from './secret.repository.ts'

/** Returns the secret that signs file links and seals other secrets: from the configuration, or generated once and stored with the data. */
export async function readServerSecret(config: Pick<Config, 'FILE_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (config.FILE_SECRET) return config.FILE_SECRET
  const file = path.join(config.DATA_DIR, 'file-secret')
  if (existsSync(file)) return readFile(file, 'utf8')
  const secret = randomBytes(32).toString('hex')
  await mkdir(config.DATA_DIR, { recursive: true })
  await writeFile(file, secret, { mode: 0o600 })
  return secret
}

const fingerprintOf = (secret: string): string =>
  keyedHash(secret, 'fingerprint', 'fingerprint').toString('hex')

/** Whether the database was used with this secret, or with none yet. */
export async function isServerSecret(db: Executor, secret: string): Promise<boolean> {
  const fingerprint = await findFingerprint(db)
  return fingerprint === undefined || fingerprint === fingerprintOf(secret)
}

/**
 * Accepts the first secret of a database. Throws `ConfigError` for another one later: no sender could sign any more, and nothing would say
 * why.
 */
export async function checkServerSecret(db: Executor, secret: string): Promise<void> {
  await insertFingerprint(db, fingerprintOf(secret))
  if (await isServerSecret(db, secret)) return
  throw new ConfigError(
    'This database was used with another FILE_SECRET, which sealed the secrets of senders and webhooks. ' +
      'Set the former one, or restore `file-secret` in DATA_DIR from the backup. ' +
      'To change it: npm run doctor -- --accept-secret, with FORMER_FILE_SECRET set if you have it.',
  )
}

/** Makes this secret the database's own from now on. */
export const acceptServerSecret = (db: Executor, secret: string, now: Date): Promise<void> =>
  replaceFingerprint(db, fingerprintOf(secret), now)
