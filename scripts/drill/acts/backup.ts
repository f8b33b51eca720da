import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { rooms } from '@showroom/contract'
import { newCustomer, newKey } from '../../../bench/scenarios.ts'
import { expectAlerts } from '../alerts.ts'
import { Client } from '../client.ts'
import { compareTables, examineFiles, readNewest, readTables } from '../content.ts'
import { startLoad } from '../load.ts'
import { signInMembers } from '../network.ts'
import type { Member } from '../network.ts'
import { startPostgres } from '../postgres.ts'
import { startProxy } from '../proxy.ts'
import type { Proxy } from '../proxy.ts'
import { metricOf } from '../refusals.ts'
import { startInstance } from '../release.ts'
import type { Instance, Release } from '../release.ts'
import type { Stage } from '../stage.ts'
import { environmentOf, importNetwork } from './install.ts'
import type { Installation } from './install.ts'
import { perSecond, printReport } from './rolling.ts'

/**
 * Backup, destruction and restore under load, twice: the embedded database by the product, a PostgreSQL of Debian by pgBackRest. Each is
 * restored to a moment, whose tables are compared, and once more to its last transaction, for the recovery point. Its last work follows a
 * start, after which PostgreSQL could archive nothing for minutes.
 */

const mostLostSeconds = 60
const mostDownSeconds = 300
/** The port of the one instance has this name. */
const instanceName = 'backup'

/** A database with its backups, as this act drives it. */
interface Kind {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  /** A connection with all rights. */
  readonly admin: () => pg.ClientConfig
  backUp(): Promise<void>
  /** Starts the database again, if the product does not start it, with the checkpoint of deploy/pgbackrest/postgresql-archive.conf. */
  restart(): Promise<void>
  /** Kills the database and removes all that the backup must bring back. */
  destroy(): Promise<void>
  /** Restores to the last transaction and returns its time. */
  restoreLast(): Promise<Date | undefined>
  /** Restores to a moment. A database that the product does not start runs afterwards. */
  restoreTo(moment: Date): Promise<void>
  /** Ends what runs. */
  stop(): Promise<void>
}

interface Scene {
  readonly stage: Stage
  readonly release: Release
  readonly proxy: Proxy
}

const megabytesOf = (folder: string): number =>
  Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1000

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** Kills a database, if it runs, and waits until its processes are gone, so that its files can be removed. */
async function killPostgres(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid')
  const [pid = '0'] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  if (pid === '0') return
  kill(Number(pid))
  while (existsSync(`/proc/${pid}`)) await sleep(20)
}

/** Removes a folder that processes which end may still write to. */
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 20 })

function without(
  environment: Readonly<Record<string, string>>,
  ...names: readonly string[]
): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)))
}

/** An upload of a member, as the file store keeps it. */
function writeUpload(stage: Stage, dataDir: string, name: string): void {
  let folder = path.relative(stage.folder, dataDir)
  for (const below of ['files', 'image', '1']) {
    folder = path.join(folder, below)
    stage.makeFolder(folder)
  }
  writeFileSync(path.join(stage.folder, folder, name), name)
}

/** Keys as the operator makes them: one to write, one to restore. */
async function makeKeys(stage: Stage, release: Release): Promise<{ recipient: string; identity: string }> {
  const { stdout } = await stage.run(release.command('backup', '--new-key'))
  const [recipient = ''] = /age1\w+/.exec(stdout) ?? []
  const [identity = ''] = /AGE-SECRET-KEY-1\w+/.exec(stdout) ?? []
  return { recipient, identity }
}

async function embedded({ stage, release }: Scene): Promise<Kind> {
  const backups = stage.makeFolder('backups')
  const { recipient, identity } = await makeKeys(stage, release)
  const rest = without(environmentOf(stage, '', 'embedded'), 'DATABASE_URL', 'FILE_SECRET')
  const environment = { ...rest, EMBEDDED_DATABASE: '1', BACKUP_TO: backups, BACKUP_KEY: recipient }
  const dataDir = rest['DATA_DIR'] ?? ''
  const read = (name: string): string => readFileSync(path.join(dataDir, name), 'utf8').trim()
  const restore = async (...to: readonly string[]): Promise<string> => {
    const { stdout: output } = await stage.run(release.command('restore', ...to), {
      ...environment,
      BACKUP_KEY: identity,
    })
    for (const line of output.trim().split('\n')) stage.say(`    ${line}`)
    return output
  }
  return {
    name: 'embedded',
    environment,
    admin: () => ({
      connectionString: `postgres://showroom:${read('password')}@127.0.0.1:${read('port')}/showroom`,
    }),
    async backUp() {
      const { seconds } = await stage.run(release.command('backup'), environment)
      stage.measure('embedded: backup under load', seconds, 's')
      const cluster = megabytesOf(path.join(dataDir, 'cluster'))
      stage.measure('embedded: database', cluster, 'MB')
      stage.measure('embedded: backup with WAL so far', megabytesOf(backups), 'MB')
    },
    restart: () => Promise.resolve(),
    async destroy() {
      await killPostgres(path.join(dataDir, 'cluster'))
      remove(dataDir)
      stage.makeFolder('embedded')
    },
    async restoreLast() {
      const [, at = ''] = /Last transaction: (\S+?);?$/m.exec(await restore()) ?? []
      return at === '' ? undefined : new Date(at)
    },
    async restoreTo(moment) {
      await restore('--to', moment.toISOString())
    },
    stop: () => Promise.resolve(),
  }
}

