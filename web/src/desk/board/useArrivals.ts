import { informCome } from '@showroom/contract/customer/customer.api'
import type { ExpectedVisit } from '@showroom/contract/desk/board.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { failureText } from '../../ui/failure'
import { useMessage } from '../../ui/useMessage'
import { invalidateDesk, showArrival } from '../desk.queries'

type Arriving = Pick<ExpectedVisit, 'customerId' | 'name'>

/** Confirms arrivals without a question, one at a time, and offers to undo them. `arrivingId` is 0 for none. */
export function useArrive() {
  const queries = useQueryClient()
  const message = useMessage()
  const [arrivingId, setArrivingId] = useState(0)

  /** Returns whether the arrival is confirmed. */
  async function arrive({ customerId, name }: Arriving): Promise<boolean> {
    setArrivingId(customerId)
    try {
      const { undoId } = await callApi(informCome, { customerId }, { once: true })
      await showArrival(queries, undoId, name)
      return true
    } catch (error) {
      message.error(failureText(error))
      await invalidateDesk(queries)
      return false
    } finally {
      setArrivingId(0)
    }
  }
  return { arrivingId, arrive }
}

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
