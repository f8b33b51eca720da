import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'

const folder = new URL('../../../migrations/', import.meta.url)

/** Plain SQL files by their names, without `.sql`. */
export type MigrationFiles = Readonly<Record<string, string>>

/** The plain SQL files. Forward only; one that ran anywhere never changes again. */
export async function readMigrations(): Promise<MigrationFiles> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const entries = await Promise.all(
    names.map(async (name): Promise<[string, string]> => [
      name.slice(0, -'.sql'.length),
      await readFile(new URL(name, folder), 'utf8'),
    ]),
  )
  return Object.fromEntries(entries)
}

/** SHA-256 of a file's text, in hex: the same however the checkout ends its lines. */
export const checksumOf = (text: string): string =>
  createHash('sha256')
    .update(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
    .digest('hex')

/**
 * Up to here files ran before checksums were kept, in several editions. 0006 and 0012 bring what each of them made to one state, so
 * that today's checksums are recorded for them.
 */
const lastUnchecked = '0011_review'

/**
 * Brings the database to the newest schema, in one transaction under a lock, files in the order of their names. Throws, leaving the
 * database as it was, if a file fails, if one that ran has changed since, or if the database has run one that this version does not know.
 */
export async function migrate(
  databaseUrl: string,
  getFiles: () => Promise<MigrationFiles> = readMigrations,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  // Without a listener a server that ends while its last connection is let go of would end this process; what is asked of it fails anyway.
  pool.on('error', () => undefined)
  const db = new Kysely<MigrationTables>({ dialect: new PostgresDialect({ pool }) })
  try {
    const files = await getFiles()
    const ran = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('showroom.migrate'))`.execute(trx)
      await compareChecksums(trx, files)
      const names = await runMissing(trx, files)
      await recordChecksums(trx, files)
      return names
    })
    // A rewritten table has lost what the planner knows, and every index-only scan reads the table until it is vacuumed.
    if (ran.length > 0) await sql`vacuum (analyze)`.execute(db)
  } finally {
    await db.destroy()
  }
}

interface MigrationTables {
  kysely_migration: { name: string; checksum: string | null }
}

/** Runs what has not run yet. Returns the names. */
async function runMissing(trx: Transaction<MigrationTables>, files: MigrationFiles): Promise<string[]> {
  // Kept aside: the migrator goes on to let go of its lock, and what that says in a broken transaction is of no use.
  let failure: Error | undefined
  const run =
    (name: string, text: string) =>
    async (db: Kysely<unknown>): Promise<void> => {
      try {
        await sql.raw(text).execute(db)
      } catch (cause) {
        failure = new Error(`migration ${name} failed`, { cause })
        throw failure
      }
    }
  const migrations = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, { up: run(name, text) }]),
  )
  const migrator = new Migrator({
    db: trx,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    // Of two branches the lower number may come second.
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw failure ?? new Error('migration failed', { cause: error })
  return results.map(({ migrationName }) => migrationName)
}

async function compareChecksums(trx: Transaction<MigrationTables>, files: MigrationFiles): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(trx)
  if (!rows[0]?.exists) return
  await sql`alter table kysely_migration add column if not exists checksum text`.execute(trx)
  const applied = await trx
    .selectFrom('kysely_migration')
    .select(['name', 'checksum'])
    .orderBy('name')
    .execute()
  const unknown = applied.find(({ name }) => files[name] === undefined)
  if (unknown)
    throw new Error(
      `The database has run migration ${unknown.name}, which this version does not have: it is older than the database. ` +
        'Start the newer version again.',
    )
  for (const { name, checksum } of applied) {
    const matches = checksum === null ? name <= lastUnchecked : checksum === checksumOf(files[name] ?? '')
    if (!matches)
      throw new Error(
        `server/migrations/${name}.sql is not what this database has run: a migration never changes once it ran. ` +
          'Restore the file, and put the change into a new one.',
      )
  }
}

async function recordChecksums(trx: Transaction<MigrationTables>, files: MigrationFiles): Promise<void> {
  await sql`alter table kysely_migration add column if not exists checksum text`.execute(trx)
  const names = Object.keys(files)
  await sql`
    update kysely_migration m set checksum = f.checksum
    from unnest(${names}::text[], ${names.map((name) => checksumOf(files[name] ?? ''))}::text[]) as f (name, checksum)
    where m.name = f.name and m.checksum is null`.execute(trx)
}
