import { errors } from '@showroom/contract/kernel/errors'
import type { FailRow } from '@showroom/contract/review/list.schema'
import { confirmFail } from '@showroom/contract/review/review.api'
import { ConfirmFail } from '@showroom/contract/review/review.schema'
import { callApi } from '../api/client'
import { Clamped } from '../ui/Clamped'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { Doubts } from './Doubts'
import { nameOf } from './review.labels'

interface AgreeDialogProps {
  row: FailRow
  /** The list is no longer what it was: by this decision, or by a colleague's. */
  onChanged: () => void
  onClosed: () => void
}

/** Agreeing straight from the list, with what was done for the customer once more in sight. */
export function AgreeDialog({ row, onChanged, onClosed }: AgreeDialogProps) {
  const message = useMessage()
  const form = useSchemaForm({
    schema: ConfirmFail,
    initial: {},
    toRequest: () => ({ customerId: row.customerId, dealId: row.dealId, requestId: row.requestId }),
    send: (request, options) => callApi(confirmFail, request, options),
    onDone: () => {
      message.success('该客户已战败审核通过')
      onChanged()
    },
    onRefused: (refusal) => {
      onChanged()
      if (refusal.code !== errors.STALE.code) return false
      return {
        // The text asks to refresh, which has just been done.
        title: refusal.message.replace('，请刷新后重试', ''),
        description: '列表已刷新，处理结果可在“已审核”中查看。',
      }
    },
  })
  return (
    <ConfirmDialog title={`同意战败 ${nameOf(row)}`} form={form} onClosed={onClosed} okText="同意战败" danger>
      <p>此操作将同意该客户战败申请, 是否继续?</p>
      <div className="sr-review-asked">
        <Doubts evidence={row.evidence} />
        <div>
          <p className="sr-review-asker">
            {row.requestedByName} <span>{row.reason}</span>
          </p>
          {row.remark && <Clamped text={row.remark} />}
        </div>
      </div>
    </ConfirmDialog>
  )
}
