import { Reassign } from '@showroom/contract/customer/action.schema'
import { reassign } from '@showroom/contract/customer/customer.api'
import { callApi } from '../../api/client'
import { HandOverDialog, type HandOverValues, MemberSelect } from '../../team/public'
import type { ActionDialogProps } from '../actionDialog'
import { dealOf } from '../customerState'
import { useActionForm } from './useActionForm'

/** Reassigns the customer to a member of the user's own line or to the user; with `canResign` to any member of the store. */
export function ReassignDialog({ profile, onClosed }: ActionDialogProps) {
  const { deal } = profile.customer
  const form = useActionForm({
    profile,
    action: 'reassign',
    schema: Reassign,
    initial: { remark: '' },
    toRequest: (values: HandOverValues) => ({ ...dealOf(profile), ...values }),
    send: (request, options) => callApi(reassign, request, options),
    done: '客户再分配成功!',
    undoOf: ({ undoId, ownerName }) => ({ undoId, about: `${profile.customer.name} → ${ownerName}` }),
  })
  return (
    <HandOverDialog
      title={`再分配 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="再分配"
      remarkPlaceholder="交接说明，选填"
      member={<MemberSelect isAll={profile.canResign} withSelf without={[deal.ownerId]} />}
      memberExtra={`当前客户经理：${deal.ownerName}`}
    />
  )
}
