import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { recordStatements } from '../../../test/database/statements.ts'
import { mintJobScope } from '../session/session.ts'
import { rememberStatements, statement } from './statement.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('is compiled once and run with different values, in and outside a transaction', async () => {
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

describe('a remembered statement', () => {
  /** Returns a query whose text contains the store and the number of compilations so far. */
  function remember() {
    let written = 0
    const read = rememberStatements<{ store: number; at: number; written: number }, { at: number }>()
    return (dealerId: number, question: unknown, at: number) =>
      read(app.db, mintJobScope(dealerId, 0), { question, values: { at } }, (slots) => {
        written += 1
        return sql`select ${dealerId}::int as store, ${slots.at}::int as at, ${written}::int as written`
      })
  }

  it('is compiled once per question and takes changing values as parameters', async () => {
    const ask = remember()
    expect(await ask(1, { page: 1 }, 10)).toEqual([{ store: 1, at: 10, written: 1 }])
    expect(await ask(1, { page: 1 }, 20)).toEqual([{ store: 1, at: 20, written: 1 }])
    expect(await ask(1, { page: 2 }, 30)).toEqual([{ store: 1, at: 30, written: 2 }])
  })

  it('is not shared between scopes', async () => {
    const ask = remember()
    expect(await ask(1, 'same', 10)).toEqual([{ store: 1, at: 10, written: 1 }])
    expect(await ask(2, 'same', 10)).toEqual([{ store: 2, at: 10, written: 2 }])
  })

  it('is not cached for typed text', async () => {
    const ask = remember()
    await ask(1, undefined, 10)
    expect(await ask(1, undefined, 20)).toEqual([{ store: 1, at: 20, written: 2 }])
  })
})
