import type { LeadForm } from '@showroom/contract/lead/handle.schema'
import { leadStatus } from '@showroom/contract/lead/lead.rules'
import { sql } from 'kysely'
import type { Catalogue } from '../platform/catalogue.ts'
import type { Executor } from '../platform/db/client.ts'
import type { LiveHint } from '../platform/live.ts'
import type { Scope } from '../platform/session/session.ts'

/** Who hands over: a member, or the system (member 0). */
export interface HandingOver {
  readonly scope: Scope
  readonly memberName: string
  readonly dealer: { readonly groupId: number; readonly city: string }
  readonly catalogue: Catalogue
  readonly now: Date
  /** What open pages are to hear once it is committed. */
  hintLive(hint: LiveHint): void
}

export interface Handover {
  readonly leadId: number
  /** The chosen owner; 0 where nobody was chosen, for a lead whose mobile is on file. */
  readonly memberId: number
  /** What cleaning entered. */
  readonly form: LeadForm | null
  /** Why this member, or what the assigner remarked. */
  readonly reason: string
}

export interface HandedLead {
  readonly id: number
  readonly name: string
  readonly mobile: string
  readonly seriesId: number | null
  readonly sourceId: number
  readonly province: string
  readonly city: string
  readonly remark: string
}

export async function readHandedLeads(
  db: Executor,
  scope: Scope,
  handovers: readonly Handover[],
): Promise<ReadonlyMap<number, HandedLead>> {
  const rows = await db
    .selectFrom('lead')
    .select([
      'id',
      'name',
      'mobile',
      'series_id as seriesId',
      'source_id as sourceId',
      'province',
      'city',
      'remark',
    ])
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', sql<number>`any(${handovers.map((one) => one.leadId)}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function readMemberNames(
  db: Executor,
  scope: Scope,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('member')
    .select(['id', 'name'])
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', sql<number>`any(${[...new Set(memberIds)]}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Who handles the leads of the store (`worksLeads` in SQL), for what nobody else can be told. */
export async function listLeadWorkers(db: Executor, scope: Pick<Scope, 'dealerId'>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from member
    where dealer_id = ${scope.dealerId} and status = 0 and left_at is null and role not in (15, 16)
      and (role in (1, 2, 3, 6) or '线索分配' = any(modules))
    order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Whose work cleaning is: who was given the module; where nobody was, all who handle leads. */
export async function listCleaners(db: Executor, scope: Pick<Scope, 'dealerId'>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from member
    where dealer_id = ${scope.dealerId} and status = 0 and left_at is null and role not in (1, 2, 3, 6, 15, 16)
      and '线索分配' = any(modules)
    order by id`.execute(db)
  return rows.length > 0 ? rows.map((row) => row.id) : listLeadWorkers(db, scope)
}

interface GivenLead {
  readonly leadId: number
  readonly ownerId: number
  readonly customerId: number
  readonly isRepeat: boolean
}

/** Writes into the leads whose they are now. */
export async function completeLeads(
  db: Executor,
  scope: Scope,
  given: readonly GivenLead[],
  now: Date,
): Promise<void> {
  await sql`
    update lead l set status = ${sql.lit(leadStatus.completed)}, last_task = 1, assigned_at = ${now}::timestamptz,
                      owner_id = g.owner_id, customer_id = g.customer_id, is_repeat = g.is_repeat
    from unnest(${given.map((one) => one.leadId)}::bigint[], ${given.map((one) => one.ownerId)}::bigint[],
                ${given.map((one) => one.customerId)}::bigint[], ${given.map((one) => one.isRepeat)}::boolean[])
           as g (lead_id, owner_id, customer_id, is_repeat)
    where l.dealer_id = ${scope.dealerId} and l.id = g.lead_id`.execute(db)
}
