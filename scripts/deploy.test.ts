import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig, variableNames } from '../server/src/platform/config/config.ts'
import { urlsOf } from '../server/src/platform/db/connect.ts'
import { largestUpload } from '../server/src/platform/files/files.ts'

/** Reads the files of `deploy` as their programs do, where Debian's are installed, and otherwise as text. */

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'showroom-deploy-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a file of `deploy` with some of its texts replaced; each must occur. */
function written(
  file: string,
  replaced: Readonly<Record<string, string>>,
  name = path.basename(file),
): string {
  let text = read(file)
  for (const [one, other] of Object.entries(replaced)) {
    expect(text, `${file} names ${one}`).toContain(one)
    text = text.replaceAll(one, other)
  }
  const place = path.join(folder, name)
  writeFileSync(place, text)
  return place
}

/** A certificate with its key, in one file as HAProxy wants them. */
function makeCertificate(): string {
  const place = path.join(folder, 'certificate.pem')
  const subject = ['-subj', '/CN=showroom.example.com', '-days', '1', '-nodes']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', place, '-out', `${place}.crt`], {
    stdio: 'ignore',
  })
  writeFileSync(place, readFileSync(place, 'utf8') + readFileSync(`${place}.crt`, 'utf8'))
  return place
}

/** A form with a file also has its fields. */
const leastBody = largestUpload + 64 * 1024
const instances = ['127.0.0.1:3001', '127.0.0.1:3002']

/** Lines `name=value` of a text, also those in a comment. */
const variablesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

describe('showroom.env', () => {
  const variables = variablesOf(read('deploy/showroom.env'))

  it('names variables of the server only, and no port', () => {
    expect(variables.size).toBeGreaterThan(5)
    for (const name of variables.keys()) expect(variableNames).toContain(name)
    expect([...variables.keys()]).not.toContain('PORT')
  })

  it('is a configuration that the server accepts', () => {
    const filled = { ...Object.fromEntries(variables), FILE_SECRET: 'a'.repeat(64) }
    expect(readConfig(filled)).toMatchObject({ TRUST_PROXY: 1, demo: false, drainSeconds: 10, warnings: [] })
  })

  it('is the file that commands and units read', () => {
    expect(read('server/src/showroom.main.ts')).toContain("'/etc/showroom.env'")
    expect(read('deploy/systemd/showroom@.service')).toContain('\nEnvironmentFile=/etc/showroom.env\n')
  })
})

