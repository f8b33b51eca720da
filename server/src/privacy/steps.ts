import { personalTables } from '../platform/personal/personal.ts'
import type { NamedTable, PersonalTables } from '../platform/personal/personal.ts'

/** The steps of a walk: the tables, then the workbooks, then the files that erased rows named. */

export const workbooks = '~workbooks'
export const looseFiles = '~files'

export const stepsOf = (tables: readonly NamedTable[]): readonly string[] => [
  ...tables.map(({ table }) => table),
  workbooks,
  looseFiles,
]

/** Share of the steps that are done, in percent. */
export function percentDone(declared: readonly PersonalTables[], step: string): number {
  const steps = stepsOf(personalTables(declared))
  return Math.floor((Math.max(0, steps.indexOf(step)) / steps.length) * 100)
}
