import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The server's own PostgreSQL under DATA_DIR, inspected from outside. */

/** The cluster's folder: the data folder, or the one it points to where PostgreSQL's user may not enter. */
function homeOf(dataDir: string): string {
  const note = path.join(dataDir, 'place')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir
}

const read = (dataDir: string, file: string): string =>
  readFileSync(path.join(homeOf(dataDir), file), 'utf8').trim()

export const clusterUrl = (dataDir: string): string =>
  `postgres://showroom:${read(dataDir, 'password')}@127.0.0.1:${read(dataDir, 'port')}/showroom`

export const postmasterPid = (dataDir: string): number =>
  Number(read(dataDir, 'cluster/postmaster.pid').split('\n')[0])
