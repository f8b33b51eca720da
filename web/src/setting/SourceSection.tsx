import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { addSource, deleteSource, updateSource } from '@showroom/contract/setting/setting.api'
import { AddSource, DeleteSource, UpdateSource } from '@showroom/contract/setting/setting.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { customSourceQuery } from '../team/public'
import { ErrorState } from '../ui/ErrorState'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { FormDialog } from '../ui/form/FormDialog'
import { Field } from '../ui/form/SchemaForm'
import { RowsSkeleton } from '../ui/Skeletons'
import { SettingSection } from './SettingSection'
import { useSettingForm } from './useSettingForm'
import { TipButton } from '../ui/Tip'

interface Source {
  readonly id: number
  readonly name: string
}
type Opened = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly source: Source }

/** The store's own customer sources, in addition to the dictionary's. */
export function SourceSection() {
  const { data, error, isPending, refetch } = useQuery(customSourceQuery())
  const [opened, setOpened] = useState<Opened>()
  const close = (): void => setOpened(undefined)
  const sources = data?.data ?? []
  return (
    <SettingSection
      title="自定义来源"
      hint="新建客户时，来源选“自定义”后可选。"
      extra={
        <Button icon={<PlusOutlined />} onClick={() => setOpened({ what: 'add' })}>
          新增来源
        </Button>
      }
    >
      {isPending && <RowsSkeleton rows={2} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && sources.length === 0 && <p className="sr-quiet">还没有自定义来源。</p>}
      <ul className="sr-sources">
        {sources.map((source) => (
          <SourceRow key={source.id} source={source} onOpen={(what) => setOpened({ what, source })} />
        ))}
      </ul>
      {opened?.what === 'add' && <NameDialog onClosed={close} />}
      {opened?.what === 'rename' && <NameDialog source={opened.source} onClosed={close} />}
      {opened?.what === 'remove' && <RemoveDialog source={opened.source} onClosed={close} />}
    </SettingSection>
  )
}

const SourceRow = ({ source, onOpen }: { source: Source; onOpen: (what: 'rename' | 'remove') => void }) => (
  <li className="sr-source">
    <span className="sr-source-name" title={source.name}>
      {source.name}
    </span>
    <TipButton
      tip="重命名"
      type="text"
      size="small"
      icon={<EditOutlined />}
      aria-label={`重命名 ${source.name}`}
      onClick={() => onOpen('rename')}
    />
    <TipButton
      tip="删除"
      type="text"
      size="small"
      icon={<DeleteOutlined />}
      aria-label={`删除 ${source.name}`}
      onClick={() => onOpen('remove')}
    />
  </li>
)

function useSourcesAgain(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: customSourceQuery().queryKey })
}

function NameDialog({ source, onClosed }: { source?: Source; onClosed: () => void }) {
  const readAgain = useSourcesAgain()
  const onDone = readAgain
  const initial = { name: source?.name ?? '' }
  const adding = useSettingForm({
    schema: AddSource,
    initial,
    send: (request, options) => callApi(addSource, request, options),
    done: '添加成功',
    onDone,
  })
  const renaming = useSettingForm({
    schema: UpdateSource,
    initial,
    toRequest: ({ name }: { name: string }) => ({ sourceId: source?.id, name }),
    send: (request, options) => callApi(updateSource, request, options),
    done: '更新成功',
    onDone,
  })
  return (
    <FormDialog
      title={source ? '重命名来源' : '新增来源'}
      form={source ? renaming : adding}
      onClosed={onClosed}
      okText={source ? '重命名' : '新增'}
      width={440}
    >
      <Field
        name="name"
        label="来源名称"
        required
        {...(source && { extra: '已使用该来源的客户，会显示新的名称。' })}
      >
        <Input maxLength={20} showCount />
      </Field>
    </FormDialog>
  )
}

function RemoveDialog({ source, onClosed }: { source: Source; onClosed: () => void }) {
  const form = useSettingForm({
    schema: DeleteSource,
    initial: {},
    toRequest: () => ({ sourceId: source.id }),
    send: (request, options) => callApi(deleteSource, request, options),
    done: '删除成功',
    onDone: useSourcesAgain(),
  })
  return (
    <ConfirmDialog title="删除来源" form={form} onClosed={onClosed} okText="删除" danger>
      <p>确定删除来源“{source.name}”吗？</p>
      <p className="sr-confirm-hint">已使用该来源的客户不受影响。</p>
    </ConfirmDialog>
  )
}
