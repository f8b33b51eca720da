import * as access from '@showroom/contract/access/access.api'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '../../api/client'
import { PushWishes } from '../../notice/public'
import { keyOf, queryOf } from '../../api/query'
import { formatDay } from '../../ui/day'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { useSavedForm } from '../../ui/form/useSavedForm'

/** Whether the member's account is bound to WeCom, with the button to unbind it; renders nothing if WeCom sign-in is not offered. */
export function WecomBinding() {
  const { data } = useQuery({ ...queryOf(access.bindings, {}), staleTime: 0 })
  const [asks, setAsks] = useState(false)
  if (!data?.wecom.isOffered) return null
  const { boundAt } = data.wecom
  return (
    <>
      <div>
        <dt>企业微信</dt>
        <dd className="sr-fact-act">
          {boundAt === 0 ? (
            <span className="sr-quiet">未绑定，在登录页扫码即可绑定</span>
          ) : (
            <>
              <span>{formatDay(boundAt)} 绑定</span>
              <Button type="link" size="small" onClick={() => setAsks(true)}>
                解除绑定
              </Button>
            </>
          )}
          {asks && <UnbindDialog onClosed={() => setAsks(false)} />}
        </dd>
      </div>
      {boundAt > 0 && (
        <div>
          <dt>企业微信消息</dt>
          <dd>
            <PushWishes />
          </dd>
        </div>
      )}
    </>
  )
}

function UnbindDialog({ onClosed }: { onClosed: () => void }) {
  const form = useSavedForm({
    schema: z.object({}),
    initial: {},
    send: (_request, options) => callApi(access.unbindWecom, {}, options),
    done: '已解除企业微信绑定',
    refetch: (queries) => queries.invalidateQueries({ queryKey: keyOf(access.bindings) }),
  })
  return (
    <ConfirmDialog title="解除企业微信绑定？" form={form} onClosed={onClosed} okText="解除绑定" danger>
      <p>解除后不能再扫码登录，也不再收到企业微信消息；需要时可重新扫码绑定。</p>
    </ConfirmDialog>
  )
}
