import type { z } from 'zod'
import type { CallDetail, TestShareDetail } from '@showroom/contract/customer/record.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { seesFile } from '../customer.repository.ts'

/**
 * Recorded calls and shared test drives that timeline rows link to, for members who see the customer. Numbers in their texts are masked.
 */

type Call = z.output<typeof CallDetail>['data']
export interface CallRow extends Omit<Call, 'audioUrl'> {
  readonly audioKey: string
}

/** Condition that the row belongs to a customer that the member sees; `of` is the table's alias. */
const ofSeenCustomer = (scope: Scope, of: 'r' | 's') => sql`exists (
  select from customer c join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
  where c.dealer_id = ${scope.dealerId} and c.id = ${sql.ref(`${of}.customer_id`)} and c.merged_into_id is null
    and ${seesFile(scope)})`

export async function findCall(db: Executor, scope: Scope, callId: number): Promise<CallRow | undefined> {
  const { rows } = await sql<CallRow>`
    select epoch(r.started_at) as "startedAt", r.seconds, r.audio_key as "audioKey", (
             select coalesce(jsonb_agg(jsonb_set(line, '{text}', to_jsonb(mask_text(line ->> 'text'))) order by position), '[]')
             from jsonb_array_elements(r.transcript) with ordinality as t (line, position)) as "contentList"
    from call_record r
    where r.dealer_id = ${scope.dealerId} and r.id = ${callId} and ${ofSeenCustomer(scope, 'r')}`.execute(db)
  return rows[0]
}

export async function findTestShare(
  db: Executor,
  scope: Scope,
  shareId: number,
): Promise<z.output<typeof TestShareDetail> | undefined> {
  const { rows } = await sql<z.output<typeof TestShareDetail>>`
    select e.name as "testSeries", epoch(s.driven_at) as "testDate", (
             select coalesce(jsonb_agg(jsonb_build_object('label', mask_text(line ->> 'label'), 'value', mask_text(line ->> 'value'))
                             order by position), '[]')
             from jsonb_array_elements(s.report) with ordinality as t (line, position)) as data
    from test_share s join series e on e.id = s.series_id
    where s.dealer_id = ${scope.dealerId} and s.id = ${shareId} and ${ofSeenCustomer(scope, 's')}`.execute(db)
  return rows[0]
}
