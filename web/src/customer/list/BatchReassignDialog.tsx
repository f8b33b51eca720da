import { BatchReassign } from '@showroom/contract/customer/action.schema'
import { batchReassign } from '@showroom/contract/customer/customer.api'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/client'
import { BatchHandOverDialog, MemberSelect } from '../../team/public'
import { useMessage } from '../../ui/useMessage'
import { invalidateCustomerList } from '../customer.queries'

interface BatchReassignDialogProps {
  customerIds: readonly number[]
  /** Unmount it then. */
  onClosed: (done: boolean) => void
}

/** Gives the selected customers to another manager. */
export function BatchReassignDialog({ customerIds, onClosed }: BatchReassignDialogProps) {
  const queries = useQueryClient()
  const message = useMessage()
  return (
    <BatchHandOverDialog
      title={`再分配 ${customerIds.length} 位客户`}
      okText="再分配"
      remarkPlaceholder="交接说明，选填"
      member={<MemberSelect />}
      schema={BatchReassign}
      toRequest={(values) => ({ ...values, customerIds: customerIds.join(',') })}
      send={(request, options) => callApi(batchReassign, request, options)}
      onDone={({ successTotal }) => {
        message.success(`${successTotal} 位客户再分配成功!`)
        const left = customerIds.length - successTotal
        if (left > 0) message.info(`另有 ${left} 位未变动：已战败、战败待审核或已属于该客户经理`)
        void invalidateCustomerList(queries)
      }}
      onClosed={onClosed}
    />
  )
}
