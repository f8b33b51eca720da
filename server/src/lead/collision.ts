import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { sql } from 'kysely'
import { insertNotices, noticeHint } from '../notice/index.ts'
import type { NewNotice } from '../notice/index.ts'
import type { Executor } from '../platform/db/client.ts'
import { mintJobScope } from '../platform/session/session.ts'
import type { HandingOver } from './handover.repository.ts'

interface Collided {
  readonly mobile: string
  readonly dealerId: number
  readonly customerId: number
  readonly name: string
  readonly ownerId: number
}

/** The owners of those mobiles at the other stores of the group. */
async function listOtherOwners(
  db: Executor,
  { scope, dealer }: HandingOver,
  mobiles: readonly string[],
): Promise<Collided[]> {
  if (dealer.groupId === 0) return []
  const { rows } = await sql<Collided>`
    select g.mobile, c.dealer_id as "dealerId", c.id as "customerId", c.name, d.owner_id as "ownerId"
    from group_mobile g
    join customer c on c.dealer_id = g.dealer_id and c.mobile = g.mobile and c.merged_into_id is null and c.mobile <> ''
    join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
    join member m on m.dealer_id = d.dealer_id and m.id = d.owner_id and m.status = 0 and m.left_at is null
    where g.group_id = ${dealer.groupId} and g.mobile = any(${mobiles}::text[]) and g.dealer_id <> ${scope.dealerId}`.execute(
    db,
  )
  return rows
}

/**
 * A prospect who is on file at another store of the group: the owner here and the owner there are told that two work on the same
 * person, each by the name of the own file. Nothing crosses from store to store.
 */
export async function notifyOtherStores(
  db: Executor,
  by: HandingOver,
  {
    works,
    given,
  }: {
    works: readonly { lead: { leadId: number; mobile: string; name: string } }[]
    given: readonly { leadId: number; ownerId: number; customerId: number }[]
  },
): Promise<void> {
  const others = await listOtherOwners(
    db,
    by,
    works.map(({ lead }) => lead.mobile),
  )
  if (others.length === 0) return
  const notices = new Map<number, NewNotice[]>()
  const add = (dealerId: number, notice: NewNotice): void => {
    notices.set(dealerId, [...(notices.get(dealerId) ?? []), notice])
  }
  for (const { leadId, ownerId, customerId } of given) {
    const lead = works.find((work) => work.lead.leadId === leadId)?.lead
    const there = others.filter((other) => other.mobile === lead?.mobile)
    if (!lead || there.length === 0) continue
    add(by.scope.dealerId, {
      memberId: ownerId,
      kind: noticeKind.collision,
      text: `客户${lead.name}在集团其他门店已有档案，请注意撞单`,
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
  for (const [dealerId, ofStore] of notices) {
    await insertNotices(db, mintJobScope(dealerId, 0), ofStore, by.now)
    by.hintLive(noticeHint(dealerId, ofStore))
  }
}
