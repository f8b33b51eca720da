import { allocationStage } from '@showroom/contract/order/verify.rules'
import { EmptyState } from '../../ui/EmptyState'
import { useReach } from '../../ui/list/filter/KeywordReach'
import { ListPage } from '../../ui/list/ListPage'
import { useListQuery } from '../../ui/list/useListQuery'
import { useLinkKey } from '../../ui/queue/useRowKeys'
import { useViewedList } from '../../view/public'
import { NoOrders } from './NoOrders'
import { openedOrders } from './orderPages'
import { allocationList } from './verify.fields'
import { allocationListQuery } from './verify.queries'
import { allocationViews } from './verify.views'
import { VerifyCards } from './VerifyCards'
import { AllocationFilters } from './VerifyFilters'
import { AllocationTable } from './VerifyTable'
import './verify.css'

/** Approved orders that wait for their car. */
export function AllocationPage() {
  const { list, views } = useViewedList(allocationViews, {
    path: '/activity/order-approved',
    restoredFrom: openedOrders,
  })
  const orders = useListQuery(list, allocationListQuery)
  const reach = useReach(list, orders, allocationListQuery)
  useLinkKey(orders.data !== undefined)
  return (
    <ListPage
      title="待配车订单"
      unit="单"
      list={list}
      views={views}
      query={orders}
      reach={reach}
      cardsOn="tablet"
      jumps
      renderFilters={(again) => <AllocationFilters list={list} again={again} />}
      renderCards={(rows) => <VerifyCards {...rows} />}
      renderTable={(rows) => (
        <AllocationTable {...rows} filter={list.filter} onSort={(sortType) => list.change({ sortType })} />
      )}
      empty={
        <NoOrders list={list} reach={reach} isFiltered={allocationList.chosen(list.filter).length > 0}>
          <EmptyState title="没有订单" {...nothing[list.filter.stage]} />
        </NoOrders>
      }
    />
  )
}

const nothing: Readonly<Record<number, { title: string; hint: string }>> = {
  [allocationStage.waiting]: { title: '没有待配车的订单', hint: '订单审核通过后会出现在这里，由厂家配车。' },
  [allocationStage.making]: { title: '没有厂家处理中的订单', hint: '厂家接收订单后会出现在这里。' },
  [allocationStage.equipped]: { title: '没有已配车的订单', hint: '厂家配车后会出现在这里。' },
}
