import type { OrderDetail, OrderEvent } from '@showroom/contract/order/detail.schema'
import { liveStatuses, orderStatus as status } from '@showroom/contract/order/order.rules'
import { orderTypeOf } from '../order.labels'

/** Builds the step bar of an order. */

/** A timeline record, newest first. Its status applies from then on; 0 if the record does not change the status. */
type Passed = Pick<OrderEvent, 'createdAt' | 'orderStatus'>

type AsItStands = Pick<OrderDetail, 'orderStatus' | 'cancelledFrom'>

export interface OrderStep {
  readonly title: string
  readonly state: 'done' | 'now' | 'ended' | 'to-come'
  /** Last time the order reached this step, in epoch seconds; 0 if unknown. */
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

/** The four paths that end with 已取消, by the status before the cancellation. */
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

/** The steps of an existing order; `passed` is its timeline. */
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

/** Time when the order last entered these statuses: the first record of its latest stay in them. */
function arrivedAt(statuses: readonly number[], passed: readonly Passed[]): number {
  const steps = passed.filter(({ orderStatus }) => orderStatus !== 0).toReversed()
  const last = steps.findLastIndex(({ orderStatus }) => statuses.includes(orderStatus))
  if (last === -1) return 0
  const left = steps.slice(0, last).findLastIndex(({ orderStatus }) => !statuses.includes(orderStatus))
  return steps[left + 1]?.createdAt ?? 0
}
