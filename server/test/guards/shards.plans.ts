import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabaseAfter } from '../database/database.ts'
import { partition } from '../citus/partitioned.ts'
import { readSent } from './sent.ts'
import { findFanned } from './shards.guard.ts'

/**
 * Runs after the server tests: every statement that the product sent meanwhile must keep to one partition of a schema
 * partitioned by `dealer_id`, as it must keep to one shard on Citus (docs/decisions/0084).
 */

let close = (): Promise<void> => Promise.resolve()
let client: pg.Client
beforeAll(async () => {
  const empty = await createDatabaseAfter('base')
  close = empty.drop
  client = new pg.Client({ connectionString: empty.url })
  await client.connect()
  await partition(client)
}, 120_000)
afterAll(async () => {
  await client?.end()
  await close()
})

it('no statement of the product reads or writes the rows of two stores', async () => {
  const sent = readSent()
  expect(sent.length, 'run the server tests before: they leave what the product sent').toBeGreaterThan(0)
  expect(await findFanned(client, sent)).toEqual([])
}, 60_000)

describe('a planted statement', () => {
  const file = 'src/customer/lost.repository.ts'
  const problemsOf = (text: string, values: readonly unknown[], from = file) =>
    findFanned(client, [{ text, values, file: from }])

  it.each([
    ['without a dealer', 'select id from deal where id = $1', [1], 'deal'],
    [
      'whose subquery is compared with the outer table',
      'select (select max(id) from timeline t where t.dealer_id = d.dealer_id) from deal d where d.dealer_id = $1',
      [1],
      'timeline',
    ],
    [
      'of two stores, one a table',
      'select from deal d, lead l where d.dealer_id = $1 and l.dealer_id = $2',
      [1, 2],
      'deal,lead',
    ],
    [
      'that writes to all',
      'update visit set warned_at = $1 where warned_at is null',
      ['2026-11-18'],
      'visit',
    ],
    ['of a list of stores', 'delete from notice where dealer_id = any($1)', [[1, 2, 3]], 'notice'],
  ])('is reported, %s', async (_what, text, values, table) => {
    expect(await problemsOf(text, values)).toMatchObject([
      expect.stringMatching(`^${file} .* several stores of ${table}:`),
    ])
  })

  it('of one store is accepted, and of all stores in an allowed file', async () => {
    const text = `
      select from deal d join customer c on c.dealer_id = $1 and c.id = d.customer_id
      left join lateral (select from timeline t where t.dealer_id = $1 and t.customer_id = c.id) t on true
      where d.dealer_id = $1`
    expect(await problemsOf(text, [1])).toEqual([])
    const all = 'delete from notice where created_at < $1'
    expect(await problemsOf(all, ['2026-11-18'], 'src/platform/queues/upkeep.repository.ts')).toEqual([])
  })

  it('that is invalid is reported', async () => {
    expect(await problemsOf('select gone from lead where dealer_id = $1', [1])).toMatchObject([
      expect.stringMatching('has no plan.*gone'),
    ])
  })
})
