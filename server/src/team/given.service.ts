import type { Actor } from '../platform/live/events.ts'
import { columnsOf } from '../platform/tables/describe.ts'
import type { AllTables } from '../platform/tables/describe.ts'
import type { TeamEvents } from './events.ts'
import { giveRows, returnRows } from './given.repository.ts'
import type { GivenColumn } from './given.repository.ts'
import { listMoves, recordMoves, returnMoves } from './moves.repository.ts'

/** Rows that follow a leave without rules of their room: those whose column is `member.moves` in the description of its table. */

const givenColumns = (all: AllTables): GivenColumn[] =>
  columnsOf(all, 'member').flatMap(({ table: { table, key }, column, word: { on, rows } }) =>
    on === 'moves' && rows ? [{ table, key, column, rows, kind: kindOf(`${table}.${column}`) }] : [],
  )

/** Number of a column in the records of leaves, beyond those in `moved`. */
const kindOf = (name: string): number =>
  1_000 + [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 30_000, 0)

export async function giveFromLeaver(
  by: Actor,
  all: AllTables,
  leaving: Pick<TeamEvents['memberLeft'], 'leaveId' | 'memberId' | 'toMemberId'>,
): Promise<void> {
  const { leaveId, memberId: fromId, toMemberId: toId } = leaving
  for (const column of givenColumns(all)) {
    const rows = await giveRows(by.db, by.scope, column, leaving)
    const moves = rows.map((row) => ({ ...row, fromId, toId, was: row.state }))
    await recordMoves(by, leaveId, column.kind, moves)
  }
}

/** Returns the rows that are as the leave left them. */
export async function giveToReturned(
  by: Actor,
  all: AllTables,
  { leaveId, memberId }: { readonly leaveId: number; readonly memberId: number },
): Promise<void> {
  for (const column of givenColumns(all)) {
    const moves = await listMoves(by.db, by.scope, leaveId, column.kind)
    if (moves.length === 0) continue
    const rows = await returnRows(by.db, by.scope, column, memberId, moves)
    await returnMoves(
      by,
      leaveId,
      column.kind,
      rows.map((row) => ({ ...row, toId: memberId })),
    )
  }
}
