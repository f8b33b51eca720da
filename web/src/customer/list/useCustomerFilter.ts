import { paths } from '../../frame/paths'
import { useListFilter } from '../../ui/list/useListFilter'
import { CustomerListSearch } from './customer.address'
import { defaultFilter, filterOf, lastCustomers, searchOf } from './customer.search'

const options = {
  path: paths.customers,
  schema: CustomerListSearch,
  filterOf,
  searchOf,
  last: lastCustomers,
  restoredFrom: '/customer/detail/',
}

/** The list's filters, and whether a new customer is being entered. */
export function useCustomerFilter() {
  const { search, ...list } = useListFilter(options)
  const { filter, keyword, go } = list
  return {
    ...list,
    creating: search.new === 1,
    reset: () =>
      go(searchOf({ ...defaultFilter(), pageCount: filter.pageCount, orderType: filter.orderType }), ''),
    setCreating: (open: boolean) => go({ ...searchOf(filter), ...(open && { new: 1 }) }, keyword),
  }
}

export type CustomerFilterState = ReturnType<typeof useCustomerFilter>
