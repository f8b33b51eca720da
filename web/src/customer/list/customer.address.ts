import { z } from 'zod'
import { code, pageFields, word } from '../../ui/list/searchFields'

/**
 * The list's filters as they stand in the address: short keys, defaults left out, so that refresh, back and a shared link keep them.
 * The keyword is not among them: it may be a phone number or a name, and stays in the history's state.
 */
export const CustomerListSearch = z.object({
  /** Status tab. */
  s: code(6),
  /** Levels. */
  lv: word,
  /** Ranges: created, ordered, delivered, followed, came, failed, dormant, smart drive. */
  cd: word,
  od: word,
  dd: word,
  fd: word,
  vd: word,
  xd: word,
  zd: word,
  td: word,
  /** Members, sources, online sources, custom source, business types, series. */
  m: word,
  fs: word,
  ol: word,
  os: code(1e9),
  bt: word,
  se: word,
  /** Single choices. */
  ft: code(2),
  ss: code(2),
  cs: code(4),
  sm: code(2),
  rm: code(3),
  pt: code(2),
  fr: code(999),
  rd: code(999),
  wx: code(2),
  zk: code(1),
  /** Sort. */
  o: code(3),
  ...pageFields,
  /** 1: the new-customer dialog is open. */
  new: code(1),
})
export type CustomerListSearch = z.output<typeof CustomerListSearch>
