import { kindOfAction } from '@showroom/contract/kernel/audit'
import type { AuditAction } from '@showroom/contract/kernel/audit'
import { sql } from 'kysely'
import type { Executor } from '../db/client.ts'
import { target } from '../db/target.ts'
import { scrub } from '../observe/log.ts'

/** One action that must be traceable later. */
export interface AuditEntry {
  readonly dealerId: number
  readonly accountId?: number
  readonly memberId?: number
  readonly action: AuditAction
  /** The record concerned, as `customer:123`. */
  readonly record?: string
  readonly ip: string
  /** Stored with its mobile and identity numbers masked. */
  readonly detail?: Readonly<Record<string, unknown>>
  readonly at: Date
}

/**
 * Writes one row of the append-only audit, in the transaction of the action it records.
 * guard-exception repeated: a call that changes several settings records each.
 */
export async function writeAudit(db: Executor, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      dealer_id: entry.dealerId,
      account_id: entry.accountId ?? null,
      member_id: entry.memberId ?? null,
      action: entry.action,
      kind: kindOfAction(entry.action),
      record: entry.record ?? '',
      ip: entry.ip,
      detail: scrub(JSON.stringify(entry.detail ?? {})),
      at: entry.at,
    })
    .execute()
}

/** Deletes the oldest rows of a store's audit before the instant, at most `limit`. Returns their number. */
export async function deleteAudit(
  db: Executor,
  dealerId: number,
  before: Date,
  limit: number,
): Promise<number> {
  // The trigger refuses every other deletion, and rows younger than 180 days.
  await sql`set local showroom.audit_retention = 'on'`.execute(db)
  const { numAffectedRows = 0n } = await sql`
    delete from ${target('audit')} a using (
      select id from audit where dealer_id = ${dealerId} and at < ${before}::timestamptz order by at limit ${limit}) as old
    where a.dealer_id = ${dealerId} and a.id = old.id`.execute(db)
  return Number(numAffectedRows)
}
