import type { Store } from '@showroom/contract/setting/store.schema'
import { useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { ErrorState } from '../ui/ErrorState'
import { RowsSkeleton } from '../ui/Skeletons'
import { openBeside, storeFactsQuery } from './setting.queries'

interface StoreMergeProps {
  store: Store
  stores: readonly Store[]
  onClosed: () => void
}

/** Shows what a merge into another store would do. The merge itself is a command of the server. */
export function StoreMerge({ store, stores, onClosed }: StoreMergeProps) {
  const [open, setOpen] = useState(true)
  const selectId = useId()
  const others = openBeside(store, stores)
  const [into, setInto] = useState(others[0])
  return (
    <Modal
      open={open}
      title="合并影响"
      centered
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <p className="sr-branch-field">
        <label htmlFor={selectId}>{store.name}并入</label>
        <Select
          id={selectId}
          value={into?.id}
          placeholder="没有营业中的门店"
          onChange={(id) => setInto(others.find((one) => one.id === id))}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </p>
      {into && <Facts store={store} into={into} />}
    </Modal>
  )
}

function Facts({ store, into }: { store: Store; into: Store }) {
  const { data, error, refetch } = useQuery(storeFactsQuery(store.id, into.id))
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton rows={4} />
  const { customerTotal, doubleTotal, waitingTotal, doubleMembers, memberTotal } = data
  return (
    <>
      <ul className="sr-branch-facts">
        <li>
          <b>{customerTotal}</b> 位客户及其线索、跟进、预约、订单和文件全部转入，编号不变。
        </li>
        {doubleTotal > 0 && (
          <li>
            <b>{doubleTotal}</b> 位客户两店都有，按合并客户的规则合为一份档案。
          </li>
        )}
        <li>
          <b>{memberTotal}</b> 名成员转入
          {doubleMembers.length > 0 &&
            `；其中 ${doubleMembers.length} 名两店都有：${doubleMembers.map(({ intoName }) => intoName).join('、')}，以${into.name}的身份继续`}
          。
        </li>
        <li>业绩目标相加，{store.name}的设置不带入。</li>
      </ul>
      {waitingTotal > 0 && (
        <p className="sr-branch-waiting">
          有{waitingTotal}位两店都有的客户正在等待战败审核，审核后才能合并。
        </p>
      )}
      <p className="sr-quiet">
        合并不能撤销，由系统管理员在服务器上执行：先停业，做好备份，一小时内按部署文档把 {store.code} 并入{' '}
        {into.code}。
      </p>
    </>
  )
}
