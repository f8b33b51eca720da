import { orderStatus } from '@showroom/contract/order/order.rules'
import { allocationStage } from '@showroom/contract/order/verify.rules'
import type { VerifyRow } from '@showroom/contract/order/verify.schema'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/EmptyState'
import { HomePanel } from '../../ui/HomePanel'
import { Cut } from '../../ui/list/table/Cut'
import { OrderStatus } from '../OrderStatus'
import { DeliverDay } from './columns'
import { addressOf } from './VerifyLink'
import { nameOf, stageNames, waitedText } from './verify.labels'
import { allocationList } from './verify.fields'
import { allocationListQuery } from './verify.queries'
import '../../ui/home.css'
import './verify.css'

/** Orders shown on the overview, the longest waiting first. */
const most = 10

/** The store's orders that wait for a car, those with one, and those in production, as the home page of 库管. */
export const CarOrders = () => (
  <div className="sr-home-pair">
    <div className="sr-home-stack">
      <Stage stage={allocationStage.waiting} hint="订单审核通过后会出现在这里。" />
      <Stage stage={allocationStage.equipped} hint="厂家配车后会出现在这里，等待交付。" />
    </div>
    <Stage stage={allocationStage.making} hint="厂家接收订单后会出现在这里。" />
  </div>
)

function Stage({ stage, hint }: { stage: number; hint: string }) {
  const filter = { ...allocationList.usual, stage, pageCount: most }
  const query = useQuery(allocationListQuery(filter))
  const { data } = query
  const name = stageNames[stage] ?? ''
  return (
    <HomePanel
      id={`cars-${stage}`}
      title={name}
      whole={{
        link: { to: '/activity/order-approved', search: allocationList.searchOf(filter) },
        total: data?.total,
        unit: '单',
      }}
      rows={data?.data}
      query={query}
      empty={<EmptyState title={`没有${name}的订单`} hint={hint} />}
      render={(row) => <CarRow key={row.id} row={row} />}
    />
  )
}

/** The model, with the number of cars if there are several. */
const carsOf = ({ modelDisplay, vehicles }: VerifyRow): string =>
  vehicles > 1 ? `${modelDisplay} ×${vehicles}` : modelDisplay

const CarRow = ({ row }: { row: VerifyRow }) => (
  <li className="sr-home-row">
    <span className="sr-home-main">
      <Link className="sr-home-what" {...addressOf(row)} aria-label={`${carsOf(row)}，${nameOf(row)}的订单`}>
        <Cut text={carsOf(row)} />
      </Link>
      <span className="sr-home-about">
        <span className="sr-num">{row.orderNo}</span>
        <span>客户 {nameOf(row)}</span>
        <span>客户经理 {row.ownerName}</span>
      </span>
    </span>
    <span className="sr-home-when">
      <span className="sr-home-deliver">
        {row.status !== orderStatus.approved && <OrderStatus status={row.status} />}
        <span>已等{waitedText(row.reviewedAt)}</span>
      </span>
      {row.deliverDate > 0 ? (
        <span className="sr-home-deliver">
          交车 <DeliverDay row={row} />
        </span>
      ) : (
        <span className="sr-quiet">未定交车日期</span>
      )}
    </span>
  </li>
)
