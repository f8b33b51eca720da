import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { rooms } from '@showroom/contract'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember, newCustomer } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'
import { createLog } from '../observe/log.ts'
import { DatabaseClient } from './connect.ts'
import { faultOf } from './fault.ts'

const { add, list } = rooms.customer
const role = 'test_lost'
const databaseOf = (url: string): string => new URL(url).pathname.slice(1)

let app: TestApp
let by: BuiltMember
let admin: pg.Client
const lines: string[] = []

/** Runs statements as an administrator, then ends the connections of the product. */
async function change(...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await admin.query(statement)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])
}

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('clusterUrl') })
  await admin.connect()
  await admin.query(`create role ${role} superuser login password 'first'`)
  app = await createTestApp({
    log: createLog('error', { write: (line) => void lines.push(line) }),
    databaseUrl: (url) => Object.assign(new URL(url), { username: role, password: 'first' }).href,
  })
  by = await buildMember(app.db, app.now())
})
afterAll(async () => {
  await app.close()
  await admin.query(`drop role ${role}`)
  await admin.end()
})

const ready = async (): Promise<number> => (await app.app.http.inject('/readyz')).statusCode
const works = () =>
  vi.waitFor(async () => expect(await app.post(list, by.token, {})).toMatchObject({ status: '0' }), 5_000)

it.each([
  ['an unknown password', `alter role ${role} password 'second'`, `alter role ${role} password 'first'`],
  ['a role that may not sign in', `alter role ${role} nologin`, `alter role ${role} login`],
  [
    'a role without connections',
    `alter role ${role} nosuperuser connection limit 0`,
    `alter role ${role} superuser connection limit -1`,
  ],
  [
    'a database that takes no connections',
    'alter database DATABASE allow_connections false',
    'alter database DATABASE allow_connections true',
  ],
])('%s is 503 with a repeat, and needs no restart afterwards', async (_, before, after) => {
  const named = (text: string): string => text.replace('DATABASE', databaseOf(app.databaseUrl))
  await works()
  await change(named(before))
  try {
    expect(await app.post(list, by.token, {})).toMatchObject({ httpStatus: 503, code: 503 })
    expect((await app.post(add, by.token, newCustomer(app))).headers['retry-after']).toBe('2')
    expect(await ready()).toBe(503)
  } finally {
    await change(named(after))
  }
  await works()
  expect(await ready()).toBe(200)
})

it('another password shows in /readyz and the gauge while the open connections still serve', async () => {
  await works()
  await admin.query(`alter role ${role} password 'second'`)
  try {
    await vi.waitFor(async () => expect(await ready()).toBe(503), 2_000)
    expect(await app.post(list, by.token, {})).toMatchObject({ status: '0' })
    expect((await app.app.http.inject('/metrics')).body).toContain('\nshowroom_database_away 1\n')
  } finally {
    await admin.query(`alter role ${role} password 'first'`)
  }
  expect(await ready()).toBe(200)
})

it('a missing right is 503 without a repeat, and the log names the table', async () => {
  await app.db.executeQuery(CompiledQuery.raw(`grant all on all tables in schema public to ${role}`))
  await app.db.executeQuery(CompiledQuery.raw(`grant all on all sequences in schema public to ${role}`))
  await app.db.executeQuery(CompiledQuery.raw(`revoke insert on timeline from ${role}`))
  await change(`alter role ${role} nosuperuser`)
  onTestFinished(() => change(`alter role ${role} superuser`))
  await works()
  lines.length = 0
  const refused = await app.post(add, by.token, newCustomer(app))
  expect(refused).toMatchObject({ httpStatus: 503, detail: '数据库权限不足，请联系管理员' })
  expect(refused.headers['retry-after']).toBeUndefined()
  expect(lines.join('')).toMatch(/42501 permission denied for table timeline.*"msg":"database denied"/)
  expect(await ready()).toBe(200)
})

describe('a connection that cannot be opened', () => {
  /** A server that answers PostgreSQL's request for TLS with a self-signed certificate, and passes the rest on. */
  async function openTls(): Promise<number> {
    const folder = mkdtempSync(path.join(tmpdir(), 'showroom-tls-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [string, string]
    const kind = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
    ]
    execFileSync('openssl', ['req', ...kind, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    })
    const secrets = { key: readFileSync(key), cert: readFileSync(cert) }
    const server = createServer((near) => {
      near
        .on('error', () => undefined)
        .once('data', () => {
          near.write('S')
          const far = connect(Number(new URL(inject('clusterUrl')).port), '127.0.0.1')
          const secure = new TLSSocket(near, { isServer: true, ...secrets })
          secure
            .on('error', () => far.destroy())
            .pipe(far)
            .pipe(secure)
        })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return (server.address() as AddressInfo).port
  }

  it('is a loss of the database whatever its code', async () => {
    const tls = await openTls()
    const given = inject('clusterUrl')
    const urls: Readonly<Record<string, string>> = {
      DEPTH_ZERO_SELF_SIGNED_CERT: `postgres://a:b@localhost:${tls}/c?sslmode=verify-full`,
      ECONNREFUSED: 'postgres://a:b@localhost:1/c',
      '3D000': given.replace(/[^/]*$/, 'missing'),
      '28P01': given.replace(/:[^:@/]*@/, ':wrong@'),
      'no password': given.replace(/:[^:@/]*@/, '@'),
      'no TLS': `${given.replace(/[?].*$/, '')}?sslmode=verify-full`,
    }
    for (const [code, url] of Object.entries(urls)) {
      const client = new DatabaseClient({ connectionString: url })
      const error: unknown = await client.connect().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      await client.end().catch(() => undefined)
      expect(faultOf(error), `${code}: ${String(error)}`).toBe('away')
    }
  })
})
