import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { EmptyState } from '../../EmptyState'
import type { Fields, FilterOf } from './listFields'
import type { ListState } from './useListFilter'
import { withCommas } from '../../withCommas'

/** The reach of a list's keyword search. */
export interface Reach {
  /** The search covered days that the list otherwise leaves out. */
  readonly isOfAllTime: boolean
  /** How many rows the keyword finds without filters, if the filters hide some of them; otherwise 0. */
  readonly beyond: number
  /** Removes the filters that hide them. */
  readonly widen: () => void
}

/** Builds the list's query for a filter; only its total is used. */
type QueryOf<F extends Fields> = (
  filter: FilterOf<F>,
  // oxlint-disable-next-line typescript/no-explicit-any -- each list has its own row and key types
) => UseQueryOptions<any, Error, { readonly total: number }, any>

/** Queries the total without filters while filters narrow a keyword search. */
export function useReach<F extends Fields>(
  { table, filter, change }: ListState<F>,
  counts: Pick<UseQueryResult<{ readonly total: number }>, 'data' | 'isPlaceholderData'>,
  queryOf: QueryOf<F>,
): Reach {
  const widest = table.widest(filter)
  const isNarrowed =
    filter.keyword !== '' &&
    addressOf(table.searchOf(widest)) !== addressOf(table.searchOf({ ...filter, pageStart: 1 }))
  const { data } = useQuery({ ...queryOf(widest), enabled: isNarrowed, placeholderData: undefined })
  const all = isNarrowed ? (data?.total ?? 0) : 0
  const found = shown.isPlaceholderData ? undefined : shown.data?.total
  const total = counts.isPlaceholderData ? undefined : counts.data?.total
