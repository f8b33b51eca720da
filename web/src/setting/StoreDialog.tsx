import { closeStore, openStore } from '@showroom/contract/setting/setting.api'
import { CloseStore, type Store } from '@showroom/contract/setting/store.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { callApi } from '../api/client'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { invalidateStores, openBeside, storeFactsQuery } from './setting.queries'
import { useSettingForm } from './useSettingForm'

interface StoreDialogProps {
  act: 'close' | 'open'
  store: Store
  stores: readonly Store[]
  onClosed: () => void
}

/** Asks before a store closes, changes its successor, or opens. */
export function StoreDialog({ act, store, stores, onClosed }: StoreDialogProps) {
  const queries = useQueryClient()
  const { data: facts } = useQuery(storeFactsQuery(store.id, 0))
  const selectId = useId()
  const others = openBeside(store, stores)
  const [successorId, setSuccessor] = useState(
    others.some(({ id }) => id === store.successorId) ? store.successorId : 0,
  )
  const isFirst = act === 'close' && store.closedAt === 0
  const form = useSettingForm<object, typeof CloseStore, object>({
    schema: CloseStore,
    initial: {},
    toRequest: () => ({ storeId: store.id, successorId }),
    send: (request, options) =>
      act === 'open'
        ? callApi(openStore, { storeId: store.id }, options)
        : callApi(closeStore, request, options),
    done: act === 'open' ? '已恢复营业' : isFirst ? '已停业' : '已更换',
    onDone: () => void invalidateStores(queries),
  })
  const title = act === 'open' ? '恢复营业' : isFirst ? '门店停业' : '更换接收门店'
  const waiting = facts
    ? [
        facts.leadTotal > 0 && `${facts.leadTotal}条线索未分配`,
        facts.openOrderTotal > 0 && `${facts.openOrderTotal}个订单未完成`,
      ].filter(Boolean)
    : []
  return (
    <ConfirmDialog
      title={title}
      form={form}
      onClosed={onClosed}
      okText={isFirst ? '停业' : '确定'}
      danger={isFirst}
    >
      <p className="sr-branch-name">{store.name}</p>
      {act === 'open' && (
        <p className="sr-confirm-hint">一切从停业时继续，成员可以重新登录，新线索回到本店。</p>
      )}
      {isFirst && (
        <p className="sr-confirm-hint">
          除总经理、投资方负责人、集团管理员和投资人外，成员立即退出登录；数据保留，只能查看和导出，不再发送短信和提醒。
        </p>
      )}
      {isFirst && waiting.length > 0 && (
        <p className="sr-branch-waiting">店内还有{waiting.join('、')}，停业后无法处理，建议先处理完。</p>
      )}
      {act === 'close' && (
        <p className="sr-branch-field">
          <label htmlFor={selectId}>新线索转给</label>
          <Select
            id={selectId}
            value={successorId}
            onChange={setSuccessor}
            options={[
              { value: 0, label: '不接收' },
              ...others.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </p>
      )}
    </ConfirmDialog>
  )
}
