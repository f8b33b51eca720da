import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, testSecret } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import { buildMember } from '../../../test/factories.ts'
import { startProcess } from '../../../test/cluster/process.ts'
import {
  changeSecret,
  examine,
  examineBackups,
  examineOutside,
  examineSecret,
  examineSignIn,
} from './doctor.ts'
import { buildAuthenticator, buildWecomBinding } from '../../access/access.factory.ts'
import { addSource, readSenders } from '../../lead/index.ts'
import { insertRun } from '../../platform/observe/backups.repository.ts'
import type { RunKind } from '../../platform/observe/backups.repository.ts'
import { systemClock } from '../../platform/clock.ts'
import { release } from '../../platform/config/release.ts'
import { readConfig } from '../../platform/config/config.ts'
import { createDatabase, createPool } from '../../platform/db/client.ts'
import { DatabaseClient } from '../../platform/db/connect.ts'
import { countConnections, givesTables, readOtherOwners } from '../../platform/db/health.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { createLog } from '../../platform/observe/log.ts'
import { seal, unseal } from '../../platform/config/seal.ts'
import type { SealedFor } from '../../platform/config/seal.ts'
import { checkServerSecret } from '../../platform/config/secret.ts'

const another = 'another secret of the tests, 32 characters'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** A database of the test's own, whose secret no other test decides. */
async function openOwn(): Promise<TestApp> {
  const own = await createTestApp()
  onTestFinished(() => own.close())
  return own
}

const senders = async ({ db }: TestApp, secret: string) =>
  [...(await readSenders(db, secret, createLog('silent'), 'leads')).values()].map((one) => one.secret)

/** Fills every sealed column, and returns the secret of the sender 车友之窗. */
async function fillSealed({ db, now }: TestApp): Promise<string> {
  const { dealerId, accountId } = await buildMember(db, now(), { name: '周明' })
  const source = { name: '车友之窗', sourceId: 1, rate: 1 }
  const { secret } = await addSource(db, testSecret, source, now())
  const sealed = seal(testSecret, 'whsec')
  const texts = seal(testSecret, '您好', 'texts on their way')
  await sql`insert into webhook_endpoint (dealer_id, url, events, sealed_secret, sealed_previous, creator_name, created_at)
    values (${dealerId}, 'https://a.example.com', '{}', ${sealed}, ${sealed}, '', now())`.execute(db)
  await sql`insert into sms_outbox (kind, mobile, sealed, expires_at, created_at)
    values (2, '19912340001', ${texts}, now(), now())`.execute(db)
  await buildAuthenticator(db, accountId, { serverSecret: testSecret })
  await sql`update authenticator set sealed_offer = sealed_secret`.execute(db)
  return secret
}

describe('a start with another FILE_SECRET', () => {
  it('is refused with what to do', async () => {
    const { db, databaseUrl } = await openOwn()
    // Examining accepts nothing, so that the first start still decides.
    expect(await examineSecret(db, another)).toMatchObject({ state: 'ok' })
    await checkServerSecret(db, testSecret)
    await checkServerSecret(db, testSecret)
    await expect(startProcess(databaseUrl, { FILE_SECRET: another })).rejects.toThrow(
      /was used with another FILE_SECRET.*npm run doctor -- --accept-secret/s,
    )
    expect(await examineSecret(db, another)).toMatchObject({ about: 'secret', state: 'fault' })
    expect(await examineSecret(db, testSecret)).toMatchObject({ state: 'ok' })
  })
})

/** Purposes of sealed columns, other than the usual one. */
const purposes: Readonly<Record<string, SealedFor>> = {
  sms_outbox: 'texts on their way',
  authenticator: 'authenticators',
}

