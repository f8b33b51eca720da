import { replayFailed } from '@showroom/contract/webhook/webhook.api'
import {
  endpointState,
  eventTitle,
  keptDays,
  messageState,
  testEvent,
  webhookEventNames,
} from '@showroom/contract/webhook/webhook.rules'
import { type Endpoint, ReplayFailed } from '@showroom/contract/webhook/webhook.schema'
import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Select } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { Allowed } from '../frame/Allowed'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import type { DayRange } from '../ui/form/DayPicker'
import { DayRangePicker } from '../ui/form/DayRangePicker'
import { useSavedForm } from '../ui/form/useSavedForm'
import { SideDrawer } from '../ui/SideDrawer'
import { RowsSkeleton } from '../ui/Skeletons'
import { MessageRow } from './MessageRow'
import { invalidateWebhooks, logQuery, type LogRequest } from './webhook.queries'
import './webhook.css'

interface LogDrawerProps {
  endpoint: Endpoint
  onClose: () => void
}

const pageCount = 20
const states = [
  { value: -1, label: '全部结果' },
  { value: messageState.waiting, label: '等待推送' },
  { value: messageState.delivered, label: '已送达' },
  { value: messageState.failed, label: '未送达' },
] as const
const types = [
  { value: '', label: '全部事件' },
  ...[...webhookEventNames, testEvent].map((value) => ({ value, label: eventTitle(value) })),
]

type Filter = Pick<LogRequest, 'state' | 'type'> & { readonly createdDate?: DayRange | undefined }

/** Messages to an endpoint, with their outcomes. */
export function LogDrawer({ endpoint, onClose }: LogDrawerProps) {
  const [filter, setFilter] = useState<Filter>({ state: -1, type: '' })
  const [pageStart, setPage] = useState(1)
  const [asking, setAsking] = useState(false)
  const { createdDate, ...rest } = filter
  const { data, error, refetch, isPlaceholderData } = useQuery(
    logQuery({ ...rest, ...(createdDate && { createdDate }), endpointId: endpoint.id, pageStart, pageCount }),
  )
  const change = (next: Partial<Filter>): void => {
    setFilter({ ...filter, ...next })
    setPage(1)
  }
  const title = `推送记录 · ${endpoint.description || new URL(endpoint.url).host}`
  return (
    <SideDrawer title={title} isWide onClose={onClose}>
      <div className="sr-hook-filters">
        <Select
          aria-label="结果"
          value={filter.state ?? -1}
          options={[...states]}
          onChange={(state) => change({ state })}
        />
        <Select
          aria-label="事件"
          value={filter.type ?? ''}
          options={types}
          onChange={(type) => change({ type })}
        />
        <DayRangePicker
          aria-label="日期"
          value={createdDate}
          onChange={(range) => change({ createdDate: range })}
        />
      </div>
      <p className="sr-hook-about">
        <span className="sr-quiet">
          {data && `共 ${data.total} 条，`}保留{keptDays}天
        </span>
        {endpoint.failedTotal > 0 && endpoint.state === endpointState.on && (
          <Allowed to={replayFailed}>
            <Button size="small" onClick={() => setAsking(true)}>
              重发全部未送达（{endpoint.failedTotal}）
            </Button>
          </Allowed>
        )}
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={8} />}
      {data?.data.length === 0 && (
        <EmptyState title="没有推送记录" hint="可放宽筛选条件，或用“发送测试”试一次。" />
      )}
      <ul className={`sr-hook-messages ${isPlaceholderData ? 'sr-stale' : ''}`}>
        {data?.data.map((message) => (
          <MessageRow key={message.id} endpoint={endpoint} message={message} />
        ))}
      </ul>
      {data && data.total > pageCount && (
        <Pagination
          align="end"
          size="small"
          current={pageStart}
          pageSize={pageCount}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      {asking && <ReplayFailedDialog endpoint={endpoint} onClosed={() => setAsking(false)} />}
    </SideDrawer>
  )
}

function ReplayFailedDialog({ endpoint, onClosed }: { endpoint: Endpoint; onClosed: () => void }) {
  const form = useSavedForm({
    schema: ReplayFailed,
    initial: {},
    toRequest: () => ({ endpointId: endpoint.id }),
    send: (request, options) => callApi(replayFailed, request, options),
    done: ({ total }) => `已重新排队 ${total} 条`,
    refetch: invalidateWebhooks,
  })
  return (
    <ConfirmDialog title="重发全部未送达" form={form} onClosed={onClosed} okText="重发">
      <p>将重新推送 {endpoint.failedTotal} 条未送达的事件。</p>
      <p className="sr-confirm-hint">编号（webhook-id）不变，接收系统据此避免重复处理。</p>
    </ConfirmDialog>
  )
}
