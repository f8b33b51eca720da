import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import type { TestDatabase } from '../../../test/database/database.ts'
import { memoryEnvironment } from '../../memory.ts'
import { createLog } from '../observe/log.ts'
import { release } from '../config/release.ts'
import { lineName } from '../config/node.ts'
import { checksumOf, migrate, readMigrations } from './migrate.ts'
import type { MigrationFiles } from './migrate.ts'

const made: TestDatabase[] = []
let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase({ of: 'empty' })
  made.push(database)
})
afterAll(() => Promise.all(made.map((one) => one.drop())))

async function query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
type MigrateArguments =
  Parameters<typeof migrate> extends [unknown, unknown?, ...infer Others] ? Others : never
function capture() {
  const lines: string[] = []
  return { lines, log: createLog('info', { write: (line: string) => void lines.push(line) }) }
}
const tables = async (): Promise<string[]> =>
  (
    await query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
  ).map((row) => row.name)

describe('migrating', () => {
  it('creates the schema once', async () => {
    await migrate(database.url)
    const first = await tables()
    expect(first).toEqual(expect.arrayContaining(['account', 'customer', 'deal', 'session', 'timeline']))
    await migrate(database.url)
    expect(await tables()).toEqual(first)
  })

  it('creates it once when several processes start together', async () => {
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)])
    expect(await tables()).toContain('customer')
  })

  it('rolls a failed file back, names it, and keeps those before it', async () => {
    const good = 'create table first (id int)'
    await migrate(database.url, () => Promise.resolve({ '0001_first': good }))
    const before = await tables()
    const second = 'create table second (id int)'
    const broken = 'create table third (id int); insert into first values (1); select 1/0'
    const failing = migrate(database.url, () =>
      Promise.resolve({ '0001_first': good, '0002_second': second, '0003_broken': broken }),
    )
    await expect(failing).rejects.toThrow('migration 0003_broken failed')
    expect(await tables()).toEqual([...before, 'second'].toSorted())
    expect(await query('select * from first')).toEqual([])
    await migrate(database.url, () =>
      Promise.resolve({
        '0001_first': good,
        '0002_second': second,
        '0003_mended': 'create table third (id int)',
      }),
    )
    expect(await tables()).toContain('third')
  })

  const first = 'create table first (id int);\n'
  const start = (files: MigrationFiles, ...[log, options]: MigrateArguments) =>
    migrate(database.url, () => Promise.resolve(files), log, options)

  it('stops when an applied file has changed, and names it', async () => {
    await start({ '0020_first': first })
    await expect(
      start({ '0020_first': `${first}-- mended`, '0021_second': 'create table second ()' }),
    ).rejects.toThrow('server/migrations/0020_first.sql differs from the file that this database has run')
    expect(await tables()).not.toContain('second')
    // Line endings do not change the checksum.
    await start({ '0020_first': first.replaceAll('\n', '\r\n') })
  })

  it('runs on the schema of a newer release, unless that has removed what this one uses', async () => {
    await start({ '0020_first': first, '0061_second': 'create table second ()' })
    await start({ '0020_first': first })
    const removing = `-- The notes moved.\n-- least release: ${release.replace(/\d+$/, '99')}\nalter table second drop note`
    const files = {
      '0020_first': first,
      '0062_note': 'alter table second add note text',
      '0063_moved': removing,
    }
    await start(files, undefined, { removes: true })
    await expect(start({ '0020_first': first })).rejects.toThrow(/0063_moved, which needs release \S+99/)
    await query(`update kysely_migration_later set least_release = '${release}'`)
    await start({ '0020_first': first })
  })

  it('removes what the release before uses only when asked, and not while that release runs', async () => {
    const files = {
      '0020_first': first,
      '0062_gone': `-- least release: ${release}\ndrop table first`,
      '0063_third': 'create table third ()',
    }
    await start({ '0020_first': first })
    const { lines, log } = capture()
    expect(await start(files, log)).toEqual(['0062_gone'])
    expect(lines.join()).toContain('waits until this release is kept')
    expect(await tables()).toEqual(expect.arrayContaining(['first', 'third']))

    const former = new pg.Client({
      connectionString: database.url,
      application_name: 'showroom-line 1.0.0 1764201600 host',
    })
    await former.connect()
    const remove = { removes: true }
    await expect(start(files, log, remove)).rejects.toThrow(
      `0062_gone removes what releases before ${release} use. Stop them first: 1.0.0 host.`,
    )
    await former.end()
    const own = new pg.Client({ connectionString: database.url, application_name: lineName() })
    await own.connect()
    expect(await start(files, log, remove)).toEqual([])
    await own.end()
    expect(await tables()).not.toContain('first')
    expect(
      await query(`select least_release as least from kysely_migration_later where name = '0062_gone'`),
    ).toEqual([{ least: release }])
  })

  it('removes in passing what a release before the last one used, unless it still runs', async () => {
    const files = { '0020_first': first, '0062_gone': '-- least release: 0.9.0\ndrop table first' }
    await start({ '0020_first': first })
    // Release 0.1.0 had no version in the name.
    const former = new pg.Client({ connectionString: database.url, application_name: 'showroom-line' })
    await former.connect()
    const { lines, log } = capture()
    expect(await start(files, log)).toEqual(['0062_gone'])
    expect(lines.join()).toContain(
      '"running":"0.1.0","msg":"a migration waits for processes of an older release"',
    )
    await former.end()
    expect(await start(files)).toEqual([])
    expect(await tables()).not.toContain('first')
  })

  it('removes at once in an empty database', async () => {
    expect(
      await start({ '0020_first': first, '0062_gone': `-- least release: ${release}\ndrop table first` }),
    ).toEqual([])
    expect(await tables()).not.toContain('first')
  })

  it('records later files where release 0.1.0 does not see them', async () => {
    await start({ '0054_reception': first, '0055_second': 'create table second ()' })
    expect(await query('select name from kysely_migration')).toEqual([{ name: '0054_reception' }])
    // As earlier versions recorded them.
    await query(`with later as (delete from kysely_migration_later returning name, timestamp, checksum)
      insert into kysely_migration select * from later`)
    await start({ '0054_reception': first, '0055_second': 'create table second ()' })
    expect(await query('select name from kysely_migration')).toEqual([{ name: '0054_reception' }])
  })

  it('gives up a lock after seconds, lets others pass, and tries again', { timeout: 30_000 }, async () => {
    await start({ '0020_first': first })
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    await holder.query('begin; select from first')
    const { lines, log } = capture()
    const migrating = migrate(
      database.url,
      () => Promise.resolve({ '0020_first': first, '0061_wider': 'alter table first add note text' }),
      log,
    )
    await vi.waitFor(() => expect(lines.join()).toContain('waits for the locks'), 10_000)
    // The attempt was rolled back, so other sessions reach the table.
    await query('select from first')
    await holder.query('commit')
    await holder.end()
    await migrating
    expect(await query('select note from first')).toEqual([])
    expect(lines.join()).toMatch(/"migration":"0061_wider","tries":1.*lock timeout.*"sessions":\[\{"pid":\d+/)
  })

  it('builds an index outside a transaction, and replaces what an interrupted build left', async () => {
    const index =
      '-- outside a transaction\ncreate unique index concurrently if not exists first_id on first (id)'
    await start({ '0020_first': first })
    await query('insert into first values (1), (1)')
    await expect(start({ '0020_first': first, '0061_index': index })).rejects.toThrow('0061_index failed')
    expect(await query('select from pg_index where not indisvalid')).toHaveLength(1)
    await query('delete from first')
    await Promise.all([1, 2].map(() => start({ '0020_first': first, '0061_index': index })))
    expect(
      await query(`select indisvalid as "isValid" from pg_index where indrelid = 'first'::regclass`),
    ).toEqual([{ isValid: true }])
  })

  it('applies a file from another branch with a lower number', async () => {
    await start({ '0021_second': 'create table second ()' })
    await start({ '0020_first': first, '0021_second': 'create table second ()' })
    expect(await tables()).toContain('first')
  })

  it('accepts missing checksums of old files only', async () => {
    await start({ '0011_review': first, '0012_more': 'create table second ()' })
    await query("update kysely_migration set checksum = null where name = '0011_review'")
    await start({ '0011_review': first, '0012_more': 'create table second ()' })
    await expect(
      start({ '0011_review': 'create table other ()', '0012_more': 'create table second ()' }),
    ).rejects.toThrow('0011_review')
    await query("update kysely_migration set checksum = null where name = '0012_more'")
    await expect(start({ '0011_review': first, '0012_more': 'create table second ()' })).rejects.toThrow(
      '0012_more',
    )
  })
})

