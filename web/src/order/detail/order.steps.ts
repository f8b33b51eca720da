import type { OrderDetail, OrderEvent } from '@showroom/contract/order/detail.schema'
import { liveStatuses, orderStatus as status } from '@showroom/contract/order/order.rules'
import { orderTypeOf } from '../order.labels'

/** How far an order has come, as its step bar shows it. */

/** What is told of an order's way: a row of its timeline, which is read newest first. Its status is the one from then on; 0 where it says nothing of it. */
type Passed = Pick<OrderEvent, 'createdAt' | 'orderStatus'>

type AsItStands = Pick<OrderDetail, 'orderStatus' | 'cancelledFrom'>

export interface OrderStep {
  readonly title: string
  readonly state: 'done' | 'now' | 'ended' | 'to-come'
  /** When it got there the last time, in epoch seconds; 0 where that is not told. */
  readonly at: number
}

interface Stage {
  readonly title: string
  readonly statuses: readonly number[]
}

const waiting: Stage = { title: '待提交', statuses: [status.waitingSubmit] }
const submitted: Stage = { title: '已提交', statuses: [status.submitted] }
const approved: Stage = { title: '已审核', statuses: liveStatuses }
const rejected: Stage = { title: '已驳回', statuses: [status.rejected] }
const completed: Stage = { title: '已完成', statuses: [status.completed] }
const cancelled: Stage = { title: '已取消', statuses: [status.cancelled] }

const usual = [waiting, submitted, approved, completed]

/** The four ways that end with 已取消, by what the order was then. */
function wayToCancelled(before: number): Stage[] {
  if (before === status.rejected) return [waiting, submitted, rejected, cancelled]
  if (liveStatuses.includes(before)) return [waiting, submitted, approved, cancelled]
  if (before === status.submitted) return [waiting, submitted, cancelled]
  return [waiting, cancelled]
}

function stagesOf({ orderStatus, cancelledFrom }: AsItStands): Stage[] {
  if (orderStatus === status.cancelled) return wayToCancelled(cancelledFrom)
  if (orderStatus === status.rejected) return [waiting, submitted, rejected]
  return usual
}

/** The steps of an order that exists; `passed` is its timeline. */
export function orderSteps(order: AsItStands, passed: readonly Passed[]): OrderStep[] {
  const { orderStatus } = order
  const stages = stagesOf(order)
  const type = orderTypeOf(orderStatus)
  const here = stages.findIndex((stage) => stage.statuses.includes(orderStatus))
  const isOver = type === 'orderCancel' || type === 'rejected'
  const stateOf = (at: number): OrderStep['state'] => {
    if (at > here) return 'to-come'
    if (at < here || type === 'completed') return 'done'
    return isOver ? 'ended' : 'now'
  }
  return stages.map(({ title, statuses }, index) => ({
    title,
    state: stateOf(index),
    at: index > here ? 0 : arrivedAt(statuses, passed),
  }))
}

/** When an order last came to one of those statuses: the first row of its last stay there. */
function arrivedAt(statuses: readonly number[], passed: readonly Passed[]): number {
  const told = passed.filter(({ orderStatus }) => orderStatus !== 0).toReversed()
  const last = told.findLastIndex(({ orderStatus }) => statuses.includes(orderStatus))
  if (last === -1) return 0
  const left = told.slice(0, last).findLastIndex(({ orderStatus }) => !statuses.includes(orderStatus))
  return told[left + 1]?.createdAt ?? 0
}
