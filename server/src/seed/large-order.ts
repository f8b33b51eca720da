import { orderStatus } from '@showroom/contract/order/order.rules'
import { dayText, daySeconds } from '@showroom/contract/kernel/day'
import { salesSeat } from './large-network.ts'
import type { LargeDealer, LargeMember } from './large-network.ts'
import { Random } from './random.ts'
import type { OrderLineRow, OrderRow } from './rows.ts'
import { catalogue } from './vehicles.ts'
import { instant } from './workday.ts'

/** Orders of a large network: two customers of five have one. */

/** Facts about the customer that an order needs. */
export interface LargeBuyer {
  readonly dealer: LargeDealer
  readonly owner: LargeMember
  readonly level: string
  /** No review waits and the customer is not dormant, so an order may be under way. */
  readonly isFollowed: boolean
  readonly customerId: number
  readonly name: string
  readonly mobile: string
  readonly district: string
  readonly seriesId: number
  readonly businessType: number
  readonly fromSource: number
  readonly otherSource: number
  /** When the file was created, and when it was last worked on. */
  readonly createdAt: number
  readonly lastAt: number
}

const { waitingSubmit, submitted, rejected, cancelled, completed } = orderStatus
const underWay = [3, 15, 16, 17, 4] as const
const before = new Set<number>([waitingSubmit, submitted, rejected])

/** Status of the customer's order; 0 for none. */
function statusOf(random: Random, { level, isFollowed }: LargeBuyer): number {
  if (level === 'O') return random.pick(underWay)
  if (level === 'D') return completed
  if (level === 'F') return cancelled
  if ((level === 'B' || level === 'C') && isFollowed && random.chance(0.02))
    return random.pick([waitingSubmit, submitted, rejected])
  return random.chance(0.11) ? cancelled : 0
}

type Rows = Record<'vehicle_order' | 'vehicle_order_line' | 'vehicle_order_buyer', object[]>

/** Adds the order of a customer; returns false if there is none. */
export function narrateLargeOrder(rows: Rows, buyer: LargeBuyer, orderId: number): boolean {
  const random = new Random(Math.imul(buyer.customerId, 0x85ebca6b) + 29)
  const status = statusOf(random, buyer)
  if (status === 0) return false
  const { dealer, owner, customerId, lastAt } = buyer
  const isCancelled = status === cancelled
  // A cancelled order lies anywhere in the file's lifetime, one under way some days back.
  const endedAt = isCancelled ? random.int(Math.min(buyer.createdAt, lastAt), lastAt) : lastAt
  const createdAt = endedAt - random.int(3, 30) * daySeconds
  const orderNo = `DD${dayText(createdAt).slice(2).replaceAll('-', '')}${String(orderId % 100_000).padStart(5, '0')}`
  const lines = linesOf(random, buyer, { id: orderId, orderNo, status })
  const depositFen = 500_000
  const isDecided = !before.has(status) && !isCancelled
  const isReviewed = isDecided || status === rejected
  const order: OrderRow = {
    dealer_id: dealer.id,
    id: orderId,
    order_no: orderNo,
    customer_id: customerId,
    deal_id: customerId,
    owner_id: owner.id,
    status,
    business_type: buyer.businessType,
    payment_type: random.int(1, 2),
    payment_fen: depositFen,
    payment_amount_fen: isCancelled ? 0 : depositFen * lines.length,
    total_amount_fen: isCancelled ? 0 : lines.reduce((sum, line) => sum + line.quantity * line.price_fen, 0),
    contract_no: `HT-${orderId}`,
    car_license_type: 1,
    car_license_city: `${dealer.city.province},${dealer.city.city}`,
    deliver_on: dayText(lastAt + 20 * daySeconds),
    customer_type: 1,
    name: buyer.name,
    contact_name: '',
    phone: buyer.mobile,
    license_type: 1,
    license_number: '',
    province: dealer.city.province,
    city: dealer.city.city,
    area: buyer.district,
    address: '',
    next_follow_at: null,
    remark: '',
    cancel_reason: isCancelled ? 'qxyy01' : '',
    cancel_remark: '',
    reject_reason: status === rejected ? '证件信息不完整，请核对后重新提交。' : '',
    submitted_at: status === waitingSubmit ? null : instant(createdAt + 3600),
    reviewed_at: isReviewed ? instant(lastAt) : null,
    reviewed_by: isReviewed ? (dealer.members[salesSeat]?.id ?? null) : null,
    delivered_at: status === completed ? instant(lastAt) : null,
    approved_owner_id: isDecided ? owner.id : null,
    delivered_owner_id: status === completed ? owner.id : null,
    cancelled_at: isCancelled ? instant(endedAt) : null,
    created_at: instant(createdAt),
    created_by: owner.id,
    line_count: lines.length,
    series_ids: lines.map((line) => line.series_id),
    model_ids: lines.map((line) => line.model_id),
  }
  rows.vehicle_order.push({ ...order, from_source: buyer.fromSource, other_source: buyer.otherSource })
  rows.vehicle_order_buyer.push({
    dealer_id: dealer.id,
    order_id: orderId,
    name: order.name,
    contact_name: order.contact_name,
    phone: order.phone,
  })
  rows.vehicle_order_line.push(...lines)
  return true
}

/** A fifth of the orders have two vehicles. */
function linesOf(
  random: Random,
  { dealer, seriesId }: LargeBuyer,
  order: { readonly id: number; readonly orderNo: string; readonly status: number },
): OrderLineRow[] {
  const models = catalogue.models.filter((model) => model.series_id === seriesId)
  return models.slice(0, random.chance(0.2) ? 2 : 1).map((model, at) => {
    const configuration = catalogue.configurations.find(({ model_id }) => model_id === model.id)
    const sku = catalogue.skus.find(({ configuration_id }) => configuration_id === configuration?.id)
    return {
      dealer_id: dealer.id,
      order_id: order.id,
      sub_order_no: `${order.orderNo}-${at + 1}`,
      series_id: seriesId,
      model_id: model.id,
      sku_id: sku?.id ?? 0,
      color: sku?.color ?? '',
      quantity: 1,
      price_fen: model.guide_price_fen,
      status: order.status,
      cancelled_quantity: order.status === cancelled ? 1 : 0,
      vins: [],
    }
  })
}
