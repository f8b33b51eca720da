import { moneyText } from '@showroom/contract/kernel/money'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { orderStatus } from '@showroom/contract/order/order.rules'
import type { OrderOfCustomer } from '@showroom/contract/order/order.schema'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { formatDay, formatMinute } from '../ui/day'
import { ErrorState } from '../ui/ErrorState'
import { LinesSkeleton } from '../ui/Skeletons'
import { lostText } from './list/order.rows'
import { customerOrdersQuery } from './order.queries'
import { OrderActions } from './OrderActions'
import { OrderLink } from './OrderLink'
import { OrderStatus } from './OrderStatus'
import '../ui/form/form.css'
import './order.css'

export interface OrderListDialogProps {
  profile: CustomerProfile
  /** Hides the actions that change an order. */
  readOnly?: boolean
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: () => void
}

/** All orders of a customer, newest first, with their actions. */
export function OrderListDialog({ profile, readOnly = false, onClosed }: OrderListDialogProps) {
  const [open, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  const { data, error, refetch } = useQuery(customerOrdersQuery(profile.customer.id))
  return (
    <Modal
      open={open}
      title={`${profile.customer.name}的订单`}
      width={760}
      centered
      wrapClassName="sr-dialog"
      onCancel={close}
      afterClose={onClosed}
      footer={
        <div className="sr-dialog-footer">
          <span className="sr-dialog-note">{data && data.data.length > 0 && `共${data.data.length}单`}</span>
          <Button onClick={close}>关闭</Button>
        </div>
      }
    >
      {data && (
        <ul className="sr-order-list">
          {data.data.map((order) => (
            <li key={order.id}>
              <Order order={order} readOnly={readOnly} />
            </li>
          ))}
        </ul>
      )}
      {data?.data.length === 0 && <p className="sr-order-none">还没有订单</p>}
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LinesSkeleton />)}
    </Modal>
  )
}

function Order({ order, readOnly }: { order: OrderOfCustomer; readOnly: boolean }) {
  const { orderStatus: status } = order
  const lost = (line: OrderOfCustomer['subOrders'][number]): string =>
    lostText({ ...line, orderStatus: status })
  return (
    <article className="sr-order" aria-label={`订单 ${order.orderNo}`}>
      <div className="sr-order-head">
        <h2 className="sr-order-no">{order.orderNo}</h2>
        <time className="sr-order-made" dateTime={formatDay(order.createdAt)}>
          {formatMinute(order.createdAt)}
        </time>
        <OrderStatus status={order.orderStatus} />
      </div>
      <ul className="sr-order-lines">
        {order.subOrders.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no id and never change place
          <li key={index} className="sr-order-line">
            <span className="sr-order-line-name">
              {[line.seriesName, line.specName, line.configurationName].filter(Boolean).join(' ')}，
              {line.color}
            </span>
            <span className="sr-order-line-price">
              {moneyText(line.price)} × {line.number}
              {lost(line) && <span className="sr-quiet"> {lost(line)}</span>}
            </span>
          </li>
        ))}
      </ul>
      <footer className="sr-order-foot">
        <dl className="sr-order-facts">
          <Fact label="合计" text={moneyText(order.totalPrice)} />
          <Fact label="定金" text={moneyText(order.paymentAmount)} />
          {order.orderStatus === orderStatus.cancelled && (
            <Fact label="原定金" text={moneyText(order.originalPayment)} />
          )}
          {order.deliverDate > 0 && <Fact label="预计交车" text={formatDay(order.deliverDate)} />}
        </dl>
        <div className="sr-order-buttons">
          {!readOnly && <OrderActions order={order} customerId={order.customerId} />}
          <OrderLink order={order} customerId={order.customerId} dealId={order.dealId} />
        </div>
      </footer>
    </article>
  )
}

const Fact = ({ label, text }: { label: string; text: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{text}</dd>
  </div>
)
