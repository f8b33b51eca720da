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
import { BatchReassign } from './BatchReassign'
import { CustomerCards } from './CustomerCards'
import { CustomerFilters } from './CustomerFilters'
import { CustomerTable } from './CustomerTable'
import { customerListQuery } from './customer.queries'
import { type CustomerFilter, pageSizes } from './customer.search'
import { ExportCustomers } from './ExportCustomers'
import { FilterTags, useActiveFilters } from './FilterTags'
import { ImportCustomers } from './ImportCustomers'
import { NewCustomer, preloadNewCustomer } from './NewCustomer'
import { type CustomerFilterState, useCustomerFilter } from './useCustomerFilter'
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
  const { data } = customers
  const lastPage = useLastPage(list, data && !customers.isPlaceholderData ? data.total : undefined)
  const create = (): void => list.setCreating(true)
  useShortcut('n', create)

  const change = (part: Partial<CustomerFilter>): void => {
    setSelected([])
    list.change(part)
  }
  const filtered = active.length > 0 || keyword !== '' || filter.type !== 0
  const rows = {
    rows: data?.data,
    stale: customers.isPlaceholderData,
    empty: <NoCustomers filtered={filtered} onReset={list.reset} onCreate={create} />,
  }
  const panel = active.filter((one) => !one.inToolbar)
  const retry = (): void => void customers.refetch()
  return (
    <section className="sr-customer-list" aria-label="客户档案">
      <PageHeader title="客户档案" hint={narrow && `共 ${data ? withCommas(data.total) : '…'} 位`}>
        {session.isAdmin && (
          <>
            <ImportCustomers narrow={narrow} />
            <ExportCustomers filter={filter} keyword={keyword} total={data?.total} narrow={narrow} />
          </>
        )}
        <CreateButton onClick={create} />
      </PageHeader>
      <CustomerFilters
        list={{ ...list, change }}
        inGroup={session.profile.groupId !== 0}
        moreCount={panel.length}
      />
      <FilterTags active={narrow ? active : panel} onRemove={change} onReset={list.reset} />
      {customers.isError && data && <RefreshFailed again={retry} />}
      {customers.isError && !data && <ErrorState error={customers.error} onRetry={retry} />}
      {(data || !customers.isError) &&
        (narrow ? (
          <CustomerCards {...rows} count={filter.pageCount} />
        ) : (
          <CustomerTable
            {...rows}
            filter={filter}
            onSort={(orderType) => list.change({ orderType })}
            selected={session.allowAssign ? selected : undefined}
            onSelect={setSelected}
          />
        ))}
      {data && data.total > 0 && (
        <footer className="sr-list-foot">
          {selected.length > 0 && <Selection ids={selected} onClear={() => setSelected([])} />}
          <Pages list={list} total={data.total} lastPage={lastPage} narrow={narrow} />
        </footer>
      )}
      {list.creating && <NewCustomer onClosed={() => list.setCreating(false)} />}
    </section>
  )
}

const withCommas = (count: number): string => count.toLocaleString('zh-CN')

/** The last page can vanish, when its rows were reassigned or a link is old: then the list goes to the one before. */
function useLastPage({ filter, change }: CustomerFilterState, total: number | undefined): number {
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / filter.pageCount))
  const beyond = total !== undefined && filter.pageStart > lastPage
  useEffect(() => {
    if (beyond) change({ pageStart: lastPage })
  })
  return total === undefined ? filter.pageStart : lastPage
}

const CreateButton = ({ onClick }: { onClick: () => void }) => (
  <Button
    type="primary"
    icon={<PlusOutlined />}
    aria-keyshortcuts="n"
    title="快捷键 N"
    onPointerEnter={preloadNewCustomer}
    onFocus={preloadNewCustomer}
    onClick={onClick}
  >
    新建客户
  </Button>
)

interface PagesProps {
  list: CustomerFilterState
  total: number
  lastPage: number
  narrow: boolean
}

function Pages({ list: { filter, change }, total, lastPage, narrow }: PagesProps) {
  return (
    <Pagination
      className="sr-list-pages"
      current={Math.min(filter.pageStart, lastPage)}
      pageSize={filter.pageCount}
      total={total}
      pageSizeOptions={pageSizes}
      showSizeChanger={!narrow}
      simple={narrow}
      showTotal={(all, [from, to]) => (narrow ? null : `第 ${from}-${to} 位，共 ${withCommas(all)} 位`)}
      onChange={(page, size) => change({ pageStart: size === filter.pageCount ? page : 1, pageCount: size })}
    />
  )
}

/** In the foot, so that no row moves away from under the pointer while one ticks. */
function Selection({ ids, onClear }: { ids: readonly number[]; onClear: () => void }) {
  return (
    <div className="sr-selected" role="region" aria-label="已选客户">
      <span role="status">
        已选 <b className="sr-num">{ids.length}</b> 位
      </span>
      <BatchReassign customerIds={ids} onDone={onClear} />
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
