import { activityType, timelineType } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { type Condition, literals } from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import { target } from '../../platform/db/target.ts'
import { listStoresWith } from '../../platform/jobs/stores.repository.ts'

/** Series of what happened before migration 0170; `series_past` has a mark for each store that may lack some. */

/** A kind of facts: rows `f` of a table. */
interface Kind {
  readonly table: 'activity' | 'visit' | 'defeat_request' | 'suspension' | 'test_drive'
  readonly where: Condition
  readonly at: Condition
  /** Series that the row itself knows. */
  readonly own: Condition
  /** The row that names customer and deal, if another one does. */
  readonly of?: Condition
}

const unknown = sql`null::int`
const kinds: readonly Kind[] = [
  {
    table: 'activity',
    where: sql`f.completed_at is not null`,
    at: sql`f.completed_at`,
    own: sql`case when f.completed_type = ${sql.lit(activityType.testDrive)} then nullif((f.result ->> 'testSpecId')::int, 0) end`,
  },
  {
    table: 'activity',
    where: sql`f.minutes is not null and not f.is_late and f.kept is not null and f.completed_at is null`,
    at: sql`f.due_at`,
    own: sql`f.test_series_id`,
  },
  { table: 'visit', where: sql`true`, at: sql`f.registered_at`, own: unknown },
  {
    table: 'defeat_request',
    where: sql`f.state = 1 and f.revived_at is null`,
    at: sql`f.reviewed_at`,
    own: unknown,
  },
  { table: 'suspension', where: sql`true`, at: sql`f.began_at`, own: unknown },
  {
    table: 'test_drive',
    where: sql`f.back_at is not null`,
    at: sql`f.back_at`,
    own: sql`(select c.series_id from test_car c where c.dealer_id = ${theDealer} and c.id = f.car_id)`,
    of: sql`join activity o on o.dealer_id = ${theDealer} and o.id = f.activity_id`,
  },
]

/** First series that the text names: `意向车系：青屿、松涧`, or `意向车系：青屿 → 松涧` of an edit. */
const nameOfText = sql`trim(substring(n.content from '意向车系：(?:[^；]* → )?([^；、→]+)'))`

/** The latest timeline row until the fact that names the deal's series; null if its series is unknown today. */
const namedSeries = ({ at, of }: Kind): Condition => sql`
  select case when ${nameOfText} = '无' then 0 else s.id end as series_id
  from timeline n left join series s on s.name = ${nameOfText}
  where n.dealer_id = ${theDealer} and n.customer_id = ${of ? sql`o` : sql`f`}.customer_id and n.deal_id = d.id and n.created_at <= ${at}
    and n.type in ${literals([timelineType.created, timelineType.edited])} and ${nameOfText} is not null
  order by n.created_at desc, n.id desc limit 1`

export const listPast = (db: Executor): Promise<number[]> =>
  listStoresWith(db, (dealerId) => sql`select from series_past where dealer_id = ${dealerId}`)

/** Locks the store's mark, and returns the newest fact before it without a series; null if none is left. */
export async function lockPast(
  db: Executor,
  dealerId: number,
): Promise<{ latest: Date | null; known: number; assumed: number }[]> {
  const latest = kinds.map(
    ({ table, where, at }) => sql`(
      select ${at} from ${sql.table(table)} f
      where f.dealer_id = ${dealerId} and ${where} and f.main_series_id is null and ${at} < p.until order by ${at} desc limit 1)`,
  )
  const { rows } = await sql<{ latest: Date | null; known: number; assumed: number }>`
    select greatest(${sql.join(latest)}) as latest, p.known, p.assumed
    from series_past p where p.dealer_id = ${dealerId} for update of p skip locked`.execute(db)
  return rows
}

/** Hangs the visits of a span that were recorded before their deal on the deal of that time, if there was one. */
export async function correctDeals(db: Executor, dealerId: number, since: Date, until: Date): Promise<void> {
  await sql`
    with wrong as (
      select f.id, (
        select e.id from deal e
        where e.dealer_id = ${dealerId} and e.customer_id = f.customer_id and e.created_at <= f.registered_at
        order by e.created_at desc, e.id desc limit 1) as deal_id
      from visit f join deal d on d.dealer_id = ${dealerId} and d.id = f.deal_id
      where f.dealer_id = ${dealerId} and f.registered_at >= ${since} and f.registered_at < ${until} and d.created_at > f.registered_at
    )
    update ${target('visit')} v set deal_id = w.deal_id from wrong w
    where v.dealer_id = ${dealerId} and v.id = w.id and w.deal_id is not null`.execute(db)
}

/**
 * Fills the series of a span's facts: the row's own, the one that the timeline names, otherwise the deal's of today. Counts both kinds before it
 * writes them.
 */
export async function fillSeries(
  db: Executor,
  dealerId: number,
  since: Date,
  until: Date,
): Promise<{ known: number; assumed: number }> {
  const sum = { known: 0, assumed: 0 }
  for (const kind of kinds) {
    const { table, where, at, own, of } = kind
    const { rows } = await sql<typeof sum>`
      with found as (
        select f.id, coalesce(${own}, named.series_id) as known, coalesce(d.series_ids[1], 0) as assumed
        from ${sql.table(table)} f ${of ?? sql``}
        join deal d on d.dealer_id = ${dealerId} and d.id = ${of ? sql`o` : sql`f`}.deal_id
        left join lateral (${namedSeries(kind)}) as named on true
        where f.dealer_id = ${dealerId} and ${where} and f.main_series_id is null and ${at} >= ${since} and ${at} < ${until}
      ), filled as (
        update ${target(table)} t set main_series_id = coalesce(found.known, found.assumed) from found
        where t.dealer_id = ${dealerId} and t.id = found.id
      )
      select count(known)::int as known, count(*) filter (where known is null)::int as assumed from found`.execute(
      db,
    )
    sum.known += rows[0]?.known ?? 0
    sum.assumed += rows[0]?.assumed ?? 0
  }
  return sum
}

/** Moves the store's mark back: facts from `until` on have their series. */
export async function movePast(
  db: Executor,
  dealerId: number,
  mark: { readonly until: Date; readonly known: number; readonly assumed: number },
): Promise<void> {
  await db.updateTable('series_past').set(mark).where('dealer_id', '=', dealerId).execute()
}

export async function deletePast(db: Executor, dealerId: number): Promise<void> {
  await db.deleteFrom('series_past').where('dealer_id', '=', dealerId).execute()
}
