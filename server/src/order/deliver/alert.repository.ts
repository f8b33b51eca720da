import { orderStatus } from '@showroom/contract/order/order.rules'
import {
  allocationStage,
  nearDeliveryDays,
  orderAlert,
  reviewWithinHours,
  stageStatuses,
} from '@showroom/contract/order/verify.rules'
import type { OrderAlert } from '@showroom/contract/order/verify.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { literals } from '../../platform/db/conditions.ts'
import type { Condition } from '../../platform/db/conditions.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import { listStoresWith } from '../../platform/jobs/stores.repository.ts'

/** Conditions under which an order needs attention. The lists, the order page and the alert job share them. */

const inStatus = (statuses: readonly number[]): Condition => sql`o.status in ${literals(statuses)}`
const ofStages = (...stages: readonly number[]): Condition =>
  inStatus(stages.flatMap((stage) => stageStatuses[stage] ?? []))

const { waiting, making, equipped } = allocationStage
/** Approved and not delivered yet. */
const undelivered = ofStages(waiting, making, equipped)

/** The condition of each alert on order `o`. `now` is a date or a SQL expression. */
export function alertConditions(now: Date | Condition): Readonly<Record<number, Condition>> {
  const today = sql`(${now}::timestamptz at time zone 'Asia/Shanghai')::date`
  return {
    [orderAlert.reviewLate]: sql`o.status = ${sql.lit(orderStatus.submitted)}
      and o.submitted_at < ${now}::timestamptz - make_interval(hours => ${sql.lit(reviewWithinHours)})`,
    [orderAlert.deliveryNear]: sql`${ofStages(waiting, making)} and o.deliver_on between ${today} and ${today} + ${sql.lit(nearDeliveryDays)}`,
    [orderAlert.deliveryPast]: sql`${undelivered} and o.deliver_on < ${today}`,
    [orderAlert.depositMissing]: sql`o.payment_fen = 0 and (${inStatus([orderStatus.equipped, orderStatus.delivered])} or ${undelivered} and o.deliver_on <= ${today})`,
  }
}

/** The alerts of order `o`, as an array. */
export const alertsOf = (now: Date | Condition): Condition =>
  sql`array_remove(array[${sql.join(
    Object.entries(alertConditions(now)).map(
      ([alert, condition]) => sql`case when ${condition} then ${sql.lit(Number(alert))} end`,
    ),
  )}], null)`

export interface AlertCase {
  readonly alert: OrderAlert
  readonly orderId: number
  readonly orderNo: string
  readonly customerId: number
  readonly name: string
  /** The owner, if active in the store. */
  readonly ownerId: number | null
  readonly deliverOn: string | null
}

/** A new submission or a new day of delivery counts as a new case. */
const sinceOf: Readonly<Record<number, Condition>> = {
  [orderAlert.reviewLate]: sql`epoch(o.submitted_at)::text`,
  [orderAlert.deliveryNear]: sql`o.deliver_on::text`,
  [orderAlert.deliveryPast]: sql`o.deliver_on::text`,
  [orderAlert.depositMissing]: sql`''`,
}

/** Cases of a store that have not been notified yet. */
const newCases = (dealerId: number, now: Date): Condition =>
  sql.join(
    Object.entries(alertConditions(now)).map(([name, condition]) => {
      const [alert, since] = [sql.lit(Number(name)), sinceOf[Number(name)] ?? sql`''`]
      return sql`
        select o.id, ${alert}::smallint as alert, ${since} as since from vehicle_order o
        where o.dealer_id = ${dealerId} and ${condition} and not exists (
          select from order_alert t
          where t.dealer_id = ${dealerId} and t.order_id = o.id and t.alert = ${alert} and t.since = ${since})`
    }),
    sql` union all `,
  )

/** Lists the stores with cases to notify. */
export const listStoresWithCases = (db: Executor, now: Date): Promise<number[]> =>
  listStoresWith(db, (dealerId) => newCases(dealerId, now))

/** Records and returns the cases that have not been notified yet. */
export async function claimCases(db: Executor, scope: Scope, now: Date): Promise<AlertCase[]> {
  const { rows } = await sql<AlertCase>`
    with recorded as (
      insert into ${target('order_alert')} (dealer_id, order_id, alert, since, told_at)
      select ${scope.dealerId}::int, f.id, f.alert, f.since, ${now}::timestamptz from (${newCases(scope.dealerId, now)}) as f
      order by f.id, f.alert
      on conflict do nothing
      returning order_id, alert
    )
    select t.alert, o.id as "orderId", o.order_no as "orderNo", o.customer_id as "customerId", o.name,
           case when m.status = 0 and m.left_at is null then m.id end as "ownerId", o.deliver_on as "deliverOn"
    from recorded t
    join vehicle_order o on o.dealer_id = ${scope.dealerId} and o.id = t.order_id
    join member m on m.dealer_id = ${scope.dealerId} and m.id = o.owner_id
    order by t.alert, o.deliver_on, o.id`.execute(db)
  return rows
}
