import type { Call } from '@showroom/contract/kernel/call'
import { expect } from 'vitest'
import type { BuiltCustomer } from '../src/customer/customer.factory.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'
import type { TestApp, Wire } from './app.ts'
import { followUps } from './follow.ts'
import { serial } from './serial.ts'
import { stageOrder } from '../src/order/order.factory.ts'

/** Performs actions on customers other than follow-ups (`followUps`), and checks what they changed. */
export function actionsOn(stage: () => { app: TestApp; by: BuiltMember }) {
  const follows = followUps(stage)
  const act = <C extends Call>(
    call: C,
    customer: BuiltCustomer,
    body: Record<string, unknown> = {},
    token = stage().by.token,
  ): Promise<Wire<C>> => stage().app.post(call, token, { customerId: customer.customerId, ...body })

  return {
    ...follows,
    act,

    /** The response of a successful action; expects exactly one new timeline row and a new version. */
    async done<C extends Call>(
      call: C,
      customer: BuiltCustomer,
      body: Record<string, unknown> = {},
      token = stage().by.token,
    ): Promise<Wire<C>> {
      const before = await follows.stateOf(customer)
      const answer = await act(call, customer, body, token)
      expect(answer, answer.text).toMatchObject({ status: '0', code: 0 })
      const after = await follows.stateOf(customer)
      expect(after.timeline.length).toBe(before.timeline.length + 1)
      expect(after.customer.row_version).toBe(before.customer.row_version + 1)
      return answer
    },

    /** The response of a refused action; expects no change. */
    async refusedTo<C extends Call>(
      call: C,
      customer: BuiltCustomer,
      body: Record<string, unknown> = {},
      token = stage().by.token,
    ): Promise<Wire<C>> {
      const before = await follows.stateOf(customer)
      const answer = await act(call, customer, body, token)
      expect(answer.httpStatus).toBe(200)
      expect(answer.status, answer.text).not.toBe('0')
      expect(await follows.stateOf(customer)).toEqual(before)
      return answer
    },

    /** The newest timeline row. */
    async lastTimeline({ customerId }: BuiltCustomer) {
      return stage()
        .app.db.selectFrom('timeline')
        .selectAll()
        .where('customer_id', '=', customerId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    },

    /** The customer's planned activity. */
    async open({ customerId }: BuiltCustomer) {
      return stage()
        .app.db.selectFrom('activity')
        .selectAll()
        .where('customer_id', '=', customerId)
        .where('completed_at', 'is', null)
        .where('cancelled_at', 'is', null)
        .execute()
    },

    audits: (action: string, { customerId }: BuiltCustomer) =>
      stage()
        .app.db.selectFrom('audit')
        .selectAll()
        .where('action', '=', action)
        .where('record', '=', `customer:${customerId}`)
        .execute(),

    /** Makes an order in this status. */
    async order({ customerId, dealId }: BuiltCustomer, status: number): Promise<number> {
      const { app, by } = stage()
      return stageOrder(app, {
        dealer_id: by.dealerId,
        order_no: `T${customerId}-${status}-${serial()}`,
        customer_id: customerId,
        deal_id: dealId,
        owner_id: by.memberId,
        status,
        business_type: 1,
        created_at: app.now(),
        created_by: by.memberId,
      })
    },

    textsOf: (answer: { errors?: { path: string; text: string }[] }): Record<string, string> =>
      Object.fromEntries((answer.errors ?? []).map(({ path, text }) => [path, text])),
  }
}
