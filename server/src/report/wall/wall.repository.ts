import type { Span } from '@showroom/contract/report/wall.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Condition } from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import type { Scope } from '../../platform/session/session.ts'
import { rowsOf } from '../measures/rows.repository.ts'

/** Events of customers who had a test drive. */
export type Driven = Readonly<Record<'orders' | 'deliveries' | 'defeats', number>>

/** Counts the orders, deliveries and defeats of a span whose customer had a test drive. */
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
        and ${at} >= ${new Date(start * 1000)} and ${at} < ${new Date(end * 1000)} and t.test_driven_at is not null
        ${seriesId > 0 ? sql`and ${series} = ${seriesId}` : sql``})`
  }
  const { rows } = await sql<Driven>`
    select ${of('o', 'approval')} as orders, ${of('o', 'delivery')} as deliveries, ${of('f', 'defeat')} as defeats`.execute(
    db,
  )
  return rows[0] ?? { orders: 0, deliveries: 0, defeats: 0 }
}
