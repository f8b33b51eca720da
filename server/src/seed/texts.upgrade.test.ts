import { cleanText } from '@showroom/contract/kernel/clean'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import type { TestDatabase } from '../../test/database/database.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'

/** Migration 0067 cleans texts of several lines of earlier releases, as the contract does since. */

let database: TestDatabase
let client: pg.Client

/** Joiners and selectors, which the contract keeps within an emoji. */
const joiners = new Set([0x20_0d, 0xfe_0e, 0xfe_0f])
const around = (character: string): string => `甲${character}乙\n丙`

/** All characters that cleaning changes, other than by composing. */
const hidden = Array.from({ length: 0x10_ff_ff }, (_, at) => at + 1)
  .filter((code) => !(code >= 0xd8_00 && code <= 0xdf_ff) && !joiners.has(code))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => cleanText(around(character)) !== around(character).normalize('NFC'))
  // Tags after a flag are part of an emoji, too.
  .filter((character) => !/[\u{e0020}-\u{e007f}]/u.test(character))
const texts = [
  ...hidden.map(around),
  '第一行\r\n第二行\r第三行',
  '  多余的空格  \u00a0',
  '干净的\n备注',
  '🏳️‍🌈 好',
]

beforeAll(async () => {
  database = await createTestDatabase({ of: 'empty' })
  const before = Object.entries(await readMigrations()).filter(([name]) => name < '0067')
  await migrate(database.url, () => Promise.resolve(Object.fromEntries(before)))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`
    insert into dealer_group (id, name) values (1, '集团');
    insert into dealer (id, group_id, code, name, province, city, area) values (1, 1, 'D1', '店', '浙江省', '杭州市', '')`)
  await client.query(
    `insert into lead (dealer_id, id, source_id, status, name, mobile, created_at, remark)
     select 1, id, 1, 1, '王', '13800000000', now(), remark from unnest($1::text[]) with ordinality as r (remark, id)`,
    [texts],
  )
  await migrate(database.url)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it('a text of several lines of before is cleaned as by the contract', async () => {
  expect(hidden.length).toBeGreaterThan(300)
  const { rows } = await client.query<{ remark: string }>('select remark from lead order by id')
  const cleaned = new Map(rows.map(({ remark }, at) => [texts[at], remark]))
  for (const text of texts.filter((one) => one !== texts[hidden.length + 1]))
    expect(cleaned.get(text), JSON.stringify(text)).toBe(cleanText(text))
})
