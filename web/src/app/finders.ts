import { customers } from '../customer/customer.finder'
import type { Finder } from '../frame/finder'
import { leads } from '../lead/lead.finder'
import { orders } from '../order/order.finder'

/** The finders of the global search, in display order. */
export const finders: readonly Finder[] = [customers, leads, orders]
