import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

type Asked = Pick<
  UseQueryResult<{ readonly total: number }>,
  'data' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>

/**
 * Whether a list is behind its number: the number is told live, while the rows keep still under the hand. A list without rows is asked
 * again by itself, once for each number.
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
