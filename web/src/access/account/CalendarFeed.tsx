import { closeFeed, feed, openFeed } from '@showroom/contract/appointment/appointment.api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { keyOf, queryOf } from '../../api/query'
import { copy } from '../../ui/copy'
import { formatDay } from '../../ui/day'
import { useMessage } from '../../ui/useMessage'

/** The secret address by which a phone's calendar subscribes to the member's appointments. */
export function CalendarFeed() {
  const queries = useQueryClient()
  const message = useMessage()
  const { data } = useQuery({ ...queryOf(feed, {}), staleTime: 0 })
  const [address, setAddress] = useState('')
  const refetch = (): void => void queries.invalidateQueries({ queryKey: keyOf(feed) })
  const open = useMutation({
    mutationFn: () => callApi(openFeed, {}, { withoutKey: 'secret' }),
    onSuccess: ({ path }) => {
      setAddress(`${location.origin}${path}`)
      refetch()
    },
  })
  const close = useMutation({
    mutationFn: () => callApi(closeFeed, {}, { withoutKey: 'same effect' }),
    onSuccess: () => {
      setAddress('')
      message.success('订阅地址已停用')
      refetch()
    },
  })
  if (!data) return null
  const isOpen = data.createdAt > 0
  return (
    <div>
      <dt>日历订阅</dt>
      <dd>
        <div className="sr-fact-act">
          <span className={isOpen ? undefined : 'sr-quiet'}>
            {isOpen ? `${formatDay(data.createdAt)} 生成` : '在手机日历里查看自己的预约'}
          </span>
          <Button type="link" size="small" loading={open.isPending} onClick={() => open.mutate()}>
            {isOpen ? '更换地址' : '生成地址'}
          </Button>
          {isOpen && (
            <Button type="link" size="small" loading={close.isPending} onClick={() => close.mutate()}>
              停用
            </Button>
          )}
        </div>
        {address && (
          <>
            <Input
              readOnly
              value={address}
              aria-label="日历订阅地址"
              onFocus={(event) => event.target.select()}
            />
            <p className="sr-quiet" role="status">
              地址只显示这一次，请勿转发。
              <Button
                type="link"
                size="small"
                onClick={() =>
                  void copy(address).then((done) =>
                    done ? message.success('已复制') : message.error('复制失败，请手动选择并复制'),
                  )
                }
              >
                复制
              </Button>
            </p>
          </>
        )}
      </dd>
    </div>
  )
}
