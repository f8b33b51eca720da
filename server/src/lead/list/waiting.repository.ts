import { leadTab } from '@showroom/contract/lead/lead.rules'
import type { LeadTimes } from '@showroom/contract/lead/lead.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { hoursJson } from '../lead.repository.ts'

/** Returns the arrival of the lead that waits longest for cleaning (0 if none waits) and the store's hours. */
export async function findLongestWaiting(
  db: Executor,
  scope: Scope,
): Promise<{ oldestAt: number; times: LeadTimes }> {
  const { rows } = await sql<{ oldestAt: number; times: LeadTimes }>`
    select epoch((select min(l.created_at) from lead l
                  where l.dealer_id = ${scope.dealerId} and l.tab = ${sql.lit(leadTab.waiting)})) as "oldestAt", ${hoursJson} as times
    from dealer store where store.id = ${scope.dealerId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the store of the session is missing')
  return row
}
