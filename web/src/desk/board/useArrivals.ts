import { informCome } from '@showroom/contract/customer/customer.api'
import type { ExpectedVisit } from '@showroom/contract/desk/board.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { failureText } from '../../ui/failure'
import { useMessage } from '../../ui/useMessage'
import { invalidateDesk, showArrival } from '../desk.queries'

/** Confirms arrivals of expected customers without a question, one at a time, and offers to undo them. */
export function useArrivals(expected: readonly ExpectedVisit[]) {
  const queries = useQueryClient()
  const message = useMessage()
  const [arrivingId, setArrivingId] = useState(0)
  const title = useRef<HTMLHeadingElement>(null)
  const isGone = useRef(false)

  // The focus was on the row that is gone. On the next row a second press would confirm another customer.
  useEffect(() => {
    if (isGone.current && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true })
    isGone.current = false
  }, [expected])

  async function arrive({ customerId, name }: ExpectedVisit): Promise<void> {
    setArrivingId(customerId)
    try {
      const { undoId } = await callApi(informCome, { customerId }, { once: true })
      isGone.current = true
      await showArrival(queries, undoId, name)
    } catch (error) {
      message.error(failureText(error))
      await invalidateDesk(queries)
    }
    setArrivingId(0)
  }

  return { title, arrivingId, arrive }
}
