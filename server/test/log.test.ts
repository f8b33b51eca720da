import { calls } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../src/platform/log.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { answerable, postValid } from './walks.ts'

/** Makes every call of the contract and reads the log of all that. */

let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  app = await createTestApp({ log: createLog('trace', { write: (line: string) => void lines.push(line) }) })
})
afterAll(() => app.close())

/** Columns with what a person is, has or wrote. Columns of the product's own names and codes are left out by table. */
const personal =
  /^(?:(?:.*_)?(?:name|mobile|phone\w*|tel|id_no|identify_no|license|plate\w*|vin|address|email|wechat|remark|text|content|note|reason)|second_phone|search_\w+)$/
const ownTables = new Set(['dictionary', 'region', 'brand', 'series', 'model', 'configuration', 'sku'])

/** Messages that the demo logs instead of sending them. */
const playedByDemo = /"msg":"(?:SMS|WeCom message): /

/** All personal values in the database, longest first. */
async function personalValues(): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying')`.execute(app.db)
  const values = new Set<string>()
  for (const { table, column } of columns) {
    if (ownTables.has(table) || table.startsWith('kysely_') || !personal.test(column)) continue
    const { rows } = await sql<{ value: string | null }>`
      select distinct ${sql.ref(column)} as value from ${sql.table(table)}`.execute(app.db)
    for (const { value } of rows) if (value && value.trim().length > 1) values.add(value.trim())
  }
  return [...values].toSorted((a, b) => b.length - a.length)
}

it('carries ids, and neither names nor numbers of people', { timeout: 120_000 }, async () => {
  for (const call of answerable) expect(await postValid(app, call), call.path).toMatchObject({ status: '0' })
  await app.app.texts.run()
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const call of answerable) {
    const line = logged.find((one) => one['path'] === call.path)
    expect(line, call.path).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 200,
    })
    const type = call.may === 'public' ? 'undefined' : 'number'
    expect([typeof line?.['dealerId'], typeof line?.['memberId']], call.path).toEqual([type, type])
  }
  const all = lines.filter((line) => !playedByDemo.test(line)).join('')
  const values = await personalValues()
  expect(values.length).toBeGreaterThan(calls.length)
  expect(values.filter((value) => all.includes(value))).toEqual([])
})
