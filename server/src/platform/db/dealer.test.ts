import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { createLog } from '../observe/log.ts'
import { createDatabase, createPool } from './client.ts'
import { theDealer } from './dealer.ts'
import { statement } from './statement.ts'

/** Compiles only, so it needs no server. */
const db = createDatabase(createPool('postgresql://127.0.0.1:1/none', 1, createLog('silent')))
afterAll(() => db.destroy())
const compiled = (query: RawBuilder<unknown>) => {
  const { sql: text, parameters } = query.compile(db)
  return [text.replaceAll(/\s+/g, ' '), ...parameters]
}

const dealerId = 7
const lines = sql`(select from line l where l.dealer_id = ${theDealer} and l.kind = ${'car'})`

it('passes the dealer once, also to parts without a scope', () => {
  expect(
    compiled(sql`select ${lines} from deal d join member m on m.dealer_id = ${dealerId} and m.id = ${7}
      where ${sql.ref('d.dealer_id')} = ${dealerId} and exists (${lines})`),
  ).toEqual([
    `select (select from line l where l.dealer_id = $1 and l.kind = $2) from deal d join member m on m.dealer_id = $1 and m.id = $3` +
      ` where "d"."dealer_id" = $1 and exists ((select from line l where l.dealer_id = $1 and l.kind = $4))`,
    7,
    'car',
    7,
    'car',
  ])
})

it('passes another dealer, and a column that only ends like it, on its own', () => {
  expect(compiled(sql`where d.dealer_id = ${7} and e.dealer_id = ${8} and from_dealer_id = ${7}`)).toEqual([
    'where d.dealer_id = $1 and e.dealer_id = $2 and from_dealer_id = $3',
    7,
    8,
    7,
  ])
})

it('recognizes the dealer of the query builder, and of a statement with slots', async () => {
  const text = db
    .selectFrom('deal as d')
    .innerJoin('member as m', (join) =>
      join.on('m.dealer_id', '=', dealerId).onRef('m.id', '=', 'd.owner_id'),
    )
    .select('d.id')
    .where('d.dealer_id', '=', dealerId)
    .compile()
  expect(text.parameters).toEqual([7])
  let written = ''
  const run = statement<{ dealerId: number }, object>((slots) => {
    const query = sql<object>`select ${lines} from deal d, member m where d.dealer_id = ${slots.dealerId} and m.dealer_id = ${slots.dealerId}`
    written = query.compile(db).sql
    return query
  })
  await expect(run(db, { dealerId })).rejects.toThrow('ECONNREFUSED')
  expect(written).toContain('d.dealer_id = $1 and m.dealer_id = $1')
})

it('refuses a statement whose parts need a dealer that it does not name', () => {
  expect(() => compiled(sql`select ${lines} from deal d where d.dealer_id = any(${[7]})`)).toThrow(
    'no dealer is named',
  )
})
