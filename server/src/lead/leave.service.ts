import { sql } from 'kysely'
import type { Actor } from '../platform/happenings.ts'
import type { TeamHappenings } from '../team/index.ts'

/**
 * Who leaves is nobody's lead any more: what was followed up goes with the customer, as what waits has gone already (`moveWithOwner`);
 * what has no file of the store goes to who takes over.
 */
export async function moveFromLeaver(
  by: Actor,
  { memberId, toMemberId }: TeamHappenings['memberLeft'],
): Promise<void> {
  const { db, scope } = by
  const { dealerId } = scope
  await sql`
    with held as (
      select l.id, d.owner_id
      from lead l left join deal d on d.dealer_id = ${dealerId} and d.customer_id = l.customer_id and d.is_current
      where l.dealer_id = ${dealerId} and l.owner_id = ${memberId}
      order by l.id for update of l
    )
    update lead l set owner_id = coalesce(nullif(held.owner_id, ${memberId}::bigint), ${toMemberId}::bigint) from held
    where l.dealer_id = ${dealerId} and l.id = held.id`.execute(db)
  by.hintLive({ dealerId, topics: ['lead'] })
}

/** A leave was taken back: what was followed up of the customers who came back comes with them; what waits follows by `moveWithOwner`. */
export async function moveToReturned(
  by: Actor,
  { memberId }: TeamHappenings['leaveTakenBack'],
): Promise<void> {
  const { db, scope } = by
  const { dealerId } = scope
  await sql`
    with held as (
      select l.id from deal d
      join lead l on l.dealer_id = ${dealerId} and l.customer_id = d.customer_id and l.first_follow_at is not null
        and l.owner_id <> ${memberId}
      where d.dealer_id = ${dealerId} and d.owner_id = ${memberId} and d.is_current
      order by l.id for update of l
    )
    update lead l set owner_id = ${memberId} from held where l.dealer_id = ${dealerId} and l.id = held.id`.execute(
    db,
  )
  by.hintLive({ dealerId, topics: ['lead'] })
}
