import type { Amended, Given } from '../../customer/index.ts'
import { cellError, textAt } from '../import/import.columns.ts'
import type { Cells } from '../import/import.columns.ts'
import { rowState } from '../import/import.repository.ts'
import type { Outcome } from '../import/rows.repository.ts'

/** A row that updates a file, and its outcome. */

export interface UpdateRow {
  readonly rowNo: number
  readonly cells: Cells
  readonly customerId: number
  readonly given: Given
}

export const numbersOf = ({ cells, given }: Pick<UpdateRow, 'cells' | 'given'>) => ({
  mobile: textAt(cells, '手机号'),
  identifyNo: given.identify_no ?? '',
})

/** The state of a row by the outcome of its file; `changed` if that changes. */
export function outcomeOf(
  { rowNo, cells }: Pick<UpdateRow, 'rowNo' | 'cells'>,
  outcome: Amended | undefined,
  changed: number,
): Outcome {
  if (!outcome || 'left' in outcome) {
    const errors = [{ column: '', value: '', text: outcome?.left ?? '' }]
    return { rowNo, state: rowState.skipped, errors }
  }
  if ('wrong' in outcome)
    return { rowNo, state: rowState.wrong, errors: [cellError(cells, 'companyName', outcome.wrong)] }
  return { rowNo, state: outcome.lines.length > 0 ? changed : rowState.unchanged, errors: [] }
}
