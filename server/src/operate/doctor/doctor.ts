import { access, constants, statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { resealSources } from '../../lead/index.ts'
import { countUnenrolled, resealAuthenticators } from '../../access/index.ts'
import type { BackupAge } from '../backup/watch.ts'
import { readBackupAges } from '../backup/watch.ts'
import { measureDelay } from '../backup/archiver.ts'
import { placeOf } from '../postgres/index.ts'
import { readArchiveDelay } from '../../platform/observe/backups.repository.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { transact } from '../../platform/db/client.ts'
import type { Database } from '../../platform/db/client.ts'
import { DatabaseClient } from '../../platform/db/connect.ts'
import {
  countConnections,
  givesTables,
  listApplied,
  nameCollation,
  readClock,
  readCollations,
  readEncryption,
  readOtherOwners,
  readRights,
  readVersion,
  readWritable,
} from '../../platform/db/health.ts'
import { adviceOn, compareMigrations, readMigrations, refusalOf } from '../../platform/db/migrate.ts'
import { checkPooling } from '../../platform/db/pooling.ts'
import { askDoors } from '../../platform/outside/doors.ts'
import type { Answered } from '../../platform/outside/doors.ts'
import { resealing } from '../../platform/config/seal.ts'
import { acceptServerSecret, isServerSecret } from '../../platform/config/secret.ts'
import { resealTexts } from '../../platform/texts/outbox.repository.ts'
import { endAllDevices } from '../../platform/webpush/device.repository.ts'
import { resealEndpoints } from '../../webhook/index.ts'

/** Examines an installation, and changes its secret. */

export interface Finding {
  readonly about: string
  readonly state: 'ok' | 'warning' | 'fault'
  /** The result; for a warning or fault followed by what to do. */
  readonly text: string
}

type Check = (client: pg.Client, config: Config) => Promise<Omit<Finding, 'about'>>
export const ok = (text: string) => ({ state: 'ok', text }) as const
export const warning = (text: string) => ({ state: 'warning', text }) as const
export const fault = (text: string) => ({ state: 'fault', text }) as const

const leastVersion = 150_000

const version: Check = async (client) => {
  const { number, shown, encoding } = await readVersion(client)
  if (number < leastVersion) return fault(`PostgreSQL ${shown} is too old: update it to 15 or later.`)
  if (encoding !== 'UTF8')
    return fault(`its encoding is ${encoding}: create the database with encoding UTF8.`)
  return ok(`PostgreSQL ${shown}`)
}

const writable: Check = async (client) => {
  const { isStandby, isReadOnly } = await readWritable(client)
  if (isStandby) return fault('it is a standby: connect to the primary.')
  if (isReadOnly) return fault('it is read-only: reset default_transaction_read_only.')
  return ok('takes writes')
}

const rights: Check = async (client) => {
  const { mayCreate, user } = await readRights(client)
  if (!mayCreate)
    return fault(`${user} may not create tables and schemas: make it the owner of the database.`)
  const others = await readOtherOwners(client)
  return others.length === 0
    ? ok('may create tables and schemas, and owns what is there')
    : fault(`${others.join()} owns tables: as a superuser in psql, ${givesTables(user)} \\gexec`)
}

const collation: Check = async (client) => {
  const { hasNames, changed } = await readCollations(client)
  if (!hasNames)
    return fault(`${nameCollation} is missing, which sorts names: use a PostgreSQL that is built with ICU.`)
  return changed.length === 0
    ? ok(`${nameCollation} for names, no changed versions`)
    : warning(
        `the system sorts by ${changed.join()} otherwise than when indexes were built: reindex the database, then refresh the version (alter database … refresh collation version, alter collation … refresh version).`,
      )
}

/** Connections of a process besides its pool: counters, jobs, and two that listen. */
const besides = 7

/** Compares the connections that the product has or could open with what its running processes may take, or a first one. */
const connections: Check = async (client, config) => {
  const { free, ours, processes } = await countConnections(client)
  const each = config.DATABASE_POOL + besides
  const running = Math.max(processes, 1)
  const text = `${free + ours} for the product, ${running} × ${each} needed`
  return free + ours < running * each
    ? warning(`${text}: raise max_connections (or the limit of database or role), or lower DATABASE_POOL.`)
    : ok(text)
}

const mostSecondsOff = 5

const clock: Check = async (client) => {
  const before = performance.now()
  const at = await readClock(client)
  const seconds = Math.abs(systemClock().getTime() - at.getTime() - (performance.now() - before) / 2) / 1000
  const text = `differs from this machine's by ${seconds.toFixed(1)} s`
  return seconds > mostSecondsOff ? warning(`${text}: synchronise both (NTP).`) : ok(text)
}

const encryption: Check = async (client, config) => {
  const { version: tls, isRemote } = await readEncryption(client)
  if (!tls)
    return isRemote
      ? warning(
          'the connection crosses the network in the clear: add sslmode=verify-full&sslrootcert=FILE to DATABASE_URL (docs/deploy.md).',
        )
      : ok('none, as the database is on this machine')
  return /[?&]sslmode=no-verify/.test(config.DATABASE_URL ?? '')
    ? warning(`${tls}, but its certificate is not examined: use sslmode=verify-full.`)
    : ok(tls)
}

const schema: Check = async (client) => {
  const ran = await listApplied(client)
  const refusal = refusalOf(ran, await readMigrations())
  if (refusal !== undefined) return fault(refusal)
  const { applied, pending, waiting, newer } = await compareMigrations(ran.map(({ name }) => name))
  if (newer.length > 0)
    return warning(`a newer release has run migration ${newer.join()}: start that release soon.`)
  if (pending.length > 0)
    return warning(`${pending.length} migrations are pending: the next start runs them.`)
  const text = `${applied.length} migrations`
  return ok(waiting.length > 0 ? `${text}. ${adviceOn(waiting)}` : text)
}

const checks: Readonly<Record<string, Check>> = {
  database: version,
  collation,
  writes: writable,
  rights,
  encryption,
  connections,
  clock,
  schema,
}

const leastFreeBytes = 1e9

async function checkDisk(folder: string): Promise<Omit<Finding, 'about'>> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    return fault(
      `${(error as Error).message}: make the folder, or give it to the user of the services (DATA_DIR).`,
    )
  }
  const { bavail, bsize } = await statfs(folder)
  const text = `${((bavail * bsize) / 1e9).toFixed(1)} GB are free in ${folder}`
  return bavail * bsize < leastFreeBytes ? warning(`${text}: make room.`) : ok(text)
}

