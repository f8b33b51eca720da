import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'

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
