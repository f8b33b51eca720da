import { moneyText } from '@showroom/contract/kernel/money'
import type { OrderRow } from '@showroom/contract/order/list.schema'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../ui/day'
import { Cards } from '../../ui/list/Cards'
import type { ShownRows } from '../../ui/list/table/waiting'
import { buyerOf } from '../order.labels'
import { OrderStatus } from '../OrderStatus'
import { OrderAlerts } from '../verify/OrderAlerts'
import { addressOf, lostText, ordersOf } from './order.rows'

/** A card lists at most this many lines and counts the rest. */
const mostLines = 4

/** The order list on phones: one card per order, tap to open. */
export const OrderCards = ({ rows, ...shown }: ShownRows<OrderRow>) => (
  <Cards {...shown} rows={rows && ordersOf(rows)} idOf={({ order }) => order.id}>
    {({ order, lines }) => (
      <Link className="sr-card" {...addressOf(order)}>
        <span className="sr-card-line">
          <span className="sr-row-name">{buyerOf(order)}</span>
          <span className="sr-card-end">
            <OrderStatus status={order.orderStatus} />
          </span>
        </span>
        <OrderAlerts alerts={order.alerts} />
        {lines.slice(0, mostLines).map((line) => (
          <span key={line.subOrderId} className="sr-card-line">
            <span className="sr-cut">
              {line.seriesName} {line.specName}，{line.carExternalColor}
            </span>
            <span className="sr-card-end sr-num sr-quiet">
              × {line.number}
              {lostText(line) && <span>{lostText(line)}</span>}
            </span>
          </span>
        ))}
        {lines.length > mostLines && <span className="sr-quiet">共{lines.length}行</span>}
        <span className="sr-card-line sr-quiet">
          <span className="sr-num">{order.bigOrderNo}</span>
          <span className="sr-card-end sr-num">{moneyText(order.totalPrice)}</span>
        </span>
        <span className="sr-card-line sr-quiet">
          <span className="sr-num">{order.customerPhone}</span>
          <span className="sr-card-end">
            {order.estimatedDeliverTime > 0
              ? `预计 ${formatDay(order.estimatedDeliverTime)} 交车`
              : order.ownerName}
          </span>
        </span>
      </Link>
    )}
  </Cards>
)
