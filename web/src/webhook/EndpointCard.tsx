import { MoreOutlined } from '@ant-design/icons'
import { test } from '@showroom/contract/webhook/webhook.api'
import {
  endpointState,
  eventTitle,
  messageState,
  outcomeText,
  webhookEventNames,
} from '@showroom/contract/webhook/webhook.rules'
import type { Endpoint } from '@showroom/contract/webhook/webhook.schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi } from '../api/client'
import { Allowed } from '../frame/Allowed'
import { formatMinute } from '../ui/day'
import { isRefusal } from '../ui/failure'
import { useMessage } from '../ui/useMessage'
import { Chip, type ChipKind } from './Chip'
import { Dropdown } from '../ui/later/later'
import { invalidateWebhooks } from './webhook.queries'

/** Actions with a confirmation. */
export type EndpointAct = 'rotate' | 'off' | 'on' | 'remove'

interface EndpointCardProps {
  endpoint: Endpoint
  onAct: (what: 'edit' | EndpointAct) => void
  onLog: () => void
}

const states: Readonly<Record<number, readonly [text: string, kind: ChipKind]>> = {
  [endpointState.on]: ['推送中', 'good'],
  [endpointState.off]: ['已停用', 'quiet'],
  [endpointState.gone]: ['对方已停用', 'bad'],
}

/** An endpoint: its events, its deliveries, and its actions. */
export function EndpointCard({ endpoint, onAct, onLog }: EndpointCardProps) {
  const { url, description, events, isGroup, state, waitingTotal, failedTotal, previousUntil } = endpoint
  const isOn = state === endpointState.on
  const name = description || new URL(url).host
  const sending = useTest(endpoint, onLog)
  return (
    <li className="sr-hook" aria-label={name}>
      <div className="sr-hook-head">
        <h2 className="sr-hook-name">{name}</h2>
        <Chip of={states[state]} />
        {isGroup && <Chip of={['集团全部门店', 'quiet']} />}
      </div>
      <p className="sr-hook-url">{url}</p>
      <p>
        {events.length === webhookEventNames.length
          ? '全部事件'
          : events.map((event) => eventTitle(event)).join('、')}
      </p>
      <p className="sr-hook-facts">
        <Last endpoint={endpoint} />
        {waitingTotal > 0 && <span className="sr-hook-due">{waitingTotal} 条等待推送</span>}
        {failedTotal > 0 && <span className="sr-hook-failed">共 {failedTotal} 条未送达</span>}
        {previousUntil > 0 && <span>原密钥有效至 {formatMinute(previousUntil)}</span>}
      </p>
      <div className="sr-hook-foot">
        <Button size="small" onClick={onLog} aria-label={`推送记录 ${name}`}>
          推送记录
        </Button>
        <Allowed to={test}>
          <Button
            size="small"
            disabled={!isOn}
            loading={sending.isPending}
            onClick={() => sending.mutate()}
            aria-label={`发送测试 ${name}`}
          >
            发送测试
          </Button>
          <Button size="small" onClick={() => onAct('edit')} aria-label={`编辑 ${name}`}>
            编辑
          </Button>
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                { key: 'rotate', label: '更换密钥' },
                isOn ? { key: 'off', label: '停用' } : { key: 'on', label: '启用' },
                { key: 'remove', label: '删除' },
              ],
              onClick: ({ key }) => onAct(key as EndpointAct),
            }}
          >
            <Button size="small" icon={<MoreOutlined />} aria-label={`更多 ${name}`} />
          </Dropdown>
        </Allowed>
      </div>
    </li>
  )
}

function Last({ endpoint: { last } }: { endpoint: Endpoint }) {
  if (!last) return <span>还没有推送过</span>
  const { createdAt, type, state } = last
  const isDelivered = state === messageState.delivered
  const failed = state === messageState.waiting ? '未送达，将重试' : '未送达'
  return (
    <span>
      最近一次 {formatMinute(createdAt)} {eventTitle(type)}{' '}
      <span className={isDelivered ? 'sr-hook-good' : 'sr-hook-failed'}>
        {isDelivered ? '已送达' : `${failed}（${outcomeText(last)}）`}
      </span>
    </span>
  )
}

/** Opens the log, which shows the outcome. */
function useTest({ id }: Endpoint, onSent: () => void) {
  const queries = useQueryClient()
  const message = useMessage()
  return useMutation({
    mutationFn: () => callApi(test, { id }, { once: true }),
    onSuccess: () => {
      onSent()
      void invalidateWebhooks(queries)
    },
    onError: (error) => message.error(isRefusal(error) ? error.message : '发送失败，请重试'),
  })
}
