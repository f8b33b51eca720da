import { z } from 'zod'
import { code, pageFields, word } from '../ui/list/searchFields'

/** The review list's filters as they stand in the address. */
export const ReviewListSearch = z.object({
  /** Tab. */
  t: code(2),
  /** Lead source, members. */
  ft: code(2),
  m: word,
  /** Decided in. */
  cd: word,
  /** Sort. */
  o: code(1),
  ...pageFields,
})
export type ReviewListSearch = z.output<typeof ReviewListSearch>
