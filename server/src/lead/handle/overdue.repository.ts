import { leadStatus } from '@showroom/contract/lead/lead.rules'
import { leadMinutes } from '@showroom/contract/setting/setting.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import { isNamed } from '../lock.repository.ts'
import { listStoresWith } from '../../platform/jobs/stores.repository.ts'

/** Leads that arrived after this time cannot be overdue. */
const overdueBefore = (now: Date): Date => new Date(now.getTime() - leadMinutes.least * 60_000)

/** Stores with leads that wait for cleaning and may be overdue. */
export const listUncleared = (db: Executor, now: Date): Promise<number[]> =>
  listStoresWith(
    db,
    (dealerId) => sql`
      select from lead l
      where dealer_id = ${dealerId} and ${isNamed('l')} and status = ${sql.lit(leadStatus.waiting)} and overdue_at is null
        and created_at < ${overdueBefore(now)}`,
  )

/** Marks up to `limit` overdue leads of a store and returns them with the store's limit in minutes. */
export async function markOverdue(
  db: Executor,
  dealerId: number,
  now: Date,
  limit: number,
): Promise<{ leadId: number; name: string; minutes: number }[]> {
  const { rows } = await sql<{ leadId: number; name: string; minutes: number }>`
    with due as (
      select l.id, d.clear_within_minutes as minutes from lead l join dealer d on d.id = ${dealerId}
      where l.dealer_id = ${dealerId} and ${isNamed('l')} and l.status = ${sql.lit(leadStatus.waiting)} and l.overdue_at is null
        and l.created_at < ${overdueBefore(now)}
        and working_seconds(l.created_at, ${now}, d.work_starts, d.work_ends) > d.clear_within_minutes * 60
      order by l.created_at limit ${sql.lit(limit)} for update of l skip locked
    )
    update ${target('lead')} l set overdue_at = ${now}::timestamptz from due
    where l.dealer_id = ${dealerId} and l.id = due.id
    returning l.id as "leadId", l.name, due.minutes`.execute(db)
  return rows
}
