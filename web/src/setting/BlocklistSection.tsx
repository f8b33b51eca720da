import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { removeBlocked } from '@showroom/contract/setting/setting.api'
import { type Blocked, RemoveBlocked } from '@showroom/contract/setting/blocklist.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { formatDay } from '../ui/day'
import { ErrorState } from '../ui/ErrorState'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { RowButton } from '../ui/list/table/RowActions'
import { lazyDialog } from '../ui/lazyDialog'
import { RowsSkeleton } from '../ui/Skeletons'
import { blockedQuery, invalidateBlocked } from './setting.queries'
import { SettingSection } from './SettingSection'
import { useSettingForm } from './useSettingForm'

const AddBlockedDialog = lazyDialog(() =>
  import('./AddBlockedDialog').then((module) => module.AddBlockedDialog),
)
const ImportBlockedDialog = lazyDialog(() =>
  import('./ImportBlockedDialog').then((module) => module.ImportBlockedDialog),
)

/** The store's own blocklist, which adds to the maker's. */
export function BlocklistSection() {
  const [page, setPage] = useState(1)
  const { data, error, isPending, refetch } = useQuery(blockedQuery(page))
  const [opened, setOpened] = useState<'add' | 'import' | Blocked>()
  const close = (): void => setOpened(undefined)
  return (
    <SettingSection
      title="blc名单"
      hint="名单中的客户不能新建、修改、跟进和下单，页面提示联系人。厂家名单对所有门店生效，不在此列出。"
      extra={
        <>
          <Button icon={<UploadOutlined />} onClick={() => setOpened('import')}>
            导入
          </Button>
          <Button icon={<PlusOutlined />} onClick={() => setOpened('add')}>
            加入名单
          </Button>
        </>
      }
    >
      {isPending && <RowsSkeleton rows={2} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="sr-quiet">本店还没有名单。</p>}
      <ul className="sr-blocklist">
        {data?.data.map((row) => (
          <BlockedRow key={row.id} row={row} onRemove={() => setOpened(row)} />
        ))}
      </ul>
      {data && data.total > 10 && (
        <Pagination
          size="small"
          current={page}
          total={data.total}
          showSizeChanger={false}
          showTotal={(total) => `共 ${total} 人`}
          onChange={(next) => setPage(next)}
        />
      )}
      {opened === 'add' && <AddBlockedDialog onClosed={close} />}
      {opened === 'import' && <ImportBlockedDialog onClosed={close} />}
      {typeof opened === 'object' && <RemoveDialog row={opened} onClosed={close} />}
    </SettingSection>
  )
}

const numberOf = ({ mobile, identifyNo }: Blocked): string => [mobile, identifyNo].filter(Boolean).join(' · ')

const BlockedRow = ({ row, onRemove }: { row: Blocked; onRemove: () => void }) => (
  <li className="sr-blocklist-row">
    <div className="sr-blocklist-who">
      <p>
        {row.name && <strong>{row.name} </strong>}
        <span className="sr-num">{numberOf(row)}</span>
      </p>
      <p className="sr-quiet">
        联系人 {row.contacts.join('、')}；{row.userName} {formatDay(row.createdAt)} 加入
      </p>
    </div>
    <RowButton aria-label={`移出 ${numberOf(row)}`} onClick={onRemove}>
      移出
    </RowButton>
  </li>
)

function RemoveDialog({ row, onClosed }: { row: Blocked; onClosed: () => void }) {
  const queries = useQueryClient()
  const form = useSettingForm({
    schema: RemoveBlocked,
    initial: {},
    toRequest: () => ({ id: row.id }),
    send: (request, options) => callApi(removeBlocked, request, options),
    done: '删除成功',
    onDone: () => void invalidateBlocked(queries),
  })
  return (
    <ConfirmDialog title="移出blc名单" form={form} onClosed={onClosed} okText="移出" danger>
      <p>
        确定将 {[row.name, numberOf(row)].filter(Boolean).join(' ')} 移出名单吗？移出后可以正常跟进和下单。
      </p>
    </ConfirmDialog>
  )
}
