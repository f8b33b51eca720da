import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import type { TestDatabase } from '../../../test/database/database.ts'
import { readSchema } from '../../../test/database/schema.ts'
import type { Schema } from '../../../test/database/schema.ts'
import { appliedText, migrate, readMigrations, refusalOf } from './migrate.ts'
import type { Applied, MigrationFiles } from './migrate.ts'

/**
 * Databases of earlier releases: the migrations they had applied. `server/test/migrations-of/<commit>` keeps the files that differed then.
 */
const editions: readonly { commit: string; until: string; otherwise: readonly string[] }[] = [
  {
    commit: '5528e21',
    until: '0005_order_lead',
    otherwise: ['0001_platform', '0004_customer', '0005_order_lead'],
  },
  {
    commit: 'cf5c876',
    until: '0005_order_lead',
    otherwise: ['0001_platform', '0004_customer', '0005_order_lead'],
  },
  { commit: '9dc0290', until: '0007_transfer', otherwise: ['0001_platform'] },
  { commit: '2389755', until: '0007_transfer', otherwise: [] },
  { commit: '6e80d1b', until: '0011_review', otherwise: ['0008_lead', '0009_notice', '0010_task'] },
  { commit: 'd84098f', until: '0011_review', otherwise: ['0009_notice'] },
  { commit: '8eb29aa', until: '0011_review', otherwise: [] },
]

/** Written later to repair earlier releases; none of them had applied it. */
const writtenLater = '0006_first_editions'

const folder = path.resolve(import.meta.dirname, '../../../test/migrations-of')

async function filesOf({ commit, until, otherwise }: (typeof editions)[number]): Promise<MigrationFiles> {
  const today = Object.entries(await readMigrations())
  return Object.fromEntries(
    today
      .filter(([name]) => name <= until && name !== writtenLater)
      .map(([name, text]) => [
        name,
        otherwise.includes(name) ? readFileSync(path.join(folder, commit, `${name}.sql`), 'utf8') : text,
      ]),
  )
}

/** A store with a customer and leads, in columns that exist in every release. */
const someRows = `
  insert into dealer_group (id, name) values (1, '集团');
  insert into dealer (id, group_id, code, name, province, city, area) values (1, 1, 'D1', '店', '浙江省', '杭州市', '');
  insert into account (id, mobile, name, password_hash) values (1, '13800000001', '张三', 'x');
  insert into member (dealer_id, id, account_id, name, role) values (1, 7, 1, '张三', 4);
  insert into custom_source (dealer_id, id, name) values (1, 3, '车友会');
  insert into session (token_hash, dealer_id, member_id, account_id, created_at, last_seen_at) values ('a', 1, 7, 1, now(), now());
  insert into customer (dealer_id, id, name, mobile, current_deal_id, created_at, created_by) values (1, 70, '李四', '13800000002', 1, now(), 7);
  insert into deal (dealer_id, id, customer_id, owner_id, level, from_source, other_source, created_at, created_by, last_follow_at)
  values (1, 1, 70, 7, 'H', 99, 3, now(), 7, now());
  insert into activity (dealer_id, customer_id, deal_id, owner_id, type, due_at, created_at) values (1, 70, 1, 7, 1, now(), now());
  insert into vehicle_order (dealer_id, id, order_no, customer_id, deal_id, owner_id, status, business_type, created_at, created_by)
  values (1, 5, 'DD1', 70, 1, 7, 1, 1, now(), 7);
  insert into vehicle_order_line (dealer_id, id, order_id, sub_order_no, series_id, model_id, sku_id, color, quantity, price_fen, status)
  values (1, 9, 5, 'DD1-2', 12, 22, 1, '', 1, 1, 1), (1, 8, 5, 'DD1-1', 11, 21, 1, '', 1, 1, 1);
  insert into timeline (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject)
  values (1, 70, 1, now(), 7, '张三', 'H', 1, '新建');
  insert into defeat_request (dealer_id, customer_id, deal_id, requested_by, requested_at, reason) values (1, 70, 1, 7, now(), 1);
  insert into lead (dealer_id, id, source_id, status, clear_status, name, mobile, created_at, cleared_at, assigned_at, follow_seconds,
                    owner_id, customer_id)
  values (1, 1, 1, 2, 1, '已跟进', '1', '2026-11-01 09:00+8', '2026-11-01 09:10+8', '2026-11-01 09:20+8', 600, 7, 70),
         (1, 2, 1, 12, 3, '未接通', '2', '2026-11-01 09:00+8', '2026-11-01 09:10+8', null, null, null, null)`

