import { parseArgs } from 'node:util'
import { backUpAll, backUpFiles } from './operate/backup/backup.ts'
import type { Done } from './operate/backup/backup.ts'
import { openPlace } from './operate/backup/places.ts'
import { insertRun } from './platform/observe/backups.repository.ts'
import type { BackupRun } from './platform/observe/backups.repository.ts'
import { newKey } from './operate/backup/seal.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config/config.ts'
import type { Config } from './platform/config/config.ts'
import { createDatabase, createPool } from './platform/db/client.ts'
import { asCalled, offerHelp } from './platform/config/help.ts'
import { createLog } from './platform/observe/log.ts'
import { openBeside } from './operate/postgres/index.ts'

/** `npm run backup`: one backup into BACKUP_TO, and the removal of those that are too old. */

const usage = `Usage: npm run backup
       npm run backup -- --files
       npm run backup -- --note PLACE [--failed REASON]
       npm run backup -- --new-key
Writes an encrypted backup into BACKUP_TO while the server runs, and removes those older than BACKUP_DAYS.
                the embedded database, files and FILE_SECRET
  --files       files and FILE_SECRET only, beside a DATABASE_URL that another program backs up
  --note        records that another program has backed the database up (PLACE: where), so that its age is watched
  --failed      with --note: it failed
  --new-key     prints a new pair of keys for BACKUP_KEY
docs/backup.md has the steps.`

const say = (line: string): void => void process.stdout.write(`${asCalled(line)}\n`)

async function printKey(): Promise<void> {
  const { identity, recipient } = await newKey()
  say(`BACKUP_KEY of the server, which can only write backups:   ${recipient}`)
  say(`BACKUP_KEY of a restore. Keep it elsewhere, never here:   ${identity}`)
}

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

async function backUp(config: Config, kind: 'base' | 'files'): Promise<void> {
  if (!config.backup) throw new Error('BACKUP_TO is not set: npm run backup -- --help.')
  if (config.DATABASE_URL && kind === 'base')
    throw new Error(
      'The database is DATABASE_URL: back it up with pgBackRest or by its service, and files with npm run backup -- --files (docs/backup.md).',
    )
  const place = await openPlace(config.backup.place)
  const run = { config, place, key: config.backup.key, days: config.backup.days, clock: systemClock }
  const startedAt = systemClock()
  const database = await openBeside(config, 'npm run backup')
  try {
    const outcome = { kind, startedAt, place: place.shown }
    let done: Done
    try {
      done = await (kind === 'base' ? backUpAll(run, database) : backUpFiles(run))
    } catch (error) {
      const failure = (error as Error).message
      await note(database.url, { ...outcome, endedAt: systemClock(), bytes: null, failure })
      throw error
    }
    const { backup, removed } = done
    const seconds = (Date.parse(backup.endedAt) - Date.parse(backup.startedAt)) / 1000
    await note(database.url, { ...outcome, endedAt: systemClock(), bytes: backup.bytes, failure: null })
    say(`${backup.name}: ${(backup.bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, in ${place.shown}`)
    if (removed > 0) say(`${removed} backups older than ${config.backup.days} days removed`)
  } finally {
    await database.stop()
  }
}

async function noteOther(config: Config, place: string, failure: string | null): Promise<void> {
  const at = systemClock()
  const database = await openBeside(config, 'npm run backup')
  try {
    await note(database.url, { kind: 'noted', startedAt: at, endedAt: at, place, bytes: null, failure })
  } finally {
    await database.stop()
  }
}

try {
  offerHelp(usage)
  const { values } = parseArgs({
    options: {
      files: { type: 'boolean' },
      note: { type: 'string' },
      failed: { type: 'string' },
      'new-key': { type: 'boolean' },
    },
  })
  if (values['new-key']) await printKey()
  else if (values.note !== undefined)
    await noteOther(readConfig(process.env), values.note, values.failed ?? null)
  else await backUp(readConfig(process.env), values.files ? 'files' : 'base')
} catch (error) {
  process.stderr.write(asCalled(`${(error as Error).message}\n`))
  process.exitCode = 1
}
