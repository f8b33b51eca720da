import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { rowFrom } from '../../platform/db/row-from.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { CustomerRow } from '../lock.repository.ts'

/** Records a dormancy with owner and series at its start, since the deal drops these values on waking. */
export async function insertSuspension(
  db: Executor,
  scope: Scope,
  { customerId, dealId, ownerId }: Pick<CustomerRow, 'customerId' | 'dealId' | 'ownerId'>,
  { days, now }: { readonly days: number; readonly now: Date },
): Promise<void> {
  const row = rowFrom<'suspension'>('copied', {
    dealer_id: scope.dealerId,
    customer_id: customerId,
    deal_id: dealId,
    owner_id: ownerId,
    member_id: scope.memberId,
    began_at: now,
    days,
    main_series_id: sql.ref('copied.main_series_id'),
  })
  await sql`
    with copied as (select coalesce(series_ids[1], 0) as main_series_id from deal where dealer_id = ${scope.dealerId} and id = ${dealId})
    insert into ${target('suspension')} ${row}`.execute(db)
}
