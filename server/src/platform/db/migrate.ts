import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemClock } from '../clock.ts'
import { createLog } from '../observe/log.ts'
import type { Logger } from '../observe/log.ts'
import { release } from '../config/release.ts'
import { linePrefix, nodeOf } from '../config/node.ts'
import type { Executor } from './client.ts'
import { DatabaseClient } from './connect.ts'
import { inSequence } from './placed.ts'

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

interface Migration {
  readonly name: string
  /** The oldest release that runs after it. */
  readonly least: string | undefined
}
// source-disable-next-line moduleState -- files of this release, which do not change while it runs
let listed: Promise<Migration[]> | undefined

/** This release's migrations, in their order. */
const listMigrations = (): Promise<Migration[]> =>
  (listed ??= readMigrations().then((files) =>
    Object.entries(files).map(([name, text]) => ({ name, least: leastOf(text) })),
  ))

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
 * Last file of release 0.1.0, which refuses a database that has run other files. Later ones are recorded where it does not look, so that it
 * can start on a newer schema.
 */
const lastOfFirst = '0054_reception'
/** A file with this first line has one statement, which PostgreSQL refuses within a transaction, such as `create index concurrently`. */
const alone = '-- outside a transaction\n'

/**
 * Header of a file that removes what an earlier release uses: the oldest release that runs on the schema after it. All releases run on the
 * schema of files without it.
 */
const leastRelease = /^-- least release: (\d+\.\d+\.\d+)$/m
const leastOf = (text: string): string | undefined => leastRelease.exec(text)?.[1]

/** Checksums of files that release 1.0.0 had in another edition; later files bring both to the same schema. */
const editionsOfRelease: Readonly<Record<string, string>> = {
  '0100_appointment': 'd1f0437e1b6281ba8bd57969343556679bf325a1e90250efbe8996b5a9f724d3',
}

/** A lock that a migration waits for stops all later statements on its table, so it gives up, rolls back and tries again. */
const lockMs = 3_000
/** Attempts of one file: some five minutes. */
const mostTries = 30
const longestPauseMs = 10_000

/**
 * Migrates the database to the newest schema: each file in a transaction, in name order. Other processes that start wait. Throws if a file
 * fails, which leaves the files before it, if an applied file has changed, or if the schema is too new for this release.
 *
 * Files that remove what the release before uses wait for `removes`, which ends the way back; it throws while such a release runs. They run
 * at once in an empty database, and from the next release on. Returns the names of those that wait.
 */
export async function migrate(
  databaseUrl: string,
  getFiles: () => Promise<MigrationFiles> = readMigrations,
  log: Pick<Logger, 'info' | 'warn'> = createLog('silent'),
  { removes = false }: { readonly removes?: boolean } = {},
): Promise<readonly string[]> {
  const waiting: string[] = []
  const client = new DatabaseClient({
    connectionString: databaseUrl,
    application_name: 'showroom-migrate',
    connectionTimeoutMillis: 15_000,
  })
  await client.connect()
  await client.query(inSequence)
  try {
    const files = await getFiles()
    await takeTurn(client)
    const applied = await readApplied(client)
    compare(applied, files, log)
    await recordChecksums(client, files)
    const names = new Set(applied.map(({ name }) => name))
    const pending = Object.entries(files).filter(([name]) => !names.has(name))
    for (const [name, text] of pending) {
      if (applied.length > 0 && (await mustWait(client, name, text, removes, log))) waiting.push(name)
      else await runFile(client, name, text, log)
    }
    await client.query('select pg_advisory_unlock_all()')
    // Rewritten tables have lost their planner statistics, and index-only scans read the table until it is vacuumed.
    if (pending.length > waiting.length) await client.query('vacuum (analyze)')
    return waiting
  } finally {
    await client.end()
  }
}

