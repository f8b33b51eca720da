import pg from 'pg'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createLog } from '../server/src/platform/log.ts'
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded.ts'
import { seedBase } from '../server/src/seed/base.ts'
import { seedLarge } from '../server/src/seed/large.ts'

/** The network that is measured. */
export const size = { dealers: 20, customers: 1_000_000 } as const

export interface BenchDatabase {
  readonly url: string
  stop(): Promise<void>
}

/** DATABASE_URL, else an embedded PostgreSQL kept under data/bench; with the large network, which is made where it is missing. */
export async function openDatabase(report: (line: string) => void): Promise<BenchDatabase> {
  const given = process.env['DATABASE_URL']
  const database: BenchDatabase = given
    ? { url: given, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres({ dataDir: 'data/bench', log: createLog('warn'), label: 'npm run bench' })
  try {
    await migrate(database.url)
    await seedBase(database.url)
    if (!(await holdsNetwork(database.url))) await seedLarge(database.url, size, new Date(), report)
    // An earlier run's writes left rows that no index can answer for alone.
    await ask(database.url, 'vacuum (analyze) customer, deal, activity, timeline')
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function holdsNetwork(url: string): Promise<boolean> {
  const [found] = await ask<{ found: boolean }>(
    url,
    `select exists (select from dealer where code like 'L0%') as found`,
  )
  return found?.found === true
}

/** One statement on a connection of its own. */
export async function ask<Row>(url: string, statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(statement, values)
    return rows as Row[]
  } finally {
    await client.end()
  }
}
