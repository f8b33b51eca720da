import type pg from 'pg'
import { placesOf } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { nodes } from '../database/explain.ts'
import type { Plan } from '../database/explain.ts'

/**
 * A copy of the schema whose distributed tables are partitioned by the hash of `dealer_id`, as Citus distributes them: a
 * statement that PostgreSQL cannot limit to one partition is one that Citus would send to every shard.
 */

/** So many that the partitions of two dealers rarely are the same. */
const partitions = 32
const partOf = /_part(\d+)$/

/**
 * Replaces each distributed table by an empty partitioned one; the database must not be shared. Throws if a unique index lacks
 * `dealer_id`. Indexes that are not unique are dropped, as they change no partition.
 */
export async function partition(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; others: string[] }>(
    `select c.relname as name,
            array(select x.indexrelid::regclass::text from pg_index x where x.indrelid = c.oid and not x.indisunique) as others
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1`,
    [[...placesOf(allTables)].flatMap(([name, place]) => (place === 'distributed' ? [name] : []))],
  )
  for (const { name, others } of tables) {
    const table = client.escapeIdentifier(name)
    const parts = Array.from({ length: partitions }, (_, at) => {
      const part = client.escapeIdentifier(`${name}_part${at}`)
      return `create table ${part} partition of ${table} for values with (modulus ${partitions}, remainder ${at})`
    })
    await client.query(
      [
        ...(others.length > 0 ? [`drop index ${others.join()}`] : []),
        `alter table ${table} rename to plain`,
        `create table ${table} (like plain including defaults including generated including indexes) partition by hash (dealer_id)`,
        'drop table plain cascade',
        ...parts,
      ].join(';'),
    )
  }
}

/** The tables of which a plan reads or writes more than one partition, or all of its tables if those of two differ. */
export function fanned(plan: Plan): string[] {
  const parts = nodes(plan).flatMap((node) => {
    const name = node['Relation Name'] ?? ''
    const at = partOf.exec(name)?.[1]
    return at === undefined ? [] : [{ table: name.replace(partOf, ''), at }]
  })
  const tables = [...new Set(parts.map(({ table }) => table))].toSorted()
  const countPlaces = (some: typeof parts): number => new Set(some.map(({ at }) => at)).size
  const many = tables.filter((name) => countPlaces(parts.filter(({ table }) => table === name)) > 1)
  return many.length > 0 || countPlaces(parts) <= 1 ? many : tables
}
