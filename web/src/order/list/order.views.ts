import { viewCounts } from '@showroom/contract/order/order.api'
import { viewedList } from '../../view/public'
import { orderList } from './order.fields'

export const orderViews = viewedList('orders', orderList, viewCounts)
