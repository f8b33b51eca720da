import type { OrderAction } from '@showroom/contract/order/order.rules'
import { orderCan } from '@showroom/contract/order/order.rules'
import type { CustomerAction } from '@showroom/contract/customer/customer.rules'
import { lockCustomer } from '../customer/index.ts'
import type { LockedCustomer } from '../customer/index.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { findCustomerOf, lockOrderRow } from './order.repository.ts'
import type { LockedOrder } from './order.repository.ts'

/** A reviewer may act on all orders of the store, including those of other members' customers. */
const reviewing = { reach: 'store', decides: true } as const

/**
 * Locks an order for an action, its customer first, and refuses if their states do not allow it, so that of two concurrent actions only one
 * succeeds. Orders of other members' customers are refused as unknown, except for reviewers.
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
    ofErased: true,
    ...(customerAction && { action: customerAction }),
    ...(action === 'review' && reviewing),
  })
  const order = await lockOrderRow(db, session.scope, orderId)
  // A merge may have moved the order to another customer meanwhile.
  if (!order || order.customerId !== customerId) throw new Refusal('ORDER_STATE')
  if (!orderCan[action](order.status)) throw refuseStatus(context, order.status)
  return { customer, order }
}

/** The refusal of an action that the order's status does not allow, with the current status. */
export function refuseStatus({ catalogue }: Pick<Context, 'catalogue'>, status: number): Refusal {
  const statusText = catalogue.display('orderStatusDics', status)
  return new Refusal('ORDER_STATE', { text: `订单当前为“${statusText}”，请刷新后重试` })
}

/** Refuses if the order has changed since it was displayed. `rowVersion`: the displayed version; 0 skips the check. */
export function refuseStaleVersion(order: LockedOrder, rowVersion: number, deed: string): void {
  if (rowVersion !== 0 && rowVersion !== order.rowVersion)
    throw new Refusal('ORDER_STATE', { text: `订单在您打开后有变化，请核对后再${deed}` })
}
