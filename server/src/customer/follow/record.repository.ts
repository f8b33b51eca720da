import type { z } from 'zod'
import type { CallDetail, TestShareDetail } from '@showroom/contract/customer/record.schema'
import { sql } from 'kysely'
import { allowErasing } from '../../platform/personal/personal.repository.ts'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import { seesFile } from '../customer.repository.ts'
import type { CustomerRow } from '../lock.repository.ts'

/**
 * Recorded calls and shared test drives that timeline rows link to, and contacts of WeCom. Members read those of customers whom they see,
 * with masked numbers.
 */

type Call = z.output<typeof CallDetail>['data']
export interface CallRow extends Omit<Call, 'audioUrl'> {
  readonly audioKey: string
}

/** Condition that the row belongs to a customer that the member sees; `of` is the table's alias. */
const ofSeenCustomer = (scope: Scope, of: 'r' | 's') => sql`exists (
  select from customer c join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
  where c.dealer_id = ${scope.dealerId} and c.id = ${sql.ref(`${of}.customer_id`)} and c.merged_into_id is null
    and ${seesFile(scope)})`

export async function findCall(db: Executor, scope: Scope, callId: number): Promise<CallRow | undefined> {
  const { rows } = await sql<CallRow>`
    select epoch(r.started_at) as "startedAt", r.seconds, r.audio_key as "audioKey", (
             select coalesce(jsonb_agg(jsonb_set(line, '{text}', to_jsonb(mask_text(line ->> 'text'))) order by position), '[]')
             from jsonb_array_elements(r.transcript) with ordinality as t (line, position)) as "contentList"
    from call_record r
    where r.dealer_id = ${scope.dealerId} and r.id = ${callId} and ${ofSeenCustomer(scope, 'r')}`.execute(db)
  return rows[0]
}

export async function findTestShare(
  db: Executor,
  scope: Scope,
  shareId: number,
): Promise<z.output<typeof TestShareDetail> | undefined> {
  const { rows } = await sql<z.output<typeof TestShareDetail>>`
    select e.name as "testSeries", epoch(s.driven_at) as "testDate", (
             select coalesce(jsonb_agg(jsonb_build_object('label', mask_text(line ->> 'label'), 'value', mask_text(line ->> 'value'))
                             order by position), '[]')
             from jsonb_array_elements(s.report) with ordinality as t (line, position)) as data
    from test_share s join series e on e.id = s.series_id
    where s.dealer_id = ${scope.dealerId} and s.id = ${shareId} and ${ofSeenCustomer(scope, 's')}`.execute(db)
  return rows[0]
}

/** Writes of records by other systems. The caller has locked the customer. */

export interface NewCall {
  readonly memberId: number
  readonly startedAt: Date
  readonly seconds: number
  readonly audioKey: string
  readonly transcript: readonly object[]
}

export async function insertCall(
  db: Executor,
  scope: Scope,
  customerId: number,
  call: NewCall,
): Promise<number> {
  const { id } = await db
    .insertInto('call_record')
    .values({
      dealer_id: scope.dealerId,
      customer_id: customerId,
      member_id: call.memberId,
      started_at: call.startedAt,
      seconds: call.seconds,
      audio_key: call.audioKey,
      transcript: JSON.stringify(call.transcript),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface NewDrive {
  readonly seriesId: number
  readonly drivenAt: Date
  readonly report: readonly object[]
  /** The store's own test drive that it belongs to; 0 for none. */
  readonly activityId: number
}

/**
 * Inserts a shared test drive. The current deal keeps the time of the latest one. Returns undefined, without an insert, if the store's own
 * drive has one already.
 */
export async function insertDrive(
  db: Executor,
  scope: Scope,
  { customerId, dealId }: Pick<CustomerRow, 'customerId' | 'dealId'>,
  { seriesId, drivenAt, report, activityId }: NewDrive,
): Promise<number | undefined> {
  const row = await db
    .insertInto('test_share')
    .values({
      dealer_id: scope.dealerId,
      customer_id: customerId,
      series_id: seriesId,
      driven_at: drivenAt,
      report: JSON.stringify(report),
      activity_id: activityId || null,
    })
    .onConflict((conflict) =>
      conflict.columns(['dealer_id', 'activity_id']).where('activity_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  await sql`
    update ${target('deal')} set smart_driven_at = greatest(smart_driven_at, ${drivenAt}::timestamptz)
    where dealer_id = ${scope.dealerId} and id = ${dealId}`.execute(db)
  return row.id
}

export interface NewContact {
  readonly mobile: string
  readonly name: string
  /** Member who added the contact; 0 if unknown. */
  readonly memberId: number
  readonly addedAt: Date
}

/** Adds a contact to the pool, or updates its name. */
export async function keepContact(db: Executor, scope: Scope, contact: NewContact): Promise<void> {
  await sql`
    insert into ${target('wecom_contact')} (dealer_id, mobile, name, added_by, added_at)
    values (${scope.dealerId}, ${contact.mobile}, ${contact.name}, ${contact.memberId || null}::bigint, ${contact.addedAt})
    on conflict (dealer_id, mobile) do update set name = excluded.name, added_by = coalesce(excluded.added_by, wecom_contact.added_by)`.execute(
    db,
  )
}

/** A literal, so that the partial indexes serve. */
const hasRecording = sql<boolean>`audio_key <> ''`

/** Keys of a store's recordings of calls before the instant, oldest first. */
export async function listRecordings(
  db: Executor,
  dealerId: number,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('call_record')
    .select('audio_key as key')
    .where('dealer_id', '=', dealerId)
    .where(hasRecording)
    .where('started_at', '<', before)
    .orderBy('started_at')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
}

/** Takes removed recordings out of calls and timeline. */
export async function forgetRecordings(
  db: Executor,
  dealerId: number,
  keys: readonly string[],
): Promise<void> {
  await allowErasing(db)
  for (const table of ['call_record', 'timeline'] as const)
    await db
      .updateTable(table)
      .set({ audio_key: '' })
      .where('dealer_id', '=', dealerId)
      .where(hasRecording)
      .where('audio_key', 'in', [...keys])
      .execute()
}

/** Takes removed pictures out of the timeline. */
export async function forgetPictures(db: Executor, dealerId: number, keys: readonly string[]): Promise<void> {
  await allowErasing(db)
  await sql`
    update ${target('timeline')} set image_keys = array(
      select kept.key from unnest(image_keys) with ordinality as kept (key, place)
      where kept.key <> all(${keys}::text[]) order by kept.place)
    where dealer_id = ${dealerId} and image_keys <> '{}' and image_keys && ${keys}::text[]`.execute(db)
}
