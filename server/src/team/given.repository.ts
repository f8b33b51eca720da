import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Condition } from '../platform/db/conditions.ts'
import type { Scope } from '../platform/session/session.ts'
import type { RecordedMove } from './moves.repository.ts'

/** Rows of any table that a leave gives to the successor. */

export interface GivenColumn {
  readonly table: string
  /** One or two columns with numbers. */
  readonly key: readonly string[]
  readonly column: string
  readonly rows: Condition
  readonly kind: number
}
export interface GivenRow {
  readonly rowId: number
  readonly part: number
  readonly state: string
}

const ref = (column: string): RawBuilder<unknown> => sql.ref(`t.${column}`)
const part = ({ key: [, second] }: GivenColumn): RawBuilder<unknown> => (second ? ref(second) : sql`0`)
const id = ({ key: [first = 'id'] }: GivenColumn): RawBuilder<unknown> => ref(first)
/** Hash of the row without its member. */
const state = ({ column }: GivenColumn): RawBuilder<unknown> =>
  sql`md5((to_jsonb(t) - ${column}::text)::text)`
const given = (of: GivenColumn): RawBuilder<GivenRow> =>
  sql`${id(of)} as "rowId", ${part(of)}::int as part, ${state(of)} as state`

/** Gives a leaving member's rows to the successor. */
export async function giveRows(
  db: Executor,
  { dealerId }: Scope,
  of: GivenColumn,
  { memberId, toMemberId }: { readonly memberId: number; readonly toMemberId: number },
): Promise<GivenRow[]> {
  const { rows } = await sql<GivenRow>`
    update ${sql.table(of.table)} t set ${sql.ref(of.column)} = ${toMemberId}
    where t.dealer_id = ${dealerId} and ${ref(of.column)} = ${memberId} and ${of.rows}
    returning ${given(of)}`.execute(db)
  return rows
}

/** Returns rows to the member that are as the leave left them. */
export async function returnRows(
  db: Executor,
  { dealerId }: Scope,
  of: GivenColumn,
  memberId: number,
  moves: readonly RecordedMove[],
): Promise<GivenRow[]> {
  const { rows } = await sql<GivenRow>`
    update ${sql.table(of.table)} t set ${sql.ref(of.column)} = ${memberId}
    from unnest(${moves.map((one) => one.rowId)}::bigint[], ${moves.map((one) => one.part)}::int[],
                ${moves.map((one) => one.toId)}::bigint[], ${moves.map((one) => one.state)}::text[])
      as move (move_id, move_part, move_to, move_state)
    where t.dealer_id = ${dealerId} and ${id(of)} = move_id and ${part(of)} = move_part
      and ${ref(of.column)} = move_to and ${state(of)} = move_state and ${of.rows}
    returning ${given(of)}`.execute(db)
  return rows
}
