import { Fail } from '@showroom/contract/customer/action.schema'
import { fail } from '@showroom/contract/customer/customer.api'
import { Input } from 'antd'
import { callApi } from '../../api/client'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field } from '../../ui/form/SchemaForm'
import type { ActionDialogProps } from '../actionDialog'
import { dealOf } from '../customerState'
import { type DefeatValues, defeatFieldOf, defeatPart } from '../follow/follow.form'
import { FollowDefeat } from '../follow/FollowDefeat'
import { OpenOrdersWarning, useOpenOrders } from './OpenOrdersWarning'
import { useActionForm } from '../dialogs/useActionForm'

interface Values extends DefeatValues {
  remark: string
}

export function DefeatDialog(props: ActionDialogProps) {
  return useOpenOrders(props.profile) ? <OpenOrdersWarning {...props} /> : <Defeat {...props} />
}

/** Requests a defeat without a follow-up; a reviewer decides. */
function Defeat({ profile, onClosed }: ActionDialogProps) {
  const form = useActionForm({
    profile,
    action: 'defeat',
    draft: 'customer.defeat',
    schema: Fail,
    initial: { failSeries: [], failPurchaseReason: [], remark: '' },
    toRequest: (values: Values) => ({
      ...dealOf(profile),
      ...defeatPart(values),
      remark: values.remark,
    }),
    fieldOf: defeatFieldOf,
    send: (request, options) => callApi(fail, request, options),
    done: '客户已被战败!',
  })
  return (
    <FormDialog
      title={`战败 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="提交战败申请"
      danger
      width={640}
      footerNote="提交后由审核人确认，审核期间不能跟进"
    >
      <FollowDefeat />
      <Field name="remark" label="备注" required>
        <Input.TextArea rows={3} maxLength={1000} showCount placeholder="为什么战败，是否还有机会" />
      </Field>
    </FormDialog>
  )
}
