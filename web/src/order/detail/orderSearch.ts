import { z } from 'zod'

/** URL parameters of an order's page. */

/** Names of the order statuses in the URL. */
export const orderTypes = [
  'create',
  'waitingSubmit',
  'submitted',
  'approved',
  'rejected',
  'completed',
  'orderCancel',
] as const
export type OrderType = (typeof orderTypes)[number]

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional().catch(undefined)

/** The page that the user came from and returns to. */
export const ways = ['customerDetail', 'order', 'verify', 'approved'] as const

export const OrderSearch = z.object({
  orderId: id,
  type: z.enum(orderTypes).optional().catch(undefined),
  from: z.enum(ways).optional().catch(undefined),
  customerId: id,
  dealId: id,
})
export type OrderSearch = z.infer<typeof OrderSearch>
