import { search } from '@showroom/contract/order/order.api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query'
import { type OrderFilter, orderList } from './order.fields'

/** A page of the list. The previous page stays visible while the next one loads. */
export const orderListQuery = (filter: OrderFilter) => {
  const request = orderList.requestOf(filter)
  return queryOptions({
    ...queryOf(search, request),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}
