import type { AuditAction } from '@showroom/contract/kernel/audit'
import { writeAudit } from '../../platform/auditing/audit.ts'
import type { Executor } from '../../platform/db/client.ts'
import { listMemberships } from './account.repository.ts'

/** Records what a person did without a session, at the first store where they work. */
export async function auditAccount(
  db: Executor,
  meta: { readonly now: Date; readonly ip: string },
  accountId: number,
  action: AuditAction,
): Promise<void> {
  const [membership] = await listMemberships(db, accountId)
  if (membership)
    await writeAudit(db, {
      dealerId: membership.dealer_id,
      memberId: membership.member_id,
      accountId,
      action,
      ip: meta.ip,
      at: meta.now,
    })
}
