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

export interface Explainer {
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
  /** Large indexes with their tables; partial indexes with few rows, such as merged ones, are not among them. */
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
         join pg_class t on t.oid = x.indrelid where i.reltuples > ${manyRows}`,
      )
      largeIndexes = new Map(indexes.rows.map(({ name, ofTable }) => [name, ofTable]))
    },
    explain,
    walksStore: (plan) => [...new Set(walked(plan, largeIndexes))],
    async readWhole(text, plans) {
      await client.query('set enable_seqscan = off')
      try {
        const forced = sequential(await explain(text), tenantTables)
        return [...new Set([...plans.flatMap((plan) => sequential(plan, largeTables)), ...forced])]
      } finally {
        await client.query('reset enable_seqscan')
      }
    },
  }
}
