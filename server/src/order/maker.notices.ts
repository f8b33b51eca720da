import { maskText } from '@showroom/contract/kernel/mask'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { orderStatus } from '@showroom/contract/order/order.rules'
import type { CustomerRow } from '../customer/index.ts'
import type { NewNotice } from '../notice/index.ts'
import type { Actor } from '../platform/happenings.ts'
import { listManagers } from '../team/index.ts'
import type { CancelledVehicles, MovingOrder } from './maker.steps.ts'

/** Who hears of what the maker's system says. */

/** Steps that the owner tells the customer of. */
const worthTelling: ReadonlySet<number> = new Set([
  orderStatus.equipped,
  orderStatus.delivered,
  orderStatus.completed,
])

/** A car is there, or with the customer: told to the owner, once a message. */
export function noticesOfMoves(
  moved: readonly MovingOrder[],
  customerOf: (moving: MovingOrder) => CustomerRow,
  nameOf: (status: number) => string,
): NewNotice[] {
  return moved.flatMap((moving) => {
    const { customerId, ownerId, isOwnerAtWork, name } = customerOf(moving)
    if (!isOwnerAtWork) return []
    return moving.passed.flatMap(({ steps, vins }) => {
      const last = steps.findLast((step) => worthTelling.has(step))
      if (last === undefined && vins.length === 0) return []
      const told = last === undefined ? '配车' : nameOf(last)
      const text = `${maskText(name)}的订单 ${moving.order.orderNo} ${told}${vins.length > 0 ? `，车架号 ${vins.join('、')}` : ''}`
      return [{ memberId: ownerId, kind: noticeKind.orderMoved, text, orderId: moving.order.id, customerId }]
    })
  })
}

/** Vehicles will not be built: told to whose customer waits for them, and to who leads the store. */
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
  /** What it says of the order. */
  readonly told: string
  /** Why it was refused. */
  readonly detail: string
}

/** A car may be on its way for an order that is no more: told to who leads the store. */
export async function noticesOfRefused(
  { db, scope }: Actor,
  refused: readonly RefusedMessage[],
): Promise<NewNotice[]> {
  if (refused.length === 0) return []
  const managers = await listManagers(db, scope)
  return refused.flatMap(({ orderNo, orderId, told, detail }) =>
    managers.map((memberId) => ({
      memberId,
      kind: noticeKind.orderAlert,
      text: `厂家推送订单 ${orderNo} “${told}”被拒：${detail}，请核对`,
      ...(orderId !== null && { orderId }),
    })),
  )
}
