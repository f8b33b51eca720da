import { PlusOutlined } from '@ant-design/icons'
import { add } from '@showroom/contract/webhook/webhook.api'
import { endpointMost } from '@showroom/contract/webhook/webhook.rules'
import type { Endpoint } from '@showroom/contract/webhook/webhook.schema'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Allowed } from '../frame/Allowed'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { lazyDialog } from '../ui/lazyDialog'
import { PageHeader } from '../ui/PageHeader'
import { PageSkeleton } from '../ui/Skeletons'
import { EndpointCard, type EndpointAct } from './EndpointCard'
import { endpointsQuery } from './webhook.queries'
import './webhook.css'

const EndpointDialog = lazyDialog(() => import('./EndpointDialog').then((module) => module.EndpointDialog))
const EndpointConfirm = lazyDialog(() => import('./EndpointConfirm').then((module) => module.EndpointConfirm))
const SecretDialog = lazyDialog(() => import('./SecretDialog').then((module) => module.SecretDialog))
const LogDrawer = lazyDialog(() => import('./LogDrawer').then((module) => module.LogDrawer))

type Opened =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | EndpointAct; readonly endpoint: Endpoint }
  | { readonly what: 'secret'; readonly secret: string; readonly isNew: boolean }

/** The other systems that receive the store's events. */
export function WebhookPage() {
  const { data, error, isPending, refetch } = useQuery(endpointsQuery())
  const [opened, setOpened] = useState<Opened>()
  const [logOf, setLogOf] = useState<number>()
  const close = (): void => setOpened(undefined)
  const addButton = (
    <Allowed to={add}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ what: 'add' })}>
        新增地址
      </Button>
    </Allowed>
  )
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const endpoints = data.data
  const logEndpoint = endpoints.find(({ id }) => id === logOf)
  return (
    <>
      <PageHeader
        title="事件推送"
        hint={`客户、线索和订单有变化时，实时通知其他系统。最多${endpointMost}个地址。`}
      >
        {endpoints.length > 0 && addButton}
      </PageHeader>
      {endpoints.length === 0 && (
        <div className="sr-panel">
          <EmptyState
            title="还没有接收地址"
            hint="登记其他系统的接收地址后，线索进入、客户建档、订车等事件会带签名推送过去；内容只含编号，不含姓名和手机号。"
          >
            {addButton}
          </EmptyState>
        </div>
      )}
      <ul className="sr-hooks">
        {endpoints.map((endpoint) => (
          <EndpointCard
            key={endpoint.id}
            endpoint={endpoint}
            onAct={(what) => setOpened({ what, endpoint })}
            onLog={() => setLogOf(endpoint.id)}
          />
        ))}
      </ul>
      {opened?.what === 'add' && (
        <EndpointDialog
          onAdded={(secret) => setOpened({ what: 'secret', secret, isNew: true })}
          onClosed={() => setOpened((now) => (now?.what === 'add' ? undefined : now))}
        />
      )}
      {opened?.what === 'edit' && <EndpointDialog endpoint={opened.endpoint} onClosed={close} />}
      {opened && opened.what !== 'add' && opened.what !== 'edit' && opened.what !== 'secret' && (
        <EndpointConfirm
          act={opened.what}
          endpoint={opened.endpoint}
          onRotated={(secret) => setOpened({ what: 'secret', secret, isNew: false })}
          onClosed={() => setOpened((now) => (now?.what === 'secret' ? now : undefined))}
        />
      )}
      {opened?.what === 'secret' && (
        <SecretDialog secret={opened.secret} isNew={opened.isNew} onClosed={close} />
      )}
      {logEndpoint && <LogDrawer endpoint={logEndpoint} onClose={() => setLogOf(undefined)} />}
    </>
  )
}
