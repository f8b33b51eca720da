import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { RawJson } from '../platform/http/answer.ts'
import type { Scope } from '../platform/session/session.ts'

/** Orders and their lines. Whose orders a member sees is the customer room's answer: actions lock the customer first. */

export interface Vehicle {
  readonly seriesId: number
  readonly seriesName: string
  readonly modelName: string
  /** Undefined when the model does not come in the colour. */
  readonly skuId: number | null
}

/** A model of ours, in that colour; undefined when there is no such model. */
export async function findVehicle(
  db: Executor,
  modelId: number,
  color: string,
): Promise<Vehicle | undefined> {
  const { rows } = await sql<Vehicle>`
    select s.id as "seriesId", s.name as "seriesName", m.name as "modelName", (
             select min(k.id) from configuration c join sku k on k.configuration_id = c.id
             where c.model_id = m.id and k.color = ${color}) as "skuId"
    from model m join series s on s.id = m.series_id where m.id = ${modelId}`.execute(db)
  return rows[0]
}

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

export interface NewOrder {
  readonly customerId: number
  readonly dealId: number
  readonly paymentType: number
  readonly payInsurance: boolean
  /** Deposit a vehicle, and the order's totals. */
  readonly depositFen: number
  readonly totals: { readonly depositFen: number; readonly totalFen: number }
  /** YYYY-MM-DD. */
  readonly orderedOn: string
  readonly deliverOn: string
  readonly remark: string
  readonly line: {
    readonly seriesId: number
    readonly modelId: number
    readonly skuId: number
    readonly color: string
    readonly quantity: number
    readonly priceFen: number
  }
  readonly now: Date
}

/** Inserts an order that waits to be submitted; buyer, owner and kind of business are those of the customer's file. */
export async function insertOrder(
  db: Executor,
  scope: Scope,
  order: NewOrder,
): Promise<{ id: number; orderNo: string }> {
  const { line, totals, now } = order
  const { rows } = await sql<{ id: number; orderNo: string }>`
    with number as (select nextval(pg_get_serial_sequence('vehicle_order', 'id')) as id),
    made as (
      insert into vehicle_order (
        dealer_id, id, order_no, customer_id, deal_id, owner_id, status, business_type, payment_type, payment_fen, payment_amount_fen,
        total_amount_fen, pay_insurance, car_license_city, ordered_on, deliver_on, customer_type, name, contact_name, phone,
        license_type, license_number, province, city, area, address, remark, created_at, created_by)
      select c.dealer_id, number.id,
             'DD' || to_char(${now}::timestamptz at time zone 'Asia/Shanghai', 'YYMMDD') || lpad((number.id % 100000)::text, 5, '0'),
             c.id, d.id, d.owner_id, 1, d.business_type, ${order.paymentType}::smallint, ${order.depositFen}::bigint,
             ${totals.depositFen}::bigint, ${totals.totalFen}::bigint, ${order.payInsurance}::boolean, d.buy_province || ',' || d.buy_city,
             ${order.orderedOn}::date, ${order.deliverOn}::date, c.type,
             case c.type when 2 then c.company_name else c.name end, case c.type when 2 then c.name else '' end, c.mobile,
             c.identify_type, c.identify_no, c.province, c.city, c.area, c.address, ${order.remark}, ${now}::timestamptz,
             ${scope.memberId}::bigint
      from number, customer c join deal d on d.dealer_id = c.dealer_id and d.id = ${order.dealId}
      where c.dealer_id = ${scope.dealerId} and c.id = ${order.customerId}
      returning dealer_id, id, order_no
    ), lined as (
      insert into vehicle_order_line
        (dealer_id, order_id, sub_order_no, series_id, model_id, sku_id, color, quantity, price_fen, status)
      select dealer_id, id, order_no || '-1', ${line.seriesId}::int, ${line.modelId}::int, ${line.skuId}::int, ${line.color},
             ${line.quantity}::int, ${line.priceFen}::bigint, 1
      from made
    )
    select id, order_no as "orderNo" from made`.execute(db)
  const made = rows[0]
  if (!made) throw new Error('an order needs its customer')
  return made
}

/** Whose order it is; undefined when the dealer has none of that id. */
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
  'created_at as createdAt',
] as const

/** Locks an order whose customer is locked already: that order everywhere. */
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

/** The orders of a deal in any of the statuses, oldest first, locked. */
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

