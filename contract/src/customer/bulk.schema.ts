import { z } from 'zod'

/** What is done to many customers at once (docs/product/customer.md). */

/** Of each that was left as it is why: one out of sight has no name, and 0 for its id. The first 200 of them. */
export const BulkAnswer = z.object({
  successTotal: z.number(),
  failTotal: z.number(),
  failures: z.array(z.object({ customerId: z.number(), name: z.string(), reason: z.string() })),
  /** What takes it back, for a minute; 0 where nothing was done. */
  undoId: z.number(),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>
