import type { FieldError } from '@showroom/contract/kernel/errors'
import type { CancelReason } from '@showroom/contract/order/order.rules'
import { sql } from 'kysely'
import { transact } from '../../platform/db/client.ts'
import type { Database, Executor } from '../../platform/db/client.ts'
import { unknownStore } from '../../platform/open/directory.ts'
import type { Scope } from '../../platform/session/session.ts'

/** Messages of the maker's system, and the orders that they move. Each statement handles a whole batch of a store. */

export const stepState = { applied: 1, already: 2, refused: 3 } as const
export type StepState = (typeof stepState)[keyof typeof stepState]

export interface KeptStep {
  readonly id: number
  readonly sourceKey: number
  readonly deliveryId: string
  readonly orderNo: string
  readonly state: StepState
  readonly detail: string
  readonly orderStatus: number
  /** Fields that were left out or cut. */
  readonly warnings: readonly FieldError[]
}

const kept = sql`
  id, source_key as "sourceKey", delivery_id as "deliveryId", order_no as "orderNo", state, detail, order_status as "orderStatus",
  warnings`

interface Named {
  readonly sourceKey: number
  readonly deliveryId: string
}
const keysOf = (steps: readonly Named[]) => sql`
  unnest(${steps.map((one) => one.sourceKey)}::int[], ${steps.map((one) => one.deliveryId)}::text[]) as k (source_key, delivery_id)`

/** Finds the messages that were already answered. */
export async function findSteps(db: Executor, scope: Scope, steps: readonly Named[]): Promise<KeptStep[]> {
  const { rows } = await sql<KeptStep>`
    select ${kept} from order_delivery natural join ${keysOf(steps)} where dealer_id = ${scope.dealerId}`.execute(
    db,
  )
  return rows
}

export interface NewStep extends Omit<KeptStep, 'id'> {
  /** As it was sent. */
  readonly sent: unknown
  readonly orderId: number | null
}

/** Stores messages with their answers. Leaves out those that another process has stored first. */
export async function insertSteps(
  db: Executor,
  scope: Scope,
  steps: readonly NewStep[],
  now: Date,
): Promise<KeptStep[]> {
  const { rows } = await sql<KeptStep>`
    insert into order_delivery
      (dealer_id, source_key, delivery_id, order_no, state, body, warnings, detail, order_id, order_status, received_at, handled_at)
    select ${scope.dealerId}::int, s.source_key, s.delivery_id, s.order_no, s.state, s.body, s.warnings, s.detail, s.order_id, s.order_status,
           ${now}::timestamptz, ${now}::timestamptz
    from unnest(${steps.map((one) => one.sourceKey)}::int[], ${steps.map((one) => one.deliveryId)}::text[],
                ${steps.map((one) => one.orderNo)}::text[], ${steps.map((one) => one.state)}::smallint[],
                ${steps.map((one) => JSON.stringify(one.sent))}::jsonb[], ${steps.map((one) => JSON.stringify(one.warnings))}::jsonb[],
                ${steps.map((one) => one.detail)}::text[],
                ${steps.map((one) => one.orderId)}::bigint[], ${steps.map((one) => one.orderStatus)}::smallint[])
           as s (source_key, delivery_id, order_no, state, body, warnings, detail, order_id, order_status)
    order by s.source_key, s.delivery_id
    on conflict (dealer_id, source_key, delivery_id) do nothing
    returning ${kept}`.execute(db)
  return rows
}

/**
 * Stores the result of retried messages that were refused before. A message that another request has settled meanwhile keeps its result.
 */
export async function completeSteps(
  db: Executor,
  scope: Scope,
  steps: readonly (NewStep & { readonly id: number })[],
  now: Date,
): Promise<void> {
  await sql`
    update order_delivery d set state = s.state, detail = s.detail, warnings = s.warnings, order_id = s.order_id, order_status = s.order_status,
      handled_at = ${now}::timestamptz
    from unnest(${steps.map((one) => one.id)}::bigint[], ${steps.map((one) => one.state)}::smallint[],
                ${steps.map((one) => one.detail)}::text[], ${steps.map((one) => one.orderId)}::bigint[],
                ${steps.map((one) => one.orderStatus)}::smallint[], ${steps.map((one) => JSON.stringify(one.warnings))}::jsonb[])
           as s (id, state, detail, order_id, order_status, warnings)
    where d.dealer_id = ${scope.dealerId} and d.id = s.id and d.state = ${stepState.refused}`.execute(db)
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
    update vehicle_order o set status = s.status, row_version = o.row_version + 1,
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
    update vehicle_order_line l set status = s.status, cancelled_quantity = s.cancelled,
      vins = array(select jsonb_array_elements_text(s.vins))
    from unnest(${lines.map((one) => one.id)}::bigint[], ${lines.map((one) => one.status)}::smallint[],
                ${lines.map((one) => one.cancelled)}::int[], ${lines.map((one) => JSON.stringify(one.vins))}::jsonb[])
           as s (id, status, cancelled, vins)
    where l.dealer_id = ${scope.dealerId} and l.id = s.id`.execute(db)
}

/** Lists the refused messages of a sender in all its stores, oldest first; `receipts` limits them. */
export async function listRefusedSteps(
  db: Executor,
  sourceKey: number,
  receipts?: readonly { readonly dealerId: number; readonly id: number }[],
) {
  const rows = await db
    .selectFrom('order_delivery')
    .select([
      'dealer_id as dealerId',
      'id',
      'order_no as orderNo',
      'delivery_id as deliveryId',
      'detail',
      'body',
      sql<readonly FieldError[]>`warnings`.as('warnings'),
      'received_at as receivedAt',
    ])
    .where('source_key', '=', sourceKey)
    .where('state', '=', sql.lit(stepState.refused))
    .where(
      receipts
        ? sql<boolean>`(dealer_id, id) in (
            select * from unnest(${receipts.map((one) => one.dealerId)}::int[], ${receipts.map((one) => one.id)}::bigint[]))`
        : sql<boolean>`true`,
    )
    .orderBy('id')
    .limit(500)
    .execute()
  return rows
}

/** Moves a message of the unknown store to its store. Returns false, and deletes it, if that store has received it since. */
export const moveStep = (db: Database, id: number, dealerId: number): Promise<boolean> =>
  transact(db, async (trx) => {
    const moved = await sql`
      insert into order_delivery
        (dealer_id, id, source_key, delivery_id, order_no, state, body, warnings, detail, order_id, order_status, received_at, handled_at)
      select ${dealerId}::int, id, source_key, delivery_id, order_no, state, body, warnings, detail, order_id, order_status, received_at,
             handled_at
      from order_delivery where dealer_id = ${unknownStore} and id = ${id}
      on conflict (dealer_id, source_key, delivery_id) do nothing`.execute(trx)
    await sql`delete from order_delivery where dealer_id = ${unknownStore} and id = ${id}`.execute(trx)
    return moved.numAffectedRows === 1n
  })

/** Deletes messages that were handled before a time. */
export async function deleteHandledSteps(db: Executor, before: Date): Promise<void> {
  await sql`delete from order_delivery where handled_at < ${before}::timestamptz`.execute(db)
}