describe('systemd', () => {
  const services = [
    'deploy/systemd/showroom@.service',
    'deploy/systemd/showroom-backup.service',
    'deploy/systemd/showroom-watch@.service',
    'deploy/pgbackrest/showroom-pgbackrest.service',
  ]
  /** Each after its service, which it starts. */
  const daily = ['deploy/systemd/showroom-backup.timer', 'deploy/pgbackrest/showroom-pgbackrest.timer']
  const timers = [...daily, 'deploy/systemd/showroom-watch@.timer']
  const unit = read('deploy/systemd/showroom@.service')
  const commands = [...read('server/src/showroom.main.ts').matchAll(/^ {2}'?([a-z-]+)'?: \{/gm)].map(
    ([, name]) => name,
  )

  it('runs commands of the launcher, for an instance a port', () => {
    const run = [...unit.matchAll(/^Exec\w+=\/opt\/showroom\/showroom (\S+)$/gm)].map(([, name]) => name)
    expect(run).toEqual(['start', 'ready'])
    expect(commands).toEqual(expect.arrayContaining(run))
    expect(unit).toContain('\nEnvironment=PORT=%i\n')
  })

  it('waits longer for the end than the server takes', () => {
    const filled = { ...Object.fromEntries(variablesOf(read('deploy/showroom.env'))), FILE_SECRET: '' }
    const [, finish] = /\((\d+) \+ config\.drainSeconds\)/.exec(read('server/src/main.ts')) ?? []
    const longest = Number(finish) + readConfig(filled).drainSeconds
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(longest)
    expect(Number(/stop_grace_period: (\d+)s/.exec(read('deploy/docker/compose.yaml'))?.[1])).toBeGreaterThan(
      longest,
    )
  })

  it('backs up by a timer, by commands of the launcher, into a folder that the instances also write', () => {
    const backup = read('deploy/systemd/showroom-backup.service')
    expect(backup).toContain('\nExecStart=/opt/showroom/showroom backup\n')
    expect(commands).toContain('backup')
    const [writable] = /^ReadWritePaths=.*$/m.exec(backup) ?? []
    expect(unit).toContain(`\n${writable}\n`)
    const noting = read('deploy/pgbackrest/showroom-pgbackrest.service')
    expect(noting).toContain('/opt/showroom/showroom backup --note pgBackRest')
    for (const timer of daily) expect(read(timer)).toContain('\nPersistent=true\n')
  })

  it('kills an instance that does not answer three times, by the code of the command alone', () => {
    const watch = read('deploy/systemd/showroom-watch@.service')
    const [, code] = /const hungCode = (\d+)/.exec(read('server/src/ready.main.ts')) ?? []
    expect(watch).toContain('\nExecStart=/opt/showroom/showroom ready --alive\n')
    expect(watch).toContain('\nExecCondition=/usr/bin/systemctl --quiet is-active showroom@%i.service\n')
    expect(watch).toContain(`if [ "$$EXIT_STATUS" = ${code} ]; then exec /usr/bin/systemctl kill `)
    expect(unit).toContain('\nRestart=always\n')
  })

  it('is written in sections and settings that systemd knows', () => {
    const patterns: Readonly<Record<string, RegExp>> = {
      Unit: /^(?:Description|Wants|After)$/,
      Service:
        /^(?:Type|User|EnvironmentFile|Environment|(?:State|Cache)Directory(?:Mode)?|WorkingDirectory|Exec(?:Condition|Start|StartPost|StopPost)|Timeout(?:Start|Stop)Sec|Restart(?:Sec)?|KillMode|ReadWritePaths|LimitNOFILE|UMask|Nice|IOSchedulingClass|CapabilityBoundingSet|NoNewPrivileges|P(?:rivate|rotect)[A-Z]\w+|Restrict[A-Z]\w+|SystemCall(?:Filter|ErrorNumber))$/,
      Timer: /^(?:OnCalendar|OnActiveSec|OnUnitInactiveSec|AccuracySec|RandomizedDelaySec|Persistent)$/,
      Install: /^WantedBy$/,
    }
    for (const file of [...services, ...timers, 'deploy/pgbackrest/postgresql-archive.conf']) {
      let section = ''
      for (const line of read(file)
        .split('\n')
        .filter((one) => one !== '' && !one.startsWith('#'))) {
        const [, named] = /^\[(\w+)\]$/.exec(line) ?? []
        const [, setting = ''] = /^(\w+)=/.exec(line) ?? []
        section = named ?? section
        const isKnown = named === undefined ? patterns[section]?.test(setting) : named in patterns
        expect(isKnown, `${file}: ${line}`).toBe(true)
      }
    }
  })

  it.runIf(isInstalled('systemd-analyze')).each([...services, ...timers])(
    'passes systemd-analyze verify: %s',
    (file) => {
      const program = path.join(folder, 'showroom')
      writeFileSync(program, '#!/bin/sh\n')
      chmodSync(program, 0o755)
      const programs = ['/opt/showroom/showroom', '/usr/bin/pgbackrest', '/usr/bin/systemctl'].filter((one) =>
        read(file).includes(one),
      )
      const place = written(file, Object.fromEntries(programs.map((one) => [one, program])))
      const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', place], { encoding: 'utf8' })
      const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('showroom'))
      expect(about).toEqual([])
      expect(status).toBe(0)
    },
  )
})

describe('nginx', () => {
  const text = read('deploy/nginx/showroom.conf')
  const location = (name: string): string => text.split(`location ${name} {`)[1]?.split('}')[0] ?? ''

  it('passes the largest upload, and the client by one header', () => {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(text) ?? []
    expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(leastBody)
    expect(text).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')
    expect([...text.matchAll(/server (127[\d.:]+) /g)].map(([, one]) => one)).toEqual(instances)
  })

  it('gives an instance up before a page does, and after the heartbeat of the page', () => {
    const [, patience] = /const patienceMs = ([\d_]+)/.exec(read('web/src/api/client.ts')) ?? []
    const [, heartbeat] = /heartbeatMs \?\? ([\d_]+)/.exec(read('server/src/app.ts')) ?? []
    const timeouts = [...text.matchAll(/proxy_read_timeout (\d+)s;/g)].map(
      ([, seconds]) => Number(seconds) * 1000,
    )
    expect(timeouts).toHaveLength(1)
    for (const ms of timeouts) {
      expect(ms).toBeLessThan(Number(patience?.replace('_', '')))
      expect(ms).toBeGreaterThan(Number(heartbeat?.replace('_', '')))
    }
    expect([...text.matchAll(/max_fails=(\d+)/g)].map(([, fails]) => fails)).toEqual(['1', '1'])
    expect(text).toContain('proxy_next_upstream error timeout;')
  })

  it('drops idle connections sooner than a draining instance ends', () => {
    const { drainSeconds } = readConfig({
      ...Object.fromEntries(variablesOf(read('deploy/showroom.env'))),
      FILE_SECRET: '',
    })
    const [, seconds] = /keepalive_timeout (\d+)s;/.exec(text) ?? []
    expect(Number(seconds)).toBeLessThan(drainSeconds)
  })

  it('holds nothing of streams and files back, and hides what is for operators', () => {
    for (const name of ['= /live', '~ ^/(?:download|files)/'])
      expect(location(name)).toContain('proxy_buffering off;')
    for (const name of ['= /metrics', '~ ^/docs(?:/|$)']) expect(location(name)).toContain('return 404;')
    expect(location('/assets/')).toContain('http_404')
    expect(text).not.toContain('non_idempotent')
  })

  it.runIf(isInstalled('nginx'))('passes nginx -t', () => {
    const certificate = makeCertificate()
    const site = written('deploy/nginx/showroom.conf', {
      '/etc/ssl/showroom/fullchain.pem': certificate,
      '/etc/ssl/showroom/privkey.pem': certificate,
    })
    const main = path.join(folder, 'nginx.conf')
    writeFileSync(main, `pid ${folder}/nginx.pid;\nevents {}\nhttp { access_log off; include ${site}; }\n`)
    const { status, stderr } = spawnSync('nginx', ['-t', '-e', 'stderr', '-p', folder, '-c', main], {
      encoding: 'utf8',
    })
    expect(stderr).toContain('test is successful')
    expect(stderr).not.toContain('[warn]')
    expect(status).toBe(0)
  })
})

