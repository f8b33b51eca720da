import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { recordStatements } from '../../../test/statements.ts'
import { statement } from './statement.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('is written once and run with other values each time, in and outside a transaction', async () => {
  let written = 0
  const add = statement<{ one: number; other: number }, { sum: number; kept: string }>(({ one, other }) => {
    written += 1
    return sql`select ${one}::int + ${other}::int + ${one}::int as sum, ${'as it is'}::text as kept`
  })
  const statements = await recordStatements(async () => {
    expect(await add(app.db, { one: 1, other: 2 })).toEqual([{ sum: 4, kept: 'as it is' }])
    expect(await app.db.transaction().execute((trx) => add(trx, { other: 5, one: 10 }))).toEqual([
      { sum: 25, kept: 'as it is' },
    ])
  })
  expect(written).toBe(1)
  const sent = statements.filter(({ text }) => text.includes('as sum'))
  expect(new Set(sent.map(({ text }) => text)).size).toBe(1)
  expect(sent.map(({ values }) => values)).toEqual([
    [1, 2, 1, 'as it is'],
    [10, 5, 10, 'as it is'],
  ])
})
