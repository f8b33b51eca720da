import { readConfig } from './platform/config/config.ts'
import { readMigrations } from './platform/db/migrate.ts'
import { asCalled, offerHelp } from './platform/config/help.ts'
import { openBeside } from './operate/postgres/index.ts'
import { upgrade } from './upgrade.ts'

/** `npm run migrate`: brings the database to this version without starting the server. */

offerHelp(`Usage: npm run migrate
Creates or updates the tables and the base data of the database, as each start of the server does.
The database is DATABASE_URL, else the embedded one of this folder.`)

try {
  const database = await openBeside(readConfig(process.env), 'npm run migrate')
  try {
    await upgrade(database.url)
    const { length } = Object.keys(await readMigrations())
    process.stdout.write(`The database has all ${length} migrations of this version.\n`)
  } finally {
    await database.stop()
  }
} catch (error) {
  const { message, cause } = error as Error
  process.stderr.write(`${asCalled(message)}${cause instanceof Error ? `\n  ${cause.message}` : ''}\n`)
  process.exitCode = 1
}
