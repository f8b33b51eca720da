import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import type { QuickOrderInput } from '@showroom/contract/order/order.schema'
import { secondsOf } from '../platform/clock.ts'
import type { BuiltCustomer } from '../customer/customer.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import type { TestApp } from '../../test/app.ts'

/** Orders made as the product makes them. */

/** A model of the seed and a colour it comes in. */
export const vehicle = { specId: 20_101, color: '松雪白' } as const

/** A complete quick order. */
export const quickOrder = (
  app: TestApp,
  { customerId, dealId }: BuiltCustomer,
  overrides: Partial<QuickOrderInput> = {},
): QuickOrderInput => ({
  customerId,
  dealId,
  ...vehicle,
  deliverDate: addDays(secondsOf(app.now()), 20),
  price: 98_800.5,
  downPayment: 5000,
  payType: 2,
  payInsurance: true,
  remark: '要黑色脚垫',
  ...overrides,
})

/** An order in a status: 1 waiting, 2 submitted, 3 approved. */
export async function buildOrder(
  app: TestApp,
  by: BuiltMember,
  customer: BuiltCustomer,
  status: 1 | 2 | 3 = 1,
  reviewer: BuiltMember = by,
): Promise<number> {
  const { order, submitOrder, confirmOrder } = rooms.order
  const made = await app.post(order, by.token, quickOrder(app, customer))
  if (!made.orderId) throw new Error(`order was refused: ${made.text}`)
  const { orderId } = made
  if (status >= 2) await app.post(submitOrder, by.token, { orderId })
  if (status === 3) {
    const confirmed = await app.post(confirmOrder, reviewer.token, { orderId })
    if (confirmed.status !== '0') throw new Error(`order was not confirmed: ${confirmed.text}`)
  }
  return orderId
}
