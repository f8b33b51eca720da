import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { ErrorState } from './ErrorState'
import { RowsSkeleton } from './Skeletons'
import './form/form.css'
import './RecordDialog.css'

export interface RecordProps {
  /** The id from the timeline row. */
  id: number
  /** Called after the closing animation: unmount the dialog then. */
  onClosed: () => void
}

interface RecordDialogProps<Answer> {
  title: string
  query: UseQueryResult<Answer>
  onClosed: () => void
  width?: number
  children: (answer: Answer) => ReactNode
}

/** A read-only dialog that a timeline row links to. */
export function RecordDialog<Answer>(props: RecordDialogProps<Answer>) {
  const { title, query, onClosed, width = 640, children } = props
  const [open, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  return (
    <Modal
      open={open}
      title={title}
      width={width}
      centered
      wrapClassName="sr-dialog"
      onCancel={close}
      afterClose={onClosed}
      footer={<Button onClick={close}>关闭</Button>}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it */}
      <div className="sr-record" role="region" aria-label={title} tabIndex={0}>
        {query.data ? (
          children(query.data)
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <RowsSkeleton rows={5} />
        )}
      </div>
    </Modal>
  )
}
