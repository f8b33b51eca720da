import type { Store } from '@showroom/contract/setting/store.schema'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { formatDay } from '../ui/day'
import { ErrorState } from '../ui/ErrorState'
import { lazyDialog } from '../ui/lazyDialog'
import { PageHeader } from '../ui/PageHeader'
import { PageSkeleton } from '../ui/Skeletons'
import { storesQuery } from './setting.queries'
import './stores.css'

const StoreDialog = lazyDialog(() => import('./StoreDialog').then((module) => module.StoreDialog))
const StoreMerge = lazyDialog(() => import('./StoreMerge').then((module) => module.StoreMerge))

interface Opened {
  readonly what: 'close' | 'open' | 'merge'
  readonly store: Store
}

/** The stores of a group's administrator: their states, and how they close, open and merge. */
export function StoresPage() {
  const { data, error, isPending, refetch } = useQuery(storesQuery())
  const [opened, setOpened] = useState<Opened>()
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const stores = data.data
  const close = () => setOpened(undefined)
  return (
    <>
      <PageHeader
        title="门店管理"
        hint="停业的门店只能查看和导出，新线索转给指定的门店；可以随时恢复营业。合并与移除由系统管理员执行。"
      />
      <ul className="sr-branches">
        {stores.map((store) => (
          <StoreCard key={store.id} store={store} onAct={(what) => setOpened({ what, store })} />
        ))}
      </ul>
      {opened?.what === 'merge' && <StoreMerge store={opened.store} stores={stores} onClosed={close} />}
      {opened && opened.what !== 'merge' && (
        <StoreDialog act={opened.what} store={opened.store} stores={stores} onClosed={close} />
      )}
    </>
  )
}

const stateOf = ({ mergedName, isMoving, closedAt }: Store): string => {
  if (mergedName) return '已合并'
  if (isMoving) return '合并或移除中'
  return closedAt > 0 ? '已停业' : '营业中'
}

function StoreCard({ store, onAct }: { store: Store; onAct: (what: Opened['what']) => void }) {
  const { name, code, city, closedAt, successorName, mergedName, isMoving } = store
  const isClosed = closedAt > 0
  return (
    <li className="sr-branch" aria-label={name}>
      <div className="sr-branch-head">
        <h2 className="sr-branch-name">{name}</h2>
        <span className={`sr-branch-state ${isClosed ? '' : 'sr-branch-open'}`}>{stateOf(store)}</span>
      </div>
      <p className="sr-quiet">
        {code} · {city}
      </p>
      {isClosed && (
        <p>
          {formatDay(closedAt)}停业
          {mergedName
            ? `，客户、线索和订单已并入${mergedName}`
            : `，新线索${successorName ? `转给${successorName}` : '暂不接收，恢复营业后可补收'}`}
        </p>
      )}
      {!isMoving && (
        <div className="sr-branch-foot">
          <Button onClick={() => onAct('close')}>{isClosed ? '更换接收门店' : '停业'}</Button>
          {isClosed && <Button onClick={() => onAct('open')}>恢复营业</Button>}
          <Button type="link" onClick={() => onAct('merge')}>
            查看合并影响
          </Button>
        </div>
      )}
    </li>
  )
}
