import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf, readFacts } from '../../src/platform/db/placed.ts'
import type { TableFacts } from '../../src/platform/db/placed.ts'
import { placesOf } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { createTestDatabase } from '../database/database.ts'
import type { TestDatabase } from '../database/database.ts'

/** The places that rooms declare for their tables, compared with the catalogue. */

const places = placesOf(allTables)

let database: TestDatabase
let client: pg.Client
let tables: readonly TableFacts[]
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  tables = (await readFacts(client)).tables
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const change = (name: string, changes: Partial<TableFacts>): TableFacts[] =>
  tables.map((table) => (table.name === name ? { ...table, ...changes } : table))
const key = { name: 'added', definition: '', isByDealer: false }

describe('the places of the tables', () => {
  it('fit the schema: every table has one, and its keys allow it', () => {
    expect(tables.length).toBeGreaterThan(80)
    expect(faultsOf(tables, places)).toEqual([])
  })

  it.each<[string, () => readonly string[], string]>([
    [
      'a table without a place',
      () => faultsOf([...tables, { ...(tables[0] as TableFacts), name: 'memo' }], places),
      'memo is not described in the <room>.tables.ts of its room',
    ],
    [
      'a place without a table',
      () => faultsOf(tables, new Map([...places, ['memo', 'local']])),
      'memo has a place, but does not exist',
    ],
    [
      'a distributed table without dealer_id',
      () => faultsOf(change('deal', { dealerType: null }), places),
      'deal has no int column dealer_id',
    ],
    [
      'a distributed table that is unique without the store',
      () => faultsOf(change('deal', { uniques: [{ name: 'deal_no', first: 'no' }] }), places),
      'deal_no is unique and does not begin with dealer_id',
    ],
    [
      'a distributed table that refers to another without the store',
      () => faultsOf(change('deal', { keys: [{ ...key, to: 'customer' }] }), places),
      'deal.added: a distributed table must not refer to customer',
    ],
    [
      'a reference table that refers to a distributed one',
      () => faultsOf(change('dealer', { keys: [{ ...key, to: 'customer', isByDealer: true }] }), places),
      'dealer.added: a reference table must not refer to customer',
    ],
    [
      'a local table that refers to a copied one',
      () => faultsOf(change('session', { keys: [{ ...key, to: 'account' }] }), places),
      'session.added: a local table must not refer to account',
    ],
  ])('are refused for %s', (_what, find, fault) => {
    expect(find()).toEqual([fault])
  })
})

it('a trigger knows the table of a shard: leads’ events change for an erasure alone', async () => {
  await client.query(`
    create table lead_event_102105 (remark text);
    insert into lead_event_102105 values ('13800000001');
    create trigger append_only before update or delete on lead_event_102105 for each row execute function refuse_change()`)
  const erase = `update lead_event_102105 set remark = ''`
  await expect(client.query(erase)).rejects.toThrow('lead_event is append-only')
  await client.query(`begin; set local showroom.erasing = 'on'; ${erase}; commit`)
})
