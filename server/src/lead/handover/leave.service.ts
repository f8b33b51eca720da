import type { Actor } from '../../platform/live/events.ts'
import { listLeavesSince, listMoves, moved, recordMoves, returnMoves } from '../../team/index.ts'
import type { TeamEvents } from '../../team/index.ts'
import { lockMoved, lockOfLeaver, updateOwners } from './leave.repository.ts'
import type { HeldLead } from './leave.repository.ts'

/**
 * Reassigns leads when a member leaves: leads with a customer follow the customer, the others go to the successor. Leads without follow-up
 * follow the reassigned customers, whichever member owned them.
 */
export async function moveFromLeaver(
  by: Actor,
  { leaveId, memberId, toMemberId, customerIds }: TeamEvents['memberLeft'],
): Promise<void> {
  const { db, scope } = by
  const leads = await lockOfLeaver(db, scope, { memberId, toMemberId, customerIds })
  await giveLeads(by, leads)
  const moves = leads.map((one) => ({ ...one, rowId: one.id, fileId: one.customerId, was: one.state }))
  await recordMoves(by, leaveId, moved.lead, moves)
}

/**
 * Reverts a leave: each lead unchanged since then returns to its previous owner. Leads without follow-up stay with the owner who keeps
 * their customer.
 */
export async function moveToReturned(
  by: Actor,
  { leaveId, keptIds }: TeamEvents['memberReturned'],
): Promise<void> {
  const { db, scope } = by
  const moves = new Map((await listMoves(db, scope, leaveId, moved.lead)).map((move) => [move.rowId, move]))
  if (moves.size === 0) return
  // The previous owner may have left later too, which gave the lead to the customer's owner.
  const leaves = new Map((await listLeavesSince(by, leaveId)).map((one) => [one.memberId, one.leaveId]))
  const leads = await lockMoved(db, scope, [...moves.keys()])
  const remaining = new Set(keptIds)
  const returned = leads.flatMap((lead) => {
    const move = moves.get(lead.id)
    const isAsLeft = move?.toId === lead.fromId && move.state === lead.state
    if (!isAsLeft || (lead.isWaiting && remaining.has(lead.customerId ?? 0))) return []
    const since = leaves.get(move.fromId)
    const toId = since === undefined ? move.fromId : (lead.fileOwnerId ?? move.fromId)
    return [{ ...lead, toId, wasId: move.fromId, since }]
  })
  await giveLeads(by, returned)
  await returnMoves(
    by,
    leaveId,
    moved.lead,
    returned.map(({ id, wasId, state: now }) => ({ rowId: id, toId: wasId, state: now })),
  )
  for (const { id, customerId, wasId, toId, state: now, since } of returned)
    if (since !== undefined)
      await recordMoves(by, since, moved.lead, [
        { rowId: id, fileId: customerId, fromId: wasId, toId, was: now, state: now },
      ])
}

/** Gives the locked leads to their new owners. Leads without follow-up get a history row. */
async function giveLeads(by: Actor, held: readonly HeldLead[]): Promise<void> {
  const leads = held.filter(({ fromId, toId }) => fromId !== toId)
  if (leads.length === 0) return
  await updateOwners(by.db, by.scope, leads, { by: by.memberName, now: by.now })
}
