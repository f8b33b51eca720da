import { BatchReassign } from '@showroom/contract/customer/action.schema'
import { batchReassign } from '@showroom/contract/customer/customer.api'
import type { BulkAnswer } from '@showroom/contract/customer/bulk.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { offerTicket } from '../../base/public'
import { useSession } from '../../frame/session'
import { assignableQuery, BatchHandOverDialog, MemberSelect } from '../../team/public'
import { LeftDialog } from '../../ui/list/LeftDialog'
import { invalidateDesk } from '../desk.queries'

export interface HandOverVisitsProps {
  customerIds: readonly number[]
  /** Unmount it then. `done` means that the customers were reassigned. */
  onClosed: (done: boolean) => void
}

/** Reassigns the chosen customers to another manager of the store. */
export function HandOverVisits({ customerIds, onClosed }: HandOverVisitsProps) {
  const queries = useQueryClient()
  const { memberId: me } = useSession().profile
  const { data } = useQuery(assignableQuery(true, false, true))
  const [left, setLeft] = useState<BulkAnswer>()
  const toId = useRef(0)
  const after = (): void => void invalidateDesk(queries)
  const tell = (answer: BulkAnswer): void => {
    after()
    if (answer.failTotal > 0) setLeft(answer)
    if (answer.successTotal === 0) return
    const text = `${answer.successTotal} 位客户再分配成功!`
    const name = data?.data.find(({ memberId }) => memberId === toId.current)?.userName ?? ''
    offerTicket({ undoId: answer.undoId, text, about: `→ ${name}`, after })
  }
  if (left)
    return (
      <LeftDialog
        action="再分配"
        successTotal={left.successTotal}
        failTotal={left.failTotal}
        rows={left.failures.map(({ customerId: id, ...row }) => ({ ...row, id }))}
        unit="位"
        renderName={({ name }) => name}
        onClose={() => onClosed(true)}
      />
    )
  return (
    <BatchHandOverDialog
      title={`再分配 ${customerIds.length} 位客户`}
      okText="再分配"
      remarkPlaceholder="交接说明，选填"
      member={<MemberSelect isAll without={[me]} withLoad />}
      schema={BatchReassign}
      toRequest={(values) => ({ customerIds: customerIds.join(','), ...values })}
      send={(request, options) => {
        toId.current = request.memberId
        return callApi(batchReassign, request, options)
      }}
      onDone={tell}
      onClosed={onClosed}
    />
  )
}
