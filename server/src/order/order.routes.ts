import type { rooms } from '@showroom/contract'
import { withdrawReason } from '@showroom/contract/order/order.rules'
import type { HandlersOf } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { countViews } from '../platform/counts.ts'
import type { Live } from '../platform/live.ts'
import { cancelOrder } from './cancel.service.ts'
import { deliver, orderFollow } from './deliver.service.ts'
import { listOrdersOfCustomer } from './order.repository.ts'
import { order, submitOrder, withdrawOrder } from './order.service.ts'
import { confirmOrder, rejectOrder } from './review.service.ts'
import { countOrders, ofAllocation, ofReview } from './verify.repository.ts'
import { allocationList, verifyList } from './verify.service.ts'

export const orderRoutes = ({ live }: { live: Live }): HandlersOf<typeof rooms.order> => ({
  order: (request, context) => order(context, request),
  deliver: (request, context) => deliver(context, request),

  async getCustomerOrders({ customerId }, { db, session }) {
    const data = await listOrdersOfCustomer(db, session.scope, customerId)
    if (!data) throw new Refusal('NOT_FOUND')
    return { data }
  },

  submitOrder: (request, context) => submitOrder(context, request),
  cancelOrder: ({ orderId, reason, remark }, context) =>
    reason === withdrawReason
      ? withdrawOrder(context, orderId)
      : cancelOrder(context, { orderId, reason, remark }),
  orderFollow: (request, context) => orderFollow(context, request),

  confirmOrder: (request, context) => confirmOrder(context, request),
  rejectOrder: (request, context) => rejectOrder(context, request),

  verifyList: (request, context) => verifyList(context, request),
  verifyCounts: countViews(live, 'order', ({ db, session }, queries) =>
    countOrders(db, session.scope, queries, ofReview),
  ),
  allocationList: (request, context) => allocationList(context, request),
  allocationCounts: countViews(live, 'order', ({ db, session }, queries) =>
    countOrders(db, session.scope, queries, ofAllocation),
  ),
})
