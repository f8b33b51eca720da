import type { LeadForm } from '@showroom/contract/lead/handle.schema'
import { leadStatus } from '@showroom/contract/lead/lead.rules'
import { sql } from 'kysely'
import type { Catalogue } from '../platform/catalogue.ts'
import type { Executor } from '../platform/db/client.ts'
import { statement } from '../platform/db/statement.ts'
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
  /** Locked by the caller, as it is by now. */
  readonly lead: HandedLead
  /** The chosen owner, with the name; 0 where nobody was chosen, for a lead whose mobile is on file. */
  readonly memberId: number
  readonly memberName: string
  /** What cleaning entered. */
  readonly form: LeadForm | null
  /** Why this member, or what the assigner remarked. */
  readonly reason: string
}

export interface HandedLead {
  readonly leadId: number
  readonly name: string
  readonly mobile: string
  readonly seriesId: number | null
  readonly sourceId: number
  readonly province: string
  readonly city: string
  readonly remark: string
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

export interface GivenLead {
  readonly leadId: number
  readonly ownerId: number
  readonly customerId: number
  readonly isRepeat: boolean
  /** What their history tells of it. */
  readonly result: string
  readonly ownerName: string
  readonly remark: string
}

/** Writes into the leads whose they are now, and into their history how. */
export const completeLeads = async (
  db: Executor,
  { scope, memberName, now }: HandingOver,
  given: readonly GivenLead[],
): Promise<void> => {
  await complete(db, {
    dealerId: scope.dealerId,
    memberId: scope.memberId,
    memberName,
    now,
    given: JSON.stringify(
      given.map(({ leadId, ownerId, customerId, isRepeat, result, ownerName, remark }) => ({
        leadId,
        ownerId,
        customerId,
        isRepeat,
        result,
        ownerName,
        remark,
      })),
    ),
  })
}

interface Completion {
  readonly dealerId: number
  readonly memberId: number
  readonly memberName: string
  readonly now: Date
  readonly given: string
}

const complete = statement<Completion, never>(
  ({ dealerId, memberId, memberName, now, given }) => sql`
    with given as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as g ("leadId" bigint, "ownerId" bigint, "customerId" bigint,
        "isRepeat" boolean, result text, "ownerName" text, remark text)
    ), told as (
      insert into lead_event (dealer_id, lead_id, created_at, member_id, handle_name, result, follow_name, remark)
      select ${dealerId}::int, "leadId", ${now}::timestamptz, ${memberId}::bigint, ${memberName}::text, result, "ownerName", remark
      from given
    )
    update lead l set status = ${sql.lit(leadStatus.completed)}, last_task = 1, assigned_at = ${now}::timestamptz,
                      owner_id = g."ownerId", customer_id = g."customerId", is_repeat = g."isRepeat"
    from given g
    where l.dealer_id = ${dealerId} and l.id = g."leadId"`,
)
