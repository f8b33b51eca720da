import type { memberLeaves } from '@showroom/contract/team/manage.api'
import { listFields } from '../../ui/list/filter/listFields'

/** The departure record has no filters; only its page is kept in the URL. */
export const leavesTable = listFields<typeof memberLeaves>()(
  {},
  { kept: { in: 'listFilters7', as: 'leaves' } },
)
