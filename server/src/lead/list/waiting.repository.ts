import { momentOrder } from '@showroom/contract/kernel/order'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import type { LeadTimes } from '@showroom/contract/lead/lead.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { allOf, byMoment, type Condition, readOnce } from '../../platform/db/conditions.ts'
import { beginningOf, hoursJson, shownNumber } from '../lead.repository.ts'
import { ofTab, overdueOf } from './list.repository.ts'

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

/** A lead that waits for cleaning, or for an owner. */
export interface LeadToClear {
  readonly clueId: number
  readonly name: string
  readonly mobile: string
  readonly createdAt: number
  readonly seriesName: string
  readonly sourceName: string
  readonly remark: string
}

/** Lists the store's leads that wait for cleaning, in the order of the list, and counts them. */
export const listToClear = (db: Executor, scope: Scope, most: number): Promise<WaitingPart> =>
  listWaiting(db, scope, ofTab(leadTab.waiting), most)

/** Lists those that wait for cleaning longer than the store's hours allow. */
export const listLate = (db: Executor, scope: Scope, now: Date, most: number): Promise<WaitingPart> =>
  listWaiting(db, scope, overdueOf(scope, now), most)

/** Lists the valid leads without an owner. */
export const listUnassigned = (db: Executor, scope: Scope, most: number): Promise<WaitingPart> =>
  listWaiting(db, scope, ofTab(leadTab.unassigned), most)

interface WaitingPart {
  readonly leads: LeadToClear[]
  readonly total: number
}

async function listWaiting(
  db: Executor,
  { dealerId }: Scope,
  which: readonly Condition[],
  most: number,
): Promise<WaitingPart> {
  const waiting = sql`from lead l where ${allOf([sql`l.dealer_id = ${dealerId}`, ...which])}`
  const order = byMoment({ moment: 'l.created_at', id: 'l.id', waits: true }, momentOrder.usual)
  const { rows } = await sql<{ leads: LeadToClear[]; total: number }>`
    select (select count(*) ${waiting}) as total, coalesce(json_agg(r), '[]') as leads
    from (
      select l.id as "clueId", mask_text(l.name) as name, ${shownNumber} as mobile, epoch(l.created_at) as "createdAt",
             coalesce(s.name, mask_text(l.facts ->> 'seriesName'), '') as "seriesName", coalesce(source.display, '') as "sourceName",
             ${beginningOf('l.remark')} as remark
      from ${readOnce(sql`select l.id ${waiting} order by ${order} limit ${sql.lit(most)}`)} as page
      join lead l on l.dealer_id = ${dealerId} and l.id = page.id
      left join series s on s.id = l.series_id
      left join dictionary source on source.kind = 'onlineSources' and source.value = l.source_id::text
      order by ${order}) as r`.execute(db)
  return rows[0] ?? { leads: [], total: 0 }
}

/** Returns the store's hours and its limits for waiting leads. */
export async function findLeadTimes(db: Executor, { dealerId }: Scope): Promise<LeadTimes> {
  const { rows } = await sql<{ times: LeadTimes }>`
    select ${hoursJson} as times from dealer store where store.id = ${dealerId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the store of the session is missing')
  return row.times
}