const failed = (error: unknown) => fault((error as Error).message)

/** Examines the installation; each check is made even if another fails. */
export async function examine(config: Config, databaseUrl: string): Promise<Finding[]> {
  const findings: Finding[] = config.warnings.map((text) => ({ about: 'configuration', ...warning(text) }))
  if (findings.length === 0) findings.push({ about: 'configuration', ...ok('no variable looks mistyped') })
  findings.push({
    about: 'processors',
    ...ok(`${availableParallelism()}, ${config.DATABASE_POOL} connections in the pool`),
  })
  findings.push({ about: 'disk', ...(await checkDisk(config.DATA_DIR).catch(failed)) })
  const client = new DatabaseClient({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    for (const [about, check] of Object.entries(checks))
      findings.push({ about, ...(await check(client, config).catch(failed)) })
  } catch (error) {
    findings.push({ about: 'database', ...fault(`${(error as Error).message}: check DATABASE_URL.`) })
    return findings
  } finally {
    await client.end().catch(() => undefined)
  }
  const pooling = await checkPooling(databaseUrl).then(() => ok('none'), failed)
  return [...findings, { about: 'pooler', ...pooling }]
}

const findingOf = ({ system, state, text }: Answered): Finding => {
  if (state === 'FAILS') return { about: system, ...fault(`${text}: see docs/outside.md.`) }
  return { about: system, ...ok(state === 'not used' ? `not used: ${text}` : text) }
}

/** Asks each outside system as `doors` does; the database has its own checks. */
export async function examineOutside(config: Config): Promise<Finding[]> {
  const answers = await askDoors(config)
  return answers.filter(({ system }) => system !== 'PostgreSQL').map(findingOf)
}

/** Compares the secret without changing anything; before the first start there is none to compare with. */
export async function examineSecret(db: Database, secret: string): Promise<Finding> {
  const isSame = await isServerSecret(db, secret).catch((error: unknown) => {
    const hasNoTables = (error as { code?: string }).code === '42P01'
    if (hasNoTables) return true
    throw error
  })
  return {
    about: 'secret',
    ...(isSame
      ? ok('is the one of this database')
      : fault('is another one than before: see npm run doctor -- --help.')),
  }
}

/** Names what a sign-in needs, and counts the members who cannot sign in yet. */
export async function examineSignIn(db: Database, { demo, sms, wecom, sso }: Config): Promise<Finding> {
  const about = 'sign-in'
  if (demo || sms.length > 0) return { about, ...ok('by password and a code by SMS') }
  const emergencies = sso?.only ? sso.breakGlass : undefined
  const { all, waiting } = await countUnenrolled(db, { mobiles: emergencies, corpId: wecom?.corpId })
  const whom = emergencies ? 'emergency accounts' : 'active members'
  const ways = [sso && 'single sign-on', wecom && 'WeCom', 'password and authenticator'].filter(Boolean)
  const text = `by ${ways.join(' or ')}, as there is no SMS; ${waiting} of ${all} ${whom} have not enrolled`
  return waiting === 0 || (sso && !sso.only)
    ? { about, ...ok(text) }
    : { about, ...warning(`${text}: invite each (npm run network -- invite MOBILE).`) }
}

const oldestSeconds = 26 * 3600

const backupFinding = ({ of, seconds, succeededAt, failedAt, failure }: BackupAge): Finding => {
  const about = of === 'database' ? 'backup' : 'backup of files'
  const hours = `${(seconds / 3600).toFixed(1)} hours old`
  if (failedAt)
    return {
      about,
      ...fault(`the last one failed: ${failure}. The last complete one is ${succeededAt ? hours : 'none'}.`),
    }
  if (seconds <= oldestSeconds) return { about, ...ok(succeededAt ? hours : 'none yet: see docs/backup.md') }
  return {
    about,
    ...warning(
      succeededAt
        ? `the last one is ${hours}: see whether its timer runs, and make one (docs/backup.md).`
        : 'there is none: set it up (docs/backup.md).',
    ),
  }
}

/** As the alert ShowroomBackupDelayed. */
const mostDelaySeconds = 180

/** Changes that are late on their way to the backup, of the embedded database also those that wait in its outbox. */
async function lateChanges(db: Database, config: Config): Promise<Finding[]> {
  const waiting = config.DATABASE_URL ? 0 : await measureDelay(placeOf(path.resolve(config.DATA_DIR)))
  const seconds = Math.max(await readArchiveDelay(db), waiting)
  if (seconds <= mostDelaySeconds) return []
  const text = `changes of the last ${Math.round(seconds)} s are not in it`
  return [
    {
      about: 'backup',
      ...fault(`${text}: search the log for "backup:", and see pg_stat_archiver (docs/backup.md).`),
    },
  ]
}

/** Reports the age of the last backup of the database, and of uploads that are not in a bucket, and changes that are late. */
export async function examineBackups(db: Database, config: Config, now: Date): Promise<Finding[]> {
  const ages = await readBackupAges(db, { filesInBucket: config.bucket !== undefined, now })
  return [...ages.map(backupFinding), ...(await lateChanges(db, config))]
}

/** Values that could not be sealed for the new secret: names of senders, addresses of webhooks, a number of texts, names of members. */
export interface Lost {
  readonly senders: readonly string[]
  readonly webhooks: readonly string[]
  readonly texts: number
  /** Browsers that received messages: their subscriptions belong to the former secret. */
  readonly devices: number
  readonly authenticators: readonly string[]
}

/** Seals everything for the new secret. Without the former one nothing can be opened, and all of it is lost. */
export async function changeSecret(
  db: Database,
  { secret, former, now }: { readonly secret: string; readonly former: string; readonly now: Date },
): Promise<Lost> {
  const reseal = resealing(former, secret)
  return transact(db, async (trx) => {
    const lost: Lost = {
      senders: await resealSources(trx, reseal),
      webhooks: await resealEndpoints(trx, reseal),
      texts: await resealTexts(trx, reseal),
      devices: await endAllDevices(trx),
      authenticators: await resealAuthenticators(trx, reseal),
    }
    await acceptServerSecret(trx, secret, now)
    return lost
  })
}
