import { sql } from 'kysely'
import type { Context } from '../platform/http/handler.ts'

/**
 * The customer's first follow-up after leads were given to its owner: those are no longer open, and how fast it was is told in the
 * store's hours (document 4, section 4). Called by the customer room, in the transaction of the follow-up.
 */
export async function measureFollow({ db, session, now }: Context, customerId: number): Promise<void> {
  await sql`
    update lead l set first_follow_at = ${now}::timestamptz,
      follow_seconds = working_seconds(l.assigned_at, ${now}::timestamptz, d.work_starts, d.work_ends)
    from dealer d
    where d.id = l.dealer_id and l.dealer_id = ${session.dealerId} and l.customer_id = ${customerId}
      and l.assigned_at is not null and l.first_follow_at is null`.execute(db)
}
