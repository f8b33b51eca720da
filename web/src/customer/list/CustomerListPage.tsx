import { PlusOutlined } from '@ant-design/icons'
import { role } from '@showroom/contract/access/access.rules'
import type { list as customerListCall } from '@showroom/contract/customer/customer.api'
import { addsCustomers, worksOnCustomers } from '@showroom/contract/customer/customer.rights'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { groupRoles } from '@showroom/contract/kernel/call'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { may } from '../../frame/areas'
import { customerFiles } from '../../frame/path'
import { useSession } from '../../frame/session'
import { ImportCustomers } from '../../transfer/public'
import { EmptyState } from '../../ui/EmptyState'
import { Choosable } from '../../ui/list/table/boxes'
import { FilterTags } from '../../ui/list/filter/FilterTags'
import { NothingFound, type Reach, useReach } from '../../ui/list/filter/KeywordReach'
import { ListPage } from '../../ui/list/ListPage'
import { useListQuery } from '../../ui/list/useListQuery'
import { type Selection, whenChanged } from '../../ui/list/table/useSelection'
import { DialogFrame } from '../../ui/DialogFrame'
import { lazyDialog } from '../../ui/lazyDialog'
import { useNarrow } from '../../ui/useNarrow'
import { useOpenKey } from '../../ui/queue/useRowKeys'
import { useShortcut } from '../../ui/useShortcut'
import { whenUsed } from '../../ui/whenUsed'
import { customerListQuery } from '../customer.queries'
import { BatchReassign } from './BatchReassign'
import type { Chosen } from './bulk'
import { BulkPart, ChosenFoot } from './BulkParts'
import { CustomerCards } from './CustomerCards'
import type { CustomerListState } from './customer.fields'
import { CustomerFilters } from './CustomerFilters'
import { CustomerTable } from './CustomerTable'
import { ExportCustomers } from './ExportCustomers'
import { FollowFromList } from './FollowFromListLoader'
import { Peeks } from '../peek/Peeks'
import { isOpen } from '../customer.labels'
import { useActiveFilters } from './useActiveFilters'
import { useChosen } from './useChosen'
import { useViewedList } from '../../view/public'
import { customerViews } from './customer.views'
import './customer-list.css'

const NewCustomerDialog = lazyDialog(
  () => import('../add/NewCustomerDialog').then((module) => module.NewCustomerDialog),
  <DialogFrame title="新建客户" width={880} />,
)

/** Filters that are always visible, except on phones. */
const inToolbar: ReadonlySet<string> = new Set(['levels', 'createdDate', 'isZk'])

/** The customers in the user's scope: filters in the URL, table or cards, and the button for a new customer. */
export function CustomerListPage() {
  const { list, views } = useViewedList(customerViews, {
    path: '/customer/list',
    restoredFrom: customerFiles,
  })
  const { filter, opened, change, open } = list
  const narrow = useNarrow()
  const customers = useListQuery(list, customerListQuery)
  const reach = useReach(list, customers, customerListQuery)
  const { selection, chosen, ticked } = useChosen(list, customers.data)
  const set = useActiveFilters(list)
  const behind = narrow ? set : set.filter(({ field }) => !inToolbar.has(field))
  const filters = whenChanged(list, () => selection.set([]))
  const create = (): void => open(1)
  const { mayCreate, mayFollow, mayTick } = useListRights()
  useShortcut('n', mayCreate ? '新建客户' : '', () => mayCreate && create())
  useEffect(() => whenUsed(NewCustomerDialog.preload), [])
  const [followed, setFollowed] = useState({ id: 0, isUsed: false })
  const follow = (id: number): void => setFollowed({ id, isUsed: true })
  useOpenKey(mayFollow ? follow : undefined, customers.data !== undefined)
  return (
    <ListPage
      title="客户档案"
      unit="位"
      list={list}
      views={views}
      query={customers}
      reach={reach}
      actions={
        <HeadButtons
          list={list}
          total={customers.data?.total}
          selection={selection}
          chosen={chosen}
          onCreate={mayCreate ? create : undefined}
        />
      }
      renderFilters={(again) => (
        <>
          <CustomerFilters list={filters} again={again} count={behind.length} />
          <FilterTags list={filters} active={behind} />
        </>
      )}
      renderCards={(rows) => (
        <CustomerCards
          {...rows}
          selected={selection.choosing ? ticked : undefined}
          onSelect={selection.set}
          onFollow={mayFollow ? follow : undefined}
        />
      )}
      renderTable={(rows) => (
        <Choosable selected={mayTick ? ticked : undefined} onSelect={selection.set}>
          <CustomerTable
            {...rows}
            filter={filter}
            onSort={(orderType) => change({ orderType })}
            onFollow={mayFollow ? follow : undefined}
          />
        </Choosable>
      )}
      empty={
        <NoCustomers
          list={list}
          reach={reach}
          isFiltered={set.length > 0 || filter.type !== 0}
          onCreate={mayCreate ? create : undefined}
        />
      }
      foot={<ChosenFoot selection={selection} chosen={chosen} total={customers.data?.total} />}
    >
      {mayCreate && opened > 0 && <NewCustomerDialog onClosed={() => open(0)} />}
      <Peeks />
      {followed.isUsed && (
        <FollowFromList list={list} page={pageOf(customers)} opened={followed.id} open={follow} />
      )}
      <BulkPart />
    </ListPage>
  )
}

