import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { buildCustomer } from '../src/customer/customer.factory.ts'
import type { BuiltCustomer } from '../src/customer/customer.factory.ts'
import { buildMember } from '../src/team/team.factory.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'
import { actionsOn } from './actions.ts'
import type { TestApp } from './app.ts'

/** A defeat reason without further fields. */
export const price = { failReason: 2, failSubReason: 21, remark: '超预算' }

/** The reviewer, the requesting owner, and a possible new owner. */
export interface ReviewStaff {
  readonly reviewer: BuiltMember
  readonly owner: BuiltMember
  readonly heir: BuiltMember
}

/** The members of a review, in a separate store. */
export async function buildReviewStaff({ db, now }: TestApp): Promise<ReviewStaff> {
  const reviewer = await buildMember(db, now(), { name: '总监', role: 3 })
  const { dealerId } = reviewer
  return {
    reviewer,
    owner: await buildMember(db, now(), { dealerId, name: '许安' }),
    heir: await buildMember(db, now(), { dealerId, name: '沈知行' }),
  }
}

/** Requests defeats and decides on them. */
export function reviewsOn(stage: () => ReviewStaff & { readonly app: TestApp }) {
  const actions = actionsOn(() => ({ app: stage().app, by: stage().reviewer }))
  return {
    ...actions,
    /** A rejection that assigns another consultant. */
    rejection: (member = stage().heir, crossRecall = 1) => ({
      crossRecall,
      memberId: member.memberId,
      nextDate: addDays(actions.seconds(), 1),
      remark: '再争取',
    }),
    /** A customer of the owner with a waiting defeat. */
    async waiting(): Promise<BuiltCustomer> {
      const { app, owner } = stage()
      const customer = await buildCustomer(app, owner)
      await actions.done(rooms.customer.fail, customer, price, owner.token)
      return customer
    },
  }
}