/** Whether a file that removes something is left out, because a release that uses it runs, or may come back. */
async function mustWait(
  client: DatabaseClient,
  name: string,
  text: string,
  removes: boolean,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<boolean> {
  const least = leastOf(text)
  if (least === undefined) return false
  if (!removes && isRemoval(least)) {
    log.info({ migration: name }, 'a migration waits until this release is kept (migrate --remove)')
    return true
  }
  const { rows } = await client.query<{ name: string }>(linesText)
  const older = rows.map((row) => nodeOf(row.name)).filter(({ version }) => isOlder(version || '0', least))
  if (older.length === 0) return false
  const running = older.map((node) => `${node.version} ${node.name}`.trim() || '0.1.0').join(', ')
  if (removes)
    throw new Error(
      `Migration ${name} removes what releases before ${least} use. Stop them first: ${running}.`,
    )
  log.warn({ migration: name, running }, 'a migration waits for processes of an older release')
  return true
}

/** Connections for notifications: each process has one. */
const linesText = `
  select coalesce(application_name, '') as name from pg_stat_activity
  where datname = current_database() and usename = current_user and application_name like '${linePrefix}%'`

/** Waits without a transaction: the statements outside one wait for all older transactions. */
async function takeTurn(client: DatabaseClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(hashtext('showroom.migrate')) as "isMine"`,
    )
    if (rows[0]?.isMine) return
    await setTimeout(200)
  }
}

export interface Applied {
  readonly name: string
  readonly checksum: string | null
  readonly leastRelease: string | null
}

async function readApplied(client: DatabaseClient): Promise<Applied[]> {
  await client.query(`
    begin;
    create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    alter table kysely_migration add column if not exists checksum text;
    create table if not exists kysely_migration_later (
      name text primary key,
      timestamp text not null,
      checksum text,
      least_release text
    );
    with later as (delete from kysely_migration where name > '${lastOfFirst}' returning name, timestamp, checksum)
    insert into kysely_migration_later (name, timestamp, checksum) select * from later;
    commit`)
  return (await client.query<Applied>(appliedText)).rows
}

/** Migrations that the database has run. */
export const appliedText = `
  select name, checksum, null as "leastRelease" from kysely_migration
  union all select name, checksum, least_release from kysely_migration_later
  order by name`

interface Compared {
  readonly applied: readonly string[]
  /** Files of this release that the database has not run, and that the next start runs. */
  readonly pending: readonly string[]
  /** Files that remove what the release before uses, and wait until this one is kept. */
  readonly waiting: readonly string[]
  /** Files of a newer release that it has run. */
  readonly newer: readonly string[]
}

/** Compares the migrations that the database has run with those of this release. */
export async function compareMigrations(ran: readonly string[]): Promise<Compared> {
  const all = await listMigrations()
  const [known, done] = [new Set(all.map(({ name }) => name)), new Set(ran)]
  const namesOf = (filter: (migration: Migration) => boolean): string[] =>
    all.filter(filter).map(({ name }) => name)
  const mayWait = ({ least }: Migration): boolean => least !== undefined && isRemoval(least)
  return {
    applied: namesOf(({ name }) => done.has(name)),
    pending: namesOf((one) => !done.has(one.name) && !mayWait(one)),
    waiting: namesOf((one) => !done.has(one.name) && mayWait(one)),
    newer: ran.filter((name) => !known.has(name)),
  }
}

/** Counts the database's migrations by their state. */
export async function countMigrations(db: Executor): Promise<ReadonlyMap<keyof Compared, number>> {
  const { rows } = await sql<Pick<Applied, 'name'>>`
    select name from kysely_migration union all select name from kysely_migration_later`.execute(db)
  const { applied, pending, waiting, newer } = await compareMigrations(rows.map(({ name }) => name))
  return new Map([
    ['applied', applied.length],
    ['pending', pending.length],
    ['waiting', waiting.length],
    ['newer', newer.length],
  ])
}

const numbersOf = (version: string): number[] => version.split('.').map(Number)

function isOlder(version: string, than: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(than)]
  const at = other.findIndex((number, place) => number !== (own[place] ?? 0))
  return at >= 0 && (own[at] ?? 0) < (other[at] ?? 0)
}

/** Whether a file with this header removes what the release before this one uses. */
const isRemoval = (least: string): boolean => !isOlder(least, release)

/** Advice to an operator about files that wait. */
export const adviceOn = (waiting: readonly string[]): string =>
  `${waiting.length} more remove what the release before uses. Once you keep this one: npm run migrate -- --remove`

/** Why this release does not start on the database: the schema of a newer one is too new, or an applied file has changed. */
export function refusalOf(applied: readonly Applied[], files: MigrationFiles): string | undefined {
  for (const { name, checksum, leastRelease: least } of applied) {
    const text = files[name]
    if (text === undefined) {
      if (least === null || !isOlder(release, least)) continue
      return (
        `The database has run migration ${name}, which needs release ${least} or later; this is ${release}. ` +
        'Start the newer release again, or restore a dump.'
      )
    }
    const matches =
      checksum === null
        ? name <= lastUnchecked
        : checksum === checksumOf(text) || checksum === editionsOfRelease[name]
    if (!matches)
      return (
        `server/migrations/${name}.sql differs from the file that this database has run: an applied migration never changes. ` +
        'Restore the file, and put the change into a new one.'
      )
  }
  return undefined
}

/** Throws if this release does not start on the database. */
function compare(
  applied: readonly Applied[],
  files: MigrationFiles,
  log: Pick<Logger, 'info' | 'warn'>,
): void {
  const refusal = refusalOf(applied, files)
  if (refusal !== undefined) throw new Error(refusal)
  const newer = applied.filter(({ name }) => files[name] === undefined)
  if (newer.length > 0)
    log.warn(
      { migrations: newer.map(({ name }) => name) },
      'the database has the schema of a newer release, on which this one runs',
    )
}

/** Records the checksums of files that ran before checksums were stored. */
async function recordChecksums(client: DatabaseClient, files: MigrationFiles): Promise<void> {
  const names = Object.keys(files).filter((name) => name <= lastUnchecked)
  await client.query(
    `update kysely_migration m set checksum = f.checksum
     from unnest($1::text[], $2::text[]) as f (name, checksum) where m.name = f.name and m.checksum is null`,
    [names, names.map((name) => checksumOf(files[name] ?? ''))],
  )
}

/** Lock timeout, deadlock, serialization failure. */
const blockedCodes = new Set(['55P03', '40P01', '40001'])

async function runFile(
  client: DatabaseClient,
  name: string,
  text: string,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  const started = performance.now()
  for (let tries = 1; ; tries++)
    try {
      await (text.startsWith(alone) ? runAlone(client, name, text) : runInTransaction(client, name, text))
      log.info({ migration: name, ms: Math.round(performance.now() - started) }, 'migrated')
      return
    } catch (cause) {
      const isBlocked = blockedCodes.has((cause as { code?: string }).code ?? '')
      if (!isBlocked) throw new Error(`migration ${name} failed`, { cause })
      const { rows: sessions } = await client.query(oldestText)
      const failure = { migration: name, tries, cause: (cause as Error).message, sessions }
      log.warn(failure, 'a migration waits for the locks of other sessions')
      if (tries === mostTries)
        throw new Error(
          `migration ${name} got no lock in ${tries} attempts. Oldest transactions: ${JSON.stringify(sessions)}`,
          { cause },
        )
      await setTimeout(Math.min(longestPauseMs, 250 * 2 ** tries) * (0.5 + Math.random() / 2))
    }
}

/** Sessions that may hold the lock, without their statements, which quote values. */
const oldestText = `
  select pid, application_name as application, state, round(extract(epoch from now() - xact_start))::int as seconds
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
  order by xact_start limit 3`

async function runInTransaction(client: DatabaseClient, name: string, text: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockMs}`)
    await client.query(text)
    await record(client, name, text)
    await client.query('commit')
  } catch (error) {
    // Fails too if the connection is lost; the first error is the cause.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function runAlone(client: DatabaseClient, name: string, text: string): Promise<void> {
  // An interrupted build leaves an index that is invalid, and that `if not exists` would keep.
  const { rows } = await client.query<{ index: string }>(
    'select indexrelid::regclass::text as index from pg_index where not indisvalid',
  )
  for (const { index } of rows) await client.query(`drop index concurrently if exists ${index}`)
  await client.query(text)
  await record(client, name, text)
}

async function record(client: DatabaseClient, name: string, text: string): Promise<void> {
  const least = leastOf(text)
  const row = [name, systemClock().toISOString(), checksumOf(text)]
  if (name <= lastOfFirst)
    await client.query('insert into kysely_migration (name, timestamp, checksum) values ($1, $2, $3)', row)
  else
    await client.query(
      'insert into kysely_migration_later (name, timestamp, checksum, least_release) values ($1, $2, $3, $4)',
      [...row, least ?? null],
    )
}
