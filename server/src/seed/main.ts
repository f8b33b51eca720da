import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../platform/config/config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { asCalled, offerHelp } from '../platform/config/help.ts'
import { createLog } from '../platform/observe/log.ts'
import { FolderInUse, startEmbeddedPostgres } from '../operate/postgres/index.ts'
import { seedBase } from './base.ts'
import { SeedRefused, largeMemberMobile, seedLarge } from './large.ts'
import { demoPassword } from './network.ts'

/** `npm run seed -- --dealers 300 --customers 1000000`: creates a large network in DATABASE_URL or in the embedded database. */

const usage = `Usage: npm run seed -- --dealers N --customers M
  --dealers    dealers to make
  --customers  customers in all of them together
The database is DATABASE_URL, else the embedded one of this folder (stop the server first).`

function readNumber(name: string, text: string | undefined): number {
  const value = Number(text)
  if (text === undefined || !Number.isInteger(value) || value < 1)
    throw new SeedRefused(`--${name}: a whole number from 1 on\n\n${usage}`)
  return value
}

function readSize(): { dealers: number; customers: number } {
  const number = { type: 'string' } as const
  try {
    const { values } = parseArgs({ options: { dealers: number, customers: number } })
    return {
      dealers: readNumber('dealers', values.dealers),
      customers: readNumber('customers', values.customers),
    }
  } catch (error) {
    throw error instanceof SeedRefused ? error : new SeedRefused(`${(error as Error).message}\n\n${usage}`)
  }
}

async function openDatabase(config: ReturnType<typeof readConfig>) {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: () => Promise.resolve() }
  try {
    return await startEmbeddedPostgres({
      dataDir: config.DATA_DIR,
      log: createLog('warn'),
      label: 'npm run seed',
    })
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new SeedRefused(`${error.message}\nStop the server first, or set DATABASE_URL.`, { cause: error })
  }
}

async function run(): Promise<void> {
  offerHelp(usage)
  const size = readSize()
  const started = performance.now()
  const report = (line: string): void => {
    process.stdout.write(
      `${String(Math.round((performance.now() - started) / 1000)).padStart(5)} s  ${line}\n`,
    )
  }
  const config = readConfig(process.env)
  if (config.NODE_ENV === 'production')
    throw new SeedRefused(
      'NODE_ENV=production: a seed is for trials, its accounts have a password that everybody knows.',
    )
  const database = await openDatabase(config)
  try {
    await migrate(database.url)
    await seedBase(database.url)
    await seedLarge(database.url, size, new Date(), report)
  } finally {
    await database.stop()
  }
  process.stdout.write(
    `\nSign in as ${largeMemberMobile(0, 0)} (总经理) or ${largeMemberMobile(0, 4)} (客户经理), password ${demoPassword}\n`,
  )
}

try {
  await run()
} catch (error) {
  const { message, cause, stack } = error as Error & { cause?: Error & { code?: string } }
  const refused = error instanceof SeedRefused || error instanceof ConfigError
  const why = cause?.message || cause?.code
  process.stderr.write(refused ? `${asCalled(message)}\n` : why ? `${message}: ${why}\n` : `${stack}\n`)
  process.exitCode = 1
}
