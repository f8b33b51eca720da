import { z } from 'zod'

/** The period, in the address. */
export const TargetSearch = z.object({
  /** YYYYMM; this month by default. */
  m: z.coerce
    .string()
    .regex(/^20\d\d(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
  /** Months of the period; 1 by default. */
  p: z.coerce
    .number()
    .pipe(z.literal([3, 12]))
    .optional()
    .catch(undefined),
})
export type TargetSearch = z.infer<typeof TargetSearch>
