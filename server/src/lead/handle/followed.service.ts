import { sql } from 'kysely'
import type { CustomerEvents } from '../../customer/index.ts'
import type { Actor } from '../../platform/events.ts'

/** Updates leads after actions on their customers, in the same transaction. */

/**
 * Records the customer's first follow-up since leads were assigned to its owner. Those leads are no longer open; their time is measured in
 * the store's hours.
 */
export async function measureFollow(by: Actor, customerId: number): Promise<void> {
  const { db, scope, now } = by
  const { dealerId } = scope
  const { numAffectedRows = 0n } = await sql`
    update lead l set first_follow_at = ${now}::timestamptz,
      follow_seconds = working_seconds(l.assigned_at, ${now}::timestamptz, d.work_starts, d.work_ends)
    from dealer d
    where d.id = l.dealer_id and l.dealer_id = ${dealerId} and l.customer_id = ${customerId}
      and l.assigned_at is not null and l.first_follow_at is null`.execute(db)
  if (numAffectedRows > 0n) by.emitLive({ dealerId, topics: ['lead'] })
}

/**
 * Gives leads without follow-up to the new owners of their customers, for whom they count in the next assignment (docs/decisions/0013). The
 * caller has locked the customers. The leads keep the time of their first assignment. Waits for locked leads: the transaction that handles
 * one already holds all customers it needs.
 */
export async function moveWithOwner(by: Actor, customerIds: readonly number[]): Promise<void> {
  const { db, scope, now } = by
  const { dealerId } = scope
  const { numAffectedRows = 0n } = await sql`
    with held as (
      select l.id, d.owner_id
      from lead l
      join customer c on c.dealer_id = l.dealer_id and c.id = l.customer_id
      join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
      where l.dealer_id = ${dealerId} and l.customer_id = any(${customerIds}::bigint[])
        and l.assigned_at is not null and l.first_follow_at is null and l.owner_id <> d.owner_id
      order by l.id for update of l
    ), moved as (
      update lead l set owner_id = held.owner_id from held
      where l.dealer_id = ${dealerId} and l.id = held.id
      returning l.id, l.owner_id
    )
    insert into lead_event (dealer_id, lead_id, created_at, member_id, handle_name, result, follow_name, remark)
    select ${dealerId}::int, l.id, ${now}::timestamptz, ${scope.memberId}::bigint, ${by.memberName}::text,
           '再分配', m.name, '随客户转交'
    from moved l join member m on m.dealer_id = ${dealerId} and m.id = l.owner_id`.execute(db)
  if (numAffectedRows > 0n) by.emitLive({ dealerId, topics: ['lead'] })
}

/**
 * Moves leads of a merged customer to the survivor; those of a deal that was the same as the current one follow it. `moveWithOwner` updates
 * their owner.
 */
export async function moveLeads(
  { db, scope }: Actor,
  { masterId, slaveId, dealId, pastDealId, isSame }: CustomerEvents['merged'],
): Promise<void> {
  await db
    .updateTable('lead')
    .set({ customer_id: masterId })
    .where('dealer_id', '=', scope.dealerId)
    .where('customer_id', '=', slaveId)
    .execute()
  if (!isSame) return
  await db
    .updateTable('lead')
    .set({ deal_id: dealId })
    .where('dealer_id', '=', scope.dealerId)
    .where('customer_id', '=', masterId)
    .where('deal_id', '=', pastDealId)
    .execute()
}
