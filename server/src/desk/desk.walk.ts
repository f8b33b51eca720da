import type { rooms } from '@showroom/contract'
import { dayText } from '@showroom/contract/kernel/day'
import type { TestApp } from '../../test/app.ts'
import { admins, walked } from '../../test/walks/walk.ts'
import type { Actor, Walked, WalkOf } from '../../test/walks/walk.ts'
import { secondsOf } from '../platform/clock.ts'

/** Roles that lead a store or the group, and the front desk. */
const desks = [...admins, 7, 9]

/** Inserts an open visit of the customer. */
async function come(app: TestApp, { customer, member }: Actor): Promise<number> {
  const { id } = await app.db
    .insertInto('visit')
    .values({
      dealer_id: member.dealerId,
      customer_id: customer.customerId,
      deal_id: customer.dealId,
      owner_id: member.memberId,
      day: dayText(secondsOf(app.now())),
      type: 2,
      registered_at: app.now(),
      registered_by: member.memberId,
      came_at: app.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['dealer_id', 'customer_id', 'day']).doUpdateSet({ left_at: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const visit = {
  of: come,
  answer: 'NOT_FOUND',
  colleague: 'the desk works for the whole store',
} as const satisfies Walked
const here = async (app: TestApp, actor: Actor) => ({ visitId: await come(app, actor) })

export const walk = {
  list: { roles: desks, request: () => ({}) },
  viewCounts: {
    roles: desks,
    request: () => ({ queries: [{}] }),
    ids: { queries: { none: 'its filters hold no ids' } },
  },
  search: { roles: desks, request: () => ({ key: '林' }) },
  getBoard: { roles: desks, request: () => ({}) },
  receive: {
    roles: desks,
    request: (_app, { member }) => ({ visitId: 1, memberId: member.memberId }),
    prepare: here,
    ids: {
      visitId: visit,
      memberId: walked.member,
      receiverId: { none: 'who is with the customer as the page shows it: compared, never looked up' },
    },
  },
  leave: { roles: desks, request: () => ({ visitId: 1 }), prepare: here, ids: { visitId: visit } },
} satisfies WalkOf<typeof rooms.desk>
