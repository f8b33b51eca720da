import type { OrderAction } from '@showroom/contract/order/order.rules'
import { orderCan } from '@showroom/contract/order/order.rules'
import type { CustomerAction } from '@showroom/contract/customer/customer.rules'
import { lockCustomer } from '../customer/index.ts'
import type { LockedCustomer } from '../customer/index.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { findCustomerOf, lockOrderRow } from './order.repository.ts'
import type { LockedOrder } from './order.repository.ts'

/** Who reviews orders reviews all of the store's, whoever owns the customer: that is the right that was given. */
const reviewing = { reach: 'store', decides: true } as const

/**
 * Locks an order for an action, its customer first as everywhere, and refuses what their states do not allow: of two at once one wins.
 * Somebody else's customer is refused as an unknown order is,
 * save to a reviewer.
 */
export async function lockOrder(
  context: Context,
  orderId: number,
  action: OrderAction,
  customerAction?: CustomerAction,
): Promise<{ customer: LockedCustomer; order: LockedOrder }> {
  const { db, session } = context
  const customerId = await findCustomerOf(db, session.scope, orderId)
  if (customerId === undefined) throw new Refusal('NOT_FOUND')
  const customer = await lockCustomer(context, customerId, {
    ...(customerAction && { action: customerAction }),
    ...(action === 'review' && reviewing),
  })
  const order = await lockOrderRow(db, session.scope, orderId)
  // A merge may have given the order to another file meanwhile.
  if (!order || order.customerId !== customerId) throw new Refusal('ORDER_STATE')
  if (!orderCan[action](order.status)) throw standsOtherwise(context, order.status)
  return { customer, order }
}

/** The refusal of what an order's status does not allow: it names the status. */
export function standsOtherwise({ catalogue }: Pick<Context, 'catalogue'>, status: number): Refusal {
  const stands = catalogue.display('orderStatusDics', status)
  return new Refusal('ORDER_STATE', { text: `订单当前为“${stands}”，请刷新后重试` })
}

/** Changed while it was on screen, it is not the order that was read there. `rowVersion`: of the one on screen; 0 for whichever there is. */
export function refuseUnread(order: LockedOrder, rowVersion: number, deed: string): void {
  if (rowVersion !== 0 && rowVersion !== order.rowVersion)
    throw new Refusal('ORDER_STATE', { text: `订单在您打开后有变化，请核对后再${deed}` })
}
