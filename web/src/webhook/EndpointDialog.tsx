import { add, update } from '@showroom/contract/webhook/webhook.api'
import { ofGroup, webhookEvents } from '@showroom/contract/webhook/webhook.rules'
import { AddEndpoint, type Endpoint, UpdateEndpoint } from '@showroom/contract/webhook/webhook.schema'
import { useQueryClient } from '@tanstack/react-query'
import { Checkbox, Input, Switch } from 'antd'
import { callApi } from '../api/client'
import { useSession } from '../frame/session'
import { FormDialog } from '../ui/form/FormDialog'
import { Field } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { invalidateWebhooks } from './webhook.queries'
import './webhook.css'

interface Values {
  url: string
  description: string
  events: string[]
  isGroup: boolean
}

interface EndpointDialogProps {
  endpoint?: Endpoint
  /** Receives the secret of a new endpoint. */
  onAdded?: (secret: string) => void
  onClosed: () => void
}

const options = Object.entries(webhookEvents).map(([value, label]) => ({ value, label }))

/** Edits an endpoint's address and events. */
export function EndpointDialog({ endpoint, onAdded, onClosed }: EndpointDialogProps) {
  const queries = useQueryClient()
  const message = useMessage()
  const session = useSession()
  const form = useSchemaForm<Values, typeof AddEndpoint, { secret?: string }>({
    schema: AddEndpoint,
    initial: endpoint ?? {
      url: '',
      description: '',
      events: options.map(({ value }) => value),
      isGroup: false,
    },
    send: (request, sending) =>
      endpoint
        ? callApi(update, UpdateEndpoint.parse({ ...request, id: endpoint.id }), sending)
        : callApi(add, request, sending),
    onDone: ({ secret }) => {
      if (secret === undefined) message.success('保存成功')
      else onAdded?.(secret)
      void invalidateWebhooks(queries)
    },
  })
  return (
    <FormDialog
      title={endpoint ? '编辑接收地址' : '新增接收地址'}
      form={form}
      onClosed={onClosed}
      width={600}
      okText="保存"
    >
      <Field
        name="url"
        label="接收地址"
        required
        extra="必须是公网可访问的https地址（443或8443端口）；事件以POST方式发送，10秒内答复2xx即为送达。"
      >
        <Input placeholder="https://" maxLength={500} inputMode="url" autoComplete="off" />
      </Field>
      <Field name="description" label="说明">
        <Input maxLength={50} placeholder="如：集团数据中台" />
      </Field>
      <Field name="events" label="事件" group>
        <Checkbox.Group className="sr-hook-choices" options={options} />
      </Field>
      {!endpoint && ofGroup(session) && (
        <Field
          name="isGroup"
          label="集团全部门店"
          valuePropName="checked"
          extra="开启后推送集团内所有门店的事件；关闭则只推送本店。"
        >
          <Switch />
        </Field>
      )}
    </FormDialog>
  )
}