/**
 * Checksums of the migrations that databases have run. `npm run generate` adds a new file; an entry that is there is
 * never changed.
 */
const checksumsFile = path.resolve(import.meta.dirname, '../../../migrations/checksums.json')

it('released migrations never change: npm run generate adds new files only', async () => {
  const today = Object.fromEntries(
    Object.entries(await readMigrations()).map(([name, text]) => [name, checksumOf(text).slice(0, 16)]),
  )
  const read = () => JSON.parse(readFileSync(checksumsFile, 'utf8')) as Readonly<Record<string, string>>
  if (process.env.UPDATE_TABLES)
    writeFileSync(checksumsFile, `${JSON.stringify({ ...today, ...read() }, null, 2)}\n`)
  expect(today, 'npm run generate adds a new migration; one in checksums.json is never edited').toEqual(
    read(),
  )
})

it('leads from before lead histories get one, and called leads do not count as waiting', async () => {
  const before = Object.entries(await readMigrations()).filter(([name]) => name < '0008')
  await migrate(database.url, () => Promise.resolve(Object.fromEntries(before)))
  await query(`
    insert into dealer_group (id, name) values (1, '集团');
    insert into dealer (id, group_id, code, name, province, city, area) values (1, 1, 'D1', '店', '浙江省', '杭州市', '');
    insert into lead (dealer_id, id, source_id, status, clear_status, name, mobile, created_at, cleared_at, assigned_at, follow_seconds,
                      owner_id, customer_id)
    values (1, 1, 1, 2, 1, '已跟进', '1', '2026-11-01 09:00+8', '2026-11-01 09:10+8', '2026-11-01 09:20+8', 600, 7, 70),
           (1, 2, 1, 2, 1, '没有记录', '2', '2026-11-01 09:00+8', '2026-11-01 09:10+8', '2026-11-01 09:20+8', 600, 7, 71),
           (1, 3, 1, 2, 1, '还没跟进', '3', '2026-11-01 09:00+8', '2026-11-01 09:10+8', '2026-11-01 09:20+8', null, 7, 72),
           (1, 4, 1, 12, 3, '未接通', '4', '2026-11-01 09:00+8', '2026-11-01 09:10+8', null, null, null, null);
    insert into activity (dealer_id, customer_id, deal_id, owner_id, type, due_at, created_at, completed_at)
    values (1, 70, 1, 7, 1, '2026-11-01 10:00+8', '2026-11-01 09:20+8', '2026-11-01 09:30+8'),
           (1, 72, 1, 7, 1, '2026-11-01 10:00+8', '2026-10-01 09:20+8', '2026-10-01 09:30+8')`)
  await migrate(database.url)
  expect(
    await query(
      `select name, first_follow_at at time zone 'Asia/Shanghai' || '' as at, no_contact_times as times from lead order by id`,
    ),
  ).toEqual([
    { name: '已跟进', at: '2026-11-01 09:30:00', times: 0 },
    { name: '没有记录', at: '2026-11-01 09:30:00', times: 0 },
    { name: '还没跟进', at: null, times: 0 },
    { name: '未接通', at: null, times: 1 },
  ])
  expect(
    await query(`select handle_name as by, result from lead_event where lead_id = 4 order by id`),
  ).toEqual([
    { by: '系统', result: '线索进入' },
    { by: '', result: '未接通' },
  ])
})

