import { Reassign } from '@showroom/contract/customer/action.schema'
import { reassign } from '@showroom/contract/customer/customer.api'
import { Input } from 'antd'
import { callApi } from '../../api/client'
import { MemberSelect } from '../../team/public'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field } from '../../ui/form/SchemaForm'
import type { ActionDialogProps } from '../actionDialog'
import { dealOf } from '../customerState'
import { useActionForm } from './useActionForm'

interface ReassignValues {
  memberId?: number
  remark: string
}

/** Gives the customer to another manager: with the right to resign customers anybody of the store (document 2, section 6). */
export function ReassignDialog({ profile, onClosed }: ActionDialogProps) {
  const { deal } = profile.customer
  const form = useActionForm({
    profile,
    action: 'reassign',
    schema: Reassign,
    initial: { remark: '' },
    toRequest: (values: ReassignValues) => ({ ...dealOf(profile), ...values }),
    send: (request, options) => callApi(reassign, request, options),
    done: '客户再分配成功!',
  })
  return (
    <FormDialog
      title={`再分配 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="再分配"
      width={520}
    >
      <Field name="memberId" label="客户经理" required extra={`当前客户经理：${deal.ownerName}`}>
        <MemberSelect isAll={profile.canResign} without={[deal.ownerId]} />
      </Field>
      <Field name="remark" label="备注">
        <Input.TextArea rows={3} maxLength={500} showCount placeholder="交接说明，选填" />
      </Field>
    </FormDialog>
  )
}
