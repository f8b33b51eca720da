import { describe, expect, inject, it } from 'vitest'
import { rooms } from '@showroom/contract'
import { createDecidedGuard } from './decided.guard.ts'
import { createRepeatedGuard, mostRepeats, watchRepeats } from './repeated.guard.ts'

const file = (): string => 'src/customer/lost.repository.ts'

describe('the guard of decided inserts', () => {
  const unique = {
    loan: [
      ['dealer_id', 'id'],
      ['dealer_id', 'goods_id'],
    ],
    loan_day: [['dealer_id', 'day']],
    tag: [['dealer_id', 'customer_id', 'name']],
    customer: [['dealer_id', 'id']],
    lead: [['dealer_id', 'id']],
    goods: [['dealer_id', 'id']],
  }
  /** Runs the statements in a transaction; those marked as empty find no row. */
  async function problemsIn(
    statements: readonly string[],
    { rows = 1, from = file }: { readonly rows?: number; readonly from?: () => string } = {},
  ): Promise<readonly string[]> {
    const guard = createDecidedGuard(unique)
    const connection = {}
    for (const text of ['begin', ...statements, 'commit']) {
      const answer = Promise.resolve({ rowCount: rows })
      guard.see({ connection, text, answer }, from)
      await answer
    }
    return guard.problems()
  }
  const count = 'select count(*) from loan where dealer_id = $1 and customer_id = $2'
  const exists = 'select exists (select from loan where dealer_id = $1 and customer_id = $2) as has'
  const find = 'select id from loan where dealer_id = $1 and customer_id = $2'
  const insert = 'insert into loan (dealer_id, customer_id) values ($1, $2)'

  it.each([
    ['counts', [count, insert]],
    ['counts by Kysely', ['select count("id") as "total" from "loan" where "dealer_id" = $1', insert]],
    [
      'counts a filtered part',
      ['select count(*) filter (where state = 1) from loan where dealer_id = $1', insert],
    ],
    ['counts in a common table expression', [`with c as (${count}) select * from c`, insert]],
    ['asks whether there is one', [exists, insert]],
    [
      'counts in the insert',
      ['insert into loan (dealer_id) select $1 where (select count(*) from loan where dealer_id = $1) < 3'],
    ],
    [
      'asks in the insert',
      ['insert into loan (dealer_id) select $1 where not exists (select from loan where dealer_id = $1)'],
    ],
    [
      'counts, and locks only then',
      [count, 'select id from customer where dealer_id = $1 for update', insert],
    ],
    [
      'counts under a lock for share',
      ['select id from customer where dealer_id = $1 for key share', count, insert],
    ],
    [
      'counts under a lock of another table',
      ['select id from lead where dealer_id = $1 for update', count, insert],
    ],
    [
      'counts what a unique index does not',
      ['select count(*) from loan where dealer_id = $1 and goods_id = $2', insert],
    ],
  ])('catches a transaction that %s', async (_what, statements) => {
    expect(await problemsIn(statements)).toMatchObject([
      expect.stringMatching(/lost\.repository\.ts inserts into loan what depends on a read without a lock/),
    ])
    expect(await problemsIn(statements, { from: () => 'src/customer/customer.factory.ts' })).toEqual([])
  })

  it('catches one that finds no row, not one that finds some', async () => {
    expect(await problemsIn([find, insert], { rows: 0 })).toHaveLength(1)
    expect(await problemsIn([find, insert])).toEqual([])
  })

  it.each([
    [
      'a row whose id the read compares',
      ['select id from "customer" where dealer_id = $1 for update', count, insert],
    ],
    [
      'such a row by an update',
      ['update customer set loans = loans + 1 where dealer_id = $1', count, insert],
    ],
    [
      'a row whose key the read compares',
      [
        'select settled from loan_day where dealer_id = $1 for update',
        'select id, count(*) from loan where dealer_id = $1 and day = $2',
        insert,
      ],
    ],
    ['a row of the store', ['select id from dealer where id = $1 for no key update', count, insert]],
    ['an advisory lock', ['select pg_advisory_xact_lock($1)', count, insert]],
    ['a row that it inserted', ['insert into customer (dealer_id) values ($1)', count, insert]],
    ['an upsert', [exists, `${insert} on conflict do nothing`]],
    [
      'a unique index of what it asked',
      ['select exists (select from loan where dealer_id = $1 and goods_id = $2)', insert],
    ],
    ['another table', [count, 'insert into tag (dealer_id) values ($1)']],
  ])('lets pass what holds %s', async (_what, statements) => {
    expect(await problemsIn(statements)).toEqual([])
  })

  const state = 'select id, state from "loan" where dealer_id = $1 and id = $2'
  const byCustomer =
    'select l.state from loan l join customer c on c.id = l.customer_id where l.dealer_id = $1 and l.id = $2'
  const lend = 'update "loan" set "state" = $1 where dealer_id = $2 and "id" = $3'
  it.each([
    ['reads a row by its key', [state, lend]],
    ['reads the whole row', ['select * from loan where dealer_id = $1 and id = $2', lend]],
    [
      'reads it with another one',
      [
        'select l.state, c.name from loan l join customer c on c.id = l.customer_id where l.dealer_id = $1 and l.id = $2',
        lend,
      ],
    ],
    [
      'reads by another key',
      [
        'select id, state from loan where dealer_id = $1 and goods_id = $2',
        'update loan set state = 2 where dealer_id = $1 and goods_id = $2',
      ],
    ],
    ['locks for share', [`${state} for share`, state, lend]],
  ])('catches an update of what the transaction read, if it %s', async (_what, statements) => {
    expect(await problemsIn(statements)).toMatchObject([
      expect.stringMatching(/lost\.repository\.ts sets state in loan what depends on a read without a lock/),
    ])
  })

  it.each([
    ['locks the row', [`${state} for update`, lend]],
    ['locks it after the read', [state, `${state} for no key update`, lend]],
    ['compares the state', [state, `${lend} and state = $4`]],
    ['compares another column', [state, `${lend} and "lease_holder" = $4`]],
    ['read something else', ['select id, name from loan where dealer_id = $1 and id = $2', lend]],
    ['holds an advisory lock', ['select pg_advisory_xact_lock($1)', state, lend]],
    [
      'reads it again under a lock of the customer',
      [byCustomer, 'select id from customer where dealer_id = $1 for update', byCustomer, lend],
    ],
    [
      'reads a row that no value names',
      ['select l.state from loan l join customer c on c.loan_id = l.id where c.dealer_id = $1', lend],
    ],
  ])('lets pass an update whose transaction %s', async (_what, statements) => {
    expect(await problemsIn(statements)).toEqual([])
  })

  it('reads unique indexes from the catalogue', () => {
    expect(inject('uniqueColumns')['account']).toContainEqual(['mobile'])
    expect(inject('uniqueColumns')['timeline']).not.toContainEqual(['dealer_id', 'customer_id'])
  })
})

