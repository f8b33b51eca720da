import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../notice/index.ts'
import type { Notifying } from '../notice/index.ts'
import type { Revocation } from '../platform/jobs/behalf.ts'
import { listManagers } from './team.repository.ts'

/**
 * Sends a notice about work that stopped because its member lost the right: to the member who changed that, otherwise to the store's
 * managers.
 */
export async function notifyStopped(by: Notifying, { byMemberId }: Revocation, text: string): Promise<void> {
  const memberIds = byMemberId > 0 ? [byMemberId] : await listManagers(by.db, by.scope)
  await notify(
    by,
    memberIds.map((memberId) => ({ memberId, kind: noticeKind.other, text })),
  )
}
