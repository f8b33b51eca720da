import { Button } from 'antd'
import { EmptyState } from '../../ui/EmptyState'
import { useReach } from '../../ui/list/filter/KeywordReach'
import { ListPage } from '../../ui/list/ListPage'
import { useListQuery } from '../../ui/list/useListQuery'
import { useLinkKey, useRowKey } from '../../ui/queue/useRowKeys'
import { useViewedList } from '../../view/public'
import { type Decisions, useDecisions } from './Decide'
import { NoOrders } from './NoOrders'
import { openedOrders } from './orderPages'
import { verifyList, type VerifyListState, verifyTab } from './verify.fields'
import { verifyListQuery } from './verify.queries'
import { verifyViews } from './verify.views'
import { VerifyCards } from './VerifyCards'
import { VerifyFilters } from './VerifyFilters'
import { VerifyTable } from './VerifyTable'
import './verify.css'

/** Orders that wait for review, and reviewed orders. */
export function VerifyPage() {
  const { list, views } = useViewedList(verifyViews, {
    path: '/activity/order-verify',
    restoredFrom: openedOrders,
  })
  const orders = useListQuery(list, verifyListQuery)
  const reach = useReach(list, orders, verifyListQuery)
  const rows = orders.data?.data
  const { decisions, dialog } = useDecisions(rows)
  const isPending = list.filter.isDone === verifyTab.pending
  const decideBy = (decide: Decisions['agree'] | undefined) =>
    decide && isPending
      ? ({ dataset }: HTMLElement) => {
          const row = rows?.find(({ id }) => id === Number(dataset.rowLink))
          if (row) decide(row)
        }
      : undefined
  const ready = rows !== undefined && !orders.isPlaceholderData
  useRowKey('a', '同意所在行', decideBy(decisions?.agree), { ready, opens: false })
  useRowKey('r', '驳回所在行', decideBy(decisions?.reject), { ready })
  useLinkKey(ready)
  return (
    <ListPage
      title="订单审核"
      unit="单"
      list={list}
      views={views}
      query={orders}
      reach={reach}
      cardsOn="tablet"
      renderFilters={(again) => <VerifyFilters list={list} again={again} />}
      renderCards={(shown) => <VerifyCards {...shown} decisions={decisions} />}
      renderTable={(shown) => (
        <VerifyTable
          {...shown}
          filter={list.filter}
          decisions={decisions}
          onSort={(sortType) => list.change({ sortType })}
        />
      )}
      empty={
        <NoOrders list={list} reach={reach} isFiltered={verifyList.chosen(list.filter).length > 0}>
          <Nothing list={list} />
        </NoOrders>
      }
    >
      {dialog}
    </ListPage>
  )
}

/** The empty state of each tab. */
const Nothing = ({ list }: { list: VerifyListState }) =>
  list.filter.isDone === verifyTab.done ? (
    <EmptyState title="还没有审核过的订单" />
  ) : (
    <EmptyState title="没有待审核的订单" hint="客户经理提交订单后会出现在这里。">
      <Button onClick={() => list.change({ isDone: verifyTab.done })}>查看已审核</Button>
    </EmptyState>
  )
