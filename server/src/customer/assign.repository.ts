import { timelineType } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

interface Handover {
  /** Locked by the caller. */
  readonly customerIds: readonly number[]
  readonly memberId: number
  readonly memberName: string
  readonly by: string
  readonly note: string
  readonly now: Date
}

/**
 * Gives the locked customers to one member: deals, open activities, timeline and versions in one statement. It is not the one that
 * locks: its snapshot must be younger than the locks, or it would miss an activity planned while they were waited for.
 */
export async function reassignAll(db: Executor, scope: Scope, handover: Handover): Promise<void> {
  const { customerIds, memberId } = handover
  await sql`
    with moved as (
      select d.dealer_id, d.id, d.customer_id, d.level, m.name as owner_name
      from customer c
      join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
      join member m on m.dealer_id = d.dealer_id and m.id = d.owner_id
      where c.dealer_id = ${scope.dealerId} and c.id = any(${customerIds}::bigint[])
    ), given as (
      update deal d set owner_id = ${memberId} from moved m where d.dealer_id = ${scope.dealerId} and d.id = m.id
    ), planned as (
      update activity a set owner_id = ${memberId} from moved m
      where a.dealer_id = ${scope.dealerId} and a.deal_id = m.id and a.completed_at is null and a.cancelled_at is null
    ), recorded as (
      insert into timeline (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content)
      select dealer_id, customer_id, id, ${handover.now}::timestamptz, ${scope.memberId}::bigint, ${handover.by}::text, level,
             ${timelineType.reassigned}::smallint, '再分配',
             '客户经理：' || owner_name || ' → ' || ${handover.memberName}::text || ${handover.note}::text
      from moved
    )
    update customer c set row_version = row_version + 1 from moved m
    where c.dealer_id = ${scope.dealerId} and c.id = m.customer_id`.execute(db)
}
