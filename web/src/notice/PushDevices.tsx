import * as noticeApi from '@showroom/contract/notice/notice.api'
import type { Device } from '@showroom/contract/notice/device.schema'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi } from '../api/client'
import { keyOf, queryOf } from '../api/query'
import { formatDay } from '../ui/day'
import { failureText } from '../ui/failure'
import { RelativeTime } from '../ui/RelativeTime'
import { useMessage } from '../ui/useMessage'
import { enablePush, hasPush, NoPush } from './devices'
import { PushWishes } from './PushWishes'
import './push-devices.css'

/** The browsers in which the member receives notices while no page is open; renders nothing if Web Push is not configured. */
export function PushDevices() {
  const { data } = useQuery({ ...queryOf(noticeApi.devices, {}), staleTime: 0 })
  const { data: setting } = useQuery({ ...queryOf(noticeApi.pushSetting, {}), staleTime: 0 })
  if (!data?.publicKey) return null
  return (
    <>
      <div>
        <dt>浏览器消息</dt>
        <dd>
          {data.data.length > 0 && (
            <ul className="sr-devices" aria-label="接收消息的浏览器">
              {data.data.map((device) => (
                <DeviceLine key={device.id} device={device} />
              ))}
            </ul>
          )}
          {!data.data.some(({ isHere }) => isHere) && <Enable publicKey={data.publicKey} />}
        </dd>
      </div>
      {data.data.length > 0 && setting?.isBound === false && (
        <div>
          <dt>消息类型</dt>
          <dd>
            <PushWishes />
          </dd>
        </div>
      )}
    </>
  )
}

const useRefetch = () => {
  const queries = useQueryClient()
  return (): Promise<void> => queries.invalidateQueries({ queryKey: keyOf(noticeApi.devices) })
}

function Enable({ publicKey }: { publicKey: string }) {
  const refetch = useRefetch()
  const enable = useMutation({
    mutationFn: () => enablePush(publicKey),
    onSettled: refetch,
    meta: { isShown: true },
  })
  if (!hasPush())
    return (
      <span className="sr-quiet">
        此浏览器不支持消息提醒。iPhone 和 iPad 请先“添加到主屏幕”，再从主屏幕打开
      </span>
    )
  const { error } = enable
  return (
    <>
      <div className="sr-fact-act">
        <span className="sr-quiet">
          {enable.isPending ? '正在等待测试消息…' : '不打开页面也能收到提醒，夜间不打扰'}
        </span>
        <Button type="link" size="small" loading={enable.isPending} onClick={() => enable.mutate()}>
          在此浏览器接收
        </Button>
      </div>
      {error && (
        <p className="sr-devices-problem" role="alert">
          {error instanceof NoPush ? error.message : failureText(error)}
        </p>
      )}
    </>
  )
}

const testTexts = {
  sent: '测试消息已发送',
  gone: '该浏览器已取消接收，已从列表移除',
  failed: '推送服务暂时连接不上，稍后再试',
} as const

function DeviceLine({ device: { id, name, isHere, createdAt, succeededAt } }: { device: Device }) {
  const refetch = useRefetch()
  const message = useMessage()
  const onError = (error: unknown): void => message.error(failureText(error))
  const test = useMutation({
    mutationFn: () => callApi(noticeApi.testDevice, { id }, { once: true }),
    onSuccess: ({ result }) => (result === 'sent' ? message.success : message.error)(testTexts[result]),
    onError,
    onSettled: refetch,
  })
  const remove = useMutation({
    mutationFn: () => callApi(noticeApi.removeDevice, { id }, { withoutKey: 'same effect' }),
    onError,
    onSettled: refetch,
  })
  return (
    <li>
      <span>
        {name}
        {isHere && <span className="sr-quiet">（此浏览器）</span>}
      </span>
      <span className="sr-quiet">
        {formatDay(createdAt)} 开启
        {succeededAt > 0 && (
          <>
            ，<RelativeTime at={succeededAt} />
            送达
          </>
        )}
      </span>
      <span className="sr-devices-acts">
        <Button
          type="link"
          size="small"
          aria-label={`发送测试 ${name}`}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          发送测试
        </Button>
        <Button
          type="link"
          size="small"
          aria-label={`移除 ${name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          移除
        </Button>
      </span>
    </li>
  )
}
