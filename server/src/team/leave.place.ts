import { makesCycle } from '@showroom/contract/team/member.rules'
import type { Actor } from '../platform/live/events.ts'
import { setSuperior } from './member.repository.ts'
import type { Team, TeamMember } from './member.repository.ts'
import {
  listLeavesSince,
  listMoves,
  listUnplaced,
  listUnreturned,
  markPlaced,
  moved,
  rebasePlace,
  recordMoves,
  returnMoves,
} from './moves.repository.ts'
import type { Move, OpenLeave } from './moves.repository.ts'

/** The position that a member leaves in the team's tree, and returns to. */

/** Describes a move in the tree from one superior to another (0: none). */
export const place = (rowId: number, fromId: number, toId: number): Move => ({
  rowId,
  fromId,
  toId,
  was: '',
  state: '',
})

const superiorsOf = (team: Team): Map<number, number> =>
  new Map([...team.values()].map(({ memberId, managerId }) => [memberId, managerId]))

/** Moves the leaver's subordinates, and records their previous position and the leaver's. */
export async function leavePlace(
  by: Actor,
  leaveId: number,
  { memberId, managerId }: TeamMember,
  moves: readonly Move[],
): Promise<void> {
  await setSuperiors(by, moves)
  await recordMoves(by, leaveId, moved.subordinate, moves)
  await recordMoves(by, leaveId, moved.place, [place(memberId, managerId, 0)])
}

/**
 * Moves all members back who were not moved since: subordinates below the member, the member who took the position below their former
 * superior, and the member below theirs. If a superior has left since then, the successor of that leave replaces them. To avoid a cycle,
 * a subordinate stays, and the member gets no superior, both until `returnWaiting` can place them.
 */
export async function returnToPlace(by: Actor, leaveId: number, memberId: number, team: Team): Promise<void> {
  const { db, scope } = by
  const superiors = superiorsOf(team)
  superiors.set(memberId, 0)
  const superiorOf = (id: number): number => superiors.get(id) ?? 0
  const leaves = new Map((await listLeavesSince(by, leaveId)).map((one) => [one.memberId, one]))
  const below = await listMoves(db, scope, leaveId, moved.subordinate)
  // Subordinates come first, so that the member who took the position can go below one of them.
  const inOrder = below.toSorted(
    (one, other) => Number(other.fromId === memberId) - Number(one.fromId === memberId),
  )
  const returned: Step[] = []
  for (const { rowId, fromId, toId } of inOrder) {
    const own = leaves.get(rowId)
    if (own) {
      // Left in the meantime: returns below the member if that leave is taken back.
      if (await rebasePlace(by, own.leaveId, rowId, { fromId: toId, below: fromId }))
        returned.push({ rowId, fromId, path: [], superior: superiorOf(rowId) })
      continue
    }
    if (superiors.get(rowId) !== toId) continue
    const step = { rowId, fromId, ...(await standInFor(by, rowId, fromId, { superiors, leaves })) }
    if (makesCycle(rowId, step.superior, superiorOf)) continue
    superiors.set(rowId, step.superior)
    returned.push(step)
  }
  await setSuperiors(
    by,
    returned.map(({ rowId, superior }) => ({ rowId, toId: superior })),
  )
  await returnMoves(
    by,
    leaveId,
    moved.subordinate,
    returned.map(({ rowId, fromId }) => ({ rowId, toId: fromId, state: '' })),
  )
  for (const step of returned) await recordStandIns(by, step)
  await returnSelf(by, leaveId, memberId, { superiors, leaves })
}

/** Returns the moves that taking the leave back would make now, for the rules of rank. */
export async function placesBack(
  { db, scope }: Actor,
  leaveId: number,
  team: Team,
): Promise<{ readonly memberIds: readonly number[]; readonly to: number }[]> {
  const below = await listMoves(db, scope, leaveId, moved.subordinate)
  return below
    .filter(({ rowId, toId }) => team.get(rowId)?.managerId === toId)
    .map(({ rowId, fromId }) => ({ memberIds: [rowId], to: fromId }))
}

