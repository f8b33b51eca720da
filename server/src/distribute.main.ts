import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './platform/config/config.ts'
import { distribute, Undistributable } from './operate/distribute/distribute.ts'
import { asCalled, offerHelp } from './platform/config/help.ts'
import { placesOf } from './platform/tables/describe.ts'
import { allTables } from './rooms.ts'

/** `npm run distribute`: spreads the database over the servers of Citus. */

const usage = `Usage: npm run distribute [-- --dry-run] [--shards N]
Spreads a database with Citus over its servers: the rows of a store lie on one, base data on all, sessions and queues on
the coordinator. The rows are kept. Stop the product before, and make a backup; another run continues an interrupted one.
  --dry-run  prints the steps and their statements, and changes nothing
  --shards   parts of each table, 32 by default: more than there will ever be servers
The database is DATABASE_URL, the coordinator. docs/deploy.md has the steps.`

const say = (line: string): void => void process.stdout.write(`${asCalled(line)}\n`)

class Wrong extends Error {}

function readArguments(): { isDryRun: boolean; shards: number } {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, shards: { type: 'string' } } })
  const shards = Number(values.shards ?? 32)
  if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
    throw new Wrong('--shards takes a number from 1 to 1024.')
  return { isDryRun: values['dry-run'] ?? false, shards }
}

async function main(): Promise<void> {
  const { isDryRun, shards } = readArguments()
  const { DATABASE_URL: url } = readConfig(process.env)
  if (!url) throw new Wrong('DATABASE_URL is not set: the embedded database is one server and has no Citus.')
  const places = placesOf(allTables)
  const count = await distribute(url, places, {
    shards,
    isDryRun,
    onStep({ title, statements }, number, of) {
      say(`${String(number).padStart(String(of).length)}/${of}  ${title}`)
      if (isDryRun) for (const statement of statements) say(`         ${statement}`)
    },
  })
  if (count === 0) say('All tables have their places.')
  else say(isDryRun ? 'Dry run: nothing was changed.' : 'All tables have their places. Start the product.')
}

offerHelp(usage)
try {
  await main()
} catch (error) {
  const { message, stack, cause } = error as Error
  const isTold =
    [Wrong, ConfigError, Undistributable].some((kind) => error instanceof kind) || cause instanceof Error
  process.stderr.write(`${isTold ? asCalled(message) : stack}\n`)
  if (cause instanceof Error) process.stderr.write(`  ${cause.message}\n`)
  process.exitCode = 1
}
