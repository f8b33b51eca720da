import { makerRank, orderStatusOf, stepsBetween } from '@showroom/contract/order/maker.rules'
import type { OrderStep } from '@showroom/contract/order/maker.schema'
import { orderStatus } from '@showroom/contract/order/order.rules'
import type { MovableLine, MovableOrder } from './maker.repository.ts'

/** What the messages of one batch make of one order, before anything is written. */

/** A message that changed the order: the steps it passed, and the vehicles it gave. */
export interface Passed {
  readonly step: OrderStep
  readonly steps: readonly number[]
  readonly vins: readonly string[]
}

export interface MovingOrder {
  readonly order: MovableOrder
  status: number
  readonly lines: { -readonly [Key in keyof MovableLine]: MovableLine[Key] }[]
  readonly passed: Passed[]
}

export const startMoving = (order: MovableOrder, lines: readonly MovableLine[]): MovingOrder => ({
  order,
  status: order.status,
  lines: lines.filter(({ orderId }) => orderId === order.id).map((line) => ({ ...line })),
  passed: [],
})

/** Why the maker has no say in an order. */
const outOfReach: Readonly<Record<number, string>> = {
  [orderStatus.waitingSubmit]: '订单尚未审核通过',
  [orderStatus.submitted]: '订单尚未审核通过',
  [orderStatus.rejected]: '订单已驳回',
  [orderStatus.cancelled]: '订单已取消',
}

/** Takes a message into account. Tells why it is refused; else whether it changed anything. */
export function applyStep(moving: MovingOrder, step: OrderStep): { refused: string } | { changed: boolean } {
  if (makerRank(moving.status) < 0) return { refused: outOfReach[moving.status] ?? '订单状态不允许' }
  const lines = step.subOrderNo
    ? moving.lines.filter(({ subOrderNo }) => subOrderNo === step.subOrderNo)
    : moving.lines
  if (step.subOrderNo && lines.length === 0) return { refused: `子订单${step.subOrderNo}不存在或已取消` }
  const given = vehiclesOf(moving, step)
  if ('refused' in given) return given
  for (const [line, vins] of given.byLine) line.vins = vins
  let moved = false
  for (const line of lines)
    if (makerRank(line.status) < makerRank(step.status)) {
      line.status = step.status
      moved = true
    }
  const target = step.subOrderNo
    ? orderStatusOf(
        moving.status,
        moving.lines.map(({ status }) => status),
      )
    : step.status
  const steps = stepsBetween(moving.status, target) ?? []
  moving.status = steps.at(-1) ?? moving.status
  const changed = moved || steps.length > 0 || given.vins.length > 0
  if (changed) moving.passed.push({ step, steps, vins: given.vins })
  return { changed }
}

interface Given {
  readonly byLine: ReadonlyMap<MovingOrder['lines'][number], readonly string[]>
  /** Those that are new. */
  readonly vins: readonly string[]
}

/** The vehicles that a message gives, each to its line; refused where there is no such line, or more than were ordered. */
function vehiclesOf(
  { lines }: MovingOrder,
  { subOrderNo, vehicles }: OrderStep,
): { refused: string } | Given {
  const byLine = new Map<MovingOrder['lines'][number], readonly string[]>()
  const fresh: string[] = []
  for (const vehicle of vehicles) {
    const named = vehicle.subOrderNo || subOrderNo
    const line = named ? lines.find((one) => one.subOrderNo === named) : lines[0]
    if (!line) return { refused: `子订单${named}不存在或已取消` }
    if (!named && lines.length > 1) return { refused: '订单有多个子订单，请填写车辆所属子订单' }
    const vins = byLine.get(line) ?? line.vins
    if (vins.includes(vehicle.vin)) continue
    if (vins.length >= line.quantity) return { refused: `子订单${line.subOrderNo}的车架号多于订购数量` }
    byLine.set(line, [...vins, vehicle.vin])
    fresh.push(vehicle.vin)
  }
  return { byLine, vins: fresh }
}
