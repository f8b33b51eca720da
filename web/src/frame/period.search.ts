import { isDay } from '@showroom/contract/kernel/day'
import { z } from 'zod'

/** The days of numbers, sort order and comparison, all kept in the address. */

const digits = /^\d{8}$/

/** YYYYMMDD as YYYY-MM-DD. */
export const withDashes = (text: string): string => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
const day = z.coerce
  .string()
  .refine((text) => digits.test(text) && isDay(withDashes(text)))
  .optional()
  .catch(undefined)

export const PeriodSearch = z.object({
  /** The `dateType`; a month by default. */
  dt: z.coerce.number().int().min(1).max(5).optional().catch(undefined),
  /** Any day of the period, or the first of a range, YYYYMMDD; today by default. */
  d: day,
  /** The last day of a range. */
  e: day,
  /** A column, descending with a leading `-`. */
  o: z
    .string()
    .regex(/^-?[a-zA-Z]{1,20}$/)
    .optional()
    .catch(undefined),
  /** 1: compared with the previous period. */
  c: z.coerce.number().int().min(1).max(1).optional().catch(undefined),
})
export type PeriodSearch = z.infer<typeof PeriodSearch>
