import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { CellError } from './import.columns.ts'
import type { ClaimedImport } from './import.repository.ts'

/** Rows of an import in either of its tables: customers, or follow-ups. State 3 is wrong in both, and 7 a skipped customer. */
export type RowTable = 'customer_import_row' | 'import_follow'

export interface Outcome {
  readonly rowNo: number
  readonly state: number
  readonly errors: readonly CellError[]
}

export async function setOutcomes(
  db: Executor,
  table: RowTable,
  { dealerId, id }: ClaimedImport,
  outcomes: readonly Outcome[],
): Promise<void> {
  await sql`
    update ${target(table)} r set state = o.state, errors = o.errors
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as o ("rowNo" int, state smallint, errors jsonb)
    where r.dealer_id = ${dealerId} and r.import_id = ${id} and r.row_no = o."rowNo"`.execute(db)
}

/** Returns the first invalid cells. */
export async function listErrors(
  db: Executor,
  table: RowTable,
  scope: Scope,
  importId: number,
  limit: number,
) {
  const { rows } = await sql<{ row: number; column: string; value: string; text: string }>`
    select r.row_no as row, e.value->>'column' as column, e.value->>'value' as value, e.value->>'text' as text
    from ${sql.table(table)} r cross join jsonb_array_elements(r.errors) with ordinality as e (value, position)
    where r.dealer_id = ${scope.dealerId} and r.import_id = ${importId} and r.state in (3, 7)
    order by r.row_no, e.position limit ${limit}`.execute(db)
  return rows
}

/** Returns the rows that were not imported, as in the sheet. */
export async function listWrong(db: Executor, table: RowTable, { dealerId, id }: ClaimedImport) {
  const { rows } = await sql<{ cells: string[]; errors: CellError[] }>`
    select cells, errors from ${sql.table(table)}
    where dealer_id = ${dealerId} and import_id = ${id} and state = 3 order by row_no`.execute(db)
  return rows
}