/** Lead deliveries that were refused for good by a bug of a release whose notices had five kinds; one of them was sent again. */
const refusedRows = `
  insert into lead_source (id, key, sealed_secret, source_id, name, created_at) values (1, 'portal', 'x', 1, '平台', now());
  insert into lead_delivery (dealer_id, id, source_key, external_id, state, body, errors, received_at, handled_at)
  select 1, id, 1, external_id, state, '{}', errors::jsonb, now(), now()
  from (values (1, 'ours', 2, '[{"path": "", "text": "处理失败，请联系系统管理员后重放"}]'),
               (2, 'ours', 2, '[{"path": "", "text": "处理失败，请联系系统管理员后重放"}]'),
               (3, 'again', 2, '[{"path": "", "text": "处理失败，请联系系统管理员后重放"}]'),
               (4, 'again', 1, '[]'),
               (5, 'theirs', 2, '[{"path": "mobile", "text": "请输入正确的手机号"}]')) as d (id, external_id, state, errors)`

const made: TestDatabase[] = []
async function emptyDatabase(): Promise<string> {
  const database = await createTestDatabase({ of: 'empty' })
  made.push(database)
  return database.url
}
async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const result: unknown = await client.query(statement)
    return Array.isArray(result) ? [] : (result as pg.QueryResult<Row>).rows
  } finally {
    await client.end()
  }
}

let fresh: Schema
beforeAll(async () => {
  const url = await emptyDatabase()
  await migrate(url)
  fresh = await readSchema(url)
})
afterAll(() => Promise.all(made.map((one) => one.drop())))

/** Creates a database of that release with some rows and migrates it. */
async function upgrade(edition: (typeof editions)[number], ...rows: readonly string[]): Promise<string> {
  const url = await emptyDatabase()
  const then = await filesOf(edition)
  await migrate(url, () => Promise.resolve(then))
  // Checksums were introduced later.
  await query(url, 'alter table kysely_migration drop column checksum')
  for (const statements of rows) await query(url, statements)
  await migrate(url, readMigrations, undefined, { removes: true })
  return url
}

describe('a database of release 1.0.0', () => {
  const edition = { commit: '68278b61', until: '0102_recorded', otherwise: ['0100_appointment'] }

  /** Creates a database of that release with some rows. */
  async function former(): Promise<{ url: string; files: MigrationFiles }> {
    const url = await emptyDatabase()
    const files = {
      ...(await filesOf(edition)),
      [writtenLater]: (await readMigrations())[writtenLater] ?? '',
    }
    await migrate(url, () => Promise.resolve(files))
    await query(url, someRows)
    return { url, files }
  }

  it('keeps what that release uses until the operator removes it, and then has the schema of a fresh one', async () => {
    const { url, files } = await former()
    const removals = Object.entries(await readMigrations()).filter(([, text]) =>
      text.includes('least release: 1.1.0'),
    )
    expect(await migrate(url)).toEqual(removals.map(([name]) => name))
    const left = await readSchema(url)
    const { functions, triggers, indexes } = left
    expect({ ...fresh, functions, triggers, indexes }).toEqual(left)
    expect(indexes).toEqual(expect.arrayContaining([...fresh.indexes]))
    expect(triggers).toEqual(expect.arrayContaining([...fresh.triggers]))
    expect(triggers.join()).toContain('deal_source_changed')
    // The way back.
    expect(refusalOf(await query<Applied & pg.QueryResultRow>(url, appliedText), files)).toBeUndefined()

    expect(await migrate(url, readMigrations, undefined, { removes: true })).toEqual([])
    expect(await readSchema(url)).toEqual(fresh)
    expect(
      await query(
        url,
        `select c.name, d.from_source as source, a.from_source as planned, o.from_source as ordered, o.series_ids as series
         from customer c join deal d on d.customer_id = c.id join activity a on a.deal_id = d.id
           join vehicle_order o on o.deal_id = d.id`,
      ),
    ).toEqual([{ name: '李四', source: 99, planned: 99, ordered: 99, series: [11, 12] }])
    // The second run has nothing to do.
    expect(await migrate(url)).toEqual([])
  })
})

