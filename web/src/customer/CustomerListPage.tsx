import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Pagination } from 'antd'
import { useEffect, useState } from 'react'
import { useSession } from '../app/session'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { PageHeader } from '../ui/PageHeader'
import { useNarrow } from '../ui/useNarrow'
import { useShortcut } from '../ui/useShortcut'
import { CustomerCards } from './CustomerCards'
import { CustomerFilters } from './CustomerFilters'
import { CustomerTable } from './CustomerTable'
import { customerListQuery } from './customer.queries'
import { type CustomerFilter, pageSizes } from './customer.search'
import { FilterTags, useActiveFilters } from './FilterTags'
import { NewCustomer, preloadNewCustomer } from './NewCustomer'
import { useCustomerFilter } from './useCustomerFilter'
import './customer-list.css'

/** The customers one may see: filters in the address, table or cards, and the way in for a new one. */
export function CustomerListPage() {
  const list = useCustomerFilter()
  const { filter, keyword } = list
  const narrow = useNarrow()
  const customers = useQuery(customerListQuery(filter, keyword))
  const session = useSession()
  const active = useActiveFilters(filter)
  const [selected, setSelected] = useState<number[]>([])
  const total = customers.data?.total ?? 0
  useShortcut('n', () => list.setCreating(true))

  const change = (part: Partial<CustomerFilter>): void => {
    setSelected([])
    list.change(part)
  }
  // The last page can vanish, when its rows were reassigned or a link is old.
  const lastPage = Math.max(1, Math.ceil(total / filter.pageCount))
  const beyond = customers.isSuccess && !customers.isPlaceholderData && filter.pageStart > lastPage
  useEffect(() => {
    if (beyond) list.change({ pageStart: lastPage })
  })

  const filtered = active.length > 0 || keyword !== '' || filter.type !== 0
  const empty = (
    <NoCustomers filtered={filtered} onReset={list.reset} onCreate={() => list.setCreating(true)} />
  )
  const shown = {
    rows: customers.data?.data,
    stale: customers.isPlaceholderData,
    empty,
  }
  return (
    <section className="sr-customer-list" aria-label="客户档案">
      <PageHeader
        title="客户档案"
        hint={narrow && `共 ${customers.data ? total.toLocaleString('zh-CN') : '…'} 位`}
      >
        <Button
          type="primary"
          icon={<PlusOutlined />}
          aria-keyshortcuts="n"
          title="快捷键 N"
          onPointerEnter={preloadNewCustomer}
          onFocus={preloadNewCustomer}
          onClick={() => list.setCreating(true)}
        >
          新建客户
        </Button>
      </PageHeader>
      <CustomerFilters
        list={{ ...list, change }}
        inGroup={session.profile.groupId !== 0}
        moreCount={active.filter((one) => !one.inToolbar).length}
      />
      <FilterTags
        active={narrow ? active : active.filter((one) => !one.inToolbar)}
        onRemove={change}
        onReset={list.reset}
      />
      {customers.isError &&
        (customers.data ? (
          <RefreshFailed again={() => void customers.refetch()} />
        ) : (
          <div className="sr-list-state">
            <ErrorState error={customers.error} onRetry={() => void customers.refetch()} />
          </div>
        ))}
      {(customers.data || !customers.isError) &&
        (narrow ? (
          <CustomerCards {...shown} count={filter.pageCount} />
        ) : (
          <CustomerTable
            {...shown}
            filter={filter}
            onSort={(orderType) => list.change({ orderType })}
            selected={selected}
            onSelect={setSelected}
          />
        ))}
      {total > 0 && (
        <footer className="sr-list-foot">
          {selected.length > 0 && <SelectedCount count={selected.length} onClear={() => setSelected([])} />}
          <Pagination
            className="sr-list-pages"
            current={Math.min(filter.pageStart, lastPage)}
            pageSize={filter.pageCount}
            total={total}
            pageSizeOptions={pageSizes}
            showSizeChanger={!narrow}
            simple={narrow}
            showTotal={(all, [from, to]) =>
              narrow ? null : `第 ${from}-${to} 位，共 ${all.toLocaleString('zh-CN')} 位`
            }
            onChange={(page, size) =>
              list.change({ pageStart: size === filter.pageCount ? page : 1, pageCount: size })
            }
          />
        </footer>
      )}
      {list.creating && <NewCustomer onClosed={() => list.setCreating(false)} />}
    </section>
  )
}

/** In the foot, so that no row moves away from under the pointer while one ticks. */
function SelectedCount({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <div className="sr-selected" role="status">
      <span>
        已选 <b className="sr-num">{count}</b> 位
      </span>
      <Button type="link" size="small" onClick={onClear}>
        清除
      </Button>
    </div>
  )
}

/** Over rows that are there a line is enough. */
function RefreshFailed({ again }: { again: () => void }) {
  const retry = (
    <Button type="link" size="small" onClick={again}>
      重试
    </Button>
  )
  return <Alert type="error" showIcon title="刷新失败，显示的是之前的数据" action={retry} />
}

function NoCustomers(props: { filtered: boolean; onReset: () => void; onCreate: () => void }) {
  const { filtered, onReset, onCreate } = props
  if (filtered)
    return (
      <EmptyState title="没有符合条件的客户" hint="可减少筛选条件，或放宽创建日期。">
        <Button onClick={onReset}>清除筛选</Button>
      </EmptyState>
    )
  return (
    <EmptyState title="近29天没有新建的客户" hint="更早的客户可通过放宽创建日期查看。">
      <Button type="primary" onClick={onCreate}>
        新建客户
      </Button>
    </EmptyState>
  )
}
