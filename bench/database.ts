import pg from 'pg'
import { createDatabase } from '../server/src/platform/db/client.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createLog } from '../server/src/platform/observe/log.ts'
import { startEmbeddedPostgres } from '../server/src/operate/postgres/index.ts'
import {
  acceptServerSecret,
  checkServerSecret,
  readServerSecret,
} from '../server/src/platform/config/secret.ts'
import { seedBase } from '../server/src/seed/base.ts'
import { seedLarge } from '../server/src/seed/large.ts'

/** Size of the measured network. */
export const size = { dealers: 20, customers: 1_000_000 } as const

/** Prefix of the external ids of the bench's own leads. */
export const madeHere = 'bench-'

export interface BenchDatabase extends AsyncDisposable {
  readonly url: string
  /** The secret with which the servers on this database sign and seal. */
  readonly secret: string
}

const ownFolder = 'data/bench'

/** The variables of a server on it. */
export const environmentOf = ({ url, secret }: BenchDatabase) => ({
  DATABASE_URL: url,
  FILE_SECRET: secret,
  DATA_DIR: 'data/bench-files',
  DEMO: '0',
})

/**
 * Opens DATABASE_URL with the secret of its installation (FILE_SECRET, else of DATA_DIR), else an embedded PostgreSQL
 * kept under data/bench. Seeds the large network if it is missing.
 */
export async function openDatabase(report: (line: string) => void): Promise<BenchDatabase> {
  const given = process.env['DATABASE_URL']
  const database = given
    ? { url: given, stop: (): Promise<void> => Promise.resolve() }
    : await startEmbeddedPostgres({ dataDir: ownFolder, log: createLog('warn'), label: 'npm run bench' })
  const { url } = database
  try {
    await migrate(url)
    await seedBase(url)
    const secret = await secretOf(url, given !== undefined)
    const holds = await whatItHolds(url)
    if (holds.network && !holds.whole) {
      if (given)
        throw new Error('The network in this database has no leads or no orders: use an empty database.')
      report('the network has no leads or no orders: it is created again')
      await recreate(url)
      await migrate(url)
      await seedBase(url)
    }
    if (!holds.whole) {
      await seedLarge(url, size, new Date(), report)
      // pgbench distinguishes values by their content: a new customer and its deal must not have the same id.
      await ask(url, `select setval(pg_get_serial_sequence('deal', 'id'), max(id) + 1000) from deal`)
    }
    // Removes leads that an earlier run made and did not assign, and its dead rows, which slow index-only scans.
    await ask(url, 'delete from lead where external_id like $1 and status in (1, 5)', [`${madeHere}%`])
    // Analyzes all tables: pgbench's copy takes the statistics over, and is never analyzed itself.
    await ask(url, 'vacuum (analyze)')
    return { url, secret, [Symbol.asyncDispose]: () => database.stop() }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** The secret of the database; throws if the one at hand is another. The bench's own database takes any. */
async function secretOf(url: string, isGiven: boolean): Promise<string> {
  const { FILE_SECRET = '', DATA_DIR = 'data' } = isGiven ? process.env : { DATA_DIR: ownFolder }
  const secret = await readServerSecret({ FILE_SECRET, DATA_DIR })
  const db = createDatabase(new pg.Pool({ connectionString: url, max: 1 }))
  try {
    if (isGiven) await checkServerSecret(db, secret)
    else await acceptServerSecret(db, secret, new Date())
  } finally {
    await db.destroy()
  }
  return secret
}

/**
 * Makes a copy for writes that must not stay in the network measured over HTTP: pgbench repeats a call's statements
 * with other ids, the intake inserts tens of thousands of leads. Made while no other connection is open.
 */
export async function copyDatabase({ url, secret }: BenchDatabase, purpose: string): Promise<BenchDatabase> {
  const copy = new URL(url)
  copy.pathname = `${copy.pathname}_${purpose}`
  const { admin, name: template } = namesOf(url)
  const { name } = namesOf(copy.href)
  const drop = `drop database if exists ${name}`
  await ask(admin, drop)
  await ask(admin, `create database ${name} template ${template} strategy file_copy`)
  return { url: copy.href, secret, [Symbol.asyncDispose]: async () => void (await ask(admin, drop)) }
}

async function whatItHolds(url: string): Promise<{ network: boolean; whole: boolean }> {
  const [contents] = await ask<{ network: boolean; whole: boolean }>(
    url,
    `select exists (select from dealer where code like 'L0%') as network,
            exists (select from lead l join dealer d on d.id = l.dealer_id and d.code like 'L0%')
              and exists (select from vehicle_order o join dealer d on d.id = o.dealer_id and d.code like 'L0%') as whole`,
  )
  return contents ?? { network: false, whole: false }
}

/** Drops the database and makes an empty one of the same name. */
async function recreate(url: string): Promise<void> {
  const { admin, name } = namesOf(url)
  await ask(admin, `drop database ${name}`)
  await ask(admin, `create database ${name}`)
}

/**
 * The database's name as an SQL identifier, and the URL of another database of the same cluster for administration.
 */
function namesOf(url: string): { admin: string; name: string } {
  const admin = new URL(url)
  admin.pathname = '/postgres'
  return { admin: admin.href, name: pg.escapeIdentifier(decodeURIComponent(new URL(url).pathname.slice(1))) }
}

/** Runs one statement on its own connection. */
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