/** Writes the configuration of docs/backup.md with the folders and port of the drill. Returns its file. */
function configurePgBackRest(
  stage: Stage,
  { repository, data, port }: { readonly repository: string; readonly data: string; readonly port: number },
): string {
  const file = path.join(repository, 'pgbackrest.conf')
  const configuration = readFileSync(
    new URL('../../../deploy/pgbackrest/pgbackrest.conf', import.meta.url),
    'utf8',
  )
    .replace('/var/lib/postgresql/15/main', data)
    .replace('/var/lib/pgbackrest', path.join(repository, 'repo'))
    .replace('repo1-cipher-pass=', 'repo1-cipher-pass=a passphrase of the drill')
  const more = [
    `pg1-port=${port}`,
    `pg1-socket-path=${path.join(stage.folder, 'given-postgres')}`,
    'pg1-user=showroom-drill',
  ]
  const places = ['log-path', 'lock-path', 'spool-path'].map(
    (name) => `${name}=${stage.makeFolder(`pgbackrest/${name}`)}`,
  )
  writeFileSync(
    file,
    `${configuration.replace('[global]', ['[global]', ...places].join('\n'))}\n${more.join('\n')}\n`,
  )
  return file
}

/** As docs/backup.md describes it, with the folders and ports of the drill. */
async function given({ stage, release }: Scene): Promise<Kind> {
  const repository = stage.makeFolder('pgbackrest')
  const files = stage.makeFolder('given-files')
  const data = path.join(stage.folder, 'given-postgres/data')
  const port = stage.port('given-postgres')
  const file = configurePgBackRest(stage, { repository, data, port })
  const program = ['pgbackrest', `--config=${file}`, '--stanza=showroom', '--log-level-console=error']
  const settings = {
    archive_mode: 'on',
    archive_timeout: '30',
    archive_command: `pgbackrest --config=${file} --stanza=showroom archive-push %p`,
  }
  const again = { name: 'given-postgres', settings, isNew: false }
  let postgres = await startPostgres(stage, { ...again, isNew: true })
  const databaseUrl = await postgres.createDatabase('given')
  await stage.run([...program, 'stanza-create'])
  const { recipient, identity } = await makeKeys(stage, release)
  const rest = without(environmentOf(stage, databaseUrl, 'given'), 'FILE_SECRET')
  const environment = { ...rest, BACKUP_TO: files, BACKUP_KEY: recipient }
  const dataDir = rest['DATA_DIR'] ?? ''
  const restore = async (...target: readonly string[]): Promise<void> => {
    await stage.run(release.command('restore', '--files'), { ...environment, BACKUP_KEY: identity })
    await stage.run([...program, 'restore', ...target])
  }
  return {
    name: 'pgBackRest',
    environment,
    admin: () => postgres.adminOf('given'),
    async backUp() {
      const { seconds } = await stage.run([...program, 'backup', '--type=full'])
      stage.measure('pgBackRest: backup under load', seconds, 's')
      stage.measure('pgBackRest: backup with WAL so far', megabytesOf(path.join(repository, 'repo')), 'MB')
      await stage.run(release.command('backup', '--note', 'pgBackRest'), environment)
      const copied = await stage.run(release.command('backup', '--files'), environment)
      stage.measure('pgBackRest: files and secret beside it', copied.seconds, 's')
    },
    async restart() {
      await postgres.stop()
      postgres = await startPostgres(stage, again)
      await postgres.administer('checkpoint')
    },
    async destroy() {
      await killPostgres(data)
      for (const folder of [data, dataDir]) remove(folder)
      stage.makeFolder('given-postgres/data')
      stage.makeFolder('given')
    },
    async restoreLast() {
      await restore()
      // Without archiving: the next restore needs the WAL of this one's original.
      postgres = await startPostgres(stage, { name: 'given-postgres', isNew: false })
      await postgres.untilPromoted()
      return readNewest(postgres.adminOf('given'))
    },
    async restoreTo(moment) {
      const target = moment.toISOString().replace('T', ' ').replace('Z', '+00')
      await restore('--type=time', `--target=${target}`, '--target-action=promote')
      postgres = await startPostgres(stage, again)
      await postgres.untilPromoted()
    },
    stop: async () => void (await postgres.stop()),
  }
}

/** Seconds between two moments of clocks of this machine. */
const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000

