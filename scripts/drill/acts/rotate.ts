import { execFileSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoad } from '../load.ts'
import { restartWith } from '../moving.ts'
import type { Stage } from '../stage.ts'
import type { Installation } from './install.ts'
import { perSecond, printReport, replaceInstances } from './rolling.ts'

/** The role's password and the certificate of the database change under load, as docs/deploy.md describes it, and one expires. */

const readiness = async (port: number): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}/readyz`)).status

/** Waits until all instances answer with this status. Returns the seconds it took. */
async function untilReadiness({ instances }: Installation, status: number): Promise<number> {
  const began = performance.now()
  const seconds = (): number => (performance.now() - began) / 1000
  for (;;) {
    const all = await Promise.all(instances.map(({ port }) => readiness(port)))
    if (all.every((one) => one === status)) return seconds()
    if (seconds() > 30) throw new Error(`/readyz answers ${all.join()}, not ${status}.`)
    await sleep(200)
  }
}

/** An authority, and certificates of it for the database: a valid one, the next one, and an expired one. */
function makeCertificates(stage: Stage, folder: string) {
  const place = (name: string): string => path.join(folder, name)
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', args, { stdio: 'ignore' })
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...ec,
    '-days',
    '2',
    '-subj',
    '/CN=authority',
    '-keyout',
    place('ca.key'),
    '-out',
    place('ca.pem'),
  )
  openssl('req', ...ec, '-subj', '/CN=127.0.0.1', '-keyout', place('server.key'), '-out', place('server.csr'))
  writeFileSync(place('names'), 'subjectAltName=IP:127.0.0.1\n')
  const signing = [
    '-in',
    place('server.csr'),
    '-CA',
    place('ca.pem'),
    '-CAkey',
    place('ca.key'),
    '-extfile',
    place('names'),
  ]
  for (const [name, days] of [
    ['first', 2],
    ['next', 2],
    ['expired', -1],
  ] as const)
    openssl(
      'x509',
      '-req',
      ...signing,
      '-CAcreateserial',
      '-days',
      String(days),
      '-out',
      place(`${name}.pem`),
    )
  for (const name of ['server.key', 'ca.pem']) stage.own(place(name))
  return {
    authority: place('ca.pem'),
    key: place('server.key'),
    certificate: place('server.pem'),
    use: (name: 'first' | 'next' | 'expired'): void => {
      copyFileSync(place(`${name}.pem`), place('server.pem'))
      stage.own(place('server.pem'))
    },
  }
}

export async function rotate(stage: Stage, installation: Installation): Promise<Installation> {
  const { release, postgres, proxy, members } = installation
  stage.say(`A new password and new certificates of the database, at ${perSecond} requests a second`)
  const former = new URL(installation.environment['DATABASE_URL'] ?? '')
  const role = former.username
  const load = await startLoad(stage, { proxy, members, perSecond })
  await sleep(3_000)

  await postgres.administer(`alter role ${role} password 'another-one'`)
  const seconds = await untilReadiness(installation, 503)
  stage.measure('another password: /readyz is 503 after', seconds, 's', { most: 3 })
  const url = Object.assign(new URL(former), { password: 'another-one' })
  const withPassword = {
    ...installation,
    environment: { ...installation.environment, DATABASE_URL: url.href },
  }
  await replaceInstances(stage, release, withPassword)
  await untilReadiness(withPassword, 200)
  printReport(stage, 'another password', await load.report())

  const folder = stage.makeFolder('database-certificates')
  const { authority, key, certificate, use } = makeCertificates(stage, folder)
  use('first')
  await postgres.administer(`alter system set ssl_cert_file = '${certificate}'`)
  await postgres.administer(`alter system set ssl_key_file = '${key}'`)
  await postgres.administer('alter system set ssl = on')
  const reload = (): Promise<void> => postgres.administer('select pg_reload_conf()')
  await reload()
  url.search = `sslmode=verify-full&sslrootcert=${authority}`
  const encrypted = { ...installation, environment: { ...installation.environment, DATABASE_URL: url.href } }
  await replaceInstances(stage, release, encrypted)
  const { stdout } = await stage.run(release.command('doctor'), encrypted.environment)
  stage.measure('doctor: encrypted by TLS', /^ok +encryption +TLS/m.test(stdout) ? 1 : 0, '', { least: 1 })
  printReport(stage, 'verify-full', await load.report())

  const name = former.pathname.slice(1)
  use('next')
  await reload()
  await sleep(1_500)
  await postgres.endSessions(name)
  printReport(stage, 'the next certificate', await load.stop())
  stage.measure('the next certificate: ready after', await untilReadiness(encrypted, 200), 's', { most: 5 })

  use('expired')
  await reload()
  stage.measure('an expired certificate: /readyz is 503 after', await untilReadiness(encrypted, 503), 's', {
    most: 3,
  })
  use('next')
  await reload()
  stage.measure('a valid one again: ready after', await untilReadiness(encrypted, 200), 's', { most: 5 })

  await postgres.administer(`alter role ${role} password '${former.password}'`)
  return restartWith(stage, encrypted, installation.environment)
}