describe('HAProxy', () => {
  const text = read('deploy/haproxy/haproxy.cfg')

  it('asks each instance whether it is ready, and passes the largest upload', () => {
    expect(Number(/body_size gt (\d+)/.exec(text)?.[1])).toBeGreaterThan(leastBody)
    expect(text).toContain('option httpchk GET /readyz\n')
    for (const backend of text.split('\nbackend ').slice(1))
      expect([...backend.matchAll(/ server \w+ (\S+)/g)].map(([, one]) => one)).toEqual(instances)
  })

  it('repeats a request that may have arrived only with its key', () => {
    expect(text).toContain('disable-l7-retry unless METH_GET or { req.hdr(idempotency-key) -m found }')
  })

  it.runIf(isInstalled('haproxy'))('passes haproxy -c', () => {
    const place = written('deploy/haproxy/haproxy.cfg', { '/etc/haproxy/showroom.pem': makeCertificate() })
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', place], { encoding: 'utf8' })
    expect(`${stdout}${stderr}`).toContain('Configuration file is valid')
    expect(`${stdout}${stderr}`).not.toMatch(/WARNING|ALERT/)
    expect(status).toBe(0)
  })
})

describe('Patroni', () => {
  const haproxy = read('deploy/patroni/haproxy.cfg')
  const etcd = variablesOf(read('deploy/patroni/etcd'))
  const urls = [...read('deploy/patroni/showroom.env').matchAll(/^#?DATABASE_URL=(.*)$/gm)].map(
    ([, url = '']) => url,
  )
  const servers = [...haproxy.matchAll(/^ +server (\w+) (\S+)$/gm)].map(([, name, at = '']) => ({
    name,
    host: at.split(':')[0] ?? '',
    port: at.split(':')[1],
  }))
  const hosts = servers.map(({ host }) => host)
  const portsOf = (places: readonly string[]) => [...new Set(places.map((place) => place.split(':').at(-1)))]

  interface Configuration {
    readonly name: string
    readonly restapi: { readonly listen: string; readonly connect_address: string }
    readonly etcd3: { readonly hosts: readonly string[] }
    readonly bootstrap: {
      readonly dcs: Readonly<Record<'ttl' | 'loop_wait' | 'retry_timeout', number>> & {
        readonly synchronous_mode: boolean
        readonly postgresql: { readonly parameters: Readonly<Record<string, unknown>> }
      }
      readonly initdb: readonly unknown[]
    }
    readonly postgresql: {
      readonly listen: string
      readonly connect_address: string
      readonly authentication: Readonly<Record<string, { readonly username: string }>>
      readonly pg_hba: readonly string[]
    }
  }
  const patroni = parse(read('deploy/patroni/patroni.yml'), { strict: true }) as Configuration

  it('has three nodes, the same ones in each file', () => {
    expect(servers.map(({ name }) => name)).toEqual(['pg1', 'pg2', 'pg3'])
    expect(patroni.etcd3.hosts.map((one) => one.split(':')[0])).toEqual(hosts)
    const members = (etcd.get('ETCD_INITIAL_CLUSTER') ?? '').split(',')
    expect(members).toEqual(servers.map(({ name, host }) => `${name}=http://${host}:2380`))
    expect(urlsOf(urls[1] ?? '').map((url) => new URL(url).hostname)).toEqual(hosts)
    expect([patroni.name, etcd.get('ETCD_NAME')]).toEqual(['NODE', 'NODE'])
  })

  it('uses the same ports in each file', () => {
    const { restapi, etcd3, postgresql } = patroni
    expect(portsOf([restapi.listen, restapi.connect_address])).toEqual([
      /check port (\d+)/.exec(haproxy)?.[1],
    ])
    expect(haproxy).toContain('option httpchk OPTIONS /primary\n')
    const database = portsOf([postgresql.listen, postgresql.connect_address])
    expect([...new Set(servers.map(({ port }) => port))]).toEqual(database)
    expect([...new Set(urlsOf(urls[1] ?? '').map((url) => new URL(url).port))]).toEqual(database)
    expect(/bind (\S+)/.exec(haproxy)?.[1]).toBe(new URL(urls[0] ?? '').host)
    const clients = [etcd.get('ETCD_LISTEN_CLIENT_URLS') ?? '', etcd.get('ETCD_ADVERTISE_CLIENT_URLS') ?? '']
    expect(portsOf([...clients, ...etcd3.hosts])).toHaveLength(1)
    const peers = [etcd.get('ETCD_LISTEN_PEER_URLS') ?? '', etcd.get('ETCD_INITIAL_CLUSTER') ?? '']
    expect(portsOf([...peers, etcd.get('ETCD_INITIAL_ADVERTISE_PEER_URLS') ?? ''])).toEqual(['2380'])
  })

  it('gives URLs that the server accepts, of PostgreSQL with enough connections', () => {
    expect(urls).toHaveLength(2)
    for (const DATABASE_URL of urls) {
      const { DATABASE_POOL } = readConfig({ DATABASE_URL, DATABASE_POOL: '16' })
      const { max_connections } = patroni.bootstrap.dcs.postgresql.parameters
      expect(Number(max_connections)).toBeGreaterThan(2 * DATABASE_POOL)
    }
    expect(patroni.bootstrap.initdb).toContainEqual({ encoding: 'UTF8' })
  })

  it('loses no acknowledged write, and lets its roles connect', () => {
    const { dcs } = patroni.bootstrap
    expect(dcs.synchronous_mode).toBe(true)
    expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout)
    const { authentication, pg_hba: rules } = patroni.postgresql
    expect(
      rules.some((rule) => rule.startsWith(`host replication ${authentication['replication']?.username} `)),
    ).toBe(true)
    // YAML 1.1, which Patroni reads, takes a bare `on` for true.
    expect(read('deploy/patroni/patroni.yml')).not.toMatch(/: (?:on|off|yes|no)$/m)
  })

  it.runIf(isInstalled('haproxy'))('passes haproxy -c after the configuration of the product', () => {
    const site = written('deploy/haproxy/haproxy.cfg', { '/etc/haproxy/showroom.pem': makeCertificate() })
    const place = path.join(folder, 'both.cfg')
    writeFileSync(place, `${readFileSync(site, 'utf8')}\n${haproxy}`)
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', place], { encoding: 'utf8' })
    expect(`${stdout}${stderr}`).toContain('Configuration file is valid')
    expect(`${stdout}${stderr}`).not.toMatch(/WARNING|ALERT/)
    expect(status).toBe(0)
  })
})

