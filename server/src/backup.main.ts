import { parseArgs } from 'node:util'
import { backUp, backupOptions, noteOther } from './operate/backup/recorded.ts'
import { newKey } from './operate/backup/seal.ts'
import { asCalled, offerHelp } from './platform/config/help.ts'

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

try {
  offerHelp(usage)
  const { values } = parseArgs({ options: backupOptions })
  if (values['new-key']) await printKey()
  else if (values.note !== undefined) await noteOther(process.env, values.note, values.failed ?? null)
  else await backUp(process.env, values.files ? 'files' : 'base', say)
} catch (error) {
  process.stderr.write(asCalled(`${(error as Error).message}\n`))
  process.exitCode = 1
}
