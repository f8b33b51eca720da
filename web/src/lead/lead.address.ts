import { z } from 'zod'
import { code, pageFields, word } from '../ui/list/searchFields'

/** The lead page's filters as they stand in the address. */
export const LeadListSearch = z.object({
  /** Tab, as `leadTab`. */
  t: code(6),
  /** Online sources, owners, created in, remote purchase, clue level. */
  ol: word,
  m: word,
  cd: word,
  rm: code(3),
  cl: code(2),
  /** Only those that wait too long; in which order. */
  lt: code(1),
  o: code(1),
  ...pageFields,
  /** The lead that is open. */
  clue: code(Number.MAX_SAFE_INTEGER),
})
export type LeadListSearch = z.output<typeof LeadListSearch>
