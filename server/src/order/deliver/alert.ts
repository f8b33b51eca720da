import { orderStatus } from '@showroom/contract/order/order.rules'
import {
  allocationStage,
  nearDeliveryDays,
  orderAlert,
  reviewWithinHours,
  stageStatuses,
} from '@showroom/contract/order/verify.rules'
import { sql } from 'kysely'
import { literals } from '../../platform/db/conditions.ts'
import type { Condition } from '../../platform/db/conditions.ts'

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
