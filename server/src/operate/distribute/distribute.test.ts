import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import type { TestDatabase } from '../../../test/database/database.ts'
import { serverEnvironment } from '../../launch.ts'
import { planSteps } from './distribute.ts'
import { faultsOf, readFacts } from '../../platform/db/placed.ts'
import type { Facts, TableFacts } from '../../platform/db/placed.ts'
import { placesOf } from '../../platform/tables/describe.ts'
import { allTables } from '../../rooms.ts'

const places = placesOf(allTables)

let database: TestDatabase
let facts: Facts
beforeAll(async () => {
  database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  facts = await readFacts(client)
  await client.end()
})
afterAll(() => database.drop())

describe('the steps', () => {
  const plan = () => planSteps(facts, places, 8)

  it('place each table once that is not local', () => {
    const placed = plan().flatMap(({ statements }) =>
      statements.flatMap((one) => /select create_(\w+)_table\('(\w+)'/.exec(one)?.slice(1, 3).join() ?? []),
    )
    const expected = [...places]
      .filter(([, place]) => place !== 'local')
      .map(([name, place]) => `${place},${name}`)
    expect(placed.toSorted()).toEqual(expected.toSorted())
  })

  it('take the keys off first and put them back last, with the tables that they refer to in one step', () => {
    const step = plan().find(({ statements }) => statements.some((one) => one.includes("'member'")))
    expect(step?.statements.filter((one) => !one.includes(' trigger '))).toEqual([
      'alter table "member" drop constraint "member_account_id_fkey"',
      'alter table "member" drop constraint "member_dealer_id_fkey"',
      "select create_reference_table('account')",
      "select create_reference_table('dealer')",
      expect.stringMatching(/^select create_distributed_table\('member', 'dealer_id'/),
      ...['account', 'dealer', 'member'].map(
        (name) => `select truncate_local_data_after_distributing_table('${name}')`,
      ),
      'alter table "member" add constraint "member_account_id_fkey" FOREIGN KEY (account_id) REFERENCES account(id)',
      'alter table "member" add constraint "member_dealer_id_fkey" FOREIGN KEY (dealer_id) REFERENCES dealer(id)',
    ])
  })

  it('go on after an interruption, beside what is distributed', () => {
    const half = facts.tables.map((table) =>
      ['deal', 'notice'].includes(table.name) || places.get(table.name) === 'local'
        ? table
        : { ...table, placed: places.get(table.name) as TableFacts['placed'], triggers: [] },
    )
    const steps = planSteps({ tables: half, functions: [] }, places, 8)
    expect(steps.map(({ title }) => title)).toEqual(['deal (distributed)', 'notice (distributed)'])
    expect(steps[0]?.statements.join()).toMatch(/colocate_with => '(?!deal|notice)/)
  })
})

it('a trigger of a placed table that acts on other tables is refused, those that refuse changes are not', () => {
  expect(facts.tables.flatMap(({ triggers }) => triggers).map(({ name }) => name)).toContain('timeline_kept')
  expect(faultsOf(facts.tables, places)).toEqual([])
  const acting = (body: string): TableFacts[] =>
    facts.tables.map((table) =>
      table.name === 'deal'
        ? { ...table, triggers: [{ name: 'acting', isOn: true, isOnTruncate: false, body }] }
        : table,
    )
  for (const body of [
    "perform pg_notify('a', 'b')",
    'select 1 into new.id from customer',
    'update activity set id = 1',
  ])
    expect(faultsOf(acting(body), places)).toEqual([
      expect.stringContaining('deal: the trigger acting acts on'),
    ])
  expect(faultsOf(acting("raise exception 'no'"), places)).toEqual([])
})

it('the command refuses a database without Citus, and changes nothing', async () => {
  const run = promisify(execFile)(process.execPath, ['server/src/distribute.main.ts', '--dry-run'], {
    cwd: path.resolve(import.meta.dirname, '../../../..'),
    env: { ...serverEnvironment(), DATABASE_URL: database.url },
  })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The database has no Citus'),
  })
}, 30_000)
