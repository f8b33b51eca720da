import { fenOf, yuanOf } from '@showroom/contract/kernel/money'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { buyerType } from '@showroom/contract/order/licence'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { amountInWords } from '@showroom/contract/order/words'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useDictionaryText } from '../../base/public'
import { useSession } from '../../frame/session'
import { formatDay } from '../../ui/day'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { Pair, PaperFoot, PaperPage, Sheet, Signature } from '../../ui/paper/Paper'
import { buyerOf, paperYuan } from '../order.labels'
import { orderQuery } from '../order.queries'
import { viewSums } from '../form/orderValues'
import './order-paper.css'

/** 订单确认单: one A4 sheet for the customer's signature. Numbers stay masked. */
export function OrderPaper() {
  const { orderId = 0 } = useSearch({ from: '/order/paper' })
  const { data, error, refetch } = useQuery({ ...orderQuery(orderId), enabled: orderId > 0 })
  const order = data?.data
  const isCancelled = order?.orderStatus === orderStatus.cancelled
  return (
    <PaperPage
      title={order ? `订单确认单 ${order.orderNo}` : '订单确认单'}
      help="consultant.html#打印确认单"
      mayPrint={order !== undefined && !isCancelled}
    >
      {order && !isCancelled && <OrderSheet order={order} />}
      {isCancelled && <EmptyState title="订单已取消" hint={`订单 ${order.orderNo} 没有可以签署的内容。`} />}
      {orderId === 0 && <EmptyState title="没有找到该订单" hint="请从订单详情打开确认单。" />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </PaperPage>
  )
}

function OrderSheet({ order }: { order: OrderDetail }) {
  const { profile } = useSession()
  return (
    <Sheet
      title="订单确认单"
      store={profile.company}
      label="订单编号"
      number={order.orderNo}
      numbers={
        <>
          {order.contractNo && <Pair label="合同编号">{order.contractNo}</Pair>}
          <Pair label="订购日期">{formatDay(order.createdAt)}</Pair>
        </>
      }
    >
      <Buyer order={order} />
      <Vehicles order={order} />
      <div className="sr-paper-close" role="group" aria-label="约定与签署">
        <Terms order={order} />
        <Signatures order={order} />
      </div>
    </Sheet>
  )
}

function Buyer({ order }: { order: OrderDetail }) {
  const licenceText = useDictionaryText('orderIdentifyTypeDics')
  const isCompany = order.customerType === buyerType.company
  return (
    <section>
      <h2>购车人</h2>
      <dl className="sr-paper-facts">
        <Pair label={isCompany ? '公司名称' : '客户名称'}>{buyerOf(order)}</Pair>
        {isCompany && <Pair label="联系人">{order.contactName}</Pair>}
        <Pair label="手机号">{order.customerPhone}</Pair>
        <Pair label={isCompany ? '信用代码' : licenceText(order.licenseType) || '证件号码'}>
          {order.licenseNo}
        </Pair>
        <Pair label="所在地区">
          {[order.orderProvince, order.orderCity, order.orderArea].filter(Boolean).join(' ')}
        </Pair>
      </dl>
    </section>
  )
}

function Vehicles({ order }: { order: OrderDetail }) {
  const { vehicles } = viewSums(order)
  const live = order.subOrders.filter((line) => line.number > line.cancelSubCount)
  return (
    <section>
      <h2>订购车辆</h2>
      <table className="sr-paper-lines">
        <thead>
          <tr>
            <th scope="col">序号</th>
            <th scope="col">车型与配置</th>
            <th scope="col">颜色</th>
            <th scope="col">物料号</th>
            <th scope="col" className="sr-paper-figure">
              数量
            </th>
            <th scope="col" className="sr-paper-figure">
              单价（元）
            </th>
            <th scope="col" className="sr-paper-figure">
              金额（元）
            </th>
          </tr>
        </thead>
        <tbody>
          {live.map((line, index) => (
            <Vehicle key={line.subOrderNo} line={line} number={index + 1} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              合计
            </th>
            <td className="sr-paper-figure">{vehicles}</td>
            <td className="sr-paper-figure">—</td>
            <td className="sr-paper-figure">{paperYuan(order.totalPrice)}</td>
          </tr>
        </tfoot>
      </table>
      <dl className="sr-paper-sums">
        <Sum label="订单总价" yuan={order.totalPrice} />
        {order.paymentAmount > 0 && <Sum label="定金合计" yuan={order.paymentAmount} />}
      </dl>
    </section>
  )
}

interface VehicleProps {
  line: OrderDetail['subOrders'][number]
  number: number
}

function Vehicle({ line, number }: VehicleProps) {
  const left = line.number - line.cancelSubCount
  return (
    <tr>
      <td>{number}</td>
      <td>{[line.seriesName, line.specName, line.configurationName].filter(Boolean).join(' ')}</td>
      <td>{line.carExternalColor}</td>
      <td>{line.vehicleProductCode}</td>
      <td className="sr-paper-figure">{left}</td>
      <td className="sr-paper-figure">{paperYuan(line.price)}</td>
      <td className="sr-paper-figure">{paperYuan(yuanOf(fenOf(line.price) * left))}</td>
    </tr>
  )
}

/** A sum in digits and in Chinese numerals, which prevent later alteration. */
const Sum = ({ label, yuan }: { label: string; yuan: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <span>人民币{amountInWords(fenOf(yuan))}</span>
      <span>¥ {paperYuan(yuan)}</span>
    </dd>
  </div>
)

function Terms({ order }: { order: OrderDetail }) {
  const paymentText = useDictionaryText('paymentTypes')
  const licenceText = useDictionaryText('carLicenseTypes')
  return (
    <section>
      <h2>约定</h2>
      <dl className="sr-paper-facts">
        <Pair label="收款方式">{paymentText(order.paymentType)}</Pair>
        <Pair label="预计交车">{formatDay(order.estimatedDeliverTime)}</Pair>
        <Pair label="上牌方式">{licenceText(order.carLicenseType)}</Pair>
        <Pair label="上牌城市">{order.carLicenseCity.replace(',', ' ')}</Pair>
      </dl>
      <p className="sr-paper-remark">
        <span>备注</span>
        {order.remark || '—'}
      </p>
    </section>
  )
}

function Signatures({ order }: { order: OrderDetail }) {
  const isCompany = order.customerType === buyerType.company
  return (
    <>
      <p className="sr-paper-agreed">
        以上内容经双方核对无误，签字（盖章）后生效。本单一式两份，双方各执一份。
      </p>
      <div className="sr-paper-signs">
        <Signature who={isCompany ? '购车单位（盖章）' : '购车人（签字）'} />
        <Signature who="销售门店（盖章）" by={`经办人 ${order.ownerName}`} />
      </div>
      <PaperFoot />
    </>
  )
}
