import * as customer from '@showroom/contract/customer/customer.api'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { keyOf } from '../api/query'
import { type CustomerFilter, customerList } from './list/customer.fields'

/** A page of the list. The previous page stays visible while the next one loads. */
export const customerListQuery = (filter: CustomerFilter) => {
  const request = customerList.requestOf(filter)
  return queryOptions({
    queryKey: [...keyOf(customer.list), request],
    queryFn: ({ signal }) => callApi(customer.list, request, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Call after any write that changes what the list shows. */
export const invalidateCustomerList = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(customer.list) })
