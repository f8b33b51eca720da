import type { rooms } from '@showroom/contract'
import type { SearchOrders } from '@showroom/contract/order/list.schema'
import { withdrawReason } from '@showroom/contract/order/order.rules'
import { countReveal } from '../base/index.ts'
import { countViews } from '../platform/live/counts.ts'
import type { ExportDeps } from '../platform/export/export.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import type { Live } from '../platform/live/live.ts'
import { Refusal } from '../platform/refusal.ts'
import { cancelLine, cancelOrder } from './deliver/cancel.service.ts'
import { createOrder, quickOrder } from './form/create.service.ts'
import { deliver, orderFollow } from './deliver/deliver.service.ts'
import { findClear, getDetail, getOrderTimeline } from './list/detail.repository.ts'
import { editOrder } from './form/edit.service.ts'
import { exportableOrders } from './list/export.service.ts'
import { countFound } from './list/list.repository.ts'
import { listOrdersOfCustomer } from './order.repository.ts'
import { confirmOrder, rejectOrder } from './verify/review.service.ts'
import { submitOrder, withdrawOrder } from './form/submit.service.ts'
import { countOrders, ofAllocation, ofReview } from './verify/verify.repository.ts'
import { allocationList, createVerifyList } from './verify/verify.service.ts'
import { orderReview } from './verify/verify.review.ts'

interface OrderDeps extends ExportDeps {
  readonly live: Live
}

/** The result of an action, from which the calls of the customer's page and those of the order's page build their responses. */
interface Moved {
  readonly rowVersion: number
  readonly orderId: number
  readonly orderVersion: number
}
const forFile = ({ rowVersion }: Moved) => ({ rowVersion })
const forPage = ({ orderId, orderVersion }: Moved) => ({ success: true, orderId, rowVersion: orderVersion })

/** This list names its keyword differently than other lists. */
function orderCounts(live: Live): HandlersOf<typeof rooms.order>['viewCounts'] {
  const count = countViews<SearchOrders & { readonly key: string }>(
    live,
    'order',
    ({ db, session }, queries) => countFound(db, session.scope, queries),
  )
  return (context, { queries }) =>
    count(context, { queries: queries.map((query) => ({ ...query, customerInfo: '', key: '' })) })
}

export const orderRoutes = (deps: OrderDeps): HandlersOf<typeof rooms.order> => ({
  search: exportableOrders(deps),
  viewCounts: orderCounts(deps.live),

  create: createOrder,
  edit: editOrder,
  submit: async (context, request) => forPage(await submitOrder(context, request)),
  recall: async (context, request) => forPage(await withdrawOrder(context, request)),
  async cancel(context, request) {
    const { orderId, cancelReason: reason, remark, subOrderNo, cancelSubCount: count, rowVersion } = request
    const form = { orderId, reason, remark }
    return forPage(
      subOrderNo
        ? await cancelLine(context, { ...form, subOrderNo, count, rowVersion })
        : await cancelOrder(context, form),
    )
  },
  detail: (context, { orderId }) => getDetail(context, orderId),
  orderTimeLine: (context, { orderId }) => getOrderTimeline(context, orderId),

  async getUserInfo(context, { orderId }) {
    const numbers = await findClear(context, orderId)
    if (!numbers) throw new Refusal('NOT_FOUND')
    await countReveal(context, `order:${orderId}`)
    return { ...numbers }
  },

  order: quickOrder,
  deliver,

  async getCustomerOrders({ db, session }, { customerId }) {
    const data = await listOrdersOfCustomer(db, session.scope, customerId)
    if (!data) throw new Refusal('NOT_FOUND')
    return { data }
  },

  submitOrder: async (context, request) => forFile(await submitOrder(context, request)),
  cancelOrder: async (context, { orderId, reason, remark }) =>
    forFile(
      reason === withdrawReason
        ? await withdrawOrder(context, { orderId })
        : await cancelOrder(context, { orderId, reason, remark }),
    ),
  orderFollow,

  confirmOrder,
  rejectOrder,

  verifyList: createVerifyList(deps.live),
  verifyCounts: countViews(deps.live, 'order', ({ db, session }, queries) =>
    countOrders(db, session.scope, queries, ofReview),
  ),
  orderReview: (context, { orderId }) => orderReview(context, orderId),
  allocationList,
  allocationCounts: countViews(deps.live, 'order', ({ db, session }, queries) =>
    countOrders(db, session.scope, queries, ofAllocation),
  ),
})
