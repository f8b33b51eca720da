import { list } from '@showroom/contract/privacy/privacy.api'
import { personState } from '@showroom/contract/privacy/privacy.schema'
import type { QueryClient } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'

/** Polling interval while a worker goes through the tables. */
const lookMs = 1_500

export const personsQuery = () => {
  const query = queryOf(list, {})
  const isBusy = (state: number): boolean => state === personState.searching || state === personState.erasing
  return {
    ...query,
    refetchInterval: ({ state }: { state: { data?: { data: readonly { state: number }[] } } }) =>
      state.data?.data.some((one) => isBusy(one.state)) ? lookMs : false,
  } as typeof query
}

export const invalidatePersons = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(list) })
