import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { claimWecomContact } from '../add/add.repository.ts'
import type { CustomerRow } from '../lock.ts'

/** Writes records of other systems about a customer whose file the caller has locked. */

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
}

/** Inserts a shared test drive. The current deal keeps the time of the latest one. */
export async function insertDrive(
  db: Executor,
  scope: Scope,
  { customerId, dealId }: Pick<CustomerRow, 'customerId' | 'dealId'>,
  { seriesId, drivenAt, report }: NewDrive,
): Promise<number> {
  const { id } = await db
    .insertInto('test_share')
    .values({
      dealer_id: scope.dealerId,
      customer_id: customerId,
      series_id: seriesId,
      driven_at: drivenAt,
      report: JSON.stringify(report),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update deal set smart_driven_at = greatest(smart_driven_at, ${drivenAt}::timestamptz)
    where dealer_id = ${scope.dealerId} and id = ${dealId}`.execute(db)
  return id
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
    insert into wecom_contact (dealer_id, mobile, name, added_by, added_at)
    values (${scope.dealerId}, ${contact.mobile}, ${contact.name}, ${contact.memberId || null}::bigint, ${contact.addedAt})
    on conflict (dealer_id, mobile) do update set name = excluded.name, added_by = coalesce(excluded.added_by, wecom_contact.added_by)`.execute(
    db,
  )
}

/** Claims the contact for the file that has the mobile. Returns true if one was waiting. */
export const claimContact = (
  db: Executor,
  scope: Scope,
  mobile: string,
  customerId: number,
): Promise<boolean> => claimWecomContact(db, scope, mobile, customerId)
