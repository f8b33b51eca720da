import type { LeadForm } from '@showroom/contract/lead/handle.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** What cleaning found. */

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
  /** For the history: who found it, what, and a word on it. */
  readonly by: string
  readonly result: string
  readonly told: string
}

/** Columns of a lead that cleaning writes, beside its form: as they were before. */
export type Found = Readonly<Record<(typeof foundColumns)[number], unknown>>
const foundColumns = [
  'status',
  'clear_status',
  'clear_remark',
  'last_task',
  'invalid_reason',
  'home_province',
  'home_city',
  'is_remote',
  'no_contact_times',
  'cleared_at',
  'cleared_by',
  'clear_seconds',
] as const

/** What was written: the history's row, and what was there before. */
export interface Recorded {
  readonly leadId: number
  readonly eventId: number
  readonly result: string
  readonly before: Found
}

/** Writes what cleaning found, and into the lead's history. When, by whom and how fast is told by the first result; a later one leaves it. */
export async function recordFinding(
  db: Executor,
  scope: Scope,
  leadId: number,
  finding: Finding,
): Promise<Recorded> {
  const { isNoContact = false, now } = finding
  const { rows } = await sql<{ eventId: number; before: Found }>`
    with told as (
      insert into lead_event (dealer_id, lead_id, created_at, member_id, handle_name, result, remark)
      values (${scope.dealerId}, ${leadId}, ${now}, ${scope.memberId}, ${finding.by}, ${finding.result}, ${finding.told})
      returning id
    )
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
    from dealer store, told, (
      select ${columns} from lead where dealer_id = ${scope.dealerId} and id = ${leadId}) as before
    where store.id = l.dealer_id and l.dealer_id = ${scope.dealerId} and l.id = ${leadId}
    returning told.id as "eventId", to_json(before) as before`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`lead ${leadId} is gone under its lock`)
  return { leadId, result: finding.result, ...row }
}

const columns = sql.join(foundColumns.map((name) => sql.ref(name)))

/** Writes back what was there before cleaning, which had entered the form, too. */
export async function restoreFound(db: Executor, scope: Scope, leadId: number, before: Found): Promise<void> {
  await sql`
    update lead l set form = null, ${sql.join(foundColumns.map((name) => sql`${sql.ref(name)} = b.${sql.ref(name)}`))}
    from jsonb_populate_record(null::lead, ${JSON.stringify(before)}::jsonb) as b
    where l.dealer_id = ${scope.dealerId} and l.id = ${leadId}`.execute(db)
}
