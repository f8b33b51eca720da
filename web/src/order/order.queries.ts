import * as base from '@showroom/contract/base/base.api'
import * as customer from '@showroom/contract/customer/customer.api'
import { errors } from '@showroom/contract/kernel/errors'
import * as order from '@showroom/contract/order/order.api'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'
import { showBlocked } from '../base/public'
import { type RefusalShape, withoutRefreshHint } from '../ui/failure'
import type { FormProblem } from '../ui/form/useSchemaForm'

const aged = <Query extends object>(query: Query, staleTime: number) => ({ ...query, staleTime })

/** All orders of a customer, newest first. Never cached as fresh, since a colleague may have reviewed one. */
export const customerOrdersQuery = (customerId: number) =>
  aged(queryOf(order.getCustomerOrders, { customerId }), 0)

/** A model and its colours. */
export const modelQuery = (modelId: number) => aged(queryOf(base.getSpec, { id: modelId }), Infinity)

/** An order and its history, as its own page shows them. */
export const orderQuery = (orderId: number) => aged(queryOf(order.detail, { orderId }), 0)
export const orderRecordsQuery = (orderId: number) => aged(queryOf(order.orderTimeLine, { orderId }), 0)

/** Call after any action on an order. Invalidates the customer's file, their orders, the order pages and the lists. */
export function useOrderChanged(customerId: number): () => void {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: queryOf(customer.get, { customerId }).queryKey })
    void queries.invalidateQueries({ queryKey: queryOf(order.getCustomerOrders, { customerId }).queryKey })
    for (const call of [customer.list, order.detail, order.orderTimeLine, order.search])
      void queries.invalidateQueries({ queryKey: keyOf(call) })
  }
}

/** Refusals because the record has changed since the dialog opened. */
const movedOn: ReadonlySet<number> = new Set([
  errors.STALE.code,
  errors.CUSTOMER_STATE.code,
  errors.ORDER_STATE.code,
  errors.ORDER_WAITING.code,
  errors.ORDER_UNDELIVERABLE.code,
])

/**
 * The `onRefused` of all order actions. A blocklist hit shows the contact to call. A refusal because of the record's state refetches the
 * page below.
 */
export function useOrderRefused(customerId: number): (refusal: RefusalShape) => boolean | FormProblem {
  const changed = useOrderChanged(customerId)
  return (refusal) => {
    if (showBlocked(refusal)) return true
    if (!movedOn.has(refusal.code) || refusal.errors.length > 0) return false
    changed()
    return { title: withoutRefreshHint(refusal), description: '已载入最新资料，请核对。' }
  }
}
