import * as customer from '@showroom/contract/customer/customer.api'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'
import { type CustomerFilter, customerList } from './list/customer.fields'

/** A page of the list. The previous page stays visible while the next one loads. */
export const customerListQuery = (filter: CustomerFilter) => {
  const request = customerList.requestOf(filter)
  return queryOptions({
    ...queryOf(customer.list, request),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** The id in the address of a customer's file; 0 if it is none. */
export const idInAddress = (customerId: string): number =>
  /^\d{1,15}$/.test(customerId) ? Number(customerId) : 0

/** A customer's file. */
export const fileQuery = (customerId: number) => queryOf(customer.get, { customerId })

/** For the file's route: requests the file beside the page's code. If it fails, the page requests it again. */
export async function fetchFile(queries: QueryClient, customerId: string): Promise<void> {
  const id = idInAddress(customerId)
  if (id > 0) await queries.query({ ...fileQuery(id), staleTime: 'static' }).catch(() => undefined)
}

/** Call after any write that changes what the list shows. */
export const invalidateCustomerList = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(customer.list) })
