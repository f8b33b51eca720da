import { find } from '@showroom/contract/find/find.api'
import { isFindable } from '@showroom/contract/find/find.schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../api/query'

/** The records found for a keyword; the hits before stay until those of the new one arrive. */
export const foundQuery = (key: string) =>
  queryOptions({
    ...queryOf(find, { key }),
    enabled: isFindable(key),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    gcTime: 60_000,
    retry: false,
  })