it('old events without a recorded owner count for the most likely owner', async () => {
  const before = Object.entries(await readMigrations()).filter(([name]) => name < '0032')
  await migrate(database.url, () => Promise.resolve(Object.fromEntries(before)))
  await query(`
    insert into dealer_group (id, name) values (1, '集团');
    insert into dealer (id, group_id, code, name, province, city, area) values (1, 1, 'D1', '店', '浙江省', '杭州市', '');
    insert into account (id, mobile, name, password_hash) values (1, '13800000001', '张三', 'x'), (2, '13800000002', '李四', 'x');
    insert into member (dealer_id, id, account_id, name, role) values (1, 7, 1, '张三', 4), (1, 8, 2, '李四', 4);
    insert into deal (dealer_id, id, customer_id, owner_id, level, from_source, created_at, created_by, last_follow_at)
    values (1, 1, 70, 7, 'F', 1, now(), 7, now()), (1, 2, 71, 8, 'H', 1, now(), 7, now());
    insert into defeat_request (dealer_id, id, customer_id, deal_id, requested_by, requested_at, reason, state, reviewed_at)
    values (1, 1, 70, 1, 9, now(), 1, 1, '2026-11-01 09:00+8'), (1, 2, 71, 2, 9, now(), 1, 1, '2026-11-01 09:00+8'),
           (1, 3, 71, 2, 9, now(), 1, 2, '2026-11-02 09:00+8');
    insert into timeline (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content)
    values (1, 71, 2, '2026-11-01 10:00+8', 1, '总监', 'H', 10, '复活', ''),
           (1, 71, 2, '2026-11-03 10:00+8', 9, '许安', 'H', 32, '休眠', '暂停回访，15天后自动唤醒');
    insert into vehicle_order (dealer_id, id, order_no, customer_id, deal_id, owner_id, status, business_type, reviewed_at, delivered_at,
                               created_at, created_by)
    values (1, 1, 'A', 70, 1, 7, 14, 1, now(), now(), now(), 7), (1, 2, 'B', 70, 1, 7, 6, 1, now(), null, now(), 7)`)
  await migrate(database.url)
  expect(
    await query(
      `select id::int, owner_id::int as owner, revived_at at time zone 'Asia/Shanghai' || '' as revived from defeat_request order by id`,
    ),
  ).toEqual([
    { id: 1, owner: 7, revived: null },
    { id: 2, owner: 9, revived: '2026-11-01 10:00:00' },
    { id: 3, owner: null, revived: null },
  ])
  expect(await query(`select owner_id::int as owner, days from suspension`)).toEqual([{ owner: 9, days: 15 }])
  expect(
    await query(
      `select approved_owner_id::int as approved, delivered_owner_id::int as delivered from vehicle_order order by id`,
    ),
  ).toEqual([
    { approved: 7, delivered: 7 },
    { approved: null, delivered: null },
  ])
})

