import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { rowFrom } from '../../platform/db/row-from.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import { vehiclesOf } from '../order.repository.ts'

/** Submitted orders, stored whole, so that a withdrawal or rejection restores exactly what was submitted. */

/** How a submission ended. */
export const submissionEnd = { approved: 1, rejected: 2, withdrawn: 3, cancelled: 4 } as const

/** Stores the order as it is submitted. */
export async function insertSubmission(
  db: Executor,
  scope: Scope,
  orderId: number,
  now: Date,
): Promise<void> {
  const row = rowFrom<'order_submission'>('submitted', {
    dealer_id: scope.dealerId,
    order_id: orderId,
    submitted_at: now,
    submitted_by: scope.memberId,
    form: sql.ref('submitted.form'),
  })
  await sql`
    with submitted as (
      select jsonb_build_object('order', to_jsonb(o), 'lines', (
        select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from vehicle_order_line l
        where l.dealer_id = ${scope.dealerId} and l.order_id = ${orderId})) as form
      from vehicle_order o where o.dealer_id = ${scope.dealerId} and o.id = ${orderId}
    )
    insert into ${target('order_submission')} ${row}`.execute(db)
}

/** Ends the waiting submission, if there is one. */
export async function endSubmission(
  db: Executor,
  scope: Scope,
  orderId: number,
  end: { readonly outcome: number; readonly reason?: string; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('order_submission')
    .set({ outcome: end.outcome, reason: end.reason ?? '', ended_at: end.now, ended_by: scope.memberId })
    .where('dealer_id', '=', scope.dealerId)
    .where('order_id', '=', orderId)
    .where('outcome', '=', 0)
    .execute()
}

/** The columns of the last decision about an order; empty values without one. */
export async function findDecision(db: Executor, scope: Scope, orderId: number) {
  const decision = await db
    .selectFrom('order_submission')
    .select(['ended_at as reviewed_at', 'ended_by as reviewed_by'])
    .where('dealer_id', '=', scope.dealerId)
    .where('order_id', '=', orderId)
    .where('outcome', 'in', [submissionEnd.approved, submissionEnd.rejected])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return decision ?? { reviewed_at: null, reviewed_by: null }
}

/** Columns of the form. The order's progress is not among them. */
const formColumns = [
  'business_type',
  'payment_type',
  'payment_fen',
  'payment_amount_fen',
  'total_amount_fen',
  'pay_insurance',
  'contract_no',
  'car_license_type',
  'car_license_city',
  'ordered_on',
  'deliver_on',
  'customer_type',
  'name',
  'contact_name',
  'phone',
  'license_type',
  'license_number',
  'province',
  'city',
  'area',
  'address',
  'next_follow_at',
  'remark',
  'line_count',
] as const
const lineColumns = [
  'dealer_id',
  'id',
  'order_id',
  'sub_order_no',
  'series_id',
  'model_id',
  'sku_id',
  'color',
  'quantity',
  'price_fen',
  'status',
  'cancelled_quantity',
  'vins',
] as const
const named = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
const of = (alias: string, columns: readonly string[]) =>
  sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)))

/** Restores the form and lines of the waiting submission exactly as they were submitted. */
export async function restoreSubmitted(db: Executor, scope: Scope, orderId: number): Promise<void> {
  const { dealerId } = scope
  const waiting = sql`
    select form from order_submission where dealer_id = ${dealerId} and order_id = ${orderId} and outcome = 0`
  await sql`
    delete from ${target('vehicle_order_line')} where dealer_id = ${dealerId} and order_id = ${orderId} and exists (${waiting})`.execute(
    db,
  )
  await sql`
    insert into ${target('vehicle_order_line')} (${named(lineColumns)})
    select ${of('was', lineColumns)}
    from (${waiting}) as s, jsonb_populate_recordset(null::vehicle_order_line, s.form -> 'lines') as was
    where was.dealer_id = ${dealerId} and was.order_id = ${orderId}`.execute(db)
  const { series_ids: series, model_ids: models } = vehiclesOf(scope, orderId)
  await sql`
    with buyer as (
      update ${target('vehicle_order_buyer')} b set name = was.name, contact_name = was.contact_name, phone = was.phone
      from (${waiting}) as s, jsonb_populate_record(null::vehicle_order, s.form -> 'order') as was
      where b.dealer_id = ${dealerId} and b.order_id = ${orderId}
        and (b.name, b.contact_name, b.phone) is distinct from (was.name, was.contact_name, was.phone)
    )
    update ${target('vehicle_order')} o set series_ids = ${series}, model_ids = ${models}, (${named(formColumns)}) = (
      select ${of('was', formColumns)} from (${waiting}) as s, jsonb_populate_record(null::vehicle_order, s.form -> 'order') as was)
    where o.dealer_id = ${dealerId} and o.id = ${orderId} and exists (${waiting})`.execute(db)
}
