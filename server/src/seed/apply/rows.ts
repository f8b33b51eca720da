import type { Row } from './book.ts'

/** Shared by the checks of all sheets. */

/** Reports a problem of a row in a column. */
export type Report = (row: Row, column: string, text: string) => void

export interface Options {
  /** Lets members leave who are missing from the file, at the dealers whose teams are in it. */
  readonly leave: boolean
}

/** Reports the second of two rows with the same key. Returns whether this row is the first. */
export function firstOf(
  seen: Map<string, number>,
  key: string,
  row: Row,
  column: string,
  report: Report,
): boolean {
  if (key === '') return false
  const before = seen.get(key)
  if (before === undefined) seen.set(key, row.number)
  else report(row, column, `与第${before}行重复`)
  return before === undefined
}

/** Names to suggest where both codes and names are accepted. */
export const namesOf = (known: ReadonlyMap<string, unknown>): string =>
  [...known.keys()].filter((key) => !/^\d+$/.test(key)).join('、')

const noneWord = '无'
/** Parses a cell: an empty one keeps `before`, the word for none gives `none`. */
export const cellOr = <T>(text: string, read: (text: string) => T, none: T, before: T): T =>
  text === '' ? before : text === noneWord ? none : read(text)

/** Lists the changed fields with old and new values. */
export function changesOf<T extends object>(
  before: T,
  after: Partial<T>,
): { readonly key: keyof T & string; readonly old: unknown; readonly new: unknown }[] {
  return (Object.keys(after) as (keyof T & string)[]).flatMap((key) =>
    String(before[key]) === String(after[key]) ? [] : [{ key, old: before[key], new: after[key] }],
  )
}