describe('a database of an earlier release', () => {
  it.each(editions)('$commit gets the schema of a fresh database and keeps its rows', async (edition) => {
    const url = await upgrade(edition, someRows)
    expect(await readSchema(url)).toEqual(fresh)
    expect(
      await query(
        url,
        `select name, first_follow_at at time zone 'Asia/Shanghai' || '' as followed, no_contact_times as times,
                array(select result from lead_event e where e.lead_id = lead.id order by created_at, id) as results
         from lead order by id`,
      ),
    ).toEqual([
      { name: '已跟进', followed: '2026-11-01 09:30:00', times: 0, results: ['线索进入'] },
      { name: '未接通', followed: null, times: 1, results: ['线索进入', '未接通'] },
    ])
    expect(
      await query(
        url,
        `select c.name, m.name as owner, s.name as source from customer c join deal d on d.customer_id = c.id
         join member m on m.id = d.owner_id join custom_source s on s.id = d.other_source`,
      ),
    ).toEqual([{ name: '李四', owner: '张三', source: '车友会' }])
    expect(await query(url, 'select from_source as source from activity')).toEqual([{ source: 99 }])
    expect(
      await query(
        url,
        `select line_count as lines, series_ids as series, model_ids as models, from_source as source, other_source || '' as other
           from vehicle_order`,
      ),
    ).toEqual([{ lines: 2, series: [11, 12], models: [21, 22], source: 99, other: '3' }])
    expect(await query(url, 'select from kysely_migration where checksum is null')).toEqual([])
    // The second run has nothing to do.
    await migrate(url)
  })

  it.each(editions.filter(({ until }) => until >= '0008'))(
    '$commit reopens, once, the deliveries refused by its own bug and no others',
    async (edition) => {
      const url = await upgrade(edition, someRows, refusedRows)
      expect(await query(url, 'select id::int, state from lead_delivery order by id')).toEqual([
        { id: 1, state: 2 },
        { id: 2, state: 0 },
        { id: 3, state: 2 },
        { id: 4, state: 1 },
        { id: 5, state: 2 },
      ])
    },
  )

  it('has triggers that only refuse a change', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    const bodies = await query<{ name: string; body: string }>(
      url,
      `select distinct p.proname as name, p.prosrc as body
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`,
    )
    expect(bodies.map(({ name }) => name)).toEqual(['refuse_change', 'refuse_removal', 'refuse_rewrite'])
    for (const { body } of bodies) {
      expect(body).toContain('raise exception')
      expect(body).not.toMatch(/\b(?:perform|select|insert|update|delete)\b(?!')|new\.\w+ :=/)
    }
  })

  it('has bigint columns for member ids everywhere', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    const narrow = await query(
      url,
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type <> 'bigint'
         and (column_name in ('member_id', 'owner_id', 'manager_id', 'other_source') or column_name ~ '_by$'
              or column_name = 'id' and table_name in ('member', 'custom_source'))`,
    )
    expect(narrow).toEqual([])
    await query(url, someRows)
    await query(
      url,
      `alter sequence member_id_seq restart 3000000000; delete from session; update member set left_at = now()`,
    )
    expect(
      await query(
        url,
        `insert into member (dealer_id, account_id, name, role) values (1, 1, '李雷', 4) returning id::text`,
      ),
    ).toEqual([{ id: '3000000000' }])
  })
})
