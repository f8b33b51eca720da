import { Pause, pauseDays } from '@showroom/contract/customer/action.schema'
import { pause } from '@showroom/contract/customer/customer.api'
import { addDays } from '@showroom/contract/kernel/day'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { useNow } from '../../ui/useNow'
import type { ActionDialogProps } from '../actionDialog'
import { dealOf } from '../customerState'
import { dayWithWeekday } from '../../ui/dayText'
import { OpenOrdersWarning, useOpenOrders } from './OpenOrdersWarning'
import { useActionForm } from '../dialogs/useActionForm'

export function PauseDialog(props: ActionDialogProps) {
  return useOpenOrders(props.profile) ? <OpenOrdersWarning {...props} /> : <PauseQuestion {...props} />
}

/** Makes the customer dormant for a week. */
function PauseQuestion({ profile, onClosed }: ActionDialogProps) {
  const now = useNow()
  const form = useActionForm({
    profile,
    action: 'suspend',
    schema: Pause,
    initial: {},
    toRequest: () => ({ ...dealOf(profile), resumeDuration: pauseDays }),
    send: (request, options) => callApi(pause, request, options),
    done: '暂停回访操作成功!',
  })
  return (
    <ConfirmDialog
      title={`暂停回访 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="暂停回访"
    >
      <p>此操作将该客户暂停回访, 是否继续?</p>
      <p className="sr-confirm-hint">
        已安排的跟进将取消，{pauseDays}天后（{dayWithWeekday(addDays(now, pauseDays))}）自动唤醒。
      </p>
    </ConfirmDialog>
  )
}
