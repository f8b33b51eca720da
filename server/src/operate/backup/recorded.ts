import { parseArgs } from 'node:util'
import { createDatabase, createPool } from '../../platform/db/client.ts'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import { insertRun } from '../../platform/observe/backups.repository.ts'
import type { BackupRun, RunKind } from '../../platform/observe/backups.repository.ts'
import { createLog } from '../../platform/observe/log.ts'
import { openBeside } from '../postgres/index.ts'
import type { Beside } from '../postgres/index.ts'
import { backUpAll, backUpFiles } from './backup.ts'
import type { Done } from './backup.ts'
import { openPlace } from './places.ts'

/** Backups whose outcome is recorded in the database, from the first variable to the last byte. */

type Environment = NodeJS.ProcessEnv
type Kind = Exclude<RunKind, 'noted'>
type Say = (line: string) => void

const noPlace = 'BACKUP_TO is not set: npm run backup -- --help.'

/** Records an outcome. The backup counts even if the database takes no row. */
async function note(url: string, run: BackupRun): Promise<void> {
  const db = createDatabase(createPool(url, 1, createLog('silent')))
  try {
    await insertRun(db, run)
  } catch (error) {
    process.stderr.write(`The outcome could not be recorded in the database: ${(error as Error).message}\n`)
  } finally {
    await db.destroy()
  }
}

/** Variables that lead to the database, in which outcomes are recorded whatever is wrong with the other variables. */
const ofDatabase = ['NODE_ENV', 'DATABASE_URL', 'EMBEDDED_DATABASE', 'DATA_DIR']

function openRecords(environment: Environment): Promise<Beside> {
  const config = readConfig(Object.fromEntries(ofDatabase.map((name) => [name, environment[name]])))
  return openBeside({ ...config, BACKUP_TO: environment['BACKUP_TO'] || undefined }, 'npm run backup')
}

async function write(
  environment: Environment,
  kind: Kind,
  database: Beside,
): Promise<Done & { place: string; days: number }> {
  const config = readConfig(environment)
  if (!config.backup) throw new Error(noPlace)
  if (config.DATABASE_URL && kind === 'base')
    throw new Error(
      'The database is DATABASE_URL: back it up with pgBackRest or by its service, and files with npm run backup -- --files (docs/backup.md).',
    )
  const { key, days } = config.backup
  const place = await openPlace(config.backup.place)
  const run = { config, place, key, days, clock: systemClock }
  return {
    ...(await (kind === 'base' ? backUpAll(run, database) : backUpFiles(run))),
    place: place.shown,
    days,
  }
}

/** Makes a backup into BACKUP_TO, and records how it ended: also one that could not begin. */
export async function backUp(environment: Environment, kind: Kind, say: Say): Promise<void> {
  const to = environment['BACKUP_TO']
  if (!to) throw new Error(noPlace)
  const startedAt = systemClock()
  const database = await openRecords(environment)
  const noteEnd = (place: string, bytes: number | null, failure: string | null): Promise<void> =>
    note(database.url, { kind, startedAt, endedAt: systemClock(), place, bytes, failure })
  try {
    const done = await write(environment, kind, database).catch(async (error: unknown) => {
      // The doctor prints it in one line.
      const lines = (error as Error).message.split('\n').map((line) => line.trim())
      await noteEnd(to, null, lines.join(' '))
      throw error
    })
    const { backup, removed, place, days } = done
    const seconds = (Date.parse(backup.endedAt) - Date.parse(backup.startedAt)) / 1000
    await noteEnd(place, backup.bytes, null)
    say(`${backup.name}: ${(backup.bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, in ${place}`)
    if (removed > 0) say(`${removed} backups older than ${days} days removed`)
  } finally {
    await database.stop()
  }
}

/** Records an outcome of this moment. */
async function noteNow(
  environment: Environment,
  run: Pick<BackupRun, 'kind' | 'place' | 'failure'>,
): Promise<void> {
  const at = systemClock()
  const database = await openRecords(environment)
  try {
    await note(database.url, { ...run, startedAt: at, endedAt: at, bytes: null })
  } finally {
    await database.stop()
  }
}

/** Records the backup of another program. */
export const noteOther = (environment: Environment, place: string, failure: string | null): Promise<void> =>
  noteNow(environment, { kind: 'noted', place, failure })

export const backupOptions = {
  files: { type: 'boolean' },
  note: { type: 'string' },
  failed: { type: 'string' },
  'new-key': { type: 'boolean' },
} as const

/**
 * Records a backup that a fault of the variables kept from beginning: otherwise the age of the last good one would be the first alarm. An
 * outcome of another program is recorded as it was.
 */
export async function noteUnbegun(
  environment: Environment,
  args: readonly string[],
  failure: string,
): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: backupOptions, strict: false })
  if (typeof values.note === 'string')
    return noteOther(environment, values.note, typeof values.failed === 'string' ? values.failed : null)
  const place = environment['BACKUP_TO']
  if (!place || values['new-key'] || args.includes('--help')) return
  await noteNow(environment, { kind: values.files ? 'files' : 'base', place, failure })
}
