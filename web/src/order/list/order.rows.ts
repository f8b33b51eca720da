import type { OrderRow } from '@showroom/contract/order/list.schema'
import { orderStatus as statuses } from '@showroom/contract/order/order.rules'
import { orderTypeOf } from '../order.labels'

/** Rows of the order list: one per line, grouped by order. */

/** Row span of the order's cells for each line: the line count on its first line, 0 on the others. */
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

/** Text for the cancelled vehicles of a line in an order that continues. */
export function lostText({
  orderStatus,
  number,
  cancelSubCount,
}: Pick<OrderRow, 'orderStatus' | 'number' | 'cancelSubCount'>): string {
  if (orderStatus === statuses.cancelled || cancelSubCount === 0) return ''
  return cancelSubCount === number ? '已取消' : `已取消${cancelSubCount}台`
}

/** Link to an order's page, with the type that matches its status. */
export const addressOf = ({ id, orderStatus, customerId, dealId }: OrderRow) =>
  ({
    to: '/order/orderDetail',
    search: { orderId: id, type: orderTypeOf(orderStatus), from: 'order', customerId, dealId },
  }) as const
