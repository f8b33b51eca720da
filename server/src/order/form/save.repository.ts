import { codesIn } from '@showroom/contract/base/codes'
import { OrderForm } from '@showroom/contract/order/form.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { rowFrom } from '../../platform/db/row-from.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import { vehiclesOf } from '../order.repository.ts'
import type { LineRow, OrderColumns } from './form.ts'

/** Writes an order with its lines, and reads them as a form. */

interface NewOrder {
  readonly customerId: number
  readonly dealId: number
  readonly ownerId: number
  readonly columns: OrderColumns
  readonly lines: readonly LineRow[]
  /** Columns that only a quick order sets. */
  readonly besides?: { readonly pay_insurance: boolean; readonly ordered_on: string }
  readonly now: Date
}

/** Inserts an order that waits to be submitted, with its lines in form order. */
export async function insertOrder(
  db: Executor,
  scope: Scope,
  { customerId, dealId, ownerId, columns, lines, besides, now }: NewOrder,
): Promise<{ id: number; orderNo: string }> {
  const { rows } = await sql<{ id: number; orderNo: string }>`
    select id, 'DD' || to_char(${now}::timestamptz at time zone 'Asia/Shanghai', 'YYMMDD') || lpad((id % 100000)::text, 5, '0') as "orderNo"
    from nextval(pg_get_serial_sequence('vehicle_order', 'id')) as id`.execute(db)
  const made = rows[0] as { id: number; orderNo: string }
  const { name, contact_name, phone } = columns
  const row = rowFrom<'vehicle_order'>('copied', {
    dealer_id: scope.dealerId,
    id: made.id,
    order_no: made.orderNo,
    customer_id: customerId,
    deal_id: dealId,
    owner_id: ownerId,
    from_source: sql.ref('copied.from_source'),
    other_source: sql.ref('copied.other_source'),
    status: 1,
    ...columns,
    ...besides,
    series_ids: lines.map(({ seriesId }) => seriesId),
    model_ids: lines.map(({ modelId }) => modelId),
    created_at: now,
    created_by: scope.memberId,
  })
  // The order first: Citus writes the parts of a statement one after the other, and the buyer refers to it.
  await sql`
    with copied as (
      select from_source, other_source from deal where dealer_id = ${scope.dealerId} and id = ${dealId}
    ), made as (
      insert into ${target('vehicle_order')} ${row} returning id
    )
    insert into ${target('vehicle_order_buyer')} (dealer_id, order_id, name, contact_name, phone)
    select ${scope.dealerId}::int, id, ${name}::text, ${contact_name}::text, ${phone}::text from made`.execute(
    db,
  )
  await insertLines(db, scope, made, lines, 1)
  return made
}

/** Writes an edited form; `next` is the number of the first new line. Returns the order's new version. */
export async function updateOrder(
  db: Executor,
  scope: Scope,
  order: { readonly id: number; readonly orderNo: string },
  columns: OrderColumns,
  lines: readonly LineRow[],
  next: number,
): Promise<number> {
  const keptLines = lines.filter(({ id }) => id !== null)
  await db
    .deleteFrom('vehicle_order_line')
    .where('dealer_id', '=', scope.dealerId)
    .where('order_id', '=', order.id)
    .where('id', '!=', sql<number>`all(${keptLines.map(({ id }) => id)}::bigint[])`)
    .execute()
  if (keptLines.length > 0)
    await sql`
      update ${target('vehicle_order_line')} l set series_id = f.series_id, model_id = f.model_id, sku_id = f.sku_id, color = f.color,
                                      quantity = f.quantity, price_fen = f.price_fen
      from ${unnested(keptLines)}
      where l.dealer_id = ${scope.dealerId} and l.order_id = ${order.id} and l.id = f.id`.execute(db)
  await insertLines(
    db,
    scope,
    order,
    lines.filter(({ id }) => id === null),
    next,
  )
  const { row_version } = await withBuyer(db, scope, order.id, columns)
    .updateTable('vehicle_order')
    .set((eb) => ({
      ...columns,
      ...vehiclesOf(scope, order.id),
      row_version: eb('row_version', '+', 1),
    }))
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', order.id)
    .returning('row_version')
    .executeTakeFirstOrThrow()
  return row_version
}

/**
 * The buyer's names and number, by which the order is found, for a statement that changes them. Unchanged ones are not written, because
 * their index is the most expensive one.
 */
function withBuyer(
  db: Executor,
  { dealerId }: Scope,
  orderId: number,
  columns: Partial<Pick<OrderColumns, 'name' | 'contact_name' | 'phone'>>,
) {
  const buyer = Object.entries({
    name: columns.name,
    contact_name: columns.contact_name,
    phone: columns.phone,
  }).filter(([, value]) => value !== undefined)
  return db.with('buyer', (qb) =>
    qb
      .updateTable('vehicle_order_buyer')
      .set(Object.fromEntries(buyer))
      .where('dealer_id', '=', dealerId)
      .where('order_id', '=', orderId)
      .where((eb) => eb.or(buyer.map(([column, value]) => sql<boolean>`${sql.ref(column)} <> ${value}`))),
  )
}

/** Writes the buyer's identity and regions of a completed form. */
export async function completeBuyer(
  db: Executor,
  scope: Scope,
  orderId: number,
  { phone, license_type, license_number, province, city, area, car_license_city }: OrderColumns,
): Promise<void> {
  await withBuyer(db, scope, orderId, { phone })
    .updateTable('vehicle_order')
    .set({ phone, license_type, license_number, province, city, area, car_license_city })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', orderId)
    .execute()
}

