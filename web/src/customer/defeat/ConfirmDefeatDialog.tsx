import type { ActionDialogProps } from '../actionDialog'
import { requestOf } from '../customerState'
import { DefeatRequest } from '../fields/DefeatRequest'
import { agreedText, agreement, AgreeToDefeat } from './AgreeToDefeat'
import { OpenOrdersWarning, useOpenOrders } from './OpenOrdersWarning'
import { useActionForm } from '../dialogs/useActionForm'

export function ConfirmDefeatDialog(props: ActionDialogProps) {
  return useOpenOrders(props.profile) ? <OpenOrdersWarning {...props} /> : <ConfirmDefeat {...props} />
}

function ConfirmDefeat({ profile, onClosed }: ActionDialogProps) {
  const form = useActionForm({
    ...agreement,
    profile,
    action: 'confirmDefeat',
    toRequest: () => requestOf(profile),
    done: agreedText,
  })
  return (
    <AgreeToDefeat name={profile.customer.name} form={form} onClosed={onClosed}>
      <DefeatRequest profile={profile} boxed />
    </AgreeToDefeat>
  )
}