describe('Docker', () => {
  it('sets variables of the server only, and runs the launcher', () => {
    const file = read('deploy/docker/Dockerfile')
    const [, environment = ''] = /^ENV (.*)$/m.exec(file) ?? []
    const names = environment.split(' ').map((one) => one.split('=')[0])
    // systemd's name for the cache, which the launcher follows.
    expect(names.filter((name) => !variableNames.includes(name ?? ''))).toEqual(['CACHE_DIRECTORY'])
    expect(file).toContain('ENTRYPOINT ["/opt/showroom/showroom"]\nCMD ["start"]')
    const compose = /environment:\n((?: {4}\w+: .*\n)+)/.exec(read('deploy/docker/compose.yaml'))?.[1] ?? ''
    const given = [...compose.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name)
    expect(given.length).toBeGreaterThan(3)
    for (const name of given) expect(variableNames).toContain(name)
  })

  it('finds the launcher in the archive, and starts no image of another name', () => {
    expect(read('deploy/docker/Dockerfile')).toContain('ln -s /opt/showroom-*-linux-* /opt/showroom')
    expect(read('scripts/release/main.ts')).toContain('`showroom-${release}-linux-${process.arch}`')
    expect(existsSync(path.join(root, 'scripts/release/showroom'))).toBe(true)
    const { services } = parse(read('deploy/docker/compose.yaml'), { merge: true }) as {
      services: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    }
    const built = Object.values(services).filter(({ image }) => image === 'showroom')
    expect(built.map((service) => service['pull_policy'])).toEqual(['never', 'never'])
  })

  it('publishes the ports that the proxy asks', () => {
    const published = [...read('deploy/docker/compose.yaml').matchAll(/'(127[\d.:]+):3000'/g)].map(
      ([, one]) => one,
    )
    expect(published).toEqual(instances)
  })
})
