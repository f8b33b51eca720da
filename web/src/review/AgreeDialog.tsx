import { errors } from '@showroom/contract/kernel/errors'
import type { FailRow } from '@showroom/contract/review/list.schema'
import { agreedText, agreement, AgreeToDefeat } from '../customer/public'
import { Clamped } from '../ui/Clamped'
import { withoutRefreshHint } from '../ui/failure'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { Doubts } from './Doubts'
import { nameOf } from './review.labels'
import './review.css'

interface AgreeDialogProps {
  row: FailRow
  /** Called when the list has changed, by this decision or a colleague's. */
  onChanged: () => void
  onClosed: () => void
}

/** Agrees from the list, showing the evidence of the work on the customer again. */
export function AgreeDialog({ row, onChanged, onClosed }: AgreeDialogProps) {
  const message = useMessage()
  const form = useSchemaForm({
    ...agreement,
    toRequest: () => ({ customerId: row.customerId, dealId: row.dealId, requestId: row.requestId }),
    onDone: () => {
      message.success(agreedText)
      onChanged()
    },
    onRefused: (refusal) => {
      onChanged()
      if (refusal.code !== errors.STALE.code) return false
      return {
        title: withoutRefreshHint(refusal),
        description: '列表已刷新，处理结果可在“已审核”中查看。',
      }
    },
  })
  return (
    <AgreeToDefeat name={nameOf(row)} form={form} onClosed={onClosed}>
      <div className="sr-review-asked">
        <Doubts evidence={row.evidence} />
        <div>
          <p className="sr-review-asker">
            {row.requestedByName} <span>{row.reason}</span>
          </p>
          {row.remark && <Clamped text={row.remark} />}
        </div>
      </div>
    </AgreeToDefeat>
  )
}
