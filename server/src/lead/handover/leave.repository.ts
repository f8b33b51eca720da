import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'

/** A locked lead with its new owner. `state` hashes its row without the owner and the system's overdue mark. */
export interface HeldLead {
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

interface Leaver {
  readonly memberId: number
  /** Takes the leads without customer. */
  readonly toMemberId: number
  /** Customers whose leads without follow-up go to the customer's owner, whichever member owned them. */
  readonly customerIds: readonly number[]
}

/** Locks the leads that a leaving member gives up, with their new owners. */
export async function lockOfLeaver(
  db: Executor,
  { dealerId }: Scope,
  { memberId, toMemberId, customerIds }: Leaver,
): Promise<HeldLead[]> {
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
  return rows
}

/** Locks leads that a leave moved, with the present owners of their customers. */
export async function lockMoved(
  db: Executor,
  { dealerId }: Scope,
  leadIds: readonly number[],
): Promise<(HeldLead & { fileOwnerId: number | null })[]> {
  const { rows } = await sql<HeldLead & { fileOwnerId: number | null }>`
    select ${heldLead}, d.owner_id as "fileOwnerId"
    from lead l left join deal d on d.dealer_id = ${dealerId} and d.customer_id = l.customer_id and d.is_current
    where l.dealer_id = ${dealerId} and l.id = any(${leadIds}::bigint[])
    order by l.id for update of l`.execute(db)
  return rows
}

/** Updates the owners of locked leads. Leads without follow-up get a history row. */
export async function updateOwners(
  db: Executor,
  scope: Scope,
  leads: readonly HeldLead[],
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  const { dealerId, memberId } = scope
  const isRecorded = ({ isWaiting, customerId }: HeldLead): boolean => isWaiting && customerId !== null
  await sql`
    with given as materialized (
      select * from unnest(${leads.map((one) => one.id)}::bigint[], ${leads.map((one) => one.toId)}::bigint[],
                           ${leads.map(isRecorded)}::boolean[]) as g (id, owner_id, is_recorded)
    ), recorded as (
      insert into ${target('lead_event')} (dealer_id, lead_id, created_at, member_id, handle_name, result, follow_name, remark)
      select ${dealerId}::int, g.id, ${now}::timestamptz, ${memberId}::bigint, ${by}::text,
             '再分配', m.name, '随客户转交'
      from given g join member m on m.dealer_id = ${dealerId} and m.id = g.owner_id
      where g.is_recorded
    )
    update ${target('lead')} l set owner_id = g.owner_id from given g where l.dealer_id = ${dealerId} and l.id = g.id`.execute(
    db,
  )
}
