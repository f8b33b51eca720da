import { readsAllocations, reviewsOrders } from './order.rights.ts'
import { call } from '../kernel/call.ts'
import { countsCall } from '../kernel/counts.ts'
import * as shape from './verify.schema.ts'

/** Orders to review, and orders that wait for their car. */

export const verifyList = call({
  path: '/v2/appVerifyService/orderList',
  summary: '订单审核列表',
  refusals: ['TOO_MANY'],
  may: reviewsOrders,
  request: shape.VerifyListQuery,
  answer: shape.VerifyListAnswer,
  shows: ['order', 'team'],
})

export const verifyCounts = countsCall('/v2/appVerifyService/orderCounts', verifyList, ['order'])

export const orderReview = call({
  path: '/v2/appVerifyService/orderReview',
  summary: '审核订单时的参考',
  may: reviewsOrders,
  request: shape.OrderReviewQuery,
  answer: shape.OrderReviewAnswer,
  shows: ['order', 'team'],
})

export const allocationList = call({
  path: '/v2/appCustomerService/orders',
  summary: '待配车订单列表',
  refusals: ['TOO_MANY'],
  may: readsAllocations,
  request: shape.AllocationQuery,
  answer: shape.VerifyListAnswer,
  shows: ['order', 'team'],
})

export const allocationCounts = countsCall('/v2/appCustomerService/orderCounts', allocationList, ['order'])
