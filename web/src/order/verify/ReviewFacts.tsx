import { fenOf, moneyText } from '@showroom/contract/kernel/money'
import { gapLabels } from '@showroom/contract/order/complete.rules'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { orderReview } from '@showroom/contract/order/verify.api'
import type { OrderReview } from '@showroom/contract/order/verify.schema'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryOf } from '../../api/query'
import { formatMinute } from '../../ui/day'
import { Cut } from '../../ui/list/table/Cut'
import { OrderStatus } from '../OrderStatus'
import { OrderAlerts } from './OrderAlerts'
import { priceOf } from './price'
import { addressOf } from './VerifyLink'
import { waitedText } from './verify.labels'
import './verify.css'

/** 审核参考: facts that help a manager decide. */
export function ReviewFacts({ order }: { order: OrderDetail }) {
  const { data } = useQuery({ ...queryOf(orderReview, { orderId: order.id }), staleTime: 0 })
  return (
    <section className="sr-o-card sr-verify-facts" aria-label="审核参考">
      <h2 className="sr-o-card-title">审核参考</h2>
      {data && data.alerts.length > 0 && <OrderAlerts alerts={data.alerts} />}
      {data && data.missing.length > 0 && (
        <p className="sr-verify-missing" role="note">
          资料不全：{data.missing.map((gap) => gapLabels[gap]).join('、')}
        </p>
      )}
      <dl>
        <Price order={order} />
        <Deposit order={order} />
        {order.orderStatus === orderStatus.submitted && (
          <Fact label="已等待">
            {waitedText(order.submittedAt)}
            <span className="sr-quiet">
              {data?.submittedByName} {formatMinute(order.submittedAt)} 提交
              {data && data.submissions > 1 && `，第${data.submissions}次`}
            </span>
          </Fact>
        )}
      </dl>
      {data?.rejection && <Changes review={data} rejection={data.rejection} />}
      {data && <Others others={data.others} />}
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="sr-verify-fact">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Discount against the list prices, in total and by line. */
function Price({ order }: { order: OrderDetail }) {
  const { lines, discount, share } = priceOf(order.subOrders)
  return (
    <Fact label="价格">
      <span>
        {discount > 0 ? '低于指导价 ' : discount < 0 ? '高于指导价 ' : '与指导价一致'}
        {discount !== 0 && (
          <strong className={discount > 0 ? 'sr-verify-below' : ''}>
            {moneyText(Math.abs(discount))}（{Math.abs(share).toFixed(1)}%）
          </strong>
        )}
      </span>
      <ul className="sr-verify-lines">
        {lines.map(({ key, name, price, guidePrice, number }) => (
          <li key={key}>
            <span>
              {name}
              {number > 1 && ` × ${number}`}
            </span>
            <span className="sr-num">
              {moneyText(price)} <span className="sr-quiet">/ {moneyText(guidePrice)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Fact>
  )
}

function Deposit({ order: { payment, paymentAmount, totalPrice } }: { order: OrderDetail }) {
  const share = totalPrice > 0 ? (fenOf(paymentAmount) / fenOf(totalPrice)) * 100 : 0
  return (
    <Fact label="定金">
      {paymentAmount > 0 ? (
        <>
          <span>
            {moneyText(paymentAmount)}（{share.toFixed(1)}%）
          </span>
          {payment !== paymentAmount && <span className="sr-quiet">每台{moneyText(payment)}</span>}
        </>
      ) : (
        <span className="sr-verify-late">未收定金</span>
      )}
    </Fact>
  )
}

interface ChangesProps {
  review: OrderReview
  rejection: NonNullable<OrderReview['rejection']>
}

/** The last rejection's reason, and the changes made since. */
const Changes = ({ review: { changes }, rejection: { reason, reviewerName, rejectedAt } }: ChangesProps) => (
  <div className="sr-verify-part">
    <h3>上次驳回后的修改</h3>
    <p className="sr-verify-reason">
      {reason}
      <span className="sr-quiet">
        {reviewerName} {formatMinute(rejectedAt)} 驳回
      </span>
    </p>
    {changes.length === 0 && <p className="sr-verify-late">没有修改</p>}
    <ul className="sr-verify-changes">
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          <span className="sr-quiet">{label}</span>
          {after === '' ? (
            <span>已修改</span>
          ) : (
            <span>
              <del>{before}</del> → <ins>{after}</ins>
            </span>
          )}
        </li>
      ))}
    </ul>
  </div>
)

/** Others in sight; the rest is folded away. */
const mostInSight = 4

/** Other orders of the buyer or under the same phone number. */
function Others({ others }: { others: OrderReview['others'] }) {
  const rest = others.slice(mostInSight)
  return (
    <div className="sr-verify-part sr-verify-others-part">
      <h3>该客户或同号码的其他订单</h3>
      {others.length === 0 && <p className="sr-quiet">没有进行中的其他订单</p>}
      <OtherOrders others={others.slice(0, mostInSight)} />
      {rest.length > 0 && (
        <details>
          <summary>其余{rest.length}单</summary>
          <OtherOrders others={rest} />
        </details>
      )}
    </div>
  )
}

const OtherOrders = ({ others }: { others: OrderReview['others'] }) => (
  <ul className="sr-verify-others">
    {others.map((one) => (
      <li key={one.id}>
        <span className="sr-verify-other-head">
          <Link {...addressOf(one)} className="sr-num">
            {one.orderNo}
          </Link>
          <OrderStatus status={one.status} />
          {!one.isSameCustomer && <span className="sr-order-alert">同号码</span>}
        </span>
        <Cut lines={2} text={one.modelDisplay} />
        <span className="sr-quiet">
          {one.ownerName} {formatMinute(one.createdAt)} {moneyText(one.totalPrice)}
        </span>
      </li>
    ))}
  </ul>
)
