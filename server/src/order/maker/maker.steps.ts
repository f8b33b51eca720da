import type { FieldError } from '@showroom/contract/kernel/errors'
import { makerRank, orderStatusOf, stepsBetween } from '@showroom/contract/order/maker.rules'
import type { OrderStep } from '@showroom/contract/order/maker.schema'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { secondsOf } from '../../platform/clock.ts'
import type { MovableLine, MovableOrder } from './maker.repository.ts'

/** Applies the messages of a batch to one order in memory, before anything is written. */

/** A message that changed the order: its steps, and the vehicles it allocated or cancelled. */
export interface Passed {
  readonly step: OrderStep
  readonly steps: readonly number[]
  readonly vins: readonly string[]
  readonly cancelled?: CancelledVehicles
}

/** Cancelled vehicles of a line. */
export interface CancelledVehicles {
  readonly lineId: number
  readonly count: number
  /** The vehicles that were allocated to the line. */
  readonly vins: readonly string[]
  /** Whether nothing is left of the order. */
  readonly isWhole: boolean
  /** The order's status by this message alone, before its consequences. */
  readonly status: number
}

type Line = { -readonly [Key in keyof MovableLine]: MovableLine[Key] }

export interface MovingOrder {
  readonly order: MovableOrder
  status: number
  readonly lines: readonly Line[]
  readonly passed: Passed[]
}

export const startMoving = (order: MovableOrder, lines: readonly MovableLine[]): MovingOrder => ({
  order,
  status: order.status,
  lines: lines.filter(({ orderId }) => orderId === order.id).map((line) => ({ ...line })),
  passed: [],
})

/** Names the time of a message where it is left out: before the order's approval or in the future. */
export function timeWarnings(
  { approvedAt }: MovableOrder,
  { occurredAt }: OrderStep,
  now: Date,
): readonly FieldError[] {
  const named = (text: string) => [{ path: 'occurredAt', text }]
  if (occurredAt > 0 && approvedAt && occurredAt < secondsOf(approvedAt))
    return named('早于订单审核通过时间，未采用')
  return occurredAt > secondsOf(now) ? named('晚于接收时间，未采用') : []
}

/** Why the maker cannot move an order in this status. */
const outOfReach: Readonly<Record<number, string>> = {
  [orderStatus.waitingSubmit]: '订单尚未审核通过',
  [orderStatus.submitted]: '订单尚未审核通过',
  [orderStatus.rejected]: '订单已驳回',
  [orderStatus.cancelled]: '订单已取消',
}

interface Refused {
  readonly refused: string
}

const refuseState = (status: number): Refused => ({ refused: outOfReach[status] ?? '订单状态不允许' })

const liveLines = ({ lines }: MovingOrder): Line[] =>
  lines.filter(({ status }) => status !== orderStatus.cancelled)

/** Applies a message. Returns why it is refused, or whether it changed anything. */
export const applyStep = (moving: MovingOrder, step: OrderStep): Refused | { readonly changed: boolean } =>
  step.status === orderStatus.cancelled ? cancelVehicles(moving, step) : moveOn(moving, step)

function moveOn(moving: MovingOrder, step: OrderStep): Refused | { readonly changed: boolean } {
  if (makerRank(moving.status) < 0) return refuseState(moving.status)
  const live = liveLines(moving)
  const lines = step.subOrderNo ? live.filter(({ subOrderNo }) => subOrderNo === step.subOrderNo) : live
  if (step.subOrderNo && lines.length === 0) return { refused: `子订单${step.subOrderNo}不存在或已取消` }
  const given = vehiclesOf(live, step)
  if ('refused' in given) return given
  for (const [line, vins] of given.byLine) line.vins = vins
  let moved = false
  for (const line of lines)
    if (makerRank(line.status) < makerRank(step.status)) {
      line.status = step.status
      moved = true
    }
  const steps = pass(moving, step.subOrderNo ? statusByLines(moving) : step.status)
  const changed = moved || steps.length > 0 || given.vins.length > 0
  if (changed) moving.passed.push({ step, steps, vins: given.vins })
  return { changed }
}

const statusByLines = (moving: MovingOrder): number =>
  orderStatusOf(
    moving.status,
    liveLines(moving).map(({ status }) => status),
  )

/** Moves the order and returns the steps on the way. */
function pass(moving: MovingOrder, target: number): readonly number[] {
  const steps = stepsBetween(moving.status, target) ?? []
  moving.status = steps.at(-1) ?? moving.status
  return steps
}

/**
 * Cancels some or all vehicles of a line. The total of an earlier message is never reduced. Without lines the order is cancelled; otherwise
 * it gets the status of the remaining lines.
 */
function cancelVehicles(moving: MovingOrder, step: OrderStep): Refused | { readonly changed: boolean } {
  const line = moving.lines.find(({ subOrderNo }) => subOrderNo === step.subOrderNo)
  if (!line) return { refused: `子订单${step.subOrderNo}不存在` }
  const cancelled = step.cancelSubCount || line.quantity
  if (cancelled > line.quantity)
    return { refused: `子订单${line.subOrderNo}共${line.quantity}台，不能取消${cancelled}台` }
  if (cancelled <= line.cancelled) return { changed: false }
  if (makerRank(moving.status) < 0) return refuseState(moving.status)
  if (makerRank(line.status) >= makerRank(orderStatus.delivered))
    return { refused: `子订单${line.subOrderNo}已交车` }
  const left = line.quantity - cancelled
  if (left > 0 && left < line.vins.length)
    return { refused: `子订单${line.subOrderNo}已有${line.vins.length}台配车，不能只留${left}台` }
  const count = cancelled - line.cancelled
  line.cancelled = cancelled
  const vins = left > 0 ? [] : line.vins
  if (left === 0) {
    line.status = orderStatus.cancelled
    line.vins = []
  }
  const isWhole = liveLines(moving).length === 0
  const status = isWhole ? orderStatus.cancelled : moving.status
  const steps = isWhole ? [] : pass(moving, statusByLines(moving))
  if (isWhole) moving.status = status
  moving.passed.push({ step, steps, vins: [], cancelled: { lineId: line.id, count, vins, isWhole, status } })
  return { changed: true }
}

interface Given {
  readonly byLine: ReadonlyMap<Line, readonly string[]>
  /** Vehicles that were not allocated before. */
  readonly vins: readonly string[]
}

/** Assigns the vehicles of a message to lines. Refused if a line does not exist or would get more vehicles than ordered. */
function vehiclesOf(lines: readonly Line[], { subOrderNo, vehicles }: OrderStep): Refused | Given {
  const byLine = new Map<Line, readonly string[]>()
  const fresh: string[] = []
  for (const vehicle of vehicles) {
    const named = vehicle.subOrderNo || subOrderNo
    const line = named ? lines.find((one) => one.subOrderNo === named) : lines[0]
    if (!line) return { refused: `子订单${named}不存在或已取消` }
    if (!named && lines.length > 1) return { refused: '订单有多个子订单，请填写车辆所属子订单' }
    const vins = byLine.get(line) ?? line.vins
    if (vins.includes(vehicle.vin)) continue
    const holder = lines.find((one) => (byLine.get(one) ?? one.vins).includes(vehicle.vin))
    if (holder) return { refused: `车架号${vehicle.vin}已配给子订单${holder.subOrderNo}` }
    if (vins.length >= line.quantity - line.cancelled)
      return { refused: `子订单${line.subOrderNo}的车架号多于订购数量` }
    byLine.set(line, [...vins, vehicle.vin])
    fresh.push(vehicle.vin)
  }
  return { byLine, vins: fresh }
}
