import * as customer from '@showroom/contract/customer/customer.api'
import type { FailRow } from '@showroom/contract/review/list.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../api/query'
import { RejectDefeatDialog } from '../customer/public'
import { failureText } from '../ui/failure'
import { useMessage } from '../ui/useMessage'

const fileOf = ({ customerId }: FailRow) => queryOf(customer.get, { customerId })

/** Rejects from the list: the dialog needs the customer's file, which is fetched while the button shows a spinner. */
export function useReject(onChanged: () => void) {
  const queries = useQueryClient()
  const message = useMessage()
  const [opening, setOpening] = useState<number>()
  const [rejecting, setRejecting] = useState<FailRow>()

  async function start(row: FailRow): Promise<void> {
    setOpening(row.requestId)
    try {
      const [file] = await Promise.all([
        queries.query({ ...fileOf(row), staleTime: 0 }),
        RejectDefeatDialog.load(),
      ])
      if (file.failInfo.requestId === row.requestId) return setRejecting(row)
      message.info('该战败申请已被处理，列表已刷新')
      onChanged()
    } catch (error) {
      message.error(failureText(error))
      onChanged()
    } finally {
      setOpening(undefined)
    }
  }
  return {
    start: (row: FailRow): void => void start(row),
    /** The request whose dialog is loading. */
    opening,
    rejecting,
    end: () => setRejecting(undefined),
  }
}

/** Uses the current file: if a colleague was faster, the dialog shows the customer's new state. */
export function RejectFromList({ row, onClosed }: { row: FailRow; onClosed: () => void }) {
  const { data } = useQuery({ ...fileOf(row), staleTime: 10_000 })
  return data ? <RejectDefeatDialog profile={data} onClosed={onClosed} /> : null
}
