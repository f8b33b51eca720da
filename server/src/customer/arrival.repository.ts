import { timelineType } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Confirmed arrivals in the file of a customer. The visit itself belongs to the desk. */

export const confirmedArrival = { type: timelineType.visit, subject: '确认到店' } as const
export const undoneArrival = { type: timelineType.undone, subject: '撤销确认到店' } as const

/** Whether an arrival was confirmed since then and not undone. */
export async function hasArrived(
  db: Executor,
  { dealerId }: Scope,
  customerId: number,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('timeline')
    .select('type')
    .where('dealer_id', '=', dealerId)
    .where('customer_id', '=', customerId)
    .where('created_at', '>=', since)
    .where((eb) => eb.or([eb.and(confirmedArrival), eb.and(undoneArrival)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.type === confirmedArrival.type
}

/** Whether one of the customers has a visit of that day, even if gone by now. */
export async function hasVisit(
  db: Executor,
  { dealerId }: Scope,
  { customerIds, day }: { readonly customerIds: readonly number[]; readonly day: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('visit')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .where('customer_id', '=', sql<number>`any(${customerIds}::bigint[])`)
    .where('day', '=', day)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
