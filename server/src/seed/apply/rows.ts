import type { Row } from './book.ts'

/** What checks of all sheets share. */

/** Tells each problem of a row beside its column. */
export type Report = (row: Row, column: string, text: string) => void

export interface Options {
  /** Members of the dealers whose teams are in the file, who are not in the file leave. */
  readonly leave: boolean
}

/** Of two rows about the same the second is wrong. Gives whether this one is the first. */
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

/** What can be written where codes and names are known: the names. */
export const namesOf = (known: ReadonlyMap<string, unknown>): string =>
  [...known.keys()].filter((key) => !/^\d+$/.test(key)).join('、')

const noneWord = '无'
/** What a cell says, or what is where it says nothing; the word for none gives `none`. */
export const cellOr = <T>(text: string, read: (text: string) => T, none: T, before: T): T =>
  text === '' ? before : text === noneWord ? none : read(text)

/** What differs, with what it was and will be. */
export function changesOf<T extends object>(
  before: T,
  after: Partial<T>,
): { readonly key: keyof T & string; readonly old: unknown; readonly new: unknown }[] {
  return (Object.keys(after) as (keyof T & string)[]).flatMap((key) =>
    String(before[key]) === String(after[key]) ? [] : [{ key, old: before[key], new: after[key] }],
  )
}