/** The actions that the member may start from the list. */
function useListRights() {
  const session = useSession()
  return {
    mayCreate: may(session, { may: addsCustomers }),
    mayFollow: may(session, { may: worksOnCustomers }),
    mayTick: may(session, { may: worksOnCustomers }) && !groupRoles.includes(session.role),
  }
}

/** The visible rows that a queue starts with; undefined while the previous page is still shown. */
const pageOf = ({ data, isPlaceholderData }: UseQueryResult<AnswerOf<typeof customerListCall>>) => ({
  rows: isPlaceholderData ? undefined : data?.data.filter(isOpen),
  total: data?.total,
})

interface HeadButtonsProps {
  list: CustomerListState
  total: number | undefined
  selection: Selection
  chosen: Chosen
  /** Absent without the permission. */
  onCreate: (() => void) | undefined
}

/**
 * 再分配, import and export for users with the permission, and the button for a new customer. While a phone chooses
 * customers, 再分配 and 导出 are in the bar below.
 */
function HeadButtons({ list: { filter }, total, selection, chosen, onCreate }: HeadButtonsProps) {
  const narrow = useNarrow()
  const { isAdmin } = useSession()
  return (
    <div className="sr-page-extra" ref={selection.head}>
      {!selection.choosing && <HeadReassign selection={selection} chosen={chosen} narrow={narrow} />}
      {isAdmin && <ImportCustomers narrow={narrow} />}
      {!selection.choosing && <ExportCustomers chosen={chosen} list={{ filter, total }} narrow={narrow} />}
      {onCreate && <CreateButton onClick={onCreate} />}
    </div>
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

/** 再分配 in the page head. On phones the first press starts the selection. */
interface HeadReassignProps {
  selection: Selection
  chosen: Chosen
  narrow: boolean
}

function HeadReassign({ selection, chosen, narrow }: HeadReassignProps) {
  return (
    <BatchReassign
      chosen={chosen}
      onDone={selection.end}
      onNone={narrow ? selection.choose : undefined}
      iconOnly={narrow}
    />
  )
}

interface NoCustomersProps {
  list: CustomerListState
  reach: Reach
  isFiltered: boolean
  onCreate: (() => void) | undefined
}

function NoCustomers({ onCreate, ...found }: NoCustomersProps) {
  const { seesStore, role: of } = useSession()
  if (found.isFiltered || found.list.keyword !== '')
    return (
      <NothingFound {...found} unit="位" title="没有符合条件的客户" hint="可减少筛选条件，或放宽建档日期。" />
    )
  const isOthers = !seesStore && of === role.testDrive
  return (
    <EmptyState
      title="近一月没有新建的客户"
      hint={
        isOthers ? '这里只显示自己名下的客户，其他客户的试驾在概览中。' : '更早的客户可通过放宽建档日期查看。'
      }
    >
      {onCreate && <Button onClick={onCreate}>新建客户</Button>}
    </EmptyState>
  )
}
