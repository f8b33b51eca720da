import { useQuery } from '@tanstack/react-query'
import { Modal, Pagination, Spin } from 'antd'
import { useState } from 'react'
import { formatMinute } from '../ui/day'
import { ErrorState } from '../ui/ErrorState'
import { topicsQuery } from './setting.queries'
import '../ui/form/form.css'

/** All past announcements, newest first. */
export function TopicHistory({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(topicsQuery(page))
  return (
    <Modal
      open={open}
      title="历史公告"
      width={640}
      centered
      wrapClassName="sr-dialog"
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      {data ? (
        <ol className="sr-topics">
          {data.data.map(({ id, content, userName, createdAt }) => (
            <li key={id} className="sr-topic">
              <p className="sr-quiet">
                <time className="sr-num">{formatMinute(createdAt)}</time> {userName}
                {content ? '' : ' 撤下了公告'}
              </p>
              {content && <p className="sr-topic-text">{content}</p>}
            </li>
          ))}
        </ol>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Spin />
      )}
      {data && data.total > 10 && (
        <Pagination
          size="small"
          current={page}
          total={data.total}
          showSizeChanger={false}
          onChange={(next) => setPage(next)}
        />
      )}
    </Modal>
  )
}
