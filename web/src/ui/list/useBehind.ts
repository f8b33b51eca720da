import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

type Asked = Pick<
  UseQueryResult<{ readonly total: number }>,
  'data' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>

/**
 * Whether a list differs from its live count. The rows do not change under the user's hand. An empty list refetches by
 * itself, once for each count.
 */
export function useBehind(list: Asked, count: number | undefined): boolean {
  const { data, isFetching, isPlaceholderData, refetch } = list
  const isBehind =
    data !== undefined && !isFetching && !isPlaceholderData && count !== undefined && count !== data.total
  const isEmpty = data?.total === 0
  const askedFor = useRef<number>(undefined)
  useEffect(() => {
    if (!isBehind || !isEmpty || askedFor.current === count) return
    askedFor.current = count
    void refetch()
  }, [isBehind, isEmpty, count, refetch])
  return isBehind && !isEmpty
}