const unnested = (lines: readonly LineRow[]) => sql`unnest(
  ${lines.map(({ id }) => id)}::bigint[], ${lines.map(({ seriesId }) => seriesId)}::int[],
  ${lines.map(({ modelId }) => modelId)}::int[], ${lines.map(({ skuId }) => skuId)}::int[],
  ${lines.map(({ color }) => color)}::text[], ${lines.map(({ quantity }) => quantity)}::int[],
  ${lines.map(({ priceFen }) => priceFen)}::bigint[])
  with ordinality as f (id, series_id, model_id, sku_id, color, quantity, price_fen, place)`

async function insertLines(
  db: Executor,
  scope: Scope,
  order: { readonly id: number; readonly orderNo: string },
  lines: readonly LineRow[],
  next: number,
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    insert into ${target('vehicle_order_line')}
      (dealer_id, order_id, sub_order_no, series_id, model_id, sku_id, color, quantity, price_fen, status)
    select ${scope.dealerId}::int, ${order.id}::bigint, ${order.orderNo}::text || '-' || (f.place + ${next - 1}::int),
           f.series_id, f.model_id, f.sku_id, f.color, f.quantity, f.price_fen, o.status
    from vehicle_order o, ${unnested(lines)}
    where o.dealer_id = ${scope.dealerId} and o.id = ${order.id}
    order by f.place`.execute(db)
}

/** The stored form of an order, numbers unmasked, with the line ids by line number. */
export interface StoredForm {
  readonly form: OrderForm
  readonly lineIds: ReadonlyMap<string, number>
}

/** The form of order `o`, with its lines `l.lines`. */
const formOf = sql`json_build_object(
  'businessType', o.business_type, 'paymentType', o.payment_type, 'payment', yuan(o.payment_fen),
  'contractNo', o.contract_no, 'carLicenseType', o.car_license_type, 'carLicenseCity', o.car_license_city,
  'deliverDate', day_epoch(o.deliver_on), 'customerType', o.customer_type, 'name', o.name,
  'contactName', o.contact_name, 'phone', o.phone, 'licenseType', o.license_type,
  'licenseNumber', o.license_number, 'province', o.province, 'city', o.city, 'area', o.area,
  'address', o.address, 'nextFollowDate', epoch(o.next_follow_at), 'remark', o.remark,
  'subOrderInfos', coalesce(l.lines, '[]'))`
const linesOfForm = sql`json_agg(json_build_object(
  'orderNo', l.sub_order_no, 'seriesId', l.series_id, 'specId', l.model_id, 'carExternalColor', l.color,
  'skuId', l.sku_id, 'num', l.quantity, 'price', yuan(l.price_fen)) order by l.id)`

/** Reads the form of a locked order. */
export async function getForm(db: Executor, scope: Scope, orderId: number): Promise<StoredForm> {
  const form = await findForm(db, scope, orderId)
  if (!form) throw new Error('the locked order is missing')
  return form
}

/** Codes of an order's form, by `codeKey`; none if there is no such order. */
export async function codesOfOrder(db: Executor, scope: Scope, orderId: number): Promise<string[]> {
  return codesIn(OrderForm, (await findForm(db, scope, orderId))?.form)
}

async function findForm(db: Executor, { dealerId }: Scope, orderId: number): Promise<StoredForm | undefined> {
  const { rows } = await sql<{ form: OrderForm; ids: Record<string, number> }>`
    select ${formOf} as form, coalesce(l.ids, '{}') as ids
    from vehicle_order o left join lateral (
      select ${linesOfForm} as lines, json_object_agg(l.sub_order_no, l.id) as ids
      from vehicle_order_line l where l.dealer_id = ${dealerId} and l.order_id = o.id) as l on true
    where o.dealer_id = ${dealerId} and o.id = ${orderId}`.execute(db)
  const [row] = rows
  return row && { form: row.form, lineIds: new Map(Object.entries(row.ids)) }
}

/** The form as a reviewer last rejected it; undefined if it never was rejected. */
export async function findRejectedForm(
  db: Executor,
  scope: Scope,
  orderId: number,
): Promise<OrderForm | undefined> {
  const { rows } = await sql<{ form: OrderForm }>`
    select ${formOf} as form
    from (
      select form from order_submission
      where dealer_id = ${scope.dealerId} and order_id = ${orderId} and outcome = 2 order by id desc limit 1) as s
    cross join lateral jsonb_populate_record(null::vehicle_order, s.form -> 'order') as o
    left join lateral (
      select ${linesOfForm} as lines from jsonb_populate_recordset(null::vehicle_order_line, s.form -> 'lines') as l
    ) as l on true`.execute(db)
  return rows[0]?.form
}

export type Buyer = Pick<
  OrderForm,
  | 'businessType'
  | 'carLicenseCity'
  | 'customerType'
  | 'name'
  | 'contactName'
  | 'phone'
  | 'licenseType'
  | 'licenseNumber'
  | 'province'
  | 'city'
  | 'area'
  | 'address'
>

/** Reads the buyer from a locked customer. */
export async function getBuyer(db: Executor, scope: Scope, customerId: number): Promise<Buyer> {
  const { rows } = await sql<Buyer>`
    select d.business_type as "businessType", d.buy_province || ',' || d.buy_city as "carLicenseCity", c.type as "customerType",
           case c.type when 2 then c.company_name else c.name end as name, case c.type when 2 then c.name else '' end as "contactName",
           c.mobile as phone, c.identify_type as "licenseType", c.identify_no as "licenseNumber", c.province, c.city, c.area, c.address
    from customer c join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    where c.dealer_id = ${scope.dealerId} and c.id = ${customerId}`.execute(db)
  return rows[0] as Buyer
}
