import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../../notice/index.ts'
import type { NewNotice } from '../../notice/index.ts'
import type { Executor } from '../../platform/db/client.ts'
import { mintJobScope } from '../../platform/session/session.ts'
import type { Collided, HandingOver } from '../handover/handover.repository.ts'

/**
 * If a prospect is also a customer of another store in the group, notifies the owners in both stores that two members work on the same
 * person. Each notice uses the name in its own store, so no data crosses stores.
 */
export async function notifyOtherStores(
  db: Executor,
  by: HandingOver,
  {
    given,
    others,
  }: {
    given: readonly { leadId: number; name: string; ownerId: number; customerId: number }[]
    others: readonly Collided[]
  },
): Promise<void> {
  if (others.length === 0) return
  const notices = new Map<number, NewNotice[]>()
  const add = (dealerId: number, notice: NewNotice): void => {
    notices.set(dealerId, [...(notices.get(dealerId) ?? []), notice])
  }
  for (const { leadId, name, ownerId, customerId } of given) {
    const there = others.filter((other) => other.leadId === leadId)
    if (there.length === 0) continue
    add(by.scope.dealerId, {
      memberId: ownerId,
      kind: noticeKind.collision,
      text: `客户${name}在集团其他门店已有档案，请注意撞单`,
      customerId,
      leadId,
    })
    for (const other of there)
      add(other.dealerId, {
        memberId: other.ownerId,
        kind: noticeKind.collision,
        text: `您的客户${other.name}在集团其他门店留资，请注意撞单，尽快跟进`,
        customerId: other.customerId,
      })
  }
  for (const [dealerId, ofStore] of notices)
    await notify({ ...by, db, scope: mintJobScope(dealerId, 0) }, ofStore)
}
