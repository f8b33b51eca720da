import { kindOfAction } from '@showroom/contract/kernel/audit'
import type { AuditAction } from '@showroom/contract/kernel/audit'
import type { Executor } from './db/client.ts'
import type { Acting, Context } from './http/handler.ts'

/** What must be answerable later. */
export interface AuditEntry {
  readonly dealerId: number
  readonly accountId?: number
  readonly memberId?: number
  readonly action: AuditAction
  /** The record it concerns, as `customer:123`. */
  readonly record?: string
  readonly ip: string
  /** Never personal numbers in clear. */
  readonly detail?: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** Writes one row of the append-only audit, in the transaction of what it records. */
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
      detail: JSON.stringify(entry.detail ?? {}),
      at: entry.at,
    })
    .execute()
}

const entryOf = (
  { session, now, ip }: Acting,
  action: AuditAction,
  record: string | undefined,
  detail: Readonly<Record<string, unknown>>,
): AuditEntry => ({
  dealerId: session.dealerId,
  memberId: session.memberId,
  accountId: session.accountId,
  action,
  ...(record !== undefined && { record }),
  ip,
  detail,
  at: now,
})

/** Keeps who did it where it must be answerable later: handovers, approvals, merges. `record` as `customer:123`. */
export const audit = (
  context: Acting,
  action: AuditAction,
  record: string | undefined,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => writeAudit(context.db, entryOf(context, action, record, detail))

/** The same of what an answer tells even by refusing: the row stays where the call is rolled back. */
export const auditAnswer = (
  context: Context,
  action: AuditAction,
  record: string | undefined,
  detail: Readonly<Record<string, unknown>>,
): void => {
  const entry = entryOf(context, action, record, detail)
  context.evenIfRefused((db) => writeAudit(db, entry))
}
