import path from 'node:path'
import { parseArgs } from 'node:util'
import { openPlace } from './operate/backup/places.ts'
import type { Place } from './operate/backup/place.ts'
import { listSpans, restore } from './operate/backup/restore.ts'
import { placeOf } from './platform/config/config.backup.ts'
import { ConfigError, readConfig } from './platform/config/config.ts'
import { asCalled, offerHelp } from './platform/config/help.ts'

/** `npm run restore`: a backup of `npm run backup`, to a moment, into an empty DATA_DIR. */

const usage = `Usage: npm run restore -- [--to TIME] [--from PLACE] [--files]
       npm run restore -- --list [--from PLACE]
Restores the embedded database, files and FILE_SECRET into DATA_DIR, which must be empty.
  --to     the moment, such as 2026-11-26T14:30:00+08:00; without it the newest
  --from   a folder or s3://bucket/prefix; default BACKUP_TO
  --files  files and FILE_SECRET only
  --list   what can be restored, and until when
BACKUP_KEY is the identity (AGE-SECRET-KEY-1…). docs/backup.md has the steps.`

const say = (line: string): void => void process.stdout.write(`${asCalled(line)}\n`)

async function list(place: Place): Promise<void> {
  const spans = await listSpans(place)
  if (spans.length === 0) say(`There is no complete backup in ${place.shown}.`)
  for (const { backup, until } of spans)
    say(
      `${backup.kind.padEnd(6)}${backup.endedAt}  to  ${until.toISOString()}  ${(backup.bytes / 1e6).toFixed(1).padStart(8)} MB  ${backup.name}  ${backup.release}`,
    )
}

/** Reads a time with its zone: one without would mean another moment on another machine. */
function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  if (!text.includes('T') || !/(?:Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new Error(`--to ${text} is no time with its zone, such as 2026-11-26T14:30:00+08:00.`)
  return new Date(text)
}

try {
  offerHelp(usage)
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      files: { type: 'boolean' },
      list: { type: 'boolean' },
    },
  })
  const config = readConfig(process.env, { restores: true })
  const from = values.from ?? config.BACKUP_TO
  if (from === undefined) throw new Error('Name the backups: --from PLACE, or BACKUP_TO.')
  const place = await openPlace(
    placeOf(config, from, (text) => {
      throw new ConfigError(text)
    }),
  )
  if (values.list) await list(place)
  else {
    const until = readTime(values.to)
    if (config.DATABASE_URL && !values.files)
      throw new Error(
        'The database is DATABASE_URL: restore it by its own program, and files with --files (docs/backup.md).',
      )
    if (config.BACKUP_KEY === undefined)
      throw new Error('BACKUP_KEY is missing: the identity, AGE-SECRET-KEY-1….')
    const began = performance.now()
    const kind = values.files ? 'files' : 'base'
    await restore({ place, key: config.BACKUP_KEY, dataDir: path.resolve(config.DATA_DIR), until, kind, say })
    say(
      `Restored into ${path.resolve(config.DATA_DIR)} in ${((performance.now() - began) / 1000).toFixed(1)} s. Start the server, and make a new backup.`,
    )
  }
} catch (error) {
  process.stderr.write(asCalled(`${(error as Error).message}\n`))
  process.exitCode = 1
}
