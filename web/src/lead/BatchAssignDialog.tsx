import { BatchAssign } from '@showroom/contract/lead/handle.schema'
import { batchAssign } from '@showroom/contract/lead/lead.api'
import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useRef } from 'react'
import { callApi } from '../api/client'
import { MemberSelect } from '../team/public'
import { FormDialog } from '../ui/form/FormDialog'
import { Field } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { invalidateLeads } from './lead.queries'

interface BatchAssignDialogProps {
  clueIds: readonly number[]
  /** Unmount it then. */
  onClosed: (done: boolean) => void
}

interface BatchAssignValues {
  memberId?: number
  remark: string
}

/** Gives the selected leads to one member. */
export function BatchAssignDialog({ clueIds, onClosed }: BatchAssignDialogProps) {
  const queries = useQueryClient()
  const message = useMessage()
  const done = useRef(false)
  const form = useSchemaForm({
    schema: BatchAssign,
    initial: { remark: '' },
    toRequest: (values: BatchAssignValues) => ({ ...values, clueIdArr: [...clueIds] }),
    send: (request, options) => callApi(batchAssign, request, options),
    onDone: ({ successTotal, repeatTotal, skippedTotal }) => {
      done.current = true
      if (successTotal > 0) message.success('分配成功')
      if (repeatTotal > 0) message.info(`其中 ${repeatTotal} 条号码已是客户，已归入原客户`)
      if (skippedTotal > 0) message.info(`${skippedTotal} 条未分配：已被他人处理或状态已变化`)
      void invalidateLeads(queries)
    },
  })
  return (
    <FormDialog
      title={`分配 ${clueIds.length} 条线索`}
      form={form}
      onClosed={() => onClosed(done.current)}
      okText="分配"
      width={520}
    >
      <Field name="memberId" label="客户经理" required>
        <MemberSelect isAll withLeads />
      </Field>
      <Field name="remark" label="备注">
        <Input.TextArea rows={3} maxLength={500} showCount placeholder="分配说明，选填" />
      </Field>
    </FormDialog>
  )
}
