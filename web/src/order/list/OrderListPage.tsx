import { PlusOutlined } from '@ant-design/icons'
import { list as listCustomers } from '@showroom/contract/customer/customer.api'
import { create, search } from '@showroom/contract/order/order.api'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { may, seesOthers, useMayEnter } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { EmptyState } from '../../ui/EmptyState'
import { lazyDialog } from '../../ui/lazyDialog'
import { ExportButton } from '../../ui/list/ExportButton'
import { NothingFound, type Reach, useReach } from '../../ui/list/filter/KeywordReach'
import { ListPage } from '../../ui/list/ListPage'
import { useListQuery } from '../../ui/list/useListQuery'
import { useNarrow } from '../../ui/useNarrow'
import { useLinkKey } from '../../ui/queue/useRowKeys'
import { useShortcut } from '../../ui/useShortcut'
import { useViewedList } from '../../view/public'
import { orderList, type OrderListState } from './order.fields'
import { orderListQuery } from './order.list.query'
import { orderViews } from './order.views'
import { OrderCards } from './OrderCards'
import { OrderFilters } from './OrderFilters'
import { OrderTable } from './OrderTable'
import '../order.css'
import './order-list.css'

const PickCustomerDialog = lazyDialog(() =>
  import('./PickCustomerDialog').then((module) => module.PickCustomerDialog),
)

/** The order list: pages of orders with one row per line. Filters are in the URL, and each row opens the order's page. */
export function OrderListPage() {
  const { list, views } = useViewedList(orderViews, {
    path: '/order/index',
    restoredFrom: '/order/orderDetail',
  })
  const orders = useListQuery(list, orderListQuery)
  const reach = useReach(list, orders, orderListQuery)
  useLinkKey(orders.data !== undefined)
  return (
    <ListPage
      title="销售订单"
      unit="单"
      list={list}
      views={views}
      query={orders}
      reach={reach}
      jumps
      actions={<HeadButtons list={list} total={orders.data?.total} />}
      renderFilters={(again) => <OrderFilters list={list} again={again} />}
      renderCards={(rows) => <OrderCards {...rows} />}
      renderTable={(rows) => <OrderTable {...rows} />}
      empty={<NoOrders list={list} reach={reach} />}
    />
  )
}

/** 导出 for users with the permission, and the button for a new order. */
function HeadButtons({ list: { filter }, total }: { list: OrderListState; total: number | undefined }) {
  const narrow = useNarrow()
  const session = useSession()
  const [picking, setPicking] = useState(false)
  // The user first picks the customer for the new order.
  const mayCreate = may(session, create) && may(session, listCustomers)
  useShortcut('n', mayCreate ? '新建订单' : '', () => mayCreate && setPicking(true))
  return (
    <>
      {session.isAdmin && (
        <ExportButton
          makeFile={() => callApi(search, { ...orderList.requestOf(filter), isExport: 1 })}
          total={total}
          rows={{ name: '当前筛选的订单', unit: '条' }}
          narrow={narrow}
        />
      )}
      {mayCreate && (
        <Button
          type="primary"
          icon={<PlusOutlined />}
          aria-keyshortcuts="n"
          title="快捷键 N"
          onPointerEnter={PickCustomerDialog.preload}
          onFocus={PickCustomerDialog.preload}
          onClick={() => setPicking(true)}
        >
          新建订单
        </Button>
      )}
      {picking && <PickCustomerDialog onClosed={() => setPicking(false)} />}
    </>
  )
}

function NoOrders({ list, reach }: { list: OrderListState; reach: Reach }) {
  const { filter, keyword, change } = list
  const session = useSession()
  const mayAllocate = useMayEnter('/activity/order-approved')
  const filters = orderList.chosen(filter).length
  if (filters > 0 || keyword !== '')
    return (
      <NothingFound
        list={list}
        reach={reach}
        unit="单"
        title="没有符合条件的订单"
        hint="可减少筛选条件，或放宽创建时间。"
        isFiltered={filters > 0}
      />
    )
  if (mayAllocate && !seesOthers(session))
    return (
      <EmptyState
        title="没有您的订单"
        hint="这里只列出您本人客户的订单；全店待配车与在途的订单在「待配车订单」。"
      >
        <Link to="/activity/order-approved" className="sr-button">
          查看待配车订单
        </Link>
      </EmptyState>
    )
  return (
    <EmptyState title="近一月没有新建的订单" hint="更早的订单可通过放宽创建时间查看。">
      <Button onClick={() => change({ createdDate: '' })}>查看全部时间</Button>
    </EmptyState>
  )
}
