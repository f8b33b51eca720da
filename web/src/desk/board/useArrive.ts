import { informCome } from '@showroom/contract/customer/customer.api'
import type { ExpectedVisit } from '@showroom/contract/desk/board.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { failureText } from '../../ui/failure'
import { useMessage } from '../../ui/useMessage'
import { invalidateDesk, type Refetch, showArrival } from '../desk.queries'

type Arriving = Pick<ExpectedVisit, 'customerId' | 'name'>

/** Confirms arrivals without a question, one at a time, and offers to undo them. `arrivingId` is 0 for none. */
export function useArrive(refetch: Refetch = invalidateDesk) {
  const queries = useQueryClient()
  const message = useMessage()
  const [arrivingId, setArrivingId] = useState(0)

  /** Returns whether the arrival is confirmed. */
  async function arrive({ customerId, name }: Arriving): Promise<boolean> {
    setArrivingId(customerId)
    try {
      const { undoId } = await callApi(informCome, { customerId }, { once: true })
      await showArrival(queries, undoId, name, refetch)
      return true
    } catch (error) {
      message.error(failureText(error))
      await refetch(queries)
      return false
    } finally {
      setArrivingId(0)
    }
  }
  return { arrivingId, arrive }
}
