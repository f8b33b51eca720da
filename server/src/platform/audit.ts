import { kindOfAction } from '@showroom/contract/kernel/audit'
import type { AuditAction } from '@showroom/contract/kernel/audit'
import type { Executor } from './db/client.ts'
import type { Acting, Context } from './http/handler.ts'

/** One action that must be traceable later. */
export interface AuditEntry {
  readonly dealerId: number
  readonly accountId?: number
  readonly memberId?: number
  readonly action: AuditAction
  /** The record concerned, as `customer:123`. */
  readonly record?: string
  readonly ip: string
  /** Must not contain personal numbers in clear. */
  readonly detail?: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** Writes one row of the append-only audit, in the transaction of the action it records. */
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

/** Records an action that must be traceable, with its actor: handovers, approvals, merges. `record` as `customer:123`. */
export const audit = (
  context: Acting,
  action: AuditAction,
  record: string | undefined,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => writeAudit(context.db, entryOf(context, action, record, detail))

/** Like `audit`, for calls whose response reveals something even when it is a refusal: the row is kept although the call is rolled back. */
export const auditAnswer = (
  context: Context,
  action: AuditAction,
  record: string | undefined,
  detail: Readonly<Record<string, unknown>>,
): void => {
  const entry = entryOf(context, action, record, detail)
  context.evenIfRefused((db) => writeAudit(db, entry))
}
