import { useEffect, useMemo } from 'react'
import { paths } from '../app/paths'
import { useListAddress } from '../ui/list/useListAddress'
import {
  type CustomerFilter,
  CustomerListSearch,
  defaultFilter,
  filterOf,
  lastList,
  searchOf,
} from './customer.search'

const address = {
  path: paths.customers,
  schema: CustomerListSearch,
  last: lastList,
  restoredFrom: '/customer/detail/',
}

/** The list's filters: read from the address, changed by going to another one. */
export function useCustomerFilter() {
  const { search, keyword, restored, go } = useListAddress(address)
  const filter = useMemo(() => filterOf(search), [search])
  useEffect(() => lastList.remember(searchOf(filter), keyword), [filter, keyword])
  useEffect(() => {
    if (restored) go(search, keyword)
  }, [restored, search, keyword, go])

  return {
    filter,
    keyword,
    creating: search.new === 1,
    /** Any change but one of the page starts again at page 1. */
    change: (part: Partial<CustomerFilter>) => go(searchOf({ ...filter, pageStart: 1, ...part }), keyword),
    searchFor: (next: string) => next !== keyword && go(searchOf({ ...filter, pageStart: 1 }), next),
    reset: () =>
      go(searchOf({ ...defaultFilter(), pageCount: filter.pageCount, orderType: filter.orderType }), ''),
    setCreating: (open: boolean) => go({ ...searchOf(filter), ...(open && { new: 1 }) }, keyword),
  }
}

export type CustomerFilterState = ReturnType<typeof useCustomerFilter>
