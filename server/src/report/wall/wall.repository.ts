import { activityType } from '@showroom/contract/customer/customer.rules'
import type { Span } from '@showroom/contract/report/wall.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Condition } from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import type { Scope } from '../../platform/session/session.ts'
import { rowsOf } from '../measures/rows.repository.ts'

/** Events of customers who had had a test drive by then. */
export type Driven = Readonly<Record<'orders' | 'deliveries' | 'defeats', number>>

/** Whether deal `t` had a test drive by the instant. It holds its latest one; an earlier one is a completed activity. */
const hasDriven = (dealerId: number, at: Condition): Condition => sql`
  t.test_driven_at is not null and (t.test_driven_at <= ${at} or exists (
    select from activity e
    where e.dealer_id = ${dealerId} and e.customer_id = t.customer_id and e.deal_id = t.id and e.completed_at <= ${at}
      and e.completed_type = ${sql.lit(activityType.testDrive)}))`

/** Counts the orders, deliveries and defeats of a span whose customer had had a test drive in that deal by then. */
export async function countDriven(
  db: Executor,
  { dealerId }: Scope,
  { span: { start, end }, seriesId }: { readonly span: Span; readonly seriesId: number },
): Promise<Driven> {
  const of = (table: string, name: 'approval' | 'delivery' | 'defeat'): Condition => {
    const { from, deal, where, at, series } = rowsOf[name]
    return sql`(
      select count(*) from ${from} ${deal?.(theDealer) ?? sql``}
      where ${sql.ref(`${table}.dealer_id`)} = ${dealerId} and t.dealer_id = ${dealerId} and ${where}
        and ${at} >= ${new Date(start * 1000)} and ${at} < ${new Date(end * 1000)} and ${hasDriven(dealerId, at)}
        ${seriesId > 0 ? sql`and ${series} = ${seriesId}` : sql``})`
  }
  const { rows } = await sql<Driven>`
    select ${of('o', 'approval')} as orders, ${of('o', 'delivery')} as deliveries, ${of('f', 'defeat')} as defeats`.execute(
    db,
  )
  return rows[0] ?? { orders: 0, deliveries: 0, defeats: 0 }
}
