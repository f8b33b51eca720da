import { maskText } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { orderStatus } from '@showroom/contract/order/order.rules'
import type { CustomerRow } from '../../customer/index.ts'
import type { NewNotice } from '../../notice/index.ts'
import type { Actor } from '../../platform/live/events.ts'
import { listManagers } from '../../team/index.ts'
import type { CancelledVehicles, MovingOrder } from './maker.steps.ts'

/** Notices about messages of the maker's system. */

/** Steps that the owner should pass on to the customer. */
const announcedSteps: ReadonlySet<number> = new Set([
  orderStatus.equipped,
  orderStatus.delivered,
  orderStatus.completed,
])

/** Notifies the owner, once per message, that a car was allocated or delivered. */
export function noticesOfMoves(
  moved: readonly MovingOrder[],
  customerOf: (moving: MovingOrder) => CustomerRow,
  nameOf: (status: number) => string,
): NewNotice[] {
  return moved.flatMap((moving) => {
    const { customerId, ownerId, isOwnerAtWork, name } = customerOf(moving)
    if (!isOwnerAtWork) return []
    return moving.passed.flatMap(({ steps, vins }) => {
      const last = steps.findLast((step) => announcedSteps.has(step))
      if (last === undefined && vins.length === 0) return []
      const status = last === undefined ? '配车' : nameOf(last)
      const text = `${maskText(name)}的订单 ${moving.order.orderNo} ${status}${vins.length > 0 ? `，车架号 ${vins.join('、')}` : ''}`
      return [{ memberId: ownerId, kind: noticeKind.orderMoved, text, orderId: moving.order.id, customerId }]
    })
  })
}

/** Notifies the customer's owner and the managers about cancelled vehicles. */
export async function noticesOfCancellations(
  { db, scope }: Actor,
  moved: readonly MovingOrder[],
  customerOf: (moving: MovingOrder) => CustomerRow,
  vehiclesOf: (cancelled: CancelledVehicles) => string,
): Promise<NewNotice[]> {
  const lost = moved.flatMap((moving) =>
    moving.passed.flatMap(({ cancelled }) => (cancelled ? [{ moving, cancelled }] : [])),
  )
  if (lost.length === 0) return []
  const managers = await listManagers(db, scope)
  return lost.flatMap(({ moving, cancelled }) => {
    const { order } = moving
    const { customerId, ownerId, isOwnerAtWork, name } = customerOf(moving)
    const then = cancelled.isWhole ? '，订单已随之取消' : ''
    return [...new Set([...(isOwnerAtWork ? [ownerId] : []), ...managers])].map((memberId) => ({
      memberId,
      kind: noticeKind.orderAlert,
      text: `${maskText(name)}的订单 ${order.orderNo} 厂家取消${vehiclesOf(cancelled)}${then}，请与客户确认`,
      orderId: order.id,
      customerId,
    }))
  })
}

export interface RefusedMessage {
  readonly orderNo: string
  readonly orderId: number | null
  /** The reported status, in words. */
  readonly statusName: string
  /** Reason of the refusal. */
  readonly detail: string
}

/** Notifies the managers of a refused message: a car may be on its way for an order that no longer exists. */
export async function noticesOfRefused(
  { db, scope }: Actor,
  refused: readonly RefusedMessage[],
): Promise<NewNotice[]> {
  if (refused.length === 0) return []
  const managers = await listManagers(db, scope)
  return refused.flatMap(({ orderNo, orderId, statusName: told, detail }) =>
    managers.map((memberId) => ({
      memberId,
      kind: noticeKind.orderAlert,
      text: `厂家推送订单 ${orderNo} “${told}”被拒：${detail}，请核对`,
      ...(orderId !== null && { orderId }),
    })),
  )
}
