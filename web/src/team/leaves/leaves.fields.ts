import type { memberLeaves } from '@showroom/contract/team/manage.api'
import { listFields } from '../../ui/list/listFields'

/** The record of who left: nothing to filter by, a page in the address. */
export const leavesTable = listFields<typeof memberLeaves>()(
  {},
  { kept: { in: 'listFilters7', as: 'leaves' } },
)
