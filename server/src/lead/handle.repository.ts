import { leadStatus } from '@showroom/contract/lead/lead.rules'
import type { LeadForm } from '@showroom/contract/lead/handle.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Locking leads for an action, and writing what cleaning found. */

const columns = [
  'l.id as leadId',
  'l.status',
  'l.name',
  'l.mobile',
  'l.source_id as sourceId',
  'l.series_id as seriesId',
  'l.owner_id as ownerId',
  'l.form',
] as const

const leadsOf = (db: Executor, scope: Scope) =>
  db.selectFrom('lead as l').select(columns).where('l.dealer_id', '=', scope.dealerId).forUpdate('l')

/** Locks a lead for the action under way. Only for who works all leads of the store. */
export const lockLeadRow = (db: Executor, scope: Scope, leadId: number) =>
  leadsOf(db, scope).where('l.id', '=', leadId).executeTakeFirst()
export type LockedLead = NonNullable<Awaited<ReturnType<typeof lockLeadRow>>>

/**
 * Locks those of the leads that wait for an owner, in the order of their ids so that two batches at once wait instead of deadlocking.
 * What changed while they were waited for is left out.
 */
export const lockUnassigned = (db: Executor, scope: Scope, leadIds: readonly number[]) =>
  leadsOf(db, scope)
    .where('l.id', '=', sql<number>`any(${leadIds}::bigint[])`)
    .where('l.status', '=', leadStatus.unassigned)
    .orderBy('l.id')
    .execute()

export interface Finding {
  readonly status: number
  readonly clearStatus: number
  readonly remark: string
  readonly now: Date
  readonly name?: string
  readonly mobile?: string
  /** 1 yes, 2 no. */
  readonly isRemote?: number
  readonly form?: LeadForm
  readonly invalidReason?: number
  readonly homeProvince?: string
  readonly homeCity?: string
  readonly isNoContact?: boolean
}

/** Writes what cleaning found. When, by whom and how fast is told by the first result; a later one leaves it. */
export async function recordFinding(
  db: Executor,
  scope: Scope,
  leadId: number,
  finding: Finding,
): Promise<void> {
  const { isNoContact = false, now } = finding
  await sql`
    update lead l set
      status = ${finding.status}, clear_status = ${finding.clearStatus}, clear_remark = ${finding.remark}, last_task = 2,
      invalid_reason = ${finding.invalidReason ?? 0}, home_province = ${finding.homeProvince ?? ''}, home_city = ${finding.homeCity ?? ''},
      name = coalesce(${finding.name ?? null}::text, l.name), mobile = coalesce(${finding.mobile ?? null}::text, l.mobile),
      is_remote = coalesce(${finding.isRemote ?? null}::smallint, l.is_remote),
      form = ${finding.form ? JSON.stringify(finding.form) : null}::jsonb,
      no_contact_times = l.no_contact_times + ${isNoContact ? 1 : 0},
      cleared_at = coalesce(l.cleared_at, ${now}::timestamptz),
      cleared_by = coalesce(l.cleared_by, ${scope.memberId}::bigint),
      clear_seconds = coalesce(l.clear_seconds, working_seconds(l.created_at, ${now}::timestamptz, store.work_starts, store.work_ends))
    from dealer store
    where store.id = l.dealer_id and l.dealer_id = ${scope.dealerId} and l.id = ${leadId}`.execute(db)
}
