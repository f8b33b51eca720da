import { writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/http/handler.ts'

/** Keeps who did it where it must be answerable later: handovers, approvals, merges. */
export async function audit(
  { db, session, now, ip }: Context,
  action: string,
  customerId: number | undefined,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeAudit(db, {
    dealerId: session.dealerId,
    memberId: session.memberId,
    accountId: session.accountId,
    action,
    ...(customerId !== undefined && { record: `customer:${customerId}` }),
    ip,
    detail,
    at: now,
  })
}
