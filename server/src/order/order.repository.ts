import { liveStatuses, orderStatus } from '@showroom/contract/order/order.rules'
import { sql } from 'kysely'
import { fileIdOf } from '../customer/index.ts'
import type { Executor } from '../platform/db/client.ts'
import { literals } from '../platform/db/conditions.ts'
import { target } from '../platform/db/target.ts'
import { RawJson } from '../platform/http/answer.ts'
import type { Scope } from '../platform/session/session.ts'

/** Queries for orders and their lines. Actions lock the customer first, and the customer room checks whether the member sees it. */

export async function hasOrderInStatus(
  db: Executor,
  scope: Scope,
  customerId: number,
  statuses: readonly number[],
): Promise<boolean> {
  const row = await db
    .selectFrom('vehicle_order')
    .select('id')
    .where('dealer_id', '=', scope.dealerId)
    .where('customer_id', '=', customerId)
    .where('status', 'in', [...statuses])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The customer of an order; undefined if the dealer has no order with this id. */
export async function findCustomerOf(
  db: Executor,
  scope: Scope,
  orderId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('vehicle_order')
    .select('customer_id')
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row?.customer_id
}

const orderColumns = [
  'id',
  'order_no as orderNo',
  'customer_id as customerId',
  'deal_id as dealId',
  'status',
  'payment_type as paymentType',
  'payment_fen as depositFen',
  'deliver_on as deliverOn',
  'ordered_on as orderedOn',
  'row_version as rowVersion',
  'created_at as createdAt',
  'delivered_at as deliveredAt',
] as const

/** Locks an order whose customer is already locked. Everything locks in this order. */
export async function lockOrderRow(db: Executor, scope: Scope, orderId: number) {
  return db
    .selectFrom('vehicle_order')
    .select(orderColumns)
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrderRow>>>

/** Locks the orders of a deal that have one of the statuses, oldest first. */
export async function lockOrdersOf(db: Executor, scope: Scope, dealId: number, statuses: readonly number[]) {
  return db
    .selectFrom('vehicle_order')
    .select(orderColumns)
    .where('dealer_id', '=', scope.dealerId)
    .where('deal_id', '=', dealId)
    .where('status', 'in', [...statuses])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Cancelled or delivered: condition on an order `o`. */
const isOver = sql`o.status in ${literals([orderStatus.cancelled, orderStatus.delivered, orderStatus.completed])}`

/**
 * Moves the orders of a merged customer to the survivor. All orders get the owner of the current deal, and those neither delivered nor
 * cancelled join that deal. Returns the changed orders.
 */
export async function moveOrders(
  db: Executor,
  scope: Scope,
  { masterId, slaveId, dealId }: { masterId: number; slaveId: number; dealId: number },
): Promise<{ status: number; deliverOn: string; paymentType: number }[]> {
  const { rows } = await sql<{ status: number; deliverOn: string; paymentType: number }>`
    update ${target('vehicle_order')} o set customer_id = ${masterId}, owner_id = d.owner_id,
                               deal_id = case when ${isOver} then o.deal_id else d.id end,
                               from_source = case when ${isOver} then o.from_source else d.from_source end,
                               other_source = case when ${isOver} then o.other_source else d.other_source end
    from deal d
    where o.dealer_id = ${scope.dealerId} and d.dealer_id = ${scope.dealerId} and d.id = ${dealId}
      and (o.customer_id = ${slaveId}
        or (o.customer_id = ${masterId} and (o.owner_id <> d.owner_id or (o.deal_id <> d.id and not ${isOver}))))
    returning o.status, deliver_on as "deliverOn", payment_type as "paymentType"`.execute(db)
  return rows
}

/** The order that determines the deal: the last approved one among those in progress or delivered. */
export async function findLiveOrders(db: Executor, scope: Scope, dealId: number) {
  return db
    .selectFrom('vehicle_order')
    .select([
      'reviewed_at as approvedAt',
      'ordered_on as orderedOn',
      'deliver_on as deliverOn',
      'payment_type as paymentType',
    ])
    .where('dealer_id', '=', scope.dealerId)
    .where('deal_id', '=', dealId)
    .where('status', 'in', [...liveStatuses, orderStatus.completed])
    .orderBy('reviewed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The deal's level before its first order was approved; empty for none. */
export async function findLevelBefore(db: Executor, scope: Scope, dealId: number): Promise<string> {
  const row = await db
    .selectFrom('deal')
    .select('level_before')
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', dealId)
    .executeTakeFirst()
  return row?.level_before ?? ''
}

/** Lines of several orders without the cancelled vehicles. */
export async function listLines(db: Executor, scope: Scope, orderIds: readonly number[]) {
  return db
    .selectFrom('vehicle_order_line as l')
    .innerJoin('model as m', 'm.id', 'l.model_id')
    .innerJoin('series as s', 's.id', 'l.series_id')
    .select([
      'l.order_id as orderId',
      'l.model_id as modelId',
      'l.color',
      sql<number>`l.quantity - l.cancelled_quantity`.as('quantity'),
      'l.price_fen as priceFen',
      's.name as seriesName',
      'm.name as modelName',
    ])
    .where('l.dealer_id', '=', scope.dealerId)
    .where('l.order_id', 'in', [...orderIds])
    .where('l.status', '!=', orderStatus.cancelled)
    .orderBy('l.id')
    .execute()
}

/** The lines of an order that are not cancelled; locking the order protects them. */
export async function listLiveLines(db: Executor, scope: Scope, orderId: number) {
  return db
    .selectFrom('vehicle_order_line as l')
    .innerJoin('model as m', 'm.id', 'l.model_id')
    .innerJoin('series as s', 's.id', 'l.series_id')
    .select([
      'l.id',
      'l.sub_order_no as subOrderNo',
      'l.color',
      'l.quantity',
      'l.cancelled_quantity as cancelled',
      'l.price_fen as priceFen',
      'l.vins',
      's.name as seriesName',
      'm.name as modelName',
    ])
    .where('l.dealer_id', '=', scope.dealerId)
    .where('l.order_id', '=', orderId)
    .where('l.status', '!=', orderStatus.cancelled)
    .orderBy('l.id')
    .execute()
}

/** Cancels some or all vehicles of a line and updates the order's sums. Returns the order's new version. */
export async function cancelOfLine(
  db: Executor,
  scope: Scope,
  orderId: number,
  line: { readonly id: number; readonly cancelled: number; readonly isCancelled: boolean },
  totals: { readonly depositFen: number; readonly totalFen: number },
): Promise<number> {
  await db
    .updateTable('vehicle_order_line')
    .set({
      cancelled_quantity: line.cancelled,
      ...(line.isCancelled && { status: orderStatus.cancelled, vins: [] }),
    })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', line.id)
    .execute()
  const { row_version } = await db
    .updateTable('vehicle_order')
    .set((eb) => ({
      payment_amount_fen: totals.depositFen,
      total_amount_fen: totals.totalFen,
      row_version: eb('row_version', '+', 1),
    }))
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', orderId)
    .returning('row_version')
    .executeTakeFirstOrThrow()
  return row_version
}

export interface OrderChange {
  readonly status: number
  readonly deal_id?: number
  readonly submitted_at?: Date | null
  readonly reviewed_at?: Date | null
  readonly reviewed_by?: number | null
  readonly approved_owner_id?: number
  readonly reject_reason?: string
  readonly cancelled_at?: Date
  readonly cancel_reason?: string
  readonly cancel_remark?: string
  readonly delivered_at?: Date
  readonly delivered_owner_id?: number
  readonly delivered_price_fen?: number
  readonly delivered_deposit_fen?: number
  readonly pay_insurance?: boolean
  readonly payment_type?: number
  readonly payment_amount_fen?: number
  readonly total_amount_fen?: number
}

/** The columns that an order copies from its deal. */
export const copiedFrom = ({ dealerId }: Scope, dealId: number) => {
  const of = (column: 'from_source' | 'other_source') =>
    sql<number>`(select ${sql.ref(column)} from deal where dealer_id = ${dealerId} and id = ${dealId})`
  return { from_source: of('from_source'), other_source: of('other_source') }
}

/** The columns that an order copies from its lines. */
export const vehiclesOf = ({ dealerId }: Scope, orderId: number) => {
  const of = (column: 'series_id' | 'model_id') => sql<number[]>`(
    select coalesce(array_agg(${sql.ref(column)} order by id), '{}') from vehicle_order_line
    where dealer_id = ${dealerId} and order_id = ${orderId})`
  return { series_ids: of('series_id'), model_ids: of('model_id') }
}

/** Copies the changed source of a deal to its orders. */
export async function copySource(db: Executor, scope: Scope, dealId: number): Promise<void> {
  await db
    .updateTable('vehicle_order')
    .set(copiedFrom(scope, dealId))
    .where('dealer_id', '=', scope.dealerId)
    .where('deal_id', '=', dealId)
    .execute()
}

/** Moves an order with all its lines that are not cancelled to a status. Returns its new version. */
export async function changeOrder(
  db: Executor,
  scope: Scope,
  orderId: number,
  change: OrderChange,
): Promise<number> {
  const { row_version } = await db
    .updateTable('vehicle_order')
    .set((eb) => ({
      ...change,
      ...(change.deal_id !== undefined && copiedFrom(scope, change.deal_id)),
      row_version: eb('row_version', '+', 1),
    }))
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', orderId)
    .returning('row_version')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('vehicle_order_line')
    .set((eb) => ({
      status: change.status,
      ...(change.status === orderStatus.cancelled && { cancelled_quantity: eb.ref('quantity') }),
    }))
    .where('dealer_id', '=', scope.dealerId)
    .where('order_id', '=', orderId)
    .where('status', '!=', 8)
    .execute()
  return row_version
}

/** All orders of a customer that the member sees, newest first; undefined if there is no such customer. */
export async function listOrdersOfCustomer(
  db: Executor,
  scope: Scope,
  customerId: number,
): Promise<RawJson | undefined> {
  const sees = scope.sees === 'all' ? sql`true` : sql`d.owner_id = any(${scope.sees}::bigint[])`
  const { rows } = await sql<{ data: string }>`
    select coalesce((
      select json_agg(json_build_object(
        'id', o.id, 'orderNo', o.order_no, 'createdAt', epoch(o.created_at), 'paymentAmount', yuan(o.payment_amount_fen),
        'totalPrice', yuan(o.total_amount_fen), 'payment', yuan(o.payment_fen), 'originalPayment', yuan(o.payment_fen * coalesce(l.vehicles, 0)),
        'payType', o.payment_type, 'payInsurance', o.pay_insurance,
        'businessType', o.business_type, 'orderStatus', o.status, 'status', o.status,
        'customerId', o.customer_id, 'dealId', o.deal_id, 'deliverDate', day_epoch(o.deliver_on),
        'modelDisplay', coalesce(l.display, ''), 'subOrders', coalesce(l.lines, '[]')) order by o.created_at desc, o.id desc)
      from vehicle_order o left join lateral (
        select string_agg(distinct s.name || ' ' || m.name, '、') filter (where l.status <> 8 or o.status = 8) as display, sum(l.quantity) as vehicles,
               json_agg(json_build_object('specId', l.model_id, 'seriesName', s.name, 'specName', m.name,
                 'configurationName', coalesce(f.name, ''), 'color', l.color, 'number', l.quantity,
                 'cancelSubCount', l.cancelled_quantity, 'price', yuan(l.price_fen)) order by l.id) as lines
        from vehicle_order_line l join series s on s.id = l.series_id join model m on m.id = l.model_id
        left join sku k on k.id = l.sku_id left join configuration f on f.id = k.configuration_id
        where l.dealer_id = ${scope.dealerId} and l.order_id = o.id) as l on true
      where o.dealer_id = ${scope.dealerId} and o.customer_id = c.id), '[]')::text as data
    from customer c join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    where c.dealer_id = ${scope.dealerId} and c.id = ${fileIdOf(scope.dealerId, customerId)} and c.merged_into_id is null and ${sees}`.execute(
    db,
  )
  const row = rows[0]
  return row && new RawJson(row.data)
}
