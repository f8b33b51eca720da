import type { LeadForm } from '@showroom/contract/lead/handle.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { statement } from '../../platform/db/statement.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'

/** Result of cleaning a lead. */

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
  /** For the history: member, result and remark. */
  readonly by: string
  readonly result: string
  readonly eventRemark: string
}

/** Columns that cleaning writes, except the form, with their previous values. */
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

/** A recorded result: its history row and the previous values. */
export interface Recorded {
  readonly leadId: number
  readonly eventId: number
  readonly result: string
  readonly before: Found
}

interface Recording {
  readonly dealerId: number
  readonly leadId: number
  readonly memberId: number
  readonly now: Date
  readonly by: string
  readonly result: string
  readonly eventRemark: string
  readonly status: number
  readonly clearStatus: number
  readonly remark: string
  readonly invalidReason: number
  readonly homeProvince: string
  readonly homeCity: string
  readonly name: string | undefined
  readonly mobile: string | undefined
  readonly isRemote: number | undefined
  readonly form: string | undefined
  readonly triesMore: number
}

const columns = sql.join(foundColumns.map((name) => sql.ref(name)))

const record = statement<Recording, { eventId: number; before: Found }>(
  (v) => sql`
    with before as materialized (
      select ${columns} from lead where dealer_id = ${v.dealerId} and id = ${v.leadId}
    ), told as (
      insert into ${target('lead_event')} (dealer_id, lead_id, created_at, member_id, handle_name, result, remark)
      values (${v.dealerId}, ${v.leadId}, ${v.now}, ${v.memberId}, ${v.by}, ${v.result}, ${v.eventRemark})
      returning id
    ), changed as (
      update ${target('lead')} l set
        status = ${v.status}, clear_status = ${v.clearStatus}, clear_remark = ${v.remark}, last_task = 2,
        invalid_reason = ${v.invalidReason}, home_province = ${v.homeProvince}, home_city = ${v.homeCity},
        name = coalesce(${v.name}::text, l.name), mobile = coalesce(${v.mobile}::text, l.mobile),
        is_remote = coalesce(${v.isRemote}::smallint, l.is_remote),
        form = ${v.form}::jsonb,
        no_contact_times = l.no_contact_times + ${v.triesMore},
        cleared_at = coalesce(l.cleared_at, ${v.now}::timestamptz),
        cleared_by = coalesce(l.cleared_by, ${v.memberId}::bigint),
        clear_seconds = coalesce(l.clear_seconds, working_seconds(l.created_at, ${v.now}::timestamptz, store.work_starts, store.work_ends))
      from dealer store
      where store.id = ${v.dealerId} and l.dealer_id = ${v.dealerId} and l.id = ${v.leadId}
      returning l.id
    )
    select told.id as "eventId", to_json(before) as before from told, before, changed`,
)

/** Writes a cleaning result to the lead and its history. The first result sets time, member and duration; later ones keep them. */
export async function recordFinding(
  db: Executor,
  { dealerId, memberId }: Scope,
  leadId: number,
  { isNoContact = false, form, ...finding }: Finding,
): Promise<Recorded> {
  const [row] = await record(db, {
    invalidReason: 0,
    homeProvince: '',
    homeCity: '',
    name: undefined,
    mobile: undefined,
    isRemote: undefined,
    ...finding,
    dealerId,
    leadId,
    memberId,
    form: form && JSON.stringify(form),
    triesMore: isNoContact ? 1 : 0,
  })
  if (!row) throw new Error(`lead ${leadId} disappeared while it was locked`)
  return { leadId, result: finding.result, ...row }
}

/** Completes the mobile of a locked lead. */
export async function updateMobile(
  db: Executor,
  { dealerId }: Scope,
  leadId: number,
  mobile: string,
): Promise<void> {
  await db
    .updateTable('lead')
    .set({ mobile })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', leadId)
    .execute()
}

/** Restores the values before cleaning, and clears the form that it entered. */
export async function restoreFound(db: Executor, scope: Scope, leadId: number, before: Found): Promise<void> {
  await sql`
    update ${target('lead')} l set form = null, ${sql.join(foundColumns.map((name) => sql`${sql.ref(name)} = b.${sql.ref(name)}`))}
    from jsonb_populate_record(null::lead, ${JSON.stringify(before)}::jsonb) as b
    where l.dealer_id = ${scope.dealerId} and l.id = ${leadId}`.execute(db)
}
