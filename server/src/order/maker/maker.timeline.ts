import type { TimelineType } from '@showroom/contract/customer/customer.rules'
import type { Level } from '@showroom/contract/customer/level.rules'
import { timelineType } from '@showroom/contract/customer/customer.rules'
import { orderStatus } from '@showroom/contract/order/order.rules'
import type { CustomerRow } from '../../customer/index.ts'
import type { CancelledVehicles, MovingOrder, Passed } from './maker.steps.ts'
import { sentence } from '../order.text.ts'

/** Timeline entries for the messages of an order: each step, including skipped ones, and vehicles allocated or cancelled. */

export const maker = '厂家系统'

interface TimelineText {
  readonly level: Level
  readonly nameOf: (status: number) => string
  /** Describes cancelled vehicles of a line in words. */
  readonly vehiclesOf: (cancelled: CancelledVehicles) => string
  readonly now: Date
}

interface Row {
  readonly type: TimelineType
  readonly subject: string
  readonly content: string
  readonly orderStatus: number
}

export function entriesOf(
  { order, passed }: MovingOrder,
  { customerId }: CustomerRow,
  { level, now, ...words }: TimelineText,
) {
  const shared = {
    customerId,
    dealId: order.dealId,
    memberName: maker,
    level,
    at: now,
    orderId: order.id,
  }
  return passed.flatMap((one) =>
    rowsOf(order.orderNo, one, words).map((row) => Object.assign({}, shared, row)),
  )
}

type Words = Pick<TimelineText, 'nameOf' | 'vehiclesOf'>

/** The step at which the customer gets the vehicle has the type of a delivery that a member records. */
const typeOf = (status: number): TimelineType =>
  status === orderStatus.delivered ? timelineType.deliver : timelineType.order

const rowsOf = (orderNo: string, passed: Passed, words: Words): Row[] =>
  passed.cancelled
    ? cancellationRows(orderNo, passed, passed.cancelled, words)
    : stepRows(orderNo, passed, words)

function stepRows(orderNo: string, { step, steps, vins }: Passed, { nameOf }: Words): Row[] {
  const last = steps.at(-1)
  const content = sentence(
    `订单号：${orderNo}`,
    step.subOrderNo && `子订单：${step.subOrderNo}（${nameOf(step.status)}）`,
    vins.length > 0 && `车架号：${vins.join('、')}`,
    step.remark && `备注：${step.remark}`,
    '厂家订单系统推送',
  )
  if (last === undefined) {
    const subject = vins.length > 0 ? '配车' : nameOf(step.status)
    return [{ type: timelineType.order, subject, content: content, orderStatus: step.status }]
  }
  const skipped = sentence(`订单号：${orderNo}`, `厂家直接推送“${nameOf(last)}”，此步骤自动补记`)
  return steps.map((status) => ({
    type: typeOf(status),
    subject: nameOf(status),
    content: status === last ? content : skipped,
    orderStatus: status,
  }))
}

function cancellationRows(
  orderNo: string,
  { step, steps }: Passed,
  cancelled: CancelledVehicles,
  { nameOf, vehiclesOf }: Words,
): Row[] {
  const content = sentence(
    `订单号：${step.subOrderNo}`,
    vehiclesOf(cancelled),
    cancelled.vins.length > 0 && `已配车辆退回：${cancelled.vins.join('、')}`,
    cancelled.isWhole && '订单已无车辆，随之取消',
    step.remark && `备注：${step.remark}`,
    '厂家订单系统推送',
  )
  return [
    {
      type: timelineType.order,
      subject: cancelled.isWhole ? '取消订单' : '取消子订单',
      content: content,
      orderStatus: cancelled.isWhole ? orderStatus.cancelled : cancelled.status,
    },
    ...steps.map((status) => ({
      type: typeOf(status),
      subject: nameOf(status),
      content: sentence(`订单号：${orderNo}`, `子订单取消后，其余车辆均已“${nameOf(status)}”`),
      orderStatus: status,
    })),
  ]
}
