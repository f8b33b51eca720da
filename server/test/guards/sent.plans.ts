import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabaseAfter } from '../database/database.ts'
import { createExplainer } from '../database/explain.ts'
import type { Explainer } from '../database/explain.ts'
import { createSentGuard, exceptions, findUnindexed, small, walkers } from './plans.guard.ts'
import { readSent } from './sent.ts'
import { usesOf } from './sql.ts'

/**
 * Runs after the server tests: every statement that the product sent meanwhile must find its rows by an index, in
 * large stores. Tables that are small or empty here are planned as if they were large.
 */

let close = (): Promise<void> => Promise.resolve()
let client: pg.Client
let explainer: Explainer
beforeAll(async () => {
  const large = await createDatabaseAfter('large')
  close = large.drop
  client = new pg.Client({ connectionString: large.url })
  await client.connect()
  // Analyzes all rows: with a sample, plans would vary by chance.
  await client.query('set default_statistics_target = 1000')
  await client.query('analyze')
  explainer = createExplainer(client)
  await explainer.pretendLarge(small)
  await explainer.measure()
}, 120_000)
afterAll(async () => {
  await client?.end()
  await close()
})

it('no statement of the product reads a large table completely', async () => {
  const sent = readSent()
  expect(sent.length, 'run the server tests before: they leave what the product sent').toBeGreaterThan(0)
  expect(await findUnindexed(explainer, sent)).toEqual([])
}, 60_000)

/** Statements with a page or a search by keyword that PostgreSQL may select again for each row (`readOnce`). */
const findReread = (sent: readonly { readonly text: string }[]): string[] =>
  sent
    .map(({ text }) => text)
    .filter(
      (text) =>
        /(?<!select \* from once)\)\s+as page\s+(?:left |cross )?join\b/.test(text) ||
        /\bin \(select (?:(?!\bselect\b).)*\bsearch_tokens\(/s.test(text),
    )

it('no statement selects a page, or what a keyword finds, once for each row', () => {
  expect(findReread(readSent())).toEqual([])
})

it.each([
  [
    'page',
    'select id from deal where dealer_id = $1 limit 10',
    (page: string) => `select from (${page}) as page join deal using (id)`,
  ],
  [
    'search',
    'select c.id from customer c where search_tokens(c.dealer_id, c.name, c.mobile) @> $2',
    (search: string) => `select from deal d where d.customer_id in (${search})`,
  ],
])('a %s that may be selected again is reported', (_what, rows, within) => {
  const planted = within(rows)
  const kept = within(`with once as materialized (${rows}) select * from once`)
  expect(findReread([{ text: planted }, { text: kept }])).toEqual([planted])
})

describe('a planted statement', () => {
  const file = 'src/customer/lost.repository.ts'
  const problemsOf = (text: string, from = file) => findUnindexed(explainer, [{ text, file: from }])

  it.each([
    ['of a large table', 'select id from timeline where dealer_id <> $1 and content = $2', 'timeline'],
    ['of a table that is small here', 'delete from lead where remark = $1 and dealer_id <> $2', 'lead'],
    [
      'in the subquery of a write',
      'update member set name = $1 where id in (select member_id from timeline)',
      'timeline',
    ],
  ])('without an index is reported, %s', async (_what, text, table) => {
    expect(await problemsOf(text)).toMatchObject([expect.stringMatching(`^${file} reads .*${table}`)])
  })

  it('that walks a whole store is reported, unless its file is excepted or a page limit ends it', async () => {
    const text = 'select count(*) from timeline where dealer_id = $1'
    expect(await problemsOf(text)).toMatchObject([expect.stringMatching(`^${file} walks .*timeline`)])
    expect(
      await problemsOf('select id from deal where dealer_id = $1', 'src/task/task.repository.ts'),
    ).toEqual([])
    expect(
      await problemsOf(
        'select id from timeline where dealer_id = $1 order by customer_id, created_at desc limit 5',
      ),
    ).toEqual([])
  })

  it('of a new, empty table is reported until its list has an index', async () => {
    await client.query(`create table planted (
      dealer_id int not null, id bigint generated always as identity, created_at timestamptz not null check (created_at > '2020-01-01'),
      state smallint not null, note text not null, primary key (dealer_id, id))`)
    const enlarge = async (): Promise<void> => {
      await explainer.pretendLarge(small)
      await explainer.measure()
    }
    try {
      await enlarge()
      const lists = [
        'select id, note from planted where dealer_id = $1 order by created_at desc, id desc limit 20',
        'select count(*) from planted where dealer_id = $1 and state = $2',
      ]
      for (const text of lists)
        expect(await problemsOf(text), text).toMatchObject([expect.stringMatching(/walks a store's planted/)])
      expect(await problemsOf('select id from planted where note = $1 or dealer_id = $2')).toMatchObject([
        expect.stringMatching(/reads planted/),
      ])
      expect(await problemsOf('select note from planted where dealer_id = $1 and id = $2')).toEqual([])
      await client.query('create index on planted (dealer_id, created_at desc, id desc)')
      await client.query('create index on planted (dealer_id, state)')
      await enlarge()
      for (const text of lists) expect(await problemsOf(text), text).toEqual([])
      expect((await client.query('select from planted')).rowCount).toBe(0)
    } finally {
      await client.query('drop table planted')
    }
  })

  it('that is invalid is reported', async () => {
    expect(await problemsOf('select gone from lead where dealer_id = $1')).toMatchObject([
      expect.stringMatching('has no plan.*gone'),
    ])
  })

  it('with an index, or of an excepted file, is accepted', async () => {
    expect(await problemsOf('select id from timeline where dealer_id = $1 and customer_id = $2')).toEqual([])
    const text = 'delete from session where created_at < $1'
    expect(await problemsOf(text, 'src/access/session/tidy.repository.ts')).toEqual([])
    expect(await problemsOf(text)).toHaveLength(1)
  })

  it('is collected once if the product sends it, and not if a test or a seed does', () => {
    const guard = createSentGuard()
    const see = (text: string, from: string) =>
      guard.see({ text, values: [], uses: usesOf(text), file: () => from })
    const text = 'select from lead where id = $1'
    for (const from of ['test/app.ts', 'src/lead/lead.factory.ts', 'src/seed/large.ts']) see(text, from)
    expect(guard.sent()).toEqual([])
    for (let times = 0; times < 2; times++) see(text, file)
    see('insert into lead (id) values ($1)', file)
    expect(guard.sent()).toEqual([{ text, values: [], file }])
  })

  it('may walk a small table only if that table exists', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...small]))
  })

  it('needs an excepted file with a reason', () => {
    for (const { tables, why } of [...Object.values(exceptions), ...Object.values(walkers)])
      expect(tables.length * why.length).toBeGreaterThan(0)
  })
})
