import { BatchReassign } from '@showroom/contract/customer/action.schema'
import { batchReassign } from '@showroom/contract/customer/customer.api'
import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useRef } from 'react'
import { callApi } from '../../api/client'
import { MemberSelect } from '../../team/public'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field } from '../../ui/form/SchemaForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { useMessage } from '../../ui/useMessage'
import { invalidateCustomerList } from '../customer.queries'

interface BatchReassignDialogProps {
  customerIds: readonly number[]
  /** Unmount it then. */
  onClosed: (done: boolean) => void
}

interface BatchReassignValues {
  memberId?: number
  remark: string
}

/** Gives the selected customers to another manager. */
export function BatchReassignDialog({ customerIds, onClosed }: BatchReassignDialogProps) {
  const queries = useQueryClient()
  const message = useMessage()
  const done = useRef(false)
  const form = useSchemaForm({
    schema: BatchReassign,
    initial: { remark: '' },
    toRequest: (values: BatchReassignValues) => ({ ...values, customerIds: customerIds.join(',') }),
    send: (request, options) => callApi(batchReassign, request, options),
    onDone: ({ successTotal }) => {
      done.current = true
      message.success(`${successTotal} 位客户再分配成功!`)
      const left = customerIds.length - successTotal
      if (left > 0) message.info(`另有 ${left} 位未变动：已战败、战败待审核或已属于该客户经理`)
      void invalidateCustomerList(queries)
    },
  })
  return (
    <FormDialog
      title={`再分配 ${customerIds.length} 位客户`}
      form={form}
      onClosed={() => onClosed(done.current)}
      okText="再分配"
      width={520}
    >
      <Field name="memberId" label="客户经理" required>
        <MemberSelect />
      </Field>
      <Field name="remark" label="备注">
        <Input.TextArea rows={3} maxLength={500} showCount placeholder="交接说明，选填" />
      </Field>
    </FormDialog>
  )
}
