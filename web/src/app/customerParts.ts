import { paperLink } from '../appointment/appointment.customer'
import type { CustomerParts } from '../customer/public'
import { leadLink } from '../lead/lead.customer'
import { orderActions, ordersCard } from '../order/order.customer'

/** Parts of a customer's page and timeline from the rooms above it, in display order. */
export const customerParts: CustomerParts = {
  actions: orderActions,
  cards: [ordersCard],
  links: [leadLink, paperLink],
}