/** Gives the slave's orders to the master; those that are neither completed nor cancelled go on in its deal. Tells all of them. */
export async function moveOrders(
  db: Executor,
  scope: Scope,
  { masterId, slaveId, masterDealId }: { masterId: number; slaveId: number; masterDealId: number },
): Promise<{ status: number; deliverOn: string; paymentType: number }[]> {
  const { rows } = await sql<{ status: number; deliverOn: string; paymentType: number }>`
    update vehicle_order set customer_id = ${masterId},
                             deal_id = case when status in (8, 14) then deal_id else ${masterDealId}::bigint end
    where dealer_id = ${scope.dealerId} and customer_id = ${slaveId}
    returning status, deliver_on as "deliverOn", payment_type as "paymentType"`.execute(db)
  return rows
}

/** The level that a deal had before its first order was approved; empty for none. */
export async function findLevelBefore(db: Executor, scope: Scope, dealId: number): Promise<string> {
  const row = await db
    .selectFrom('deal')
    .select('level_before')
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', dealId)
    .executeTakeFirst()
  return row?.level_before ?? ''
}

/** The vehicles of some orders that are not cancelled. */
export async function listLines(db: Executor, scope: Scope, orderIds: readonly number[]) {
  return db
    .selectFrom('vehicle_order_line as l')
    .innerJoin('model as m', 'm.id', 'l.model_id')
    .innerJoin('series as s', 's.id', 'l.series_id')
    .select([
      'l.order_id as orderId',
      'l.model_id as modelId',
      'l.color',
      'l.quantity',
      'l.price_fen as priceFen',
      's.name as seriesName',
      'm.name as modelName',
    ])
    .where('l.dealer_id', '=', scope.dealerId)
    .where('l.order_id', 'in', [...orderIds])
    .where('l.status', '!=', 8)
    .orderBy('l.id')
    .execute()
}

export interface OrderChange {
  readonly status: number
  readonly deal_id?: number
  readonly submitted_at?: Date | null
  readonly reviewed_at?: Date | null
  readonly reviewed_by?: number
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

/** Moves an order with all its live lines into a status. */
export async function changeOrder(
  db: Executor,
  scope: Scope,
  orderId: number,
  change: OrderChange,
): Promise<void> {
  await db
    .updateTable('vehicle_order')
    .set((eb) => ({ ...change, row_version: eb('row_version', '+', 1) }))
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', orderId)
    .execute()
  await db
    .updateTable('vehicle_order_line')
    .set({ status: change.status })
    .where('dealer_id', '=', scope.dealerId)
    .where('order_id', '=', orderId)
    .where('status', '!=', 8)
    .execute()
}

/** All orders of a customer that the member sees, newest first; undefined when there is no such customer. */
export async function listOrdersOfCustomer(
  db: Executor,
  scope: Scope,
  customerId: number,
): Promise<RawJson | undefined> {
  const sees = scope.sees === 'all' ? sql`true` : sql`d.owner_id = any(${scope.sees}::bigint[])`
  const { rows } = await sql<{ data: string }>`
    select coalesce((
      select json_agg(json_build_object(
        'id', o.id, 'orderNo', o.order_no, 'createdAt', epoch(o.created_at), 'paymentAmount', o.payment_amount_fen / 100.0,
        'totalPrice', o.total_amount_fen / 100.0, 'originalPayment', o.payment_fen * coalesce(l.vehicles, 0) / 100.0, 'payType', o.payment_type, 'payInsurance', o.pay_insurance,
        'businessType', o.business_type, 'orderStatus', o.status, 'status', o.status,
        'customerId', o.customer_id, 'dealId', o.deal_id, 'deliverDate', day_epoch(o.deliver_on),
        'modelDisplay', coalesce(l.display, ''), 'subOrders', coalesce(l.lines, '[]')) order by o.created_at desc, o.id desc)
      from vehicle_order o left join lateral (
        select string_agg(s.name || ' ' || m.name, '、' order by l.id) as display, sum(l.quantity) as vehicles,
               json_agg(json_build_object('specId', l.model_id, 'seriesName', s.name, 'specName', m.name, 'color', l.color,
                 'number', l.quantity, 'price', l.price_fen / 100.0) order by l.id) as lines
        from vehicle_order_line l join series s on s.id = l.series_id join model m on m.id = l.model_id
        where l.dealer_id = o.dealer_id and l.order_id = o.id) as l on true
      where o.dealer_id = c.dealer_id and o.customer_id = c.id), '[]')::text as data
    from customer c join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
    where c.dealer_id = ${scope.dealerId} and c.id = ${customerId} and c.merged_into_id is null and ${sees}`.execute(
    db,
  )
  const row = rows[0]
  return row && new RawJson(row.data)
}
