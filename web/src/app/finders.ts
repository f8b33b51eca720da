import { customers } from '../customer/customer.finder'
import type { Finder } from '../frame/finder'
import { leads } from '../lead/lead.finder'
import { orders } from '../order/order.finder'

/** What is found from anywhere, in the order in which it is shown. */
export const finders: readonly Finder[] = [customers, leads, orders]
