import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer } from '../../customer/customer.factory.ts'
import { buildMember } from '../../team/team.factory.ts'
import { buildOrder, submission } from '../order.factory.ts'

const { confirmOrder, rejectOrder, submitOrder } = rooms.order

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it.each([4, 15, 16])(
  'the 订单审核 permission allows decisions on all orders of the store and nothing else: role %i',
  async (role) => {
    const owner = await buildMember(app.db, app.now())
    const { dealerId } = owner
    const reviewer = await buildMember(app.db, app.now(), {
      dealerId,
      role,
      modules: ['订单审核', '客户管理'],
    })
    const foreign = await buildMember(app.db, app.now(), { role, modules: ['订单审核'] })
    const submitted = async () => buildOrder(app, owner, await buildCustomer(app, owner), 2)
    const [agreed, sentBack] = [await submitted(), await submitted()]
    for (const [call, body] of [
      [confirmOrder, { orderId: agreed }],
      [rejectOrder, { orderId: sentBack, reason: '价格过低' }],
    ] as const) {
      expect(await app.post(call, foreign.token, body)).toMatchObject({ code: 404 })
      expect(await app.post(call, reviewer.token, body)).toMatchObject({ code: 0 })
    }
    const again = await app.post(submitOrder, reviewer.token, submission(sentBack))
    expect(again.code).toBe(role === 4 ? 404 : 403)
  },
)
