import type { Updateable } from 'kysely'
import type { DB } from '../src/platform/db/tables.ts'
import { rooms } from '@showroom/contract'
import type { FollowInput } from '@showroom/contract/customer/follow.schema'
import { expect } from 'vitest'
import { stageDeals, phoneFollow } from '../src/customer/customer.factory.ts'
import type { BuiltCustomer } from '../src/customer/customer.factory.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'
import type { TestApp } from './app.ts'

const { follow, get } = rooms.customer

/**
 * Follows customers up and checks what that changed. `stage` is read at each use, because it is set before the tests
 * run.
 */
export function followUps(stage: () => { app: TestApp; by: BuiltMember }) {
  const post = (customer: BuiltCustomer, overrides: Partial<FollowInput> = {}, token = stage().by.token) =>
    stage().app.post(follow, token, phoneFollow(stage().app, customer, overrides))

  const dealOf = ({ dealId }: BuiltCustomer) =>
    stage().app.db.selectFrom('deal').selectAll().where('id', '=', dealId).executeTakeFirstOrThrow()

  const activities = ({ dealId }: BuiltCustomer) =>
    stage().app.db.selectFrom('activity').selectAll().where('deal_id', '=', dealId).orderBy('id').execute()

  /** All state that a follow-up could change. */
  async function stateOf(customer: BuiltCustomer) {
    const { db } = stage().app
    const { customerId, dealId } = customer
    return {
      deal: await dealOf(customer),
      activities: await activities(customer),
      timeline: await db
        .selectFrom('timeline')
        .selectAll()
        .where('deal_id', '=', dealId)
        .orderBy('id')
        .execute(),
      requests: await db.selectFrom('defeat_request').selectAll().where('deal_id', '=', dealId).execute(),
      customer: await db
        .selectFrom('customer')
        .selectAll()
        .where('id', '=', customerId)
        .executeTakeFirstOrThrow(),
    }
  }

  return {
    post,
    dealOf,
    activities,
    stateOf,
    seconds: (): number => Math.floor(stage().app.now().getTime() / 1000),
    read: (customer: BuiltCustomer, token = stage().by.token) =>
      stage().app.post(get, token, { customerId: customer.customerId }),
    setDeal: async ({ dealId }: BuiltCustomer, values: Updateable<DB['deal']>): Promise<void> => {
      await stageDeals(stage().app, [dealId], values)
    },
    /** The response of a refused follow-up; expects no change. */
    async refused(customer: BuiltCustomer, overrides: Partial<FollowInput> = {}, token = stage().by.token) {
      const before = await stateOf(customer)
      const answer = await post(customer, overrides, token)
      expect(answer.httpStatus).toBe(200)
      expect(answer.status).not.toBe('0')
      expect(await stateOf(customer)).toEqual(before)
      return answer
    },
  }
}
