import { call } from '../kernel/call.ts'
import * as shape from './order.schema.ts'

/** Orders from the customer's file, and their review (docs/product/order.md). */

const may = { module: ['客户管理', '销售订单'] } as const
const mayReview = { flag: 'allowOrderVerify' } as const

export const order = call({
  path: '/v2/appCustomerService/order',
  summary: '订车：生成待提交订单',
  may,
  request: shape.QuickOrder,
  answer: shape.OrderMade,
  refusals: ['STALE', 'CUSTOMER_STATE', 'ORDER_WAITING', 'BLOCKED'],
  writes: true,
  changes: ['order', 'customer', 'task'],
})

export const deliver = call({
  path: '/v2/appCustomerService/deliver',
  summary: '交车',
  may,
  request: shape.Deliver,
  answer: shape.OrderMade,
  refusals: ['STALE', 'CUSTOMER_STATE', 'ORDER_STATE', 'ORDER_UNDELIVERABLE'],
  writes: true,
  changes: ['order', 'customer', 'task'],
})

export const getCustomerOrders = call({
  path: '/v2/appCustomerOrderService/getCustomerOrders',
  summary: '客户的全部订单',
  may,
  request: shape.GetCustomerOrders,
  answer: shape.GetCustomerOrdersAnswer,
})

export const submitOrder = call({
  path: '/v2/appCustomerService/submitOrder',
  summary: '提交订单审批',
  may,
  request: shape.SubmitOrder,
  answer: shape.OrderChanged,
  refusals: ['CUSTOMER_STATE', 'ORDER_STATE', 'BLOCKED'],
  writes: true,
  changes: ['order', 'customer'],
})

export const cancelOrder = call({
  path: '/v2/appCustomerService/cancelOrder',
  summary: '取消订单，或撤回已提交的订单',
  may,
  request: shape.CancelOrder,
  answer: shape.OrderChanged,
  refusals: ['ORDER_STATE'],
  writes: true,
  changes: ['order', 'customer', 'task'],
})

export const orderFollow = call({
  path: '/v2/appCustomerService/orderFollow',
  summary: '订车回访',
  may,
  request: shape.OrderFollow,
  answer: shape.OrderChanged,
  refusals: ['STALE', 'CUSTOMER_STATE'],
  writes: true,
  changes: ['customer', 'task'],
})

export const confirmOrder = call({
  path: '/v2/appVerifyService/confirmOrder',
  summary: '订单审核通过',
  may: mayReview,
  request: shape.ConfirmOrder,
  answer: shape.OrderChanged,
  refusals: ['CUSTOMER_STATE', 'ORDER_STATE'],
  writes: true,
  changes: ['order', 'customer', 'task'],
})

export const rejectOrder = call({
  path: '/v2/appVerifyService/rejectOrder',
  summary: '驳回订单',
  may: mayReview,
  request: shape.RejectOrder,
  answer: shape.OrderChanged,
  refusals: ['ORDER_STATE'],
  writes: true,
  changes: ['order', 'customer'],
})
