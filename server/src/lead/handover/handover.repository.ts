import type { LeadForm } from '@showroom/contract/lead/handle.schema'
import { leadStatus } from '@showroom/contract/lead/lead.rules'
import { sql } from 'kysely'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import type { Executor } from '../../platform/db/client.ts'
import { statement } from '../../platform/db/statement.ts'
import { target } from '../../platform/db/target.ts'
import type { EventBus } from '../../platform/live/events.ts'
import type { Scope } from '../../platform/session/session.ts'

/** The actor of a handover: a member, or the system (member 0). */
export interface HandingOver {
  readonly scope: Scope
  readonly memberName: string
  readonly dealer: { readonly groupId: number; readonly city: string }
  readonly catalogue: Catalogue
  readonly now: Date
  readonly events: EventBus
}

export interface Handover {
  /** Locked by the caller, with its current values. */
  readonly lead: HandedLead
  /** The chosen owner and its name; 0 if none was chosen because a customer has the mobile. */
  readonly memberId: number
  readonly memberName: string
  /** Data entered in cleaning. */
  readonly form: LeadForm | null
  /** Reason for this member, or the assigner's remark. */
  readonly reason: string
}

export interface HandedLead {
  readonly leadId: number
  readonly name: string
  /** Empty without one: the lead gets an owner, and the customer's file waits for the mobile. */
  readonly mobile: string
  readonly secondPhone: string
  readonly seriesId: number | null
  readonly sourceId: number
  readonly province: string
  readonly city: string
  readonly area: string
  readonly remark: string
}

/** Whether a member `m` of dealer `d` cleans by the module: 集团DCC where the group cleans the store's leads, no supervisor, no investor. */
const cleans = sql`'线索分配' = any(m.modules)
  and m.role not in (11, 16) and (m.role <> 15 or d.group_id <> 0 and d.online_policy <> 3)`

/** Lists members who work the store's leads (`worksLeads` in SQL), for notices without another recipient. */
export async function listLeadWorkers(db: Executor, scope: Pick<Scope, 'dealerId'>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from member m join dealer d on d.id = m.dealer_id
    where m.dealer_id = ${scope.dealerId} and m.status = 0 and m.left_at is null and (m.role in (1, 2, 3, 6) or ${cleans})
    order by m.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Lists members who clean: those with the module, or, if there are none, all who work leads. */
export async function listCleaners(db: Executor, scope: Pick<Scope, 'dealerId'>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from member m join dealer d on d.id = m.dealer_id
    where m.dealer_id = ${scope.dealerId} and m.status = 0 and m.left_at is null and m.role not in (1, 2, 3, 6) and ${cleans}
    order by m.id`.execute(db)
  return rows.length > 0 ? rows.map((row) => row.id) : listLeadWorkers(db, scope)
}

export interface GivenLead {
  readonly leadId: number
  readonly mobile: string
  readonly ownerId: number
  /** Null for a lead without a mobile. */
  readonly customerId: number | null
  readonly isRepeat: boolean
  /** Text of the leads' history. */
  readonly result: string
  readonly ownerName: string
  readonly remark: string
}

/** The owner of a customer at another store of the group with the same mobile. */
export interface Collided {
  readonly leadId: number
  readonly dealerId: number
  readonly customerId: number
  readonly name: string
  readonly ownerId: number
}

/** Writes owners and history of the leads. Returns the owners of customers with the same numbers at other stores of the group. */
export async function completeLeads(
  db: Executor,
  { scope, memberName, dealer, now }: HandingOver,
  given: readonly GivenLead[],
): Promise<Collided[]> {
  const elsewhere = await complete(db, {
    dealerId: scope.dealerId,
    groupId: dealer.groupId,
    memberId: scope.memberId,
    memberName,
    now,
    given: JSON.stringify(
      given.map(({ leadId, mobile, ownerId, customerId, isRepeat, result, ownerName, remark }) => ({
        leadId,
        mobile,
        ownerId,
        customerId,
        isRepeat,
        result,
        ownerName,
        remark,
      })),
    ),
  })
  return findOwned(db, elsewhere)
}

interface Completion {
  readonly dealerId: number
  readonly groupId: number
  readonly memberId: number
  readonly memberName: string
  readonly now: Date
  readonly given: string
}

interface Elsewhere {
  readonly leadId: number
  readonly dealerId: number
  readonly mobile: string
}

const complete = statement<Completion, Elsewhere>(
  ({ dealerId, groupId, memberId, memberName, now, given }) => sql`
    with given as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as g ("leadId" bigint, mobile text, "ownerId" bigint, "customerId" bigint,
        "isRepeat" boolean, result text, "ownerName" text, remark text)
    ), told as (
      insert into ${target('lead_event')} (dealer_id, lead_id, created_at, member_id, handle_name, result, follow_name, remark)
      select ${dealerId}::int, "leadId", ${now}::timestamptz, ${memberId}::bigint, ${memberName}::text, result, "ownerName", remark
      from given
    ), completed as (
      update ${target('lead')} l set status = ${sql.lit(leadStatus.completed)}, last_task = 1, assigned_at = coalesce(l.assigned_at, ${now}::timestamptz),
                        owner_id = g."ownerId", customer_id = g."customerId", is_repeat = g."isRepeat",
                        deal_id = coalesce(l.deal_id, (
                          select current_deal_id from customer where dealer_id = ${dealerId} and id = g."customerId"))
      from given g
      where l.dealer_id = ${dealerId} and l.id = g."leadId"
    )
    select g."leadId", s.dealer_id as "dealerId", s.mobile
    from given g
    join group_mobile s on s.group_id = ${groupId} and s.mobile = g.mobile and s.dealer_id <> ${dealerId}
    where ${groupId}::int <> 0`,
)

interface Owned extends Pick<Collided, 'customerId' | 'name' | 'ownerId'> {
  readonly mobile: string
}

/** Customers of one store with these numbers, whose owners work there. */
const listOwned = statement<{ dealerId: number; mobiles: readonly string[] }, Owned>(
  ({ dealerId, mobiles }) => sql`
    select c.mobile, c.id as "customerId", c.name, d.owner_id as "ownerId"
    from customer c
    join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
    join member m on m.dealer_id = ${dealerId} and m.id = d.owner_id and m.status = 0 and m.left_at is null
    where c.dealer_id = ${dealerId} and c.mobile = any(${mobiles}::text[]) and c.merged_into_id is null and c.mobile <> ''`,
)

async function findOwned(db: Executor, elsewhere: readonly Elsewhere[]): Promise<Collided[]> {
  const collided: Collided[] = []
  for (const dealerId of new Set(elsewhere.map((one) => one.dealerId))) {
    const there = elsewhere.filter((one) => one.dealerId === dealerId)
    const owned = await listOwned(db, { dealerId, mobiles: there.map(({ mobile }) => mobile) })
    for (const { mobile, ...one } of owned)
      for (const { leadId } of there.filter((lead) => lead.mobile === mobile))
        collided.push({ leadId, dealerId, ...one })
  }
  return collided
}
