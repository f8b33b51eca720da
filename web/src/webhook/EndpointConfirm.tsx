import { remove, rotate, switchTo } from '@showroom/contract/webhook/webhook.api'
import { bothSecretsHours } from '@showroom/contract/webhook/webhook.rules'
import { type Endpoint, NamedEndpoint } from '@showroom/contract/webhook/webhook.schema'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callApi } from '../api/client'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import type { SubmitOptions } from '../ui/form/types'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import type { EndpointAct } from './EndpointCard'
import { invalidateWebhooks } from './webhook.queries'

interface Asked {
  readonly title: string
  readonly okText: string
  readonly danger?: true
  readonly text: ReactNode
  readonly done: string
  readonly send: (id: number, options: SubmitOptions) => Promise<{ secret?: string }>
}

const questions: Readonly<Record<EndpointAct, Asked>> = {
  rotate: {
    title: '更换密钥',
    okText: '更换',
    text: `将生成新的签名密钥，只显示一次。原密钥在${bothSecretsHours}小时内仍然有效，请在此期间更新接收系统。`,
    done: '',
    send: (id, options) => callApi(rotate, { id }, options),
  },
  off: {
    title: '停用推送',
    okText: '停用',
    text: '停用后发生的事件不再推送；已在等待的事件保留，启用后继续发送。',
    done: '已停用',
    send: (id, options) => callApi(switchTo, { id, isOn: false }, options),
  },
  on: {
    title: '启用推送',
    okText: '启用',
    text: '启用后继续发送等待中的事件，并推送新发生的事件。',
    done: '已启用',
    send: (id, options) => callApi(switchTo, { id, isOn: true }, options),
  },
  remove: {
    title: '删除接收地址',
    okText: '删除',
    danger: true,
    text: '删除后不再推送，等待中的事件和推送记录一并删除，不能恢复。',
    done: '删除成功',
    send: (id, options) => callApi(remove, { id }, options),
  },
}

interface EndpointConfirmProps {
  act: EndpointAct
  endpoint: Endpoint
  onRotated: (secret: string) => void
  onClosed: () => void
}

export function EndpointConfirm({ act, endpoint, onRotated, onClosed }: EndpointConfirmProps) {
  const queries = useQueryClient()
  const message = useMessage()
  const { title, okText, danger = false, text, done, send } = questions[act]
  const form = useSchemaForm<object, typeof NamedEndpoint, { secret?: string }>({
    schema: NamedEndpoint,
    initial: {},
    toRequest: () => ({ id: endpoint.id }),
    send: (_request, options) => send(endpoint.id, options),
    onDone: ({ secret }) => {
      if (secret === undefined) message.success(done)
      else onRotated(secret)
      void invalidateWebhooks(queries)
    },
  })
  return (
    <ConfirmDialog title={title} form={form} onClosed={onClosed} okText={okText} danger={danger}>
      <p className="sr-hook-url">{endpoint.url}</p>
      <p className="sr-confirm-hint">{text}</p>
    </ConfirmDialog>
  )
}
