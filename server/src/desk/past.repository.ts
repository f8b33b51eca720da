import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import { listStoresWith } from '../platform/jobs/stores.repository.ts'

/** Arrivals before migration 0075 that are not visits yet; `visit_past` has a mark for each store that has some. */

export const listPast = (db: Executor): Promise<number[]> =>
  listStoresWith(db, (dealerId) => sql`select from visit_past where dealer_id = ${dealerId}`)

/** Locks the store's mark, and returns the newest arrival before it; null if none is left. */
export async function lockPast(db: Executor, dealerId: number): Promise<{ latest: Date | null }[]> {
  const { rows } = await sql<{ latest: Date | null }>`
    select greatest(
      (select a.completed_at from activity a
       where a.dealer_id = ${dealerId} and a.completed_at is not null and a.completed_at < p.until
       order by a.completed_at desc limit 1),
      (select v.registered_at from visit v
       where v.dealer_id = ${dealerId} and v.deal_id is null and v.registered_at < p.until
       order by v.registered_at desc limit 1)) as latest
    from visit_past p where p.dealer_id = ${dealerId} for update of p skip locked`.execute(db)
  return rows
}

/** The member who first received the customer of visit `v`, if one did. */
const firstReceiver = (dealerId: number) => sql`coalesce(
  v.first_receiver_id,
  (select r.member_id from reception r where r.dealer_id = ${dealerId} and r.visit_id = v.id order by r.id limit 1),
  v.receiver_id)`

/** Makes visits of the completed visits and test drives of a span. */
export async function insertFollowed(
  db: Executor,
  dealerId: number,
  since: Date,
  until: Date,
): Promise<void> {
  await sql`
    insert into ${target('visit')} as v (dealer_id, customer_id, day, type, registered_at, registered_by, came_at, left_at,
                            deal_id, owner_id, first_receiver_id, main_series_id)
    select distinct on (a.customer_id, a.day) a.dealer_id, a.customer_id, a.day, 2, a.completed_at, a.completed_by, a.completed_at,
           a.completed_at, a.deal_id, a.owner_id, a.completed_by, a.main_series_id
    from (select *, (completed_at at time zone 'Asia/Shanghai')::date as day from activity
          where dealer_id = ${dealerId} and completed_at is not null and completed_at >= ${since} and completed_at < ${until}
            and completed_type in (2, 3) and completed_by is not null) a
    order by a.customer_id, a.day, a.completed_at, a.id
    on conflict (dealer_id, customer_id, day) do update
    set deal_id = excluded.deal_id, owner_id = excluded.owner_id,
        first_receiver_id = coalesce(${firstReceiver(dealerId)}, excluded.first_receiver_id), main_series_id = excluded.main_series_id
    where v.deal_id is null`.execute(db)
}

/** Credits the visits of the week that no follow-up describes. Their deal is the newest of that time, otherwise the first. */
export async function creditConfirmed(
  db: Executor,
  dealerId: number,
  since: Date,
  until: Date,
): Promise<void> {
  await sql`
    update ${target('visit')} v
    set (deal_id, owner_id) = (
          select e.id, e.owner_id from deal e
          where e.dealer_id = ${dealerId} and e.customer_id = v.customer_id
          order by e.created_at <= v.registered_at desc,
                   case when e.created_at <= v.registered_at then e.created_at end desc nulls last, e.created_at, e.id
          limit 1),
        first_receiver_id = ${firstReceiver(dealerId)}
    where v.dealer_id = ${dealerId} and v.deal_id is null and v.registered_at >= ${since} and v.registered_at < ${until}`.execute(
    db,
  )
}

/** Moves the store's mark back: arrivals from `until` on are visits. */
export async function movePast(db: Executor, dealerId: number, until: Date): Promise<void> {
  await db.updateTable('visit_past').set({ until }).where('dealer_id', '=', dealerId).execute()
}

export async function deletePast(db: Executor, dealerId: number): Promise<void> {
  await db.deleteFrom('visit_past').where('dealer_id', '=', dealerId).execute()
}
