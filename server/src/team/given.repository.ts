import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { target } from '../platform/db/target.ts'
import type { Actor } from '../platform/live/events.ts'
import { columnsOf } from '../platform/tables/describe.ts'
import type { AllTables } from '../platform/tables/describe.ts'
import type { TeamEvents } from './events.ts'
import { listMoves, recordMoves, returnMoves } from './moves.repository.ts'

/** Rows that follow a leave without rules of their room: those whose column is `member.moves` in the description of its table. */

type Leave = Pick<TeamEvents['memberLeft'], 'leaveId' | 'memberId' | 'toMemberId'>

const ref = (column: string): RawBuilder<unknown> => sql.ref(`t.${column}`)

/** The columns with the SQL of their rows. A key has one or two numbers. */
const givenColumns = (all: AllTables) =>
  columnsOf(all, 'member').flatMap(({ table: { table, key }, column, word: { on, rows } }) => {
    const [first = 'id', second] = key
    const row = { id: ref(first), part: second ? ref(second) : sql`0`, state: stateWithout(column) }
    return on === 'moves' && rows ? [{ table, column, rows, row, kind: kindOf(`${table}.${column}`) }] : []
  })
type GivenColumn = ReturnType<typeof givenColumns>[number]

/** Hash of the row without its member. */
const stateWithout = (column: string): RawBuilder<unknown> => sql`md5((to_jsonb(t) - ${column}::text)::text)`

/** Number of a column in the records of leaves, beyond those in `moved`. */
const kindOf = (name: string): number =>
  1_000 + Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 30_000, 0)

/** Gives the rows to a member, and returns them. `from` joins the rows of the statement. */
async function give(
  { db, scope: { dealerId } }: Actor,
  { table, column, rows, row }: GivenColumn,
  toId: number,
  { from = sql``, where }: { readonly from?: RawBuilder<unknown>; readonly where: RawBuilder<unknown> },
) {
  const given = await sql<{ rowId: number; part: number; state: string }>`
    update ${target(table)} t set ${sql.ref(column)} = ${toId} ${from}
    where t.dealer_id = ${dealerId} and ${where} and ${rows}
    returning ${row.id} as "rowId", ${row.part}::int as part, ${row.state} as state`.execute(db)
  return given.rows
}

/** Gives the rows of a leaving member to the successor. */
export async function giveFromLeaver(by: Actor, all: AllTables, leave: Leave): Promise<void> {
  const { leaveId, memberId: fromId, toMemberId: toId } = leave
  for (const given of givenColumns(all)) {
    const rows = await give(by, given, toId, { where: sql`${ref(given.column)} = ${fromId}` })
    await recordMoves(
      by,
      leaveId,
      given.kind,
      rows.map((row) => ({ ...row, fromId, toId, was: row.state })),
    )
  }
}

/** Returns the rows that are as the leave left them. */
export async function giveToReturned(
  by: Actor,
  all: AllTables,
  { leaveId, memberId }: Omit<Leave, 'toMemberId'>,
): Promise<void> {
  for (const given of givenColumns(all)) {
    const moves = await listMoves(by.db, by.scope, leaveId, given.kind)
    if (moves.length === 0) continue
    const { id, part, state } = given.row
    const rows = await give(by, given, memberId, {
      from: sql`
        from unnest(${moves.map((one) => one.rowId)}::bigint[], ${moves.map((one) => one.part)}::int[],
                    ${moves.map((one) => one.toId)}::bigint[], ${moves.map((one) => one.state)}::text[])
          as move (move_id, move_part, move_to, move_state)`,
      where: sql`${id} = move_id and ${part} = move_part and ${ref(given.column)} = move_to and ${state} = move_state`,
    })
    await returnMoves(
      by,
      leaveId,
      given.kind,
      rows.map((row) => ({ ...row, toId: memberId })),
    )
  }
}
