import type { OrderReview } from '@showroom/contract/order/verify.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { literals } from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import type { Scope } from '../../platform/session/session.ts'
import { alertsOf } from '../deliver/alert.repository.ts'

/** Neither completed nor cancelled. */
const open = literals([1, 2, 3, 4, 6, 15, 16, 17, 19])
const mostOthers = 20

/** Orders of the same customer and orders with the same number, each found by its index and listed once. */
const others = sql`(
  select coalesce(json_agg(json_build_object(
    'id', x.id, 'orderNo', x.order_no, 'status', x.status, 'createdAt', epoch(x.created_at), 'modelDisplay', coalesce((
      select string_agg(distinct s.name || ' ' || m.name, '、')
      from vehicle_order_line l join series s on s.id = l.series_id join model m on m.id = l.model_id
      where l.dealer_id = ${theDealer} and l.order_id = x.id and l.status <> 8), ''),
    'totalPrice', yuan(x.total_amount_fen), 'ownerName', owner.name, 'isSameCustomer', x.customer_id = o.customer_id)
    order by x.id desc), '[]')
  from (
    select y.* from (
      select a.* from vehicle_order a
      where a.dealer_id = ${theDealer} and a.customer_id = o.customer_id and a.status in ${open}
      union
      select b.* from vehicle_order b
      where b.dealer_id = ${theDealer} and b.phone = o.phone and b.phone <> '' and b.status in ${open}
    ) as y
    where y.id <> o.id order by y.id desc limit ${sql.lit(mostOthers)}
  ) as x
  join member owner on owner.dealer_id = ${theDealer} and owner.id = x.owner_id)`

const rejection = sql`(
  select json_build_object('reason', mask_text(s.reason), 'rejectedAt', coalesce(epoch(s.ended_at), 0), 'reviewerName', coalesce(m.name, ''))
  from order_submission s left join member m on m.dealer_id = ${theDealer} and m.id = s.ended_by
  where s.dealer_id = ${theDealer} and s.order_id = o.id and s.outcome = 2 order by s.id desc limit 1)`

/** Facts of an order under review, read in one statement. */
export async function findFacts(
  db: Executor,
  { dealerId }: Scope,
  orderId: number,
  now: Date,
): Promise<Omit<OrderReview, 'changes' | 'missing'> | undefined> {
  const { rows } = await sql<Omit<OrderReview, 'changes' | 'missing'>>`
    select (select count(*)::int from order_submission s where s.dealer_id = ${dealerId} and s.order_id = o.id) as submissions,
           coalesce((
             select m.name from order_submission s join member m on m.dealer_id = ${dealerId} and m.id = s.submitted_by
             where s.dealer_id = ${dealerId} and s.order_id = o.id order by s.id desc limit 1), '') as "submittedByName",
           to_json(${alertsOf(now)}) as alerts, ${rejection} as rejection, ${others} as others
    from vehicle_order o
    where o.dealer_id = ${dealerId} and o.id = ${orderId}`.execute(db)
  return rows[0]
}