interface Tree {
  /** Superiors of active members. */
  readonly superiors: Map<number, number>
  /** Later leaves by member. */
  readonly leaves: ReadonlyMap<number, OpenLeave>
}

async function returnSelf(
  by: Actor,
  leaveId: number,
  memberId: number,
  { superiors, leaves }: Tree,
): Promise<void> {
  const [own] = await listMoves(by.db, by.scope, leaveId, moved.place)
  if (!own || own.fromId === 0) return
  const { path, superior } = await standInFor(by, memberId, own.fromId, { superiors, leaves })
  const isCycle = makesCycle(memberId, superior, (id) => superiors.get(id) ?? 0)
  // Without a superior until the leave that makes the cycle is taken back, too: see `returnWaiting`.
  if (isCycle) return
  superiors.set(memberId, superior)
  await setSuperiors(by, [{ rowId: memberId, toId: superior }])
  await recordStandIns(by, { rowId: memberId, fromId: own.fromId, path, superior })
  await markPlaced(by, leaveId, memberId)
}

/** Puts members below their former superior whom a cycle had kept elsewhere, now that this leave is taken back. */
export async function returnWaiting(by: Actor, leaveId: number, team: Team): Promise<void> {
  const superiors = superiorsOf(team)
  const superiorOf = (memberId: number): number => superiors.get(memberId) ?? 0
  const leavesSince = async (id: number) =>
    new Map((await listLeavesSince(by, id)).map((one) => [one.memberId, one]))
  for (const { leaveId: id, memberId } of await listUnplaced(by, leaveId))
    await returnSelf(by, id, memberId, { superiors, leaves: await leavesSince(id) })
  for (const { leaveId: id, rowId, fromId } of await listUnreturned(by, leaveId)) {
    const tree = { superiors, leaves: await leavesSince(id) }
    const step = { rowId, fromId, ...(await standInFor(by, rowId, fromId, tree)) }
    if (step.superior === 0 || makesCycle(rowId, step.superior, superiorOf)) continue
    superiors.set(rowId, step.superior)
    await setSuperiors(by, [{ rowId, toId: step.superior }])
    await returnMoves(by, id, moved.subordinate, [{ rowId, toId: fromId, state: '' }])
    await recordStandIns(by, step)
  }
}

interface Step {
  readonly rowId: number
  readonly fromId: number
  /** Leaves of the former superiors, in the order in which they replace each other. */
  readonly path: readonly OpenLeave[]
  readonly superior: number
}

/**
 * Returns the replacement of a member's superior: the superior if active, otherwise the successor of their leave, and so on; 0 if there
 * is none. If the member is that successor, they took the leaver's place below the leaver's superior.
 */
async function standInFor(by: Actor, rowId: number, fromId: number, { superiors, leaves }: Tree) {
  const path: OpenLeave[] = []
  let superior = fromId
  while (superior !== 0 && !superiors.has(superior)) {
    const left = leaves.get(superior)
    if (!left || path.includes(left)) return { path, superior: 0 }
    path.push(left)
    const [taken] = left.topId === rowId ? await listMoves(by.db, by.scope, left.leaveId, moved.place) : []
    superior = taken?.fromId ?? left.topId
  }
  return { path, superior }
}

/** Records the moves that each of these leaves would have made, had the member been below the leaver then. */
async function recordStandIns(by: Actor, { rowId, path, superior }: Step): Promise<void> {
  for (const [at, { leaveId, memberId }] of path.entries()) {
    const toId = path[at + 1]?.memberId ?? superior
    await recordMoves(by, leaveId, moved.subordinate, [place(rowId, memberId, toId)])
  }
}

/** Sets superiors, with one statement per superior. */
async function setSuperiors(
  { db, scope }: Actor,
  moves: readonly Pick<Move, 'rowId' | 'toId'>[],
): Promise<void> {
  for (const superior of new Set(moves.map(({ toId }) => toId)))
    await setSuperior(
      db,
      scope,
      moves.filter(({ toId }) => toId === superior).map(({ rowId }) => rowId),
      superior,
    )
}
