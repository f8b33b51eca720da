import path from 'node:path'
import { expectAlerts } from '../alerts.ts'
import { Client } from '../client.ts'
import { memberCount, signInMembers, signingIn, writeNetwork } from '../network.ts'
import type { Member } from '../network.ts'
import { startPostgres } from '../postgres.ts'
import type { Postgres } from '../postgres.ts'
import { installPrograms } from '../programs.ts'
import { startProxy } from '../proxy.ts'
import type { Proxy } from '../proxy.ts'
import { archiveRelease, startInstances, unpack } from '../release.ts'
import type { Instance, Release } from '../release.ts'
import type { Stage } from '../stage.ts'

/** From an empty user and an empty PostgreSQL to members who are signed in, as docs/deploy.md describes it. */

export interface Installation {
  readonly release: Release
  readonly postgres: Postgres
  readonly proxy: Proxy
  readonly environment: Readonly<Record<string, string>>
  readonly members: readonly Member[]
  /** The two behind the proxy; acts replace those that they restart. */
  readonly instances: Instance[]
}

/** The release before, and variables with its filled database. */
export type Former = Pick<Installation, 'release' | 'environment'>

/** Variables of /etc/showroom.env. The last one lifts a limit that a member of the drill would reach. */
export const environmentOf = (stage: Stage, databaseUrl: string, folder: string): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  FILE_SECRET: 'the secret of the drill, for no other server',
  DATA_DIR: stage.makeFolder(folder),
  CACHE_DIRECTORY: stage.makeFolder('cache'),
  TRUST_PROXY: '1',
  LOG_LEVEL: 'warn',
  FILE_READ_LIMIT: '1000000000',
})

/** Imports the workbook, which is the release's own template filled in. */
export async function importNetwork(
  stage: Stage,
  release: Release,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const template = `${environment['DATA_DIR']}/template.xlsx`
  await stage.run(release.command('network', 'template', template), environment)
  const { stdout, seconds } = await stage.run(
    release.command('network', 'apply', await writeNetwork(template)),
    environment,
  )
  if (!stdout.includes('Done.')) throw new Error(`The network was not imported:\n${stdout}`)
  stage.measure(`network of 3 stores and ${memberCount} members imported`, seconds, 's')
}

/** Asks for paths that are open, and for those that a proxy hides. */
export async function checkProxy(stage: Stage, proxy: Proxy): Promise<void> {
  const client = new Client(proxy.url, proxy.certificate)
  const statuses = { '/readyz': 200, '/': 200, '/metrics': 404, '/docs': 404 }
  const wrong = []
  for (const [place, status] of Object.entries(statuses))
    if ((await client.request(place)).status !== status) wrong.push(place)
  client.close()
  stage.measure(`paths that the proxy answers wrongly ${wrong.join(' ')}`.trim(), wrong.length, '', {
    most: 0,
  })
}

/** Warnings of the doctor about the drill: its certificate for two days, and members who never signed in. */
export const expectedWarnings = ['sign-in', 'TLS'] as const

/** Runs the doctor, which throws at a fault, and counts its warnings about something else. */
export async function examine(
  stage: Stage,
  release: Release,
  environment: Readonly<Record<string, string>>,
  proxy: Proxy,
  expected: readonly string[] = expectedWarnings,
): Promise<void> {
  const through = { PUBLIC_URL: proxy.url, NODE_EXTRA_CA_CERTS: proxy.certificate }
  const { stdout } = await stage.run(release.command('doctor'), { ...environment, ...through })
  const warnings = stdout.split('\n').filter((line) => line.startsWith('warning'))
  const others = warnings.filter((line) => !expected.some((name) => line.startsWith(`warning ${name} `)))
  stage.measure('warnings of the doctor about other things', others.length, '', { most: 0 })
  for (const line of warnings) stage.say(`    ${line}`)
}

export async function install(stage: Stage, archive: string, version: string): Promise<Installation> {
  stage.say('Install: an empty user, an empty PostgreSQL, the archive')
  const installed = installPrograms()
  if (installed.length > 0) stage.say(`  installed ${installed.join(', ')}`)
  const began = performance.now()
  const folder = await unpack(stage, archive, 'opt')
  stage.measure('archive unpacked, checksums compared', (performance.now() - began) / 1000, 's')
  const release = archiveRelease(folder, version)
  const { stdout } = await stage.run(release.command('version'))
  if (stdout.trim() !== version) throw new Error(`The archive has version ${stdout.trim()}, not ${version}.`)
  const postgres = await startPostgres(stage)
  const environment = environmentOf(stage, await postgres.createDatabase('showroom'), 'data')
  stage.measure(
    'migrate, from an empty database',
    (await stage.run(release.command('migrate'), environment)).seconds,
    's',
  )
  await importNetwork(stage, release, environment)
  const ports = [stage.port('instance 1'), stage.port('instance 2')] as const
  const instances = await startInstances(stage, release, ports, environment)
  for (const { port, startSeconds } of instances)
    stage.measure(`instance on ${port} ready`, startSeconds, 's')
  const configuration = path.join(folder, 'deploy/nginx/showroom.conf')
  const proxy = await startProxy(stage, configuration, { name: 'nginx', instances: ports })
  await checkProxy(stage, proxy)
  const members = await signInMembers(stage, release, environment, proxy)
  stage.measure('members with a first password and a session', members.length, '', {
    least: signingIn.length,
  })
  await examine(stage, release, environment, proxy)
  stage.measure('from the archive to the last sign-in', (performance.now() - began) / 1000, 's')
  await expectAlerts(stage, { release, instances }, [])
  return { release, postgres, proxy, environment, members, instances }
}
