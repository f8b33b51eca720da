import { personalTables } from '../platform/personal/personal.ts'
import type { PersonalTable } from '../platform/personal/personal.ts'
import type { AllTables } from '../platform/tables/describe.ts'

/**
 * The steps of a walk: the tables, then the workbooks, then the files that erased rows named. An erasure begins with the imports under way,
 * which would read the person again.
 */

export const waitingImports = '~imports'
export const workbooks = '~workbooks'
export const looseFiles = '~files'

export const stepsOf = (tables: readonly PersonalTable[]): readonly string[] => [
  waitingImports,
  ...tables.map(({ table }) => table),
  workbooks,
  looseFiles,
]

/** Share of the steps that are done, in percent. */
export function percentDone(all: AllTables, step: string): number {
  const steps = stepsOf(personalTables(all))
  return Math.floor((Math.max(0, steps.indexOf(step)) / steps.length) * 100)
}
