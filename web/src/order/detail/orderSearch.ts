import { z } from 'zod'

/** The address of an order's own page. */

/** How an order's status is called in its address. */
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

/** Where one came from, and goes back to. */
export const ways = ['customerDetail', 'order', 'verify', 'approved'] as const

export const OrderSearch = z.object({
  orderId: id,
  type: z.enum(orderTypes).optional().catch(undefined),
  from: z.enum(ways).optional().catch(undefined),
  customerId: id,
  dealId: id,
})
export type OrderSearch = z.infer<typeof OrderSearch>
