import { takeBackHours } from '@showroom/contract/team/leave.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import type { Scope } from '../platform/session/session.ts'

/**
 * Rows that a leave moves. Each room records its own, and returns those not changed since when the leave is taken back.
 *
 * Several leaves may move the same row, and can be taken back in any order. So an entry holds the current state of the row, not the one
 * after its leave: when a later leave moves the row on, or an earlier one returns it, the entries that match it are updated.
 */

/** Kinds of moved rows; others are those of `member.moves` in the descriptions of tables. */
export const moved = { file: 1, lead: 2, subordinate: 3, place: 4, visit: 5 } as const

interface By {
  readonly db: Executor
  readonly scope: Scope
  readonly now: Date
}

export interface Move {
  readonly rowId: number
  /** Number within `rowId` for rows without their own id; otherwise 0. */
  readonly part?: number
  /** The customer file that the row belongs to: counted with it. */
  readonly fileId?: number | null
  /** Member ids; 0 for none. */
  readonly fromId: number
  readonly toId: number
  /** State of the row before and after the move. */
  readonly was: string
  readonly state: string
}

export interface RecordedMove {
  readonly rowId: number
  readonly part: number
  readonly fromId: number
  readonly toId: number
  readonly state: string
}

export interface Return {
  readonly rowId: number
  readonly part?: number
  /** Current owner and state of the returned row. */
  readonly toId: number
  readonly state: string
}

/** Returns the store's other leaves that can still be taken back. The team is locked, so none is added meanwhile. */
async function listOpenLeaves({ db, scope, now }: By, leaveId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('member_leave')
    .select('id')
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '<>', leaveId)
    .where('back_at', 'is', null)
    .where('created_at', '>=', new Date(now.getTime() - takeBackHours * 3_600_000))
    .execute()
  return rows.map(({ id }) => id)
}

/** Records the rows that a leave moved. Matching entries of other leaves are updated to the new state. */
export async function recordMoves(
  by: By,
  leaveId: number,
  kind: number,
  moves: readonly Move[],
): Promise<void> {
  if (moves.length === 0) return
  const { dealerId } = by.scope
  const others = await listOpenLeaves(by, leaveId)
  await sql`
    with moved as materialized (
      select * from unnest(
        ${moves.map((one) => one.rowId)}::bigint[], ${moves.map((one) => one.part ?? 0)}::int[],
        ${moves.map((one) => one.fileId ?? null)}::bigint[], ${moves.map((one) => one.fromId)}::bigint[],
        ${moves.map((one) => one.toId)}::bigint[], ${moves.map((one) => one.was)}::text[],
        ${moves.map((one) => one.state)}::text[]) as m (row_id, part, file_id, from_id, to_id, was, state)
    ), carried as (
      update ${target('member_leave_move')} e set to_id = m.to_id, state = m.state from moved m
      where e.dealer_id = ${dealerId} and e.leave_id = any(${others}::bigint[]) and e.kind = ${kind}
        and e.row_id = m.row_id and e.part = m.part and e.to_id = m.from_id and e.state = m.was and not e.is_back
    )
    insert into ${target('member_leave_move')} (dealer_id, leave_id, kind, row_id, part, file_id, from_id, to_id, state)
    select ${dealerId}::int, ${leaveId}::bigint, ${kind}::smallint, row_id, part, file_id, from_id, to_id, state from moved
    on conflict (dealer_id, leave_id, kind, row_id, part) do update
    set from_id = excluded.from_id, to_id = excluded.to_id, state = excluded.state, is_back = false`.execute(
    by.db,
  )
}

/**
 * Returns the rows of a kind that a leave moved and has not returned.
 * guard-exception repeated: each room reads its own kinds, six together.
 */
export async function listMoves(
  db: Executor,
  { dealerId }: Scope,
  leaveId: number,
  kind: number,
): Promise<RecordedMove[]> {
  return db
    .selectFrom('member_leave_move')
    .select(['row_id as rowId', 'part', 'from_id as fromId', 'to_id as toId', 'state'])
    .where('dealer_id', '=', dealerId)
    .where('leave_id', '=', leaveId)
    .where('kind', '=', kind)
    .where('is_back', '=', false)
    .orderBy('row_id')
    .orderBy('part')
    .execute()
}

/**
 * Marks rows that a leave returned. Matching entries of earlier leaves are updated. Those of later leaves, which had moved the rows on,
 * are deleted: without this leave they would not have had them.
 */
export async function returnMoves(
  by: By,
  leaveId: number,
  kind: number,
  returned: readonly Return[],
): Promise<void> {
  if (returned.length === 0) return
  const { dealerId } = by.scope
  const others = await listOpenLeaves(by, leaveId)
  const ofOthers = (which: (id: number) => boolean) => others.filter(which)
  const same = sql`e.dealer_id = ${dealerId} and e.kind = ${kind} and e.row_id = mine.row_id and e.part = mine.part
    and e.to_id = mine.to_id and e.state = mine.state and not e.is_back`
  await sql`
    with back as materialized (
      select * from unnest(
        ${returned.map((one) => one.rowId)}::bigint[], ${returned.map((one) => one.part ?? 0)}::int[],
        ${returned.map((one) => one.toId)}::bigint[], ${returned.map((one) => one.state)}::text[]) as b (row_id, part, to_id, state)
    ), mine as (
      update ${target('member_leave_move')} m set is_back = true from back b
      where m.dealer_id = ${dealerId} and m.leave_id = ${leaveId} and m.kind = ${kind} and m.row_id = b.row_id and m.part = b.part
      returning m.row_id, m.part, m.to_id, m.state, b.to_id as back_id, b.state as back_state
    ), carried as (
      update ${target('member_leave_move')} e set to_id = mine.back_id, state = mine.back_state from mine
      where ${same} and e.leave_id = any(${ofOthers((id) => id < leaveId)}::bigint[])
    )
    delete from ${target('member_leave_move')} e using mine
    where ${same} and e.leave_id = any(${ofOthers((id) => id > leaveId)}::bigint[])`.execute(by.db)
}