describe('the guard of repeated statements', () => {
  const run = () => ({ name: rooms.customer.list.path, counts: new Map<string, number>() })
  const text = 'select from timeline where dealer_id = $1 and customer_id = $2'
  const send = (times: number, from: () => string): readonly string[] => {
    const guard = createRepeatedGuard((name) => name === 'src/customer/excepted.repository.ts')
    const one = run()
    for (let at = 0; at < times; at++) guard.see({ text, file: from }, one)
    guard.see({ text, file: from }, run())
    return guard.problems()
  }

  it('catches a statement that one run of a call sends for each row', () => {
    expect(send(mostRepeats + 1, file)).toMatchObject([
      expect.stringMatching(
        /lost\.repository\.ts sends a statement in a loop \(\/v2\/appCustomerService\/list\)/,
      ),
    ])
  })

  it('counts what a job sends', () => {
    const guard = createRepeatedGuard(() => false)
    watchRepeats('wake', () => {
      for (let at = 0; at <= mostRepeats; at++) guard.see({ text, file })
    })
    expect(guard.problems()).toMatchObject([expect.stringContaining('in a loop (wake)')])
  })

  it('lets pass a few, those of tests, and those of excepted files', () => {
    expect(send(mostRepeats, file)).toEqual([])
    expect(send(9, () => 'src/customer/customer.factory.ts')).toEqual([])
    expect(send(9, () => 'src/customer/excepted.repository.ts')).toEqual([])
  })
})
