import type { CancelReason } from '@showroom/contract/order/order.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { InboxTable } from '../../platform/open/inbox.repository.ts'
import type { Scope } from '../../platform/session/session.ts'

/** Messages of the maker's system, and the orders that they move. Each statement handles a whole batch of a store. */

export const stepState = { applied: 1, already: 2, refused: 3 } as const

/** Columns of a message beside the common ones. */
export interface StepColumns {
  readonly orderNo: string
  readonly orderId: number | null
  /** Status after the message; 0 if the order does not exist. */
  readonly orderStatus: number
}

export const steps: InboxTable<StepColumns> = {
  table: 'order_delivery',
  refused: stepState.refused,
  own: { orderNo: 'order_no', orderId: 'order_id', orderStatus: 'order_status' },
}

export interface MovableOrder {
  readonly id: number
  readonly orderNo: string
  readonly customerId: number
  readonly dealId: number
  readonly status: number
  /** Deposit of one vehicle. */
  readonly depositFen: number
  readonly deliveredAt: Date | null
  readonly approvedAt: Date | null
}

/** Finds orders by number without locking, to learn which customers to lock first. */
export async function findOrders(
  db: Executor,
  scope: Scope,
  orderNos: readonly string[],
): Promise<{ id: number; orderNo: string; customerId: number }[]> {
  return db
    .selectFrom('vehicle_order')
    .select(['id', 'order_no as orderNo', 'customer_id as customerId'])
    .where('dealer_id', '=', scope.dealerId)
    .where('order_no', '=', sql<string>`any(${orderNos}::text[])`)
    .execute()
}

/** Locks orders whose customers are already locked. */
export async function lockOrders(
  db: Executor,
  scope: Scope,
  orderIds: readonly number[],
): Promise<MovableOrder[]> {
  return db
    .selectFrom('vehicle_order')
    .select([
      'id',
      'order_no as orderNo',
      'customer_id as customerId',
      'deal_id as dealId',
      'status',
      'payment_fen as depositFen',
      'delivered_at as deliveredAt',
      'reviewed_at as approvedAt',
    ])
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', sql<number>`any(${orderIds}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export interface MovableLine {
  readonly id: number
  readonly orderId: number
  readonly subOrderNo: string
  readonly status: number
  /** Number of ordered vehicles, and of those cancelled. */
  readonly quantity: number
  readonly cancelled: number
  readonly priceFen: number
  readonly vins: readonly string[]
}

/** The lines of locked orders. */
export async function listMovableLines(
  db: Executor,
  scope: Scope,
  orderIds: readonly number[],
): Promise<MovableLine[]> {
  return db
    .selectFrom('vehicle_order_line')
    .select([
      'id',
      'order_id as orderId',
      'sub_order_no as subOrderNo',
      'status',
      'quantity',
      'cancelled_quantity as cancelled',
      'price_fen as priceFen',
      'vins',
    ])
    .where('dealer_id', '=', scope.dealerId)
    .where('order_id', '=', sql<number>`any(${orderIds}::bigint[])`)
    .orderBy('id')
    .execute()
}

/** Reads the catalogue names of lines. */
export const nameLines = (db: Executor, scope: Scope, lineIds: readonly number[]) =>
  db
    .selectFrom('vehicle_order_line as l')
    .innerJoin('model as m', 'm.id', 'l.model_id')
    .innerJoin('series as s', 's.id', 'l.series_id')
    .select(['l.id', 'l.color', 's.name as seriesName', 'm.name as modelName'])
    .where('l.dealer_id', '=', scope.dealerId)
    .where('l.id', '=', sql<number>`any(${lineIds}::bigint[])`)
    .execute()

/** Writes the new status of the orders, with their delivery. */
export async function moveOrdersOn(
  db: Executor,
  scope: Scope,
  orders: readonly {
    readonly id: number
    readonly status: number
    readonly deliveredAt: Date | null
    readonly deliveredOwnerId: number | null
  }[],
): Promise<void> {
  if (orders.length === 0) return
  await sql`
    update ${target('vehicle_order')} o set status = s.status, row_version = o.row_version + 1,
      delivered_at = coalesce(o.delivered_at, s.delivered_at),
      delivered_owner_id = coalesce(o.delivered_owner_id, s.delivered_owner_id),
      delivered_price_fen = case when s.delivered_at is null then o.delivered_price_fen else coalesce(o.delivered_price_fen, o.total_amount_fen) end,
      delivered_deposit_fen = case when s.delivered_at is null then o.delivered_deposit_fen else coalesce(o.delivered_deposit_fen, o.payment_amount_fen) end
    from unnest(${orders.map((one) => one.id)}::bigint[], ${orders.map((one) => one.status)}::smallint[],
                ${orders.map((one) => one.deliveredAt)}::timestamptz[], ${orders.map((one) => one.deliveredOwnerId)}::bigint[])
           as s (id, status, delivered_at, delivered_owner_id)
    where o.dealer_id = ${scope.dealerId} and o.id = s.id`.execute(db)
}

/** Writes the sums of an order after a cancellation of vehicles. Cancels the order if none is left. */
export async function completeCancelled(
  db: Executor,
  scope: Scope,
  orderId: number,
  change: {
    readonly payment_amount_fen: number
    readonly total_amount_fen: number
    readonly cancelled_at?: Date
    readonly cancel_reason?: CancelReason
    readonly cancel_remark?: string
  },
): Promise<void> {
  await db
    .updateTable('vehicle_order')
    .set(change)
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', orderId)
    .execute()
}

/** Writes the new status, cancelled vehicles and allocated vehicles of the lines. */
export async function moveLinesOn(
  db: Executor,
  scope: Scope,
  lines: readonly Pick<MovableLine, 'id' | 'status' | 'cancelled' | 'vins'>[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update ${target('vehicle_order_line')} l set status = s.status, cancelled_quantity = s.cancelled,
      vins = array(select jsonb_array_elements_text(s.vins))
    from unnest(${lines.map((one) => one.id)}::bigint[], ${lines.map((one) => one.status)}::smallint[],
                ${lines.map((one) => one.cancelled)}::int[], ${lines.map((one) => JSON.stringify(one.vins))}::jsonb[])
           as s (id, status, cancelled, vins)
    where l.dealer_id = ${scope.dealerId} and l.id = s.id`.execute(db)
}
