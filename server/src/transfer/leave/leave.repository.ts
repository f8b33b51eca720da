import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'

/** Import rows of leaving members. */

export interface RowOfImport {
  readonly importId: number
  readonly rowNo: number
}

/** Gives waiting rows of a leaving member to the new owner, and returns them. */
export async function giveRows(
  db: Executor,
  { dealerId }: Scope,
  { memberId, toMemberId }: { readonly memberId: number; readonly toMemberId: number },
): Promise<RowOfImport[]> {
  const { rows } = await sql<RowOfImport>`
    update customer_import_row r set owner_id = ${toMemberId} from customer_import i
    where i.dealer_id = ${dealerId} and i.state in (0, 1, 2) and r.dealer_id = ${dealerId} and r.import_id = i.id
      and r.owner_id = ${memberId} and r.state = 0
    returning r.import_id as "importId", r.row_no as "rowNo"`.execute(db)
  return rows
}

/** Returns waiting rows to the member if the new owner still has them; returns those moved. */
export async function returnRows(
  db: Executor,
  { dealerId }: Scope,
  memberId: number,
  given: readonly (RowOfImport & { readonly ownerId: number })[],
): Promise<RowOfImport[]> {
  const { rows } = await sql<RowOfImport>`
    update customer_import_row r set owner_id = ${memberId}
    from unnest(${given.map((one) => one.importId)}::bigint[], ${given.map((one) => one.rowNo)}::int[],
                ${given.map((one) => one.ownerId)}::bigint[]) as g (import_id, row_no, owner_id)
    where r.dealer_id = ${dealerId} and r.import_id = g.import_id and r.row_no = g.row_no and r.owner_id = g.owner_id
      and r.state = 0
    returning r.import_id as "importId", r.row_no as "rowNo"`.execute(db)
  return rows
}