it('old leads get their own deal, past deals their end, and files their last contact', async () => {
  const before = Object.entries(await readMigrations()).filter(([name]) => name < '0070')
  await migrate(database.url, () => Promise.resolve(Object.fromEntries(before)))
  // Customer 70 bought again; 71 took over the file 72, by a release that recorded less.
  await query(`
    insert into dealer_group (id, name) values (1, '集团');
    insert into dealer (id, group_id, code, name, province, city, area) values (1, 1, 'D1', '店', '浙江省', '杭州市', '');
    insert into account (id, mobile, name, password_hash) values (1, '13800000001', '张三', 'x');
    insert into member (dealer_id, id, account_id, name, role) values (1, 7, 1, '张三', 4);
    insert into customer (dealer_id, id, name, current_deal_id, merged_into_id, created_at, created_by)
    values (1, 70, '甲', 2, null, now(), 7), (1, 71, '乙', 3, null, now(), 7), (1, 72, '丙', 4, 71, now(), 7);
    insert into deal (dealer_id, id, customer_id, is_current, owner_id, level, from_source, created_at, created_by, last_follow_at)
    values (1, 1, 70, false, 7, 'D', 1, '2026-01-01 09:00+8', 7, '2026-03-01 09:00+8'),
           (1, 2, 70, true, 7, 'H', 1, '2026-06-01 09:00+8', 7, '2026-06-01 09:00+8'),
           (1, 3, 71, true, 7, 'H', 1, '2026-02-01 09:00+8', 7, '2026-02-01 09:00+8'),
           (1, 4, 71, false, 7, 'H', 1, '2026-02-05 09:00+8', 7, '2026-02-05 09:00+8');
    insert into audit (dealer_id, at, action, detail) values (1, '2026-02-09 09:00+8', 'merge', '{"slaveCustomerId": 72}');
    insert into activity (dealer_id, customer_id, deal_id, owner_id, type, due_at, created_at, completed_at, completed_type)
    values (1, 70, 1, 7, 1, now(), now(), '2026-01-10 09:00+8', 1), (1, 70, 1, 7, 1, now(), now(), '2026-03-01 09:00+8', 5);
    insert into lead (dealer_id, id, source_id, status, name, mobile, customer_id, created_at, assigned_at)
    values (1, 1, 1, 2, '甲', '1', 70, '2026-01-01 08:00+8', '2026-01-01 09:00+8'),
           (1, 2, 1, 2, '甲', '1', 70, '2026-07-01 08:00+8', '2026-07-01 09:00+8'),
           (1, 3, 1, 2, '甲', '1', 70, '2025-12-01 08:00+8', '2025-12-01 09:00+8'),
           (1, 4, 1, 2, '丙', '3', 71, '2026-02-05 08:00+8', '2026-02-05 09:00+8'),
           (1, 5, 1, 1, '丁', '4', null, '2026-02-05 08:00+8', null)`)
  await migrate(database.url)
  const day = (column: string) => `to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  expect(
    await query(
      `select id::int, ${day('superseded_at')} as superseded, ${day('merged_at')} as merged, ${day('last_follow_at')} as contact
       from deal order by id`,
    ),
  ).toEqual([
    { id: 1, superseded: '2026-06-01', merged: null, contact: '2026-01-10' },
    { id: 2, superseded: null, merged: null, contact: '2026-01-10' },
    { id: 3, superseded: null, merged: null, contact: '1970-01-01' },
    { id: 4, superseded: null, merged: '2026-02-09', contact: '1970-01-01' },
  ])
  expect(await query(`select deal_id::int as deal from lead order by id`)).toEqual([
    { deal: 1 },
    { deal: 2 },
    { deal: 1 },
    { deal: 3 },
    { deal: null },
  ])
})

describe('the server process', () => {
  const main = path.resolve(import.meta.dirname, '../../main.ts')

  /** Runs the server until it exits. */
  function run(environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
    const folder = mkdtempSync(path.join(tmpdir(), 'showroom-main-'))
    const child = spawn(process.execPath, [main], {
      env: {
        ...memoryEnvironment,
        PATH: process.env['PATH'],
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        PORT: '0',
        DEMO: '0',
        ...environment,
      },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    return new Promise((resolve) => {
      child.on('close', (code) => {
        rmSync(folder, { recursive: true, force: true })
        resolve({ code, output })
      })
    })
  }

  it('exits with an error when a migration fails, and names it', async () => {
    await query('create table dealer (in_the_way int)')
    const { code, output } = await run({ DATABASE_URL: database.url })
    expect(code).toBe(1)
    expect(output).toContain('migration 0002_network failed')
    expect(output).toContain('relation "dealer" already exists')
    expect(output).not.toMatch(/\n\s+at /)
    expect(await tables()).not.toContain('customer')
  })

  it('exits with a clear text for a wrong value and for a missing database', async () => {
    const [wrong, absent] = await Promise.all([
      run({ PORT: 'abc' }),
      run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
    ])
    expect(wrong.code).toBe(1)
    expect(wrong.output).toMatch(/^Wrong configuration:\n {2}PORT: /)
    expect(absent.code).toBe(1)
    expect(absent.output).toMatch(/ECONNREFUSED/)
    for (const { output } of [wrong, absent]) expect(output).not.toMatch(/\n\s+at /)
  })
})
