import type { list } from '@showroom/contract/file/file.api'
import { listFields } from '../ui/list/filter/listFields'

/** The store's files: no filters, the page in the address. */
export const fileTable = listFields<typeof list>()({}, { kept: { in: 'listFilters6', as: 'files' } })
