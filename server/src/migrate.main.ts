import { parseArgs } from 'node:util'
import { readConfig } from './platform/config/config.ts'
import { adviceOn, readMigrations } from './platform/db/migrate.ts'
import { asCalled, offerHelp } from './platform/config/help.ts'
import { openBeside } from './operate/postgres/index.ts'
import { upgrade } from './upgrade.ts'

/** `npm run migrate`: brings the database to this version without starting the server. */

offerHelp(`Usage: npm run migrate [-- --remove]
Creates or updates the tables and the base data of the database, as each start of the server does.
  --remove  also removes what only the release before uses, once you keep this one: the way back ends. Its processes must have stopped
The database is DATABASE_URL, else the embedded one of this folder.`)

try {
  const { values } = parseArgs({ options: { remove: { type: 'boolean', default: false } } })
  const database = await openBeside(readConfig(process.env), 'npm run migrate')
  try {
    const waiting = await upgrade(database.url, readMigrations, undefined, { removes: values.remove })
    const { length } = Object.keys(await readMigrations())
    const text =
      waiting.length === 0
        ? `The database has all ${length} migrations of this version.`
        : `The database has ${length - waiting.length} migrations of this version. ${adviceOn(waiting)}`
    process.stdout.write(`${asCalled(text)}\n`)
  } finally {
    await database.stop()
  }
} catch (error) {
  const { message, cause } = error as Error
  process.stderr.write(`${asCalled(message)}${cause instanceof Error ? `\n  ${cause.message}` : ''}\n`)
  process.exitCode = 1
}
