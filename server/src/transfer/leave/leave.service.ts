import type { Actor } from '../../platform/live/events.ts'
import { listMoves, moved, recordMoves, returnMoves } from '../../team/index.ts'
import type { TeamEvents } from '../../team/index.ts'
import { giveRows, returnRows } from './leave.repository.ts'

/** Gives waiting import rows of a leaving member to the new owner. */

export async function giveFromLeaver(by: Actor, leaving: TeamEvents['memberLeaving']): Promise<void> {
  const { leaveId, memberId: fromId, toMemberId: toId } = leaving
  const rows = await giveRows(by.db, by.scope, leaving)
  const moves = rows.map(({ importId, rowNo }) => ({
    rowId: importId,
    part: rowNo,
    fromId,
    toId,
    was: '',
    state: '',
  }))
  await recordMoves(by, leaveId, moved.importRow, moves)
}

export async function giveToReturned(
  by: Actor,
  { leaveId, memberId }: TeamEvents['leaveTakenBack'],
): Promise<void> {
  const { db, scope } = by
  const moves = await listMoves(db, scope, leaveId, moved.importRow)
  if (moves.length === 0) return
  const given = moves.map(({ rowId, part, toId }) => ({ importId: rowId, rowNo: part, ownerId: toId }))
  const rows = await returnRows(db, scope, memberId, given)
  const returned = rows.map(({ importId, rowNo }) => ({
    rowId: importId,
    part: rowNo,
    toId: memberId,
    state: '',
  }))
  await returnMoves(by, leaveId, moved.importRow, returned)
}
