import { fenOf, moneyText, yuanOf } from '@showroom/contract/kernel/money'
import type { OrderDetail, SubOrder } from '@showroom/contract/order/detail.schema'
import { orderStatus } from '@showroom/contract/order/order.rules'
import type { ReactNode } from 'react'
import { viewSums } from '../form/orderValues'
import { OrderStatus } from '../OrderStatus'

interface OrderLinesProps {
  order: OrderDetail
  /** Actions at the end of a line. */
  actionOf?: ((line: SubOrder) => ReactNode) | undefined
}

/** The lines of an order and their sums. */
export function OrderLines({ order, actionOf }: OrderLinesProps) {
  const own = viewSums(order)
  const differs = order.subOrders.some((line) => line.orderStatus !== order.orderStatus)
  return (
    <>
      <div className="sr-o-lines-frame">
        <table className="sr-o-lines">
          <thead>
            <tr>
              <th scope="col">行</th>
              <th scope="col">车型</th>
              <th scope="col">颜色</th>
              <th scope="col">物料号</th>
              {differs && <th scope="col">状态</th>}
              <th scope="col" className="sr-o-figure">
                数量
              </th>
              <th scope="col" className="sr-o-figure">
                单价
              </th>
              <th scope="col" className="sr-o-figure">
                小计
              </th>
              {actionOf && (
                <th scope="col" className="sr-o-figure">
                  操作
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {order.subOrders.map((line, index) => (
              <Line
                key={line.subOrderNo}
                line={line}
                number={index + 1}
                withStatus={differs}
                actionOf={actionOf}
              />
            ))}
          </tbody>
        </table>
      </div>
      <OrderSums
        vehicles={own.vehicles}
        deposit={order.paymentAmount}
        total={order.totalPrice}
        original={order.orderStatus === orderStatus.cancelled ? order.originalPayment : 0}
      />
      {order.totalPrice !== own.total && (
        <p className="sr-o-differs">明细合计 {moneyText(own.total)}，与系统核算不同，以系统核算为准</p>
      )}
    </>
  )
}

/** Vehicles of a line that were not cancelled. */
const remaining = ({ number, cancelSubCount, orderStatus: status }: SubOrder): number =>
  status === orderStatus.cancelled ? 0 : number - cancelSubCount

interface LineProps {
  line: SubOrder
  number: number
  withStatus: boolean
  actionOf: OrderLinesProps['actionOf']
}

function Line({ line, number, withStatus, actionOf }: LineProps) {
  const left = remaining(line)
  return (
    <tr data-cancelled={left === 0 || undefined}>
      <td className="sr-num">{number}</td>
      <th scope="row" data-label="车型">
        {[line.seriesName, line.specName, line.configurationName].filter(Boolean).join(' ')}
        {line.vins.length > 0 && <span className="sr-o-vins">车架号 {line.vins.join('、')}</span>}
      </th>
      <td data-label="颜色">{line.carExternalColor}</td>
      <td data-label="物料号" className="sr-num">
        {line.vehicleProductCode}
      </td>
      {withStatus && (
        <td data-label="状态">
          <OrderStatus status={line.orderStatus} />
        </td>
      )}
      <td data-label="数量" className="sr-o-figure">
        {line.number}
        {line.cancelSubCount > 0 && left > 0 && (
          <span className="sr-o-less">（已取消{line.cancelSubCount}）</span>
        )}
      </td>
      <td data-label="单价" className="sr-o-figure">
        {moneyText(line.price)}
      </td>
      <td data-label="小计" className="sr-o-figure">
        {moneyText(yuanOf(fenOf(line.price) * left))}
      </td>
      {actionOf && <td className="sr-o-line-action">{actionOf(line)}</td>}
    </tr>
  )
}

interface OrderSumsProps {
  vehicles: number
  /** Deposit in yuan; 0 if none is required. */
  deposit: number
  total: number
  /** The deposit originally agreed, for a cancelled order. */
  original?: number
}

/** The sums below the lines. */
export const OrderSums = ({ vehicles, deposit, total, original = 0 }: OrderSumsProps) => (
  <dl className="sr-o-sums" aria-label="合计">
    <div>
      <dt>数量</dt>
      <dd>{vehicles} 台</dd>
    </div>
    {deposit > 0 && (
      <div>
        <dt>定金合计</dt>
        <dd>{moneyText(deposit)}</dd>
      </div>
    )}
    {original > 0 && (
      <div>
        <dt>原定金</dt>
        <dd>{moneyText(original)}</dd>
      </div>
    )}
    <div className="sr-o-total">
      <dt>订单总价</dt>
      <dd>{moneyText(total)}</dd>
    </div>
  </dl>
)
