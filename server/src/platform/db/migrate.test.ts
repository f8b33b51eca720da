import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
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

  it('rolls back on failure and names the file', async () => {
    const good = 'create table first (id int)'
    await migrate(database.url, () => Promise.resolve({ '0001_first': good }))
    const before = await tables()
    const second = 'create table second (id int); insert into first values (1)'
    const broken = 'create table third (id int); select 1/0'
    const failing = migrate(database.url, () =>
      Promise.resolve({ '0001_first': good, '0002_second': second, '0003_broken': broken }),
    )
    await expect(failing).rejects.toThrow('migration 0003_broken failed')
    expect(await tables()).toEqual(before)
    expect(await query('select * from first')).toEqual([])
    await migrate(database.url, () => Promise.resolve({ '0001_first': good, '0002_second': second }))
    expect(await tables()).toContain('second')
  })

  const first = 'create table first (id int);\n'
  const start = (files: MigrationFiles) => migrate(database.url, () => Promise.resolve(files))

  it('stops when an applied file has changed, and names it', async () => {
    await start({ '0020_first': first })
    await expect(
      start({ '0020_first': `${first}-- mended`, '0021_second': 'create table second ()' }),
    ).rejects.toThrow('server/migrations/0020_first.sql is not what this database has run')
    expect(await tables()).not.toContain('second')
    // Line endings do not change the checksum.
    await start({ '0020_first': first.replaceAll('\n', '\r\n') })
  })

  it('stops when the database is newer than the version', async () => {
    await start({ '0020_first': first, '0021_second': 'create table second ()' })
    await expect(start({ '0020_first': first })).rejects.toThrow('it is older than the database')
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
 * Migrations that released databases have applied, with the start of their checksums. Add each new file with the checksum that the test
 * below prints.
 */
const released: Readonly<Record<string, string>> = {
  '0001_platform': '355bc1fc2407b27a',
  '0002_network': '8801aedd122a7741',
  '0003_base': '3945a29ff9ec19b5',
  '0004_customer': '5ba4cbf554f8977b',
  '0005_order_lead': '1a2706c60d4349f5',
  '0006_first_editions': '88007bd9f5789dd8',
  '0007_transfer': 'f41ac66d52c567c4',
  '0008_lead': '7cf36d3c2777338b',
  '0009_notice': 'f74d46596360160e',
  '0010_task': 'ba1aac994b612fb6',
  '0011_review': '88cc8356b46e98d0',
  '0012_one_state': '1f77183939001af6',
  '0013_mask_text': '481cd650cd11b198',
  '0014_audit': '5e41faedc28d6c14',
  '0015_base_changed': '869467d11427d5f8',
  '0016_notice_customer': '83d3e1dd4403eb67',
  '0017_merged_numbers': '860e1f194388852d',
  '0018_known_browser': 'ce28c685ab3d28d0',
  '0019_draft': '262e2ef3067f7d46',
  '0020_undo': '0f5d36427c6e4818',
  '0021_deal_next': '8317752b238bd167',
  '0022_timeline_facts': '20d49bfdc6ab2478',
  '0023_setting': '44c62577a1ed0c9e',
  '0024_list_view': '72e846ea1455aec1',
  '0025_customer_bulk': '9cd86c6f19ff6efe',
  '0026_member': '3782b41d0d9a1a21',
  '0027_audit_list': '78885573aa4441fb',
  '0028_file': 'a93da4337cd8c09c',
  '0029_sms': '7ef4f2c7657d29e4',
  '0030_attendance': '27f490b17709d7a7',
  '0031_switched_off': '94093e8bfd4a4c6e',
  '0032_counting': '9eabf8c51501174a',
  '0033_order_verify': '6ac9b53715e6cbfa',
  '0034_city_rank': '8fba97bb71584e48',
  '0035_desk': 'a7d66bdf5d1b6d28',
  '0036_doors': '8a14b3d8c7001a77',
  '0037_maker': '22bd6415f8808e95',
  '0038_order': '52ded648da689d86',
  '0039_upload': '29d3645605ebc103',
  '0040_morning_report': '2d2fbef36f14bdc6',
  '0041_record': '39241cb32595bc96',
  '0042_notice_push': 'ba69fd58ad4df453',
  '0043_order_alert': '39f4bb3eeac59171',
  '0044_order_number': '6c9659ee40f9ec14',
  '0045_customer_room': 'e6008dc7ecd90456',
  '0046_sms_outbox': 'a16f5859f7c88b7b',
  '0047_webhook': 'd0ff76b4fe614a82',
  '0048_webhook_creator': '93bf80485cc20851',
  '0049_sms_code_hash': '3493a56589a273d0',
  '0050_hand_over': 'f4264dcc29afe966',
  '0051_activity_source': '9ea389745aed504e',
  '0052_order_vehicles': 'ce0a7bca97e6f3b7',
  '0053_order_source': 'ffb8fa196f74dce7',
  '0054_reception': '5d5020751504670a',
  '0055_policy_numbers': '76b362439cc9dcb2',
  '0056_store_work': '347a3545a11c0487',
  '0057_leave_moves': 'd0962c12da6c1b18',
  '0058_merged_into': 'a630186bf8e1ef5c',
  '0059_linked_files': '7a83880099efde7b',
  '0062_import_table': '2204423e006e3d68',
}

it('released migrations never change: changes go into a new file', async () => {
  const files = Object.entries(await readMigrations())
  const today = files.map(([name, text]): [string, string] => [name, checksumOf(text).slice(0, 16)])
  expect(
    Object.fromEntries(today),
    'a new migration is listed in `released`, with the checksum below; one listed there is never edited',
  ).toEqual(released)
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

describe('the server process', () => {
  const main = path.resolve(import.meta.dirname, '../../main.ts')

  /** Runs the server until it exits. */
  function run(environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
    const folder = mkdtempSync(path.join(tmpdir(), 'showroom-main-'))
    const child = spawn(process.execPath, [main], {
      env: {
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

  it('exits with an error when a migration fails, and leaves the database unchanged', async () => {
    await query('create table dealer (in_the_way int)')
    const { code, output } = await run({ DATABASE_URL: database.url })
    expect(code).toBe(1)
    expect(output).toContain('migration 0002_network failed')
    expect(output).toContain('relation "dealer" already exists')
    expect(output).not.toMatch(/\n\s+at /)
    expect((await tables()).filter((name) => !name.startsWith('kysely'))).toEqual(['dealer'])
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
