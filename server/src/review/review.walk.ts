import type { rooms } from '@showroom/contract'
import type { TestApp } from '../../test/app.ts'
import { admins, baseData, unknownId, walked } from '../../test/walks/walk.ts'
import type { Actor, WalkOf } from '../../test/walks/walk.ts'
import { secondsOf } from '../platform/clock.ts'

/** Inserts a defeat request for the customer. */
async function askDefeat(app: TestApp, { customer, member }: Actor): Promise<number> {
  const { id } = await app.db
    .insertInto('defeat_request')
    .values({
      dealer_id: member.dealerId,
      customer_id: customer.customerId,
      deal_id: customer.dealId,
      requested_by: member.memberId,
      requested_at: app.now(),
      reason: 99,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('deal')
    .set({ waiting_fail_review: true })
    .where('id', '=', customer.dealId)
    .execute()
  return id
}
const request = async (app: TestApp, actor: Actor) => {
  await askDefeat(app, actor)
  return {}
}
/** All roles that may review. The walks' group supervisor (16) has every module. */
const reviewers = [...admins, 16]
const ids = {
  customerId: walked.customer,
  dealId: walked.deal,
  requestId: { of: askDefeat, answer: 'STALE' },
} as const

export const walk = {
  failList: {
    request: () => ({}),
    roles: reviewers,
    ids: {
      saleIds: walked.filterOfMembers,
      creditedId: { ...walked.filterOfMembers, as: Number, besides: { type: 2, counted: 1 } },
    },
  },
  viewCounts: {
    request: () => ({ queries: [{}] }),
    roles: reviewers,
    ids: { queries: { ...walked.filterOfMembers, as: (id) => [{ saleIds: String(id) }] } },
  },
  confirmFail: {
    request: (_app, { customer: { customerId } }) => ({ customerId }),
    prepare: request,
    roles: reviewers,
    ids,
  },
  confirmFails: {
    request: () => ({ requestIds: String(unknownId) }),
    roles: reviewers,
    ids: { requestIds: { of: askDefeat, answer: 'ignored', as: String } },
  },
  rejectFail: {
    request: (app, { customer: { customerId }, member: { memberId } }) => ({
      customerId,
      memberId,
      crossRecall: 2,
      nextDate: secondsOf(app.now()),
      remark: '继续跟进',
    }),
    prepare: request,
    roles: reviewers,
    ids: { ...ids, memberId: walked.member, specIds: baseData },
  },
} satisfies WalkOf<typeof rooms.review>