describe('a change of the secret', () => {
  it('seals every sealed column again', async () => {
    const own = await openOwn()
    const { db } = own
    const secret = await fillSealed(own)
    const lost = await changeSecret(db, { secret: another, former: testSecret, now: own.now() })
    expect(lost).toEqual({ senders: [], webhooks: [], texts: 0, devices: 0, authenticators: [] })
    expect(await senders(own, another)).toEqual([secret])
    expect(await senders(own, testSecret)).toEqual([])
    await checkServerSecret(db, another)

    const { rows: columns } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and column_name like 'sealed%'`.execute(db)
    expect(columns.length).toBeGreaterThan(3)
    for (const { table, column } of columns) {
      const { rows } = await sql<{ sealed: Buffer }>`
        select ${sql.ref(column)} as sealed from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
        db,
      )
      expect(rows.length, `${table}.${column} has no row here`).toBeGreaterThan(0)
      const purpose = purposes[table]
      for (const row of rows)
        expect(() => unseal(another, row.sealed, purpose), `${table}.${column}`).not.toThrow()
    }
  })

  it('without the former one names what needs a new secret', async () => {
    const own = await openOwn()
    await fillSealed(own)
    const lost = await changeSecret(own.db, { secret: another, former: '', now: own.now() })
    expect(lost).toMatchObject({
      senders: [expect.stringMatching(/^车友之窗 \(src_[0-9a-f]{16}\)$/)],
      webhooks: ['https://a.example.com'],
      texts: 1,
      authenticators: ['周明'],
    })
    expect(await own.db.selectFrom('authenticator').select('account_id').execute()).toEqual([])
    await checkServerSecret(own.db, another)
  })
})

