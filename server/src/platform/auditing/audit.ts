import type { AuditAction } from '@showroom/contract/kernel/audit'
import { writeAudit } from './audit.repository.ts'
import type { AuditEntry } from './audit.repository.ts'
import type { Acting, Context } from '../http/handler.ts'

export { writeAudit } from './audit.repository.ts'

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
