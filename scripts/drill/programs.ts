import { execFileSync, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'

/** Programs of Debian that the drill uses, with their packages. */
const packages: Readonly<Record<string, string>> = {
  nginx: 'nginx-light',
  openssl: 'openssl',
  pgbackrest: 'pgbackrest',
  tar: 'tar',
  haproxy: 'haproxy',
  etcd: 'etcd-server',
  patroni: 'patroni',
  promtool: 'prometheus',
}

const isInstalled = (program: string): boolean =>
  ['/usr/sbin', '/usr/bin', '/bin'].some((folder) => globSync(path.join(folder, program)).length > 0)

/** Folder of the newest PostgreSQL of Debian; undefined if there is none. */
export const findPostgres = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin/initdb')
    .map((file) => path.dirname(file))
    .toSorted((a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4]))
    .at(-1)

/** Installs missing packages without starting their services. Returns their names. */
export function installPrograms(): string[] {
  const missing = Object.entries(packages).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]))
  if (!findPostgres()) missing.push('postgresql')
  if (missing.length === 0) return []
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync('apt-get', ['update', '-qq'], { env: environment, stdio: 'ignore' })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return missing
}
