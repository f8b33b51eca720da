import { InformCome } from '@showroom/contract/customer/action.schema'
import { informCome } from '@showroom/contract/customer/customer.api'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { formatMinute } from '../../ui/day'
import type { ActionDialogProps } from '../actionDialog'
import { useActionForm } from './useActionForm'

/** Records that the customer has arrived at the store. */
export function ConfirmArrivalDialog({ profile, onClosed }: ActionDialogProps) {
  const { arrivedAt } = profile.customer.deal
  const form = useActionForm({
    profile,
    action: 'confirmArrival',
    schema: InformCome,
    initial: {},
    toRequest: () => ({ customerId: profile.customer.id }),
    send: (request, options) => callApi(informCome, request, options),
    done: '确认到店完成',
    undoOf: ({ undoId }) => ({ undoId, about: profile.customer.name }),
  })
  return (
    <ConfirmDialog
      title={`确认到店 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="确认到店"
    >
      <p>此操作将确认该客户到店, 是否继续?</p>
      {arrivedAt > 0 && <p className="sr-confirm-hint">上次到店：{formatMinute(arrivedAt)}</p>}
    </ConfirmDialog>
  )
}
