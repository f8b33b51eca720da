import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { chained, target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'

/**
 * Updates of leads after actions on their customers. They lock the leads in the order of their ids, because a leave locks leads of customers
 * that it does not lock.
 */

/** The customer's leads under these conditions, locked. */
const held = (dealerId: number, customerId: number, where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  held as materialized (
    select l.id from lead l where l.dealer_id = ${dealerId} and l.customer_id = ${customerId} and ${where}
    order by l.id for update)`

/** Records the first follow-up of the customer's leads, in the store's hours. Returns whether a lead waited for it. */
export async function updateFirstFollow(
  db: Executor,
  { dealerId }: Scope,
  customerId: number,
  now: Date,
): Promise<boolean> {
  const waits = sql`l.assigned_at is not null and l.first_follow_at is null`
  const { numAffectedRows = 0n } = await sql`
    ${chained} with ${held(dealerId, customerId, waits)}
    update ${target('lead')} l set first_follow_at = ${now}::timestamptz,
      follow_seconds = working_seconds(l.assigned_at, ${now}::timestamptz, d.work_starts, d.work_ends)
    from held, dealer d
    where d.id = l.dealer_id and l.dealer_id = ${dealerId} and l.id = held.id`.execute(db)
  return numAffectedRows > 0n
}

/** Gives leads without follow-up to the owners of their customers. Returns whether any moved. */
export async function moveToOwners(
  db: Executor,
  { dealerId, memberId }: Scope,
  customerIds: readonly number[],
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    ${chained} with held as (
      select l.id, d.owner_id
      from lead l
      join customer c on c.dealer_id = ${dealerId} and c.id = l.customer_id
      join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
      where l.dealer_id = ${dealerId} and l.customer_id = any(${customerIds}::bigint[])
        and l.assigned_at is not null and l.first_follow_at is null and l.owner_id <> d.owner_id
      order by l.id for update of l
    ), moved as (
      update ${target('lead')} l set owner_id = held.owner_id from held
      where l.dealer_id = ${dealerId} and l.id = held.id
      returning l.id, l.owner_id
    )
    insert into ${target('lead_event')} (dealer_id, lead_id, created_at, member_id, handle_name, result, follow_name, remark)
    select ${dealerId}::int, l.id, ${now}::timestamptz, ${memberId}::bigint, ${by}::text,
           '再分配', m.name, '随客户转交'
    from moved l join member m on m.dealer_id = ${dealerId} and m.id = l.owner_id`.execute(db)
  return numAffectedRows > 0n
}

/** Moves all leads of one customer to another. */
export async function moveToCustomer(
  db: Executor,
  { dealerId }: Scope,
  fromId: number,
  toId: number,
): Promise<void> {
  await sql`
    ${chained} with ${held(dealerId, fromId, sql`true`)}
    update ${target('lead')} l set customer_id = ${toId},
      deal_id = coalesce(l.deal_id, (select current_deal_id from customer where dealer_id = ${dealerId} and id = ${toId}))
    from held where l.dealer_id = ${dealerId} and l.id = held.id`.execute(db)
}

/** Moves the customer's leads of one deal to another. */
export async function moveToDeal(
  db: Executor,
  { dealerId }: Scope,
  customerId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await sql`
    ${chained} with ${held(dealerId, customerId, sql`l.deal_id = ${from}`)}
    update ${target('lead')} l set deal_id = ${to} from held where l.dealer_id = ${dealerId} and l.id = held.id`.execute(
    db,
  )
}