describe('an examination', () => {
  const examined = async (environment: Record<string, string> = {}) =>
    Object.fromEntries(
      (await examine(readConfig({ DATA_DIR: app.filesFolder, ...environment }), app.databaseUrl)).map(
        ({ about, state, text }) => [about, `${state}: ${text}`],
      ),
    )

  it('of a good installation finds no fault', async () => {
    const findings = await examined()
    expect(Object.values(findings).filter((line) => line.startsWith('fault'))).toEqual([])
    expect(findings).toMatchObject({
      database: expect.stringMatching(/^ok: PostgreSQL \d/) as string,
      schema: expect.stringMatching(/^ok: \d+ migrations/) as string,
      pooler: 'ok: none',
      encryption: 'ok: none, as the database is on this machine',
      configuration: 'ok: no variable looks mistyped',
      collation: 'ok: zh-x-icu for names, no changed versions',
    })
  })

  it('finds tables of another role', async () => {
    const client = new DatabaseClient({ connectionString: app.databaseUrl })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('create role doctor_before')
      await client.query('create role doctor_now')
      await client.query('create table restored (id int)')
      await client.query('alter table restored owner to doctor_before')
      await client.query('set local role doctor_now')
      expect(await readOtherOwners(client)).toContain('doctor_before')
      await client.query('reset role')
      expect(await readOtherOwners(client)).toEqual([])
      // The advice takes the tables of the first superuser, too.
      const { rows } = await client.query<{ format: string }>(givesTables('doctor_now'))
      for (const { format } of rows) await client.query(format)
      await client.query('set local role doctor_now')
      expect(await readOtherOwners(client)).toEqual([])
    } finally {
      await client.query('rollback')
      await client.end()
    }
  })

  it('finds a collation that changed under its indexes', async () => {
    await sql`update pg_collation set collversion = '1' where collname = 'zh-x-icu'`.execute(app.db)
    try {
      expect((await examined())['collation']).toMatch(
        /^warning: the system sorts by zh-x-icu otherwise .*: reindex/,
      )
    } finally {
      await sql`alter collation "zh-x-icu" refresh version`.execute(app.db)
    }
  })

  it('finds an applied migration that has changed, with what to do', async () => {
    const [first] = Object.keys(await readMigrations())
    const set = (checksum: string) =>
      sql`
      update kysely_migration set checksum = ${checksum} where name = ${first} returning checksum`.execute(
        app.db,
      )
    const { rows } = await sql<{ checksum: string }>`
      select checksum from kysely_migration where name = ${first}`.execute(app.db)
    await set('another')
    try {
      expect((await examined())['schema']).toMatch(/^fault: .* differs from the file .*: .*Restore the file/)
    } finally {
      await set(rows[0]?.checksum ?? '')
    }
  })

  it('compares no secret before the first start', async () => {
    const { url, drop } = await createTestDatabase({ of: 'empty' })
    const db = createDatabase(createPool(url, 1, createLog('silent')))
    expect(await examineSecret(db, another)).toMatchObject({ state: 'ok' })
    await db.destroy()
    await drop()
  })

  it('names what waits until the release is kept, as no fault', async () => {
    const { rows } = await sql`
      delete from kysely_migration_later where least_release = ${release} returning name, timestamp, checksum, least_release`.execute(
      app.db,
    )
    try {
      // A release may remove nothing.
      const advice = rows.length > 0 ? `. ${rows.length} more remove .*: npm run migrate -- --remove` : ''
      expect((await examined())['schema']).toMatch(new RegExp(`^ok: \\d+ migrations${advice}$`))
    } finally {
      await sql`
        insert into kysely_migration_later (name, timestamp, checksum, least_release)
        select * from jsonb_to_recordset(${JSON.stringify(rows)}) as r (name text, timestamp text, checksum text, least_release text)`.execute(
        app.db,
      )
    }
  })

  it('names each fault with what to do', async () => {
    await sql`insert into kysely_migration_later (name, timestamp) values ('9999_newer', '')`.execute(app.db)
    try {
      const findings = await examined({ DATA_DIR: path.join(app.filesFolder, 'none'), DATABASE_POOL: '200' })
      expect(findings['schema']).toBe(
        'warning: a newer release has run migration 9999_newer: start that release soon.',
      )
      expect(findings['disk']).toMatch(/^fault: .*ENOENT.*: make the folder/)
      expect(findings['connections']).toMatch(/^(?:ok|warning): \d+ for the product, 1 × 207 needed/)
    } finally {
      await sql`delete from kysely_migration_later where name = '9999_newer'`.execute(app.db)
    }
    const gone = await examine(readConfig({}), 'postgres://localhost:1/none')
    expect(gone.at(-1)).toMatchObject({
      about: 'database',
      state: 'fault',
      text: expect.stringMatching(/check DATABASE_URL\.$/) as string,
    })
  })

  it('counts the connections that all processes may take, under the tightest limit', async () => {
    const connections = async (pool: string) => (await examined({ DATABASE_POOL: pool }))['connections']
    expect(await connections('10')).toMatch(/^ok: \d+ for the product, 1 × 17 needed$/)
    const second = await startProcess(app.databaseUrl)
    try {
      expect(await connections('10')).toMatch(/^ok: \d+ for the product, 2 × 17 needed$/)
      await sql`do $$ begin execute format('alter database %I connection limit 30', current_database()); end $$`.execute(
        app.db,
      )
      expect(await connections('10')).toMatch(
        /^warning: 2\d for the product, 2 × 17 needed: raise max_connections/,
      )
      expect(await connections('5')).toMatch(/^ok: /)
    } finally {
      await sql`do $$ begin execute format('alter database %I connection limit -1', current_database()); end $$`.execute(
        app.db,
      )
      await second.end()
    }
  })

  it('counts connections of other roles without the right to see them', async () => {
    const client = new DatabaseClient({ connectionString: app.databaseUrl })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('create role doctor_without_rights')
      await client.query('set local role doctor_without_rights')
      const { rows } = await client.query<{ most: number }>(
        `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
      )
      const { free, ours } = await countConnections(client)
      expect(free).toBeLessThan(rows[0]?.most ?? 0)
      expect(ours).toBe(0)
    } finally {
      await client.query('rollback')
      await client.end()
    }
  })

  it('asks the outside systems', async () => {
    const outside = async (environment: Record<string, string>) =>
      Object.fromEntries((await examineOutside(readConfig(environment))).map((one) => [one.about, one]))
    const none = await outside({})
    expect(none['PostgreSQL']).toBeUndefined()
    expect(none['SMS']).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/^not used: .*no SMS provider/) as string,
    })
    const gone = await outside({ CLAMAV_ADDRESS: '127.0.0.1:1' })
    expect(gone['Virus scanner']).toMatchObject({
      state: 'fault',
      text: expect.stringMatching(/ECONNREFUSED.*: see docs\/outside\.md\.$/) as string,
    })
  })
})

describe('sign-in', () => {
  const aliyun = {
    SMS_ACCESS_KEY: 'key',
    SMS_SECRET_KEY: 'secret',
    SMS_SIGN_NAME: '展厅',
    SMS_CODE_TEMPLATE: 'SMS_1',
  }
  const wecom = {
    PUBLIC_URL: 'https://a.example.com',
    WECOM_CORP_ID: 'corp',
    WECOM_AGENT_ID: '1',
    WECOM_SECRET: 'secret',
  }

  it('names what it needs, and how many members have not enrolled', async () => {
    const { db, now } = await openOwn()
    const lineOf = async (environment: NodeJS.ProcessEnv = {}) => {
      const { state, text } = await examineSignIn(db, readConfig({ DEMO: '0', ...environment }))
      return `${state}: ${text}`
    }
    const { accountId } = await buildMember(db, now())
    const bound = await buildMember(db, now())
    const frozen = await buildMember(db, now())
    await db.updateTable('member').set({ status: -1 }).where('id', '=', frozen.memberId).execute()
    expect(await lineOf(aliyun)).toBe('ok: by password and a code by SMS')
    expect(await lineOf()).toBe(
      'warning: by password and authenticator, as there is no SMS; 2 of 2 active members have not enrolled: invite each (npm run network -- invite MOBILE).',
    )
    await buildWecomBinding(db, bound.accountId, { corpId: 'corp' })
    expect(await lineOf(wecom)).toMatch(/^warning: by WeCom or password and authenticator, .*; 1 of 2 /)
    await buildAuthenticator(db, accountId, { serverSecret: testSecret })
    expect(await lineOf()).toMatch(/^warning: .*; 1 of 2 active members/)
    expect(await lineOf(wecom)).toMatch(/^ok: .*; 0 of 2 active members have not enrolled$/)
  })
})

describe('backups', () => {
  const hours = (count: number): Date => new Date(systemClock().getTime() + count * 3_600_000)
  const run = (kind: RunKind, at: Date, failure: string | null = null) =>
    insertRun(app.db, { kind, startedAt: at, endedAt: at, place: '/backups', bytes: 1, failure })
  const findingsAt = async (now: Date, variables: NodeJS.ProcessEnv = {}) =>
    (await examineBackups(app.db, readConfig(variables), now)).map(({ about, state }) => `${about}: ${state}`)

  beforeEach(async () => {
    await app.db.deleteFrom('backup_run').execute()
  })

  it('are missed from the second day on', async () => {
    expect(await findingsAt(hours(1))).toEqual(['backup: ok', 'backup of files: ok'])
    expect(await findingsAt(hours(27))).toEqual(['backup: warning', 'backup of files: warning'])
  })

  it('count by their content, also those of other programs', async () => {
    await run('noted', hours(20))
    expect(await findingsAt(hours(40))).toEqual(['backup: ok', 'backup of files: warning'])
    await run('files', hours(30))
    expect(await findingsAt(hours(40))).toEqual(['backup: ok', 'backup of files: ok'])
    await run('base', hours(50))
    expect(await findingsAt(hours(70))).toEqual(['backup: ok', 'backup of files: ok'])
    const bucket = { BUCKET_NAME: 'files', BUCKET_ACCESS_KEY: 'a', BUCKET_SECRET_KEY: 'b' }
    expect(await findingsAt(hours(77), bucket)).toEqual(['backup: warning'])
  })

  it('are a fault from a failure to the next success', async () => {
    await run('files', hours(77))
    await run('base', hours(78), 'The disk of /backups is full: make room, or lower BACKUP_DAYS.')
    const [first] = await examineBackups(app.db, readConfig({}), hours(79))
    expect(first).toMatchObject({ about: 'backup', state: 'fault' })
    expect(first?.text).toContain('The disk of /backups is full')
    await run('base', hours(80))
    expect(await findingsAt(hours(81))).toEqual(['backup: ok', 'backup of files: ok'])
  })

  it('whose changes are late are a fault', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'showroom-doctor-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const late = async (secondsAgo: number) => {
      const piece = path.join(dataDir, 'wal-outbox/000000010000000000000003')
      mkdirSync(path.dirname(piece), { recursive: true })
      writeFileSync(piece, '')
      const at = new Date(systemClock().getTime() - secondsAgo * 1000)
      utimesSync(piece, at, at)
      const findings = await examineBackups(app.db, readConfig({ DATA_DIR: dataDir }), hours(1))
      return findings.filter(({ text }) => text.includes('changes of the last')).map(({ state }) => state)
    }
    expect(await late(170)).toEqual([])
    expect(await late(190)).toEqual(['fault'])
  })
})
