import { readsOrders, reviewsOrders } from './order.rights.ts'
import { call, omitted } from '../kernel/call.ts'
import { countsCall } from '../kernel/counts.ts'
import * as one from './detail.schema.ts'
import * as form from './form.schema.ts'
import * as listed from './list.schema.ts'
import * as shape from './order.schema.ts'

/** Orders: list, page, actions from the customer's page, and review (docs/product/order.md). */

export * from './verify.api.ts'

const may = { module: ['客户管理', '销售订单'] } as const
/** Reviewers may open orders, too, and 库管 those that wait for a car or are on their way. */
const mayReveal = { module: ['客户管理', '销售订单', '订单审核'] } as const
const mayOpen = { module: [...mayReveal.module, '库存'] } as const

export const search = call({
  path: '/v2/appCustomerOrderService/search',
  summary: '销售订单列表',
  may: readsOrders,
  request: listed.SearchOrders,
  answer: listed.SearchOrdersAnswer,
  refusals: ['EXPORT_TOO_MANY', 'TOO_MANY'],
  leaves: 'the workbook, its log and its audit',
  shows: ['order', 'team', 'setting'],
})

export const viewCounts = countsCall('/v2/appCustomerOrderService/viewCounts', search, ['order'])

export const create = call({
  path: '/v2/appCustomerOrderService/create',
  summary: '创建订单',
  may,
  request: form.CreateOrder,
  answer: form.OrderSaved,
  refusals: ['STALE', 'CUSTOMER_STATE', 'ORDER_WAITING', 'BLOCKED'],
  writes: true,
})

export const edit = call({
  path: '/v2/appCustomerOrderService/edit',
  summary: '编辑订单',
  may,
  request: form.EditOrder,
  answer: form.OrderSaved,
  refusals: ['CONFLICT', 'CUSTOMER_STATE', 'ORDER_STATE', 'BLOCKED'],
  writes: true,
})

export const submit = call({
  path: '/v2/appCustomerOrderService/submit',
  summary: '提交订单审批',
  may,
  request: one.OneOrder,
  answer: shape.OrderMoved,
  refusals: ['CUSTOMER_STATE', 'ORDER_STATE', 'BLOCKED'],
  writes: true,
})

export const recall = call({
  path: '/v2/appCustomerOrderService/recall',
  summary: '撤回已提交的订单',
  may,
  request: one.OneOrder,
  answer: shape.OrderMoved,
  refusals: ['ORDER_STATE'],
  writes: true,
})

export const cancel = call({
  path: '/v2/appCustomerOrderService/cancel',
  summary: '取消订单',
  may,
  request: shape.Cancel,
  answer: shape.OrderMoved,
  refusals: ['ORDER_STATE'],
  writes: true,
})

export const detail = call({
  path: '/v2/appCustomerOrderService/detail',
  summary: '订单详情',
  may: mayOpen,
  request: one.OneOrder,
  answer: one.OrderDetailAnswer,
  shows: ['order', 'team'],
})

export const orderTimeLine = call({
  path: '/v2/appCustomerOrderService/OrderTimeLine',
  summary: '订单操作记录',
  may: mayOpen,
  request: one.OneOrder,
  answer: one.OrderTimeLineAnswer,
  shows: ['order', 'customer'],
})

/** Returns the buyer's unmasked numbers and address. */
export const getUserInfo = call({
  path: '/v2/appCustomerOrderService/GetUserInfo',
  summary: '查看订车人号码',
  may: mayReveal,
  request: one.OneOrder,
  answer: one.OrderNumbers,
  refusals: ['REVEAL_LIMIT'],
  writes: true,
  whenClosed: true,
  reveals: true,
})

export const order = call({
  path: '/v2/appCustomerService/order',
  summary: '订车：生成待提交订单',
  may,
  request: shape.QuickOrder,
  answer: shape.OrderMade,
  refusals: ['STALE', 'CUSTOMER_STATE', 'ORDER_WAITING', 'BLOCKED'],
  writes: true,
})

export const deliver = call({
  path: '/v2/appCustomerService/deliver',
  summary: '交车',
  may,
  request: shape.Deliver,
  answer: shape.OrderMade,
  refusals: ['STALE', 'CUSTOMER_STATE', 'ORDER_STATE', 'ORDER_UNDELIVERABLE'],
  writes: true,
})

export const getCustomerOrders = call({
  path: '/v2/appCustomerOrderService/getCustomerOrders',
  summary: '客户的全部订单',
  may,
  request: shape.GetCustomerOrders,
  answer: shape.GetCustomerOrdersAnswer,
  omits: omitted.opened,
})

export const submitOrder = call({
  path: '/v2/appCustomerService/submitOrder',
  summary: '提交订单审批',
  may,
  request: shape.SubmitOrder,
  answer: shape.OrderChanged,
  refusals: ['CUSTOMER_STATE', 'ORDER_STATE', 'BLOCKED'],
  writes: true,
})

export const cancelOrder = call({
  path: '/v2/appCustomerService/cancelOrder',
  summary: '取消订单，或撤回已提交的订单',
  may,
  request: shape.CancelOrder,
  answer: shape.OrderChanged,
  refusals: ['ORDER_STATE'],
  writes: true,
})

export const orderFollow = call({
  path: '/v2/appCustomerService/orderFollow',
  summary: '订车回访',
  may,
  request: shape.OrderFollow,
  answer: shape.OrderChanged,
  refusals: ['STALE', 'CUSTOMER_STATE'],
  writes: true,
})

export const confirmOrder = call({
  path: '/v2/appVerifyService/confirmOrder',
  summary: '订单审核通过',
  may: reviewsOrders,
  request: shape.ConfirmOrder,
  answer: shape.OrderChanged,
  refusals: ['CUSTOMER_STATE', 'ORDER_STATE'],
  writes: true,
})

export const rejectOrder = call({
  path: '/v2/appVerifyService/rejectOrder',
  summary: '驳回订单',
  may: reviewsOrders,
  request: shape.RejectOrder,
  answer: shape.OrderChanged,
  refusals: ['ORDER_STATE'],
  writes: true,
})
