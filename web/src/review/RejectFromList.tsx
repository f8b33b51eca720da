import * as customer from '@showroom/contract/customer/customer.api'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { FailRow } from '@showroom/contract/review/list.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { queryOf } from '../api/query'
import { loadRejectDefeat } from '../customer/public'
import { isRefusal } from '../ui/failure'
import { useMessage } from '../ui/useMessage'

type Dialog = ComponentType<{ profile: CustomerProfile; onClosed: () => void }>

const fileOf = ({ customerId }: FailRow) => queryOf(customer.get, { customerId })

interface Rejecting {
  readonly row: FailRow
  readonly Dialog: Dialog
}

/** Rejecting straight from the list: the dialog needs the customer's file, which is fetched while the button shows that it is on its way. */
export function useReject(onChanged: () => void) {
  const queries = useQueryClient()
  const message = useMessage()
  const [opening, setOpening] = useState<number>()
  const [rejecting, setRejecting] = useState<Rejecting>()

  async function start(row: FailRow): Promise<void> {
    setOpening(row.requestId)
    try {
      const [file, Dialog] = await Promise.all([
        queries.query({ ...fileOf(row), staleTime: 0 }),
        loadRejectDefeat(),
      ])
      if (file.failInfo.requestId === row.requestId) return setRejecting({ row, Dialog })
      message.info('该战败申请已被处理，列表已刷新')
      onChanged()
    } catch (error) {
      message.error((isRefusal(error) && error.message) || '接口错误')
      onChanged()
    } finally {
      setOpening(undefined)
    }
  }
  return {
    start: (row: FailRow): void => void start(row),
    /** The request whose dialog is on its way. */
    opening,
    rejecting,
    end: () => setRejecting(undefined),
  }
}

/** Stands on the file as it is now: when a colleague was quicker, the dialog tells what became of the customer. */
export function RejectFromList({ row, Dialog, onClosed }: Rejecting & { onClosed: () => void }) {
  const { data } = useQuery({ ...fileOf(row), staleTime: 10_000 })
  return data ? <Dialog profile={data} onClosed={onClosed} /> : null
}

/** The dialog's chunk is there before it is asked for. */
export const preloadReject = (): void => void loadRejectDefeat().catch(() => undefined)
