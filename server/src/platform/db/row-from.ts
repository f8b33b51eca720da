import { sql } from 'kysely'
import type { InsertObject, RawBuilder } from 'kysely'
import type { DB } from './tables.ts'

/**
 * The columns and values of an inserted row that copies columns of another table: `insert into activity ${rowFrom('d', row)}` takes them
 * from a part `with d as (…)` of the statement. Citus refuses subqueries in `values`, and without the part it asks every shard.
 */
export const rowFrom = <Table extends keyof DB>(
  source: string,
  row: InsertObject<DB, Table>,
): RawBuilder<unknown> =>
  sql`(${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
      select ${sql.join(Object.values(row))} from ${sql.table(source)}`
