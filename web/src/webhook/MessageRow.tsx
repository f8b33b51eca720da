import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { replay } from '@showroom/contract/webhook/webhook.api'
import {
  answerMost,
  endpointState,
  eventTitle,
  messageState,
  outcomeText,
} from '@showroom/contract/webhook/webhook.rules'
import type { Attempts, Endpoint, Message } from '@showroom/contract/webhook/webhook.schema'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { callApi } from '../api/client'
import { Allowed } from '../frame/Allowed'
import { formatMinute } from '../ui/day'
import { ErrorState } from '../ui/ErrorState'
import { isRefusal } from '../ui/failure'
import { RowButton } from '../ui/list/table/RowActions'
import { RowsSkeleton } from '../ui/Skeletons'
import { useMessage } from '../ui/useMessage'
import { Chip, type ChipKind } from './Chip'
import { attemptsQuery, invalidateWebhooks } from './webhook.queries'

interface MessageRowProps {
  endpoint: Endpoint
  message: Message
}

const states: Readonly<Record<number, readonly [text: string, kind: ChipKind]>> = {
  [messageState.waiting]: ['等待推送', 'due'],
  [messageState.delivered]: ['已送达', 'good'],
  [messageState.failed]: ['未送达', 'bad'],
}

const kinds: Readonly<Record<string, string>> = { lead: '线索', customer: '客户', order: '订单' }
/** `customer:12` as 客户 12. */
const recordText = (record: string): string => {
  const [kind = '', id = ''] = record.split(':')
  return kinds[kind] ? `${kinds[kind]} ${id}` : ''
}

/** One event: type, time, outcome; unfolds to each try. */
export function MessageRow({ endpoint, message }: MessageRowProps) {
  const { id, type, record, dealerName, state, tries, createdAt, dueAt } = message
  const [isOpen, setOpen] = useState(false)
  const bodyId = useId()
  const again = useReplay(endpoint, message)
  const name = `${eventTitle(type)} ${recordText(record)}`.trim()
  const outcome = outcomeText(message)
  return (
    <li className="sr-hook-message">
      <div className="sr-hook-line">
        <button
          type="button"
          className="sr-hook-opener"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <DownOutlined /> : <RightOutlined />}
          <span className="sr-hook-what">{name}</span>
        </button>
        <Chip of={states[state]} />
        <time className="sr-num sr-quiet">{formatMinute(createdAt)}</time>
      </div>
      <p className="sr-hook-facts">
        <span className="sr-num">msg_{id}</span>
        {endpoint.isGroup && <span>{dealerName}</span>}
        {tries > 0 && <span>尝试 {tries} 次</span>}
        {outcome && <span>{outcome}</span>}
        {dueAt > 0 && tries > 0 && <span>下次 {formatMinute(dueAt)}</span>}
        {state !== messageState.waiting && endpoint.state === endpointState.on && (
          <Allowed to={replay}>
            <RowButton
              className="sr-hook-again"
              loading={again.isPending}
              aria-label={`重发 ${name}`}
              onClick={() => again.mutate()}
            >
              重发
            </RowButton>
          </Allowed>
        )}
      </p>
      <div id={bodyId}>{isOpen && <Tries endpointId={endpoint.id} id={id} />}</div>
    </li>
  )
}

function Tries({ endpointId, id }: { endpointId: number; id: number }) {
  const { data, error, refetch } = useQuery(attemptsQuery(endpointId, id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={2} />
  return (
    <div className="sr-hook-tries">
      <p className="sr-quiet">推送内容</p>
      <Scrolled label="推送内容" text={JSON.stringify(JSON.parse(data.body), undefined, 2)} />
      <p className="sr-quiet">{data.attempts.length > 0 ? '每次尝试' : '还没有尝试过'}</p>
      <ol>
        {data.attempts.map((attempt) => (
          <Try key={`${attempt.at}-${attempt.ms}`} attempt={attempt} />
        ))}
      </ol>
    </div>
  )
}

/** Marks a response whose end was not stored. */
const answerText = (answer: string): string => (answer.length < answerMost ? answer : `${answer}…`)

const Try = ({ attempt }: { attempt: z.infer<typeof Attempts>['attempts'][number] }) => (
  <li>
    <p className="sr-hook-facts">
      <time className="sr-num">{formatMinute(attempt.at)}</time>
      <span>{outcomeText(attempt)}</span>
      <span className="sr-num">{attempt.ms} 毫秒</span>
    </p>
    {attempt.answer && <Scrolled label="答复内容" text={answerText(attempt.answer)} />}
  </li>
)

/** A long text, also scrollable by keyboard. */
const Scrolled = ({ label, text }: { label: string; text: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
  <pre role="region" aria-label={label} tabIndex={0}>
    {text}
  </pre>
)

function useReplay({ id: endpointId }: Endpoint, { id }: Message) {
  const queries = useQueryClient()
  const notice = useMessage()
  return useMutation({
    mutationFn: () => callApi(replay, { endpointId, id }, { once: true }),
    onSuccess: () => {
      notice.success('已重新排队')
      void invalidateWebhooks(queries)
    },
    onError: (error) => notice.error(isRefusal(error) ? error.message : '重发失败，请重试'),
  })
}
