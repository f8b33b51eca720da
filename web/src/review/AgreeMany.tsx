import type { FailRow } from '@showroom/contract/review/list.schema'
import { confirmFails } from '@showroom/contract/review/review.api'
import { ConfirmFails } from '@showroom/contract/review/review.schema'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { callApi } from '../api/client'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { LeftDialog } from '../ui/list/LeftDialog'
import { offerUndo, type UndoOffer } from '../ui/undo/undo'
import { nameOf } from './review.labels'

interface AgreeManyProps {
  requestIds: readonly number[]
  /** The selected requests on the visible page. */
  rows: readonly FailRow[]
  /** Called when the list has changed. */
  onChanged: () => void
  onClosed: () => void
}

/** Agrees to several defeats without doubts: one question, separate decisions. */
export function AgreeMany({ requestIds, rows, onChanged, onClosed }: AgreeManyProps) {
  const form = useSchemaForm<object, typeof ConfirmFails, AnswerOf<typeof confirmFails>>({
    schema: ConfirmFails,
    initial: {},
    toRequest: () => ({ requestIds: requestIds.join(',') }),
    send: (request, options) => callApi(confirmFails, request, options),
    onDone: (done) => {
      offerUndo({ text: `${done.successTotal} 位客户已战败审核通过`, left: leftOf(done) })
      onChanged()
    },
  })
  const names = rows.filter(({ requestId }) => requestIds.includes(requestId)).map(nameOf)
  const more = requestIds.length - names.length
  return (
    <ConfirmDialog
      title={`同意战败 ${requestIds.length} 位客户`}
      form={form}
      onClosed={onClosed}
      okText="同意战败"
      danger
    >
      <p>此操作将同意 {requestIds.length} 位客户战败申请, 是否继续?</p>
      <p className="sr-confirm-hint">
        {names.join('、')}
        {more > 0 && ` 等，另有 ${more} 位在其他页`}
      </p>
    </ConfirmDialog>
  )
}

/** The requests that stayed undecided, with their reasons; undefined if there are none. */
const leftOf = ({ successTotal, failTotal, failures }: AnswerOf<typeof confirmFails>): UndoOffer['left'] =>
  failTotal === 0
    ? undefined
    : {
        label: `操作失败 ${failTotal} 条`,
        render: (close) => (
          <LeftDialog
            action="同意战败"
            successTotal={successTotal}
            failTotal={failTotal}
            rows={failures.map(({ requestId: id, ...row }) => ({ ...row, id }))}
            unit="条"
            renderName={({ name }) => name}
            onClose={close}
          />
        ),
      }