/** Returns the customers of a leave: those it returned, and those that stay with their new owners. */
export async function listFiles(db: Executor, { dealerId }: Scope, leaveId: number) {
  const rows = await db
    .selectFrom('member_leave_move')
    .select(['row_id as id', 'is_back as isBack'])
    .where('dealer_id', '=', dealerId)
    .where('leave_id', '=', leaveId)
    .where('kind', '=', moved.file)
    .execute()
  const idsOf = (back: boolean) => rows.filter(({ isBack }) => isBack === back).map(({ id }) => id)
  return { returnedIds: idsOf(true), keptIds: idsOf(false) }
}

/** Counts what a leave returned and what it kept: files, and rows that do not belong to a kept file. */
export async function countReturned(db: Executor, { dealerId }: Scope, leaveId: number) {
  const { rows } = await sql<{ customers: number; subordinates: number; kept: number }>`
    select count(*) filter (where m.is_back and m.kind = ${moved.file})::int as customers,
           count(*) filter (where m.is_back and m.kind = ${moved.subordinate})::int as subordinates,
           count(*) filter (where not m.is_back and m.kind <> ${moved.place} and not coalesce(f.row_id is not null, false))::int as kept
    from member_leave_move m
    left join member_leave_move f on f.dealer_id = ${dealerId} and f.leave_id = ${leaveId} and f.kind = ${moved.file}
      and f.row_id = m.file_id and not f.is_back
    where m.dealer_id = ${dealerId} and m.leave_id = ${leaveId}`.execute(db)
  return rows[0] ?? { customers: 0, subordinates: 0, kept: 0 }
}

/** A member's leave that can still be taken back. */
export interface OpenLeave {
  readonly leaveId: number
  readonly memberId: number
  /** New superior of the subordinates. */
  readonly topId: number
}

/** Returns later leaves of members who are still gone. */
export async function listLeavesSince({ db, scope }: By, leaveId: number): Promise<OpenLeave[]> {
  return db
    .selectFrom('member_leave')
    .select(['id as leaveId', 'member_id as memberId', 'top_id as topId'])
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '>', leaveId)
    .where('back_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Changes the recorded superior of a member whose own leave is later than another's, and whose superior that other one was. */
export async function rebasePlace(
  { db, scope }: By,
  leaveId: number,
  memberId: number,
  place: { readonly fromId: number; readonly below: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member_leave_move')
    .set({ from_id: place.below })
    .where('dealer_id', '=', scope.dealerId)
    .where('leave_id', '=', leaveId)
    .where('kind', '=', moved.place)
    .where('row_id', '=', memberId)
    .where('from_id', '=', place.fromId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks that a returned member has a superior again. */
export async function markPlaced({ db, scope }: By, leaveId: number, memberId: number): Promise<void> {
  await db
    .updateTable('member_leave_move')
    .set({ is_back: true })
    .where('dealer_id', '=', scope.dealerId)
    .where('leave_id', '=', leaveId)
    .where('kind', '=', moved.place)
    .where('row_id', '=', memberId)
    .execute()
}

/**
 * The entries that leaves did not return, of the given leave and of those taken back before, with the members that they moved and who are
 * still active.
 */
const unreturned = ({ db, scope, now }: By, leaveId: number, kind: number) =>
  db
    .selectFrom('member_leave as l')
    .innerJoin('member_leave_move as e', 'e.leave_id', 'l.id')
    .innerJoin('member as m', 'm.id', 'e.row_id')
    .where('l.dealer_id', '=', scope.dealerId)
    .where('e.dealer_id', '=', scope.dealerId)
    .where('m.dealer_id', '=', scope.dealerId)
    .where((eb) => eb.or([eb('l.back_at', 'is not', null), eb('l.id', '=', leaveId)]))
    .where('l.created_at', '>=', new Date(now.getTime() - takeBackHours * 3_600_000))
    .where('e.kind', '=', kind)
    .where('e.is_back', '=', false)
    .where('m.left_at', 'is', null)
    .orderBy('l.id')
    .orderBy('e.row_id')

/** Returns these leaves whose member a cycle still keeps without a superior. */
export const listUnplaced = (by: By, leaveId: number): Promise<{ leaveId: number; memberId: number }[]> =>
  unreturned(by, leaveId, moved.place)
    .select(['l.id as leaveId', 'e.row_id as memberId'])
    .where('e.from_id', '<>', 0)
    .where('m.manager_id', 'is', null)
    .execute()

/** Returns the subordinates of these leaves who still are where the leave put them. */
export const listUnreturned = (
  by: By,
  leaveId: number,
): Promise<{ leaveId: number; rowId: number; fromId: number }[]> =>
  unreturned(by, leaveId, moved.subordinate)
    .select(['l.id as leaveId', 'e.row_id as rowId', 'e.from_id as fromId'])
    .whereRef('m.manager_id', '=', 'e.to_id')
    .execute()
