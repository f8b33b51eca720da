import { PlusOutlined } from '@ant-design/icons'
import { add, remove } from '@showroom/contract/sms/sms.api'
import { DeleteTemplate, type SmsTemplate } from '@showroom/contract/sms/sms.schema'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { Allowed } from '../frame/Allowed'
import { formatMinute } from '../ui/day'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { useSavedForm } from '../ui/form/useSavedForm'
import { RowActions, RowButton } from '../ui/list/table/RowActions'
import { lazyDialog } from '../ui/lazyDialog'
import { PageHeader } from '../ui/PageHeader'
import { PageSkeleton } from '../ui/Skeletons'
import { invalidateTemplates, templatesQuery } from './sms.queries'
import './sms.css'

const TemplateDialog = lazyDialog(() => import('./TemplateDialog').then((module) => module.TemplateDialog))

type Opened = { readonly what: 'add' } | { readonly what: 'edit' | 'remove'; readonly template: SmsTemplate }

/** The templates of texts to customers. */
export function TemplatePage() {
  const { data, error, isPending, refetch } = useQuery(templatesQuery())
  const [opened, setOpened] = useState<Opened>()
  const close = (): void => setOpened(undefined)
  const addButton = (
    <Allowed to={add}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ what: 'add' })}>
        新增模板
      </Button>
    </Allowed>
  )
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title="短信模板" hint="在客户档案的“更多”里选择“发送短信”使用。">
        {data.data.length > 0 && addButton}
      </PageHeader>
      {data.data.length === 0 && (
        <div className="sr-panel">
          <EmptyState title="还没有短信模板" hint="写好常用的短信，客户经理在客户档案里一键发送。">
            {addButton}
          </EmptyState>
        </div>
      )}
      <ul className="sr-templates">
        {data.data.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            onOpen={(what) => setOpened({ what, template })}
          />
        ))}
      </ul>
      {opened?.what === 'add' && <TemplateDialog onClosed={close} />}
      {opened?.what === 'edit' && <TemplateDialog template={opened.template} onClosed={close} />}
      {opened?.what === 'remove' && <RemoveDialog template={opened.template} onClosed={close} />}
    </>
  )
}

interface TemplateCardProps {
  template: SmsTemplate
  onOpen: (what: 'edit' | 'remove') => void
}

const TemplateCard = ({ template, onOpen }: TemplateCardProps) => (
  <li className="sr-template">
    <h2 className="sr-template-title">{template.subject}</h2>
    <p className="sr-sms-text">{template.content}</p>
    <div className="sr-template-foot">
      <span className="sr-quiet">
        {template.userName} <time className="sr-num">{formatMinute(template.updatedAt)}</time>
      </span>
      <Allowed to={remove}>
        <RowActions>
          <RowButton aria-label={`编辑 ${template.subject}`} onClick={() => onOpen('edit')}>
            编辑
          </RowButton>
          <RowButton aria-label={`删除 ${template.subject}`} onClick={() => onOpen('remove')}>
            删除
          </RowButton>
        </RowActions>
      </Allowed>
    </div>
  </li>
)

function RemoveDialog({ template, onClosed }: { template: SmsTemplate; onClosed: () => void }) {
  const form = useSavedForm({
    schema: DeleteTemplate,
    initial: {},
    toRequest: () => ({ id: template.id }),
    send: (request, options) => callApi(remove, request, options),
    done: '删除成功',
    refetch: invalidateTemplates,
  })
  return (
    <ConfirmDialog title="删除短信模板" form={form} onClosed={onClosed} okText="删除" danger>
      <p>确定删除模板“{template.subject}”吗？</p>
      <p className="sr-confirm-hint">已发送的短信不受影响。</p>
    </ConfirmDialog>
  )
}