/** Sends a write as a member who signed in before the destruction, and reads it. */
async function write({ proxy }: Scene, member: Member): Promise<boolean> {
  const client = new Client(proxy.url, proxy.certificate)
  try {
    const { answer } = await client.send(rooms.customer.add, member.token, newCustomer(member), newKey())
    if (!answer?.customerId) return false
    const read = await client.send(rooms.customer.get, member.token, { customerId: answer.customerId })
    return read.answer !== undefined
  } finally {
    client.close()
  }
}

async function examineRestored({ stage, release }: Scene, { name, environment, admin }: Kind): Promise<void> {
  const { examined, damaged } = await examineFiles(admin())
  stage.measure(`${name}: tables and indexes examined by amcheck`, examined, '', { least: 100 })
  stage.measure(`${name}: faults in them`, damaged.length, '', { most: 0 })
  for (const line of damaged.slice(0, 20)) stage.say(`    ${line}`)
  const { stdout } = await stage.run(release.command('doctor'), environment)
  for (const line of stdout.split('\n').filter((one) => one.includes('backup'))) stage.say(`    ${line}`)
}

async function drill(scene: Scene, kind: Kind): Promise<void> {
  const { stage, release, proxy } = scene
  const { name, environment } = kind
  const dataDir = environment['DATA_DIR'] ?? ''
  const port = stage.port(instanceName)
  const start = (): Promise<Instance> => startInstance(stage, release, port, environment)
  await stage.run(release.command('migrate'), environment)
  await importNetwork(stage, release, environment)
  let instance = await start()
  const members = await signInMembers(stage, release, environment, proxy)
  const [member] = members
  if (!member) throw new Error('No member could sign in.')

  const load = await startLoad(stage, { proxy, members, perSecond })
  await sleep(5_000)
  writeUpload(stage, dataDir, 'before.jpg')
  await kind.backUp()
  const before = await load.stop()
  printReport(stage, `${name}: during the backup`, before)

  await sleep(1_000)
  const expected = await readTables(kind.admin())
  await sleep(200)
  const moment = new Date()
  await sleep(200)
  writeUpload(stage, dataDir, 'after.jpg')
  await instance.stop()
  await kind.restart()
  instance = await start()
  const later = await startLoad(stage, { proxy, members, perSecond })
  await sleep(mostLostSeconds * 1000 + 10_000)
  const delay = await metricOf(port, 'showroom_backup_wal_delay_seconds')
  stage.measure(`${name}: delay that the gauge shows`, delay, 's', { most: mostLostSeconds })
  const after = await later.stop()
  const diedAt = new Date()
  printReport(stage, `${name}: after the moment and a start`, after)

  await instance.stop('SIGKILL')
  await kind.destroy()
  const last = await kind.restoreLast()
  const lost = last ? secondsBetween(last, diedAt) : Infinity
  stage.measure(`${name}: lost before the destruction (RPO)`, lost, 's', { most: mostLostSeconds })

  // Once more, from nothing, to the moment.
  await kind.destroy()
  const began = performance.now()
  const downSeconds = (): number => (performance.now() - began) / 1000
  await kind.restoreTo(moment)
  stage.measure(`${name}: restored to a moment`, downSeconds(), 's')
  const restarted = await start()
  const differing = compareTables(expected, await readTables(kind.admin()))
  const works = await write(scene, member)
  stage.measure(`${name}: from nothing to the first write (RTO)`, downSeconds(), 's', {
    most: mostDownSeconds,
  })
  stage.measure(`${name}: writes after it that failed`, works ? 0 : 1, '', { most: 0 })
  const signedIn = await signInMembers(stage, release, environment, proxy)
  stage.measure(`${name}: sign-ins after it`, signedIn.length, '', { least: members.length })
  const uploads = existsSync(path.join(dataDir, 'files/image/1'))
    ? readdirSync(path.join(dataDir, 'files/image/1'))
    : []
  stage.measure(`${name}: uploads of the moment`, uploads.join() === 'before.jpg' ? 1 : 0, '', { least: 1 })
  stage.measure(`${name}: tables compared`, expected.size, '', { least: 50 })
  stage.measure(`${name}: of them with other rows`, differing.length, '', { most: 0 })
  for (const line of differing) stage.say(`    ${line}`)
  await examineRestored(scene, kind)
  await stage.run(release.command('backup', '--note', 'the drill', '--failed', 'no space left'), environment)
  await expectAlerts(stage, { release, instances: [restarted] }, ['ShowroomBackupFailed'])
  await restarted.stop()
  await kind.stop()
}

/** Uses databases, an instance and a proxy that no other act uses, so that it can run beside them. */
export async function backup(stage: Stage, { release }: Installation): Promise<void> {
  stage.say(`Backup, destruction and restore, at ${perSecond} requests a second`)
  const configuration = path.join(release.folder, 'deploy/nginx/showroom.conf')
  const instances = [stage.port(instanceName), stage.port(`${instanceName}, the other`)] as const
  const proxy = await startProxy(stage, configuration, { name: 'nginx-backup', instances })
  const scene = { stage, release, proxy }
  for (const open of [embedded, given]) await drill(scene, await open(scene))
}
