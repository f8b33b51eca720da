import type { ExpectedVisit } from '@showroom/contract/desk/board.schema'
import { useEffect, useRef } from 'react'
import { useArrive } from './useArrive'

/** Confirms arrivals in the list of expected customers, from which they disappear. */
export function useArrivals(expected: readonly ExpectedVisit[]) {
  const { arrivingId, arrive } = useArrive()
  const title = useRef<HTMLHeadingElement>(null)
  const isGone = useRef(false)

  // The focus was on the row that is gone. On the next row a second press would confirm another customer.
  useEffect(() => {
    if (isGone.current && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true })
    isGone.current = false
  }, [expected])

  return {
    title,
    arrivingId,
    arrive: async (one: ExpectedVisit): Promise<void> => {
      isGone.current = true
      if (!(await arrive(one))) isGone.current = false
    },
  }
}
