import type { FailRow } from '@showroom/contract/review/list.schema'
import { confirmFails } from '@showroom/contract/review/review.api'
import { ConfirmFails } from '@showroom/contract/review/review.schema'
import { useState } from 'react'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { callApi } from '../api/client'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { LeftDialog } from '../ui/list/LeftDialog'
import { useMessage } from '../ui/useMessage'
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
  const message = useMessage()
  const [answer, setAnswer] = useState<AnswerOf<typeof confirmFails>>()
  const form = useSchemaForm<object, typeof ConfirmFails, AnswerOf<typeof confirmFails>>({
    schema: ConfirmFails,
    initial: {},
    toRequest: () => ({ requestIds: requestIds.join(',') }),
    send: (request, options) => callApi(confirmFails, request, options),
    onDone: (done) => {
      if (done.successTotal > 0) message.success(`${done.successTotal} 位客户已战败审核通过`)
      setAnswer(done)
      onChanged()
    },
  })
  if (answer && answer.failTotal > 0)
    return (
      <LeftDialog
        action="同意战败"
        successTotal={answer.successTotal}
        failTotal={answer.failTotal}
        rows={answer.failures.map(({ requestId: id, ...row }) => ({ ...row, id }))}
        unit="条"
        renderName={({ name }) => name}
        onClose={onClosed}
      />
    )
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
