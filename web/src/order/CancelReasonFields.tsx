import { cancelReasonsWithRemark } from '@showroom/contract/order/order.rules'
import { Input } from 'antd'
import { DictionarySelect } from '../base/public'
import { Field, useFieldValue } from '../ui/form/SchemaForm'

/** Reason for a cancellation; two of the reasons require a remark. `name`: the form field of the reason. */
export function CancelReasonFields({ name }: { name: string }) {
  const reason = useFieldValue<string>(name) ?? ''
  const required = cancelReasonsWithRemark.includes(reason)
  return (
    <>
      <Field name={name} label="取消原因" required>
        <DictionarySelect<string> kind="orderCancelReasons" placeholder="请选择取消订单原因" />
      </Field>
      <Field name="remark" label="备注" required={required}>
        <Input.TextArea rows={3} maxLength={200} showCount placeholder={required ? '请填写备注' : '选填'} />
      </Field>
    </>
  )
}
