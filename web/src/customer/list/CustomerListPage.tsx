import { PlusOutlined } from '@ant-design/icons'
import { list as customerList } from '@showroom/contract/customer/customer.api'
import { exportMaxRows } from '@showroom/contract/kernel/wire'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi } from '../../api/client'
import { useSession } from '../../frame/session'
import { ImportCustomers } from '../../transfer/public'
import { EmptyState } from '../../ui/EmptyState'
import { ExportButton } from '../../ui/list/ExportButton'
import { ListFoot, useLastPage, withCommas } from '../../ui/list/ListFoot'
import { ListProblem } from '../../ui/list/ListProblem'
import { SelectedRows } from '../../ui/list/SelectedRows'
import { type Selection, useSelection } from '../../ui/list/useSelection'
import { PageHeader } from '../../ui/PageHeader'
import { useNarrow } from '../../ui/useNarrow'
import { useShortcut } from '../../ui/useShortcut'
import { BatchReassign } from './BatchReassign'
import { CustomerCards } from './CustomerCards'
import { CustomerFilters } from './CustomerFilters'
import { CustomerTable } from './CustomerTable'
import { customerListQuery } from '../customer.queries'
import { type CustomerFilter, requestOf } from './customer.search'
import { FilterTags, useActiveFilters } from './FilterTags'
import { useCustomerFilter } from './useCustomerFilter'
import { lazyDialog } from '../../ui/lazyDialog'
import '../../ui/list/list.css'
import './customer-list.css'

const NewCustomerDialog = lazyDialog(() =>
  import('../dialogs/NewCustomerDialog').then((module) => module.NewCustomerDialog),
)

/** The customers one may see: filters in the address, table or cards, and the way in for a new one. */
export function CustomerListPage() {
  const list = useCustomerFilter()
  const { filter, keyword } = list
  const narrow = useNarrow()
  const customers = useQuery(customerListQuery(filter, keyword))
  const session = useSession()
  const active = useActiveFilters(filter)
  const selection = useSelection()
  const { data } = customers
  const lastPage = useLastPage(list, data && !customers.isPlaceholderData ? data.total : undefined)
  const create = (): void => list.setCreating(true)
  useShortcut('n', create)

  const change = (part: Partial<CustomerFilter>): void => {
    selection.set([])
    list.change(part)
  }
  const filtered = active.length > 0 || keyword !== '' || filter.type !== 0
  const rows = {
    rows: data?.data,
    count: filter.pageCount,
    stale: customers.isPlaceholderData,
    empty: <NoCustomers filtered={filtered} onReset={list.reset} onCreate={create} />,
  }
  const panel = active.filter((one) => !one.inToolbar)
  const retry = (): void => void customers.refetch()
  return (
    <section className="sr-list" aria-label="客户档案">
      <PageHeader title="客户档案" hint={narrow && `共 ${data ? withCommas(data.total) : '…'} 位`}>
        <HeadReassign selection={selection} narrow={narrow} />
        {session.isAdmin && (
          <>
            <ImportCustomers narrow={narrow} />
            <ExportButton
              makeFile={() => callApi(customerList, { ...requestOf(filter, keyword), isExport: 1 })}
              total={data?.total}
              maxRows={exportMaxRows}
              narrow={narrow}
            />
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
      <ListProblem list={customers} again={retry} />
      {(data || !customers.isError) &&
        (narrow ? (
          <CustomerCards
            {...rows}
            selected={selection.choosing ? selection.ids : undefined}
            onSelect={selection.set}
          />
        ) : (
          <CustomerTable
            {...rows}
            orderType={filter.orderType}
            onSort={(orderType) => list.change({ orderType })}
            selected={session.allowAssign ? selection.ids : undefined}
            onSelect={selection.set}
          />
        ))}
      {data && data.total > 0 && (
        <ListFoot list={list} total={data.total} lastPage={lastPage} narrow={narrow} unit="位">
          <SelectedRows selection={selection} label="已选客户" unit="位">
            {(size) => (
              <BatchReassign type="primary" size={size} customerIds={selection.ids} onDone={selection.end} />
            )}
          </SelectedRows>
        </ListFoot>
      )}
      {list.creating && <NewCustomerDialog onClosed={() => list.setCreating(false)} />}
    </section>
  )
}

const CreateButton = ({ onClick }: { onClick: () => void }) => (
  <Button
    type="primary"
    icon={<PlusOutlined />}
    aria-keyshortcuts="n"
    title="快捷键 N"
    onPointerEnter={NewCustomerDialog.preload}
    onFocus={NewCustomerDialog.preload}
    onClick={onClick}
  >
    新建客户
  </Button>
)

/** 再分配 in the page's head. On a phone the first press lets one choose. */
function HeadReassign({ selection, narrow }: { selection: Selection; narrow: boolean }) {
  return (
    <BatchReassign
      customerIds={selection.ids}
      onDone={selection.end}
      onNone={narrow && !selection.choosing ? selection.choose : undefined}
      iconOnly={narrow}
    />
  )
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
