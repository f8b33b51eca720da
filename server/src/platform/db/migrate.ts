import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'

const folder = new URL('../../../migrations/', import.meta.url)

/** SQL texts by file name without `.sql`. */
export type MigrationFiles = Readonly<Record<string, string>>

/** Reads the SQL files. They only migrate forward, and an applied file must never change. */
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

/** SHA-256 of a file's text in hex, independent of line endings. */
export const checksumOf = (text: string): string =>
  createHash('sha256')
    .update(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
    .digest('hex')

/**
 * Last file that was applied before checksums were stored. These files had several editions; 0006 and 0012 bring all of them to the same
 * schema, so today's checksums are recorded for them.
 */
const lastUnchecked = '0011_review'

/**
 * Migrates the database to the newest schema: one transaction, under a lock, files in name order. Throws and changes nothing if a file
 * fails, if an applied file has changed, or if the database has a migration that this version lacks.
 */
export async function migrate(
  databaseUrl: string,
  getFiles: () => Promise<MigrationFiles> = readMigrations,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  // Without a listener, a server that stops while the last connection closes would end this process. Pending queries fail anyway.
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
    // Rewritten tables have lost their planner statistics, and index-only scans read the table until it is vacuumed.
    if (ran.length > 0) await sql`vacuum (analyze)`.execute(db)
  } finally {
    await db.destroy()
  }
}

interface MigrationTables {
  kysely_migration: { name: string; checksum: string | null }
}

/** Runs pending migrations and returns their names. */
async function runMissing(trx: Transaction<MigrationTables>, files: MigrationFiles): Promise<string[]> {
  // Saved because the migrator then releases its lock, which fails with an unrelated error in the broken transaction.
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
    // With parallel branches, a lower number may be applied second.
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
