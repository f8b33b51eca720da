import { sql } from 'kysely'
import type { Actor } from '../../platform/events.ts'
import { listLeavesSince, listMoves, moved, recordMoves, returnMoves } from '../../team/index.ts'
import type { TeamEvents } from '../../team/index.ts'

/** A locked lead with its new owner. `state` hashes its row without the owner and the system's overdue mark. */
interface HeldLead {
  readonly id: number
  readonly customerId: number | null
  readonly fromId: number
  readonly toId: number
  readonly state: string
  /** Not followed up yet. */
  readonly isWaiting: boolean
}

const state = sql`md5((to_jsonb(l) - 'owner_id' - 'overdue_at')::text)`
const heldLead = sql`
  l.id, l.customer_id as "customerId", l.owner_id as "fromId", ${state} as state,
  l.assigned_at is not null and l.first_follow_at is null as "isWaiting"`

/**
 * Reassigns leads when a member leaves: leads with a customer follow the customer, the others go to the successor. Leads without follow-up
 * follow the reassigned customers, whichever member owned them.
 */
export async function moveFromLeaver(
  by: Actor,
  { leaveId, memberId, toMemberId, customerIds }: TeamEvents['memberLeft'],
): Promise<void> {
  const { db, scope } = by
  const { dealerId } = scope
  const { rows } = await sql<HeldLead>`
    select ${heldLead}, coalesce(nullif(d.owner_id, ${memberId}::bigint), ${toMemberId}::bigint) as "toId"
    from lead l left join deal d on d.dealer_id = ${dealerId} and d.customer_id = l.customer_id and d.is_current
    where l.dealer_id = ${dealerId} and l.id in (
      select id from lead where dealer_id = ${dealerId} and owner_id = ${memberId}
      union all
      select w.id from lead w
      where w.dealer_id = ${dealerId} and w.customer_id = any(${customerIds}::bigint[]) and w.assigned_at is not null
        and w.first_follow_at is null)
    order by l.id for update of l`.execute(db)
  await giveLeads(by, rows)
  const moves = rows.map((one) => ({ ...one, rowId: one.id, fileId: one.customerId, was: one.state }))
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
  const { dealerId } = scope
  const moves = new Map((await listMoves(db, scope, leaveId, moved.lead)).map((move) => [move.rowId, move]))
  if (moves.size === 0) return
  // The previous owner may have left later too, which gave the lead to the customer's owner.
  const leaves = new Map((await listLeavesSince(by, leaveId)).map((one) => [one.memberId, one.leaveId]))
  const { rows } = await sql<HeldLead & { fileOwnerId: number | null }>`
    select ${heldLead}, d.owner_id as "fileOwnerId"
    from lead l left join deal d on d.dealer_id = ${dealerId} and d.customer_id = l.customer_id and d.is_current
    where l.dealer_id = ${dealerId} and l.id = any(${[...moves.keys()]}::bigint[])
    order by l.id for update of l`.execute(db)
  const kept = new Set(keptIds)
  const returned = rows.flatMap((lead) => {
    const move = moves.get(lead.id)
    const isAsLeft = move?.toId === lead.fromId && move.state === lead.state
    if (!isAsLeft || (lead.isWaiting && kept.has(lead.customerId ?? 0))) return []
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
  const { db, scope, now } = by
  const { dealerId } = scope
  const isTold = ({ isWaiting, customerId }: HeldLead): boolean => isWaiting && customerId !== null
  await sql`
    with given as materialized (
      select * from unnest(${leads.map((one) => one.id)}::bigint[], ${leads.map((one) => one.toId)}::bigint[],
                           ${leads.map(isTold)}::boolean[]) as g (id, owner_id, is_told)
    ), told as (
      insert into lead_event (dealer_id, lead_id, created_at, member_id, handle_name, result, follow_name, remark)
      select ${dealerId}::int, g.id, ${now}::timestamptz, ${scope.memberId}::bigint, ${by.memberName}::text,
             '再分配', m.name, '随客户转交'
      from given g join member m on m.dealer_id = ${dealerId} and m.id = g.owner_id
      where g.is_told
    )
    update lead l set owner_id = g.owner_id from given g where l.dealer_id = ${dealerId} and l.id = g.id`.execute(
    db,
  )
  by.emitLive({ dealerId, topics: ['lead'] })
}
