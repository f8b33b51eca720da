import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** PostgreSQL's plan for a statement, and the tables that it reads completely. */

export interface Plan {
  readonly 'Node Type': string
  readonly 'Plan Rows'?: number
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

export const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

const sequential = (plan: Plan, tables: ReadonlySet<string>): string[] =>
  nodes(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((table) => tables.has(table))

/** Tables of which a large index is read from one end to the other, with no page limit to end it. */
function unbounded(plan: Plan, indexes: ReadonlyMap<string, string>, isLimited = false): string[] {
  const type = plan['Node Type']
  const ends = type === 'Limit' || (isLimited && !gathers.has(type))
  const table = indexes.get(plan['Index Name'] ?? '')
  const own = table && !isLimited && plan['Index Cond'] === undefined ? [table] : []
  return [...own, ...(plan.Plans ?? []).flatMap((inner) => unbounded(inner, indexes, ends))]
}

/** Nodes that read all of their input before they return a row. */
const gathers = new Set([
  'Sort',
  'Incremental Sort',
  'Aggregate',
  'WindowAgg',
  'Hash',
  'SetOp',
  'Unique',
  'ModifyTable',
])

/** `(dealer_id = $1)` and nothing else. */
const wholeStore = /^\(+(?:\w+\.)?dealer_id = [^()]*(?:\([^()]*\))?[^()]*\)+$/

/**
 * Tables of which a store's rows are all read through the `dealer_id` of a large index, with no page limit to end it.
 */
function walked(plan: Plan, indexes: ReadonlyMap<string, string>, isLimited = false): string[] {
  const type = plan['Node Type']
  const ends = type === 'Limit' || (isLimited && !gathers.has(type))
  const table = indexes.get(plan['Index Name'] ?? '')
  const own = table && !isLimited && wholeStore.test(plan['Index Cond'] ?? '') ? [table] : []
  return [...own, ...(plan.Plans ?? []).flatMap((inner) => walked(inner, indexes, ends))]
}

/** A table with more rows than this must be read through an index, whatever the planner prefers. */
const manyRows = 10_000

/** Rows that each tenant table is planned with; unknown columns have 200 values, so a store has 5,000 of them. */
const pretendedRows = 1_000_000

/** A value for columns of a type category that need one; the row that holds it is rolled back. */
const anyValue: Readonly<Record<string, string>> = {
  N: '0',
  B: 'false',
  D: 'now',
  I: '::1',
  R: 'empty',
  S: '',
}
const valueOf = ({ type, category }: { type: string; category: string }): string =>
  type === 'uuid' ? randomUUID() : type === 'bytea' ? '' : (anyValue[category] ?? '{}')

/**
 * Gives a small table the statistics of a large one. PostgreSQL multiplies the rows per page of its statistics with the pages of the file, and an
 * empty file has none: a row that is rolled back leaves it one.
 */
async function enlarge(client: pg.Client, table: string): Promise<void> {
  const name = client.escapeIdentifier(table)
  const { rows: columns } = await client.query<{ name: string; type: string; category: string }>(
    `select a.attname as name, t.typname as type, t.typcategory as category
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and a.attgenerated = ''`,
    [name],
  )
  const { rows: checks } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [name],
  )
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const check of checks)
    await client.query(`alter table ${name} drop constraint ${client.escapeIdentifier(check.name)}`)
  await client.query(
    `insert into ${name} (${columns.map((column) => client.escapeIdentifier(column.name)).join()}) overriding system value
     values (${columns.map((column) => client.escapeLiteral(valueOf(column))).join()}) on conflict do nothing`,
  )
  await client.query('rollback')
  await client.query('delete from pg_statistic where starelid = $1::regclass', [name])
  await client.query(
    `update pg_class set reltuples = $2, relpages = pages, relallvisible = pages
     from (select pg_relation_size($1::regclass) / current_setting('block_size')::int as pages) as file where oid = $1::regclass`,
    [name, pretendedRows],
  )
}

export interface Explainer {
  /**
   * Plans each tenant table except `small` ones as a large one from now on, however few rows it has. Changes the database's statistics, so no
   * other test may use it.
   */
  pretendLarge(small: readonly string[]): Promise<void>
  /** Reads the table list, and which are large, after they were analyzed. */
  measure(): Promise<void>
  /** The plan for these values, or the generic one without values. */
  explain(text: string, values?: readonly unknown[]): Promise<Plan>
  /**
   * The tables that these plans read completely, although no plan may: large tables in any case; and tables of
   * dealers that may be small here but large elsewhere, if an existing index would be used.
   */
  readWhole(text: string, plans: readonly Plan[]): Promise<string[]>
  /** The large tables of which a plan reads all rows of a store. */
  walksStore(plan: Plan): string[]
}

/** Explains on a filled and analyzed database; the client must not be shared. */
export function createExplainer(client: pg.Client): Explainer {
  let tenantTables: ReadonlySet<string> = new Set()
  let largeTables: ReadonlySet<string> = new Set()
  /** Indexes of large tables; partial ones with few rows, such as merged ones, are not among them. */
  let largeIndexes: ReadonlyMap<string, string> = new Map()

  async function explain(text: string, values?: readonly unknown[]): Promise<Plan> {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (${values ? '' : 'generic_plan, '}format json) ${text}`,
      values ? [...values] : [],
    )
    const [row] = rows
    if (!row) throw new Error('no plan')
    return row['QUERY PLAN'][0].Plan
  }

  return {
    async pretendLarge(small) {
      const { rows } = await client.query<{ name: string }>(
        `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'dealer_id'
         where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.reltuples <= ${manyRows}
           and c.relname <> all($1)`,
        [small],
      )
      for (const { name } of rows) await enlarge(client, name)
    },
    async measure() {
      const { rows } = await client.query<{ name: string; rows: number; ofDealers: boolean }>(
        `select c.relname as name, c.reltuples as rows, exists (
           select from pg_attribute a where a.attrelid = c.oid and a.attname = 'dealer_id'
         ) as "ofDealers" from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
      )
      tenantTables = new Set(rows.filter(({ ofDealers }) => ofDealers).map(({ name }) => name))
      largeTables = new Set(rows.filter((table) => table.rows > manyRows).map(({ name }) => name))
      const indexes = await client.query<{ name: string; ofTable: string }>(
        `select i.relname as name, t.relname as "ofTable" from pg_index x join pg_class i on i.oid = x.indexrelid
         join pg_class t on t.oid = x.indrelid
         where not (x.indisunique and x.indnkeyatts = 1)
           and (i.reltuples > ${manyRows} or (x.indpred is null and t.reltuples > ${manyRows}))`,
      )
      largeIndexes = new Map(indexes.rows.map(({ name, ofTable }) => [name, ofTable]))
    },
    explain,
    walksStore: (plan) => [...new Set(walked(plan, largeIndexes))],
    async readWhole(text, plans) {
      await client.query('set enable_seqscan = off')
      try {
        const forced = await explain(text)
        const read = [...sequential(forced, tenantTables), ...unbounded(forced, largeIndexes)]
        return [...new Set([...plans.flatMap((plan) => sequential(plan, largeTables)), ...read])]
      } finally {
        await client.query('reset enable_seqscan')
      }
    },
  }
}
