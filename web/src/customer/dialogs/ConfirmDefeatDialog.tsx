import { ConfirmFail } from '@showroom/contract/review/review.schema'
import { confirmFail } from '@showroom/contract/review/review.api'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import type { ActionDialogProps } from '../actionDialog'
import { requestOf } from '../customerState'
import { DefeatRequest } from '../file/DefeatRequest'
import { OpenOrdersWarning, useOpenOrders } from './OpenOrdersWarning'
import { useActionForm } from './useActionForm'

export function ConfirmDefeatDialog(props: ActionDialogProps) {
  return useOpenOrders(props.profile) ? <OpenOrdersWarning {...props} /> : <ConfirmDefeat {...props} />
}

/** The reviewer agrees: the customer is given up. */
function ConfirmDefeat({ profile, onClosed }: ActionDialogProps) {
  const form = useActionForm({
    profile,
    action: 'confirmDefeat',
    schema: ConfirmFail,
    initial: {},
    toRequest: () => requestOf(profile),
    send: (request, options) => callApi(confirmFail, request, options),
    done: '该客户已战败审核通过',
  })
  return (
    <ConfirmDialog
      title={`同意战败 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="同意战败"
      danger
    >
      <p>此操作将同意该客户战败申请, 是否继续?</p>
      <DefeatRequest profile={profile} boxed />
    </ConfirmDialog>
  )
}
