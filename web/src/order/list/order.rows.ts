import type { OrderRow } from '@showroom/contract/order/list.schema'
import { orderStatus as statuses } from '@showroom/contract/order/order.rules'
import { orderTypeOf } from '../order.labels'

/** The rows of the list of orders: each is a line, and those of one order stand together. */

/** By line: how many rows the cells of its order take; 0 where an earlier line has them. */
export function spansOf(rows: readonly OrderRow[]): ReadonlyMap<number, number> {
  const spans = new Map<number, number>()
  let first: OrderRow | undefined
  for (const row of rows) {
    if (first?.id !== row.id) first = row
    spans.set(row.subOrderId, 0)
    spans.set(first.subOrderId, (spans.get(first.subOrderId) ?? 0) + 1)
  }
  return spans
}

interface Lines {
  readonly order: OrderRow
  readonly lines: readonly OrderRow[]
}

/** The orders of a page, each with its lines. */
export function ordersOf(rows: readonly OrderRow[]): Lines[] {
  const byOrder = new Map<number, OrderRow[]>()
  for (const row of rows) byOrder.set(row.id, [...(byOrder.get(row.id) ?? []), row])
  return [...byOrder.values()].flatMap((lines) => (lines[0] ? [{ order: lines[0], lines }] : []))
}

/** What was cancelled of a line whose order goes on, in words. */
export function lostText({
  orderStatus,
  number,
  cancelSubCount,
}: Pick<OrderRow, 'orderStatus' | 'number' | 'cancelSubCount'>): string {
  if (orderStatus === statuses.cancelled || cancelSubCount === 0) return ''
  return cancelSubCount === number ? '已取消' : `已取消${cancelSubCount}台`
}

/** An order's page, of the type that its status has. */
export const addressOf = ({ id, orderStatus, customerId, dealId }: OrderRow) =>
  ({
    to: '/order/orderDetail',
    search: { orderId: id, type: orderTypeOf(orderStatus), from: 'order', customerId, dealId },
  }) as const
