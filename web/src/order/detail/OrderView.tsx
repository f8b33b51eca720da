import { moneyText } from '@showroom/contract/kernel/money'
import type { OrderDetail, OrderNumbers, SubOrder } from '@showroom/contract/order/detail.schema'
import { buyerType } from '@showroom/contract/order/licence'
import type { ReactNode } from 'react'
import { useDictionaryText } from '../../base/public'
import { type Reveal, RevealNumber } from '../../customer/public'
import { formatDay } from '../../ui/day'
import { buyerOf } from '../order.labels'
import { OrderLines } from './OrderLines'
import '../../ui/RecordFacts.css'
import './order-detail.css'

interface OrderViewProps {
  order: OrderDetail
  /** If absent, numbers stay masked. */
  reveal?: Reveal<OrderNumbers> | undefined
  /** Actions of a line. */
  actionOf?: ((line: SubOrder) => ReactNode) | undefined
}

/** A read-only view of the order: 订单信息, 订车明细, 客户信息, 其他信息. */
export const OrderView = ({ order, reveal, actionOf }: OrderViewProps) => (
  <>
    <OrderSection title="订单信息">
      <OrderFacts order={order} />
    </OrderSection>
    <OrderSection title="订车明细" count={order.subOrders.length}>
      <OrderLines order={order} actionOf={actionOf} />
    </OrderSection>
    <OrderSection title="客户信息">
      <BuyerFacts order={order} reveal={reveal} />
    </OrderSection>
    <OrderSection title="其他信息" isEmpty={order.nextFollowTime === 0 && order.remark === ''}>
      <dl className="sr-c-record-facts">
        <Fact label="下次跟进">{formatDay(order.nextFollowTime)}</Fact>
        <Fact label="备注" wide>
          {order.remark}
        </Fact>
      </dl>
    </OrderSection>
  </>
)

interface OrderSectionProps {
  title: string
  count?: number
  /** Leaves the section out on paper. */
  isEmpty?: boolean
  children: ReactNode
}

/** A titled card on the order's page. */
export const OrderSection = ({ title, count, isEmpty = false, children }: OrderSectionProps) => (
  <section className={isEmpty ? 'sr-o-card sr-o-empty' : 'sr-o-card'} aria-label={title}>
    <h2 className="sr-o-card-title">
      {title}
      {count !== undefined && count > 1 && <span className="sr-o-count">{count}</span>}
    </h2>
    {children}
  </section>
)

/** One fact; an empty one shows 未填写. */
function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sr-c-record-wide' : ''}>
      <dt>{label}</dt>
      <dd>{children || <span className="sr-o-none">未填写</span>}</dd>
    </div>
  )
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const businessText = useDictionaryText('orderBusinessType')
  const paymentText = useDictionaryText('paymentTypes')
  const licenceText = useDictionaryText('carLicenseTypes')
  return (
    <dl className="sr-c-record-facts">
      <Fact label="订单编号">
        <span className="sr-num">{order.orderNo}</span>
      </Fact>
      <Fact label="业务类型">{businessText(order.businessType)}</Fact>
      <Fact label="收款方式">{paymentText(order.paymentType)}</Fact>
      <Fact label="单车定金">{order.payment > 0 && moneyText(order.payment)}</Fact>
      <Fact label="合同编号">{order.contractNo}</Fact>
      <Fact label="预计交车">{formatDay(order.estimatedDeliverTime)}</Fact>
      <Fact label="上牌方式">{licenceText(order.carLicenseType)}</Fact>
      <Fact label="上牌城市">{order.carLicenseCity.replace(',', ' ')}</Fact>
      <Fact label="客户经理">{order.ownerName}</Fact>
    </dl>
  )
}

function BuyerFacts({ order, reveal }: OrderViewProps) {
  const licenceText = useDictionaryText('orderIdentifyTypeDics')
  const isCompany = order.customerType === buyerType.company
  const region = [order.orderProvince, order.orderCity, order.orderArea].filter(Boolean).join(' ')
  return (
    <dl className="sr-c-record-facts">
      <Fact label="客户类型">{isCompany ? '公司' : '个人'}</Fact>
      <Fact label={isCompany ? '公司名称' : '客户名称'}>{buyerOf(order)}</Fact>
      {isCompany && <Fact label="联系人">{order.contactName}</Fact>}
      {!order.hidesNumbers && (
        <Fact label="手机号">
          <Masked name="手机号" text={order.customerPhone} reveal={reveal} of="customerPhone" tel />
        </Fact>
      )}
      {!order.hidesNumbers && <Fact label="证件类型">{licenceText(order.licenseType)}</Fact>}
      {!order.hidesNumbers && (
        <Fact label="证件号码">
          <Masked name="证件号码" text={order.licenseNo} reveal={reveal} of="licenseNo" />
        </Fact>
      )}
      <Fact label="省市区">{region}</Fact>
      {!order.hidesNumbers && (
        <Fact label="详细地址">
          <Masked name="详细地址" text={order.orderAddress} reveal={reveal} of="orderAddress" />
        </Fact>
      )}
    </dl>
  )
}

interface MaskedProps {
  name: string
  text: string
  reveal: Reveal<OrderNumbers> | undefined
  of: keyof OrderNumbers
  tel?: boolean
}

/** A masked text with a button to show it. Only the first one shows the error if that fails. */
function Masked({ name, text, reveal, of, tel = false }: MaskedProps) {
  if (!text) return <span className="sr-o-none">未填写</span>
  if (!reveal) return <span className="sr-number">{text}</span>
  return (
    <RevealNumber
      name={name}
      masked={text}
      reveal={reveal}
      pick={(clear) => clear[of]}
      tel={tel}
      showProblem={of === 'customerPhone'}
    />
  )
}
