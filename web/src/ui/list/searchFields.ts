import { z } from 'zod'

/** Fields of an address. A value that makes no sense is dropped instead of breaking the page. */

/** Words, ids, a range. */
export const word = z
  .union([z.string().max(400), z.number()])
  .transform(String)
  .optional()
  .catch(undefined)

/** A number from 0 to `max`. */
export const code = (max: number) => z.coerce.number().int().min(0).max(max).optional().catch(undefined)

/** An address that says only what was chosen: key, value, and the value that is left out. */
export const shortSearch = (
  said: readonly (readonly [key: string, value: string | number, absent: string | number])[],
): Record<string, string | number> =>
  Object.fromEntries(
    said
      .filter(([, value, absent]) => value !== absent)
      // A lone id goes as a number: the router would put quotes around a string of digits.
      .map(([key, value]) => [key, /^\d{1,15}$/.test(String(value)) ? Number(value) : value]),
  )
