import type { TimelineType } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import type { Scope } from '../../platform/session/session.ts'
import { atWork, refuseLeft } from './owner.repository.ts'

interface Handover {
  /** Customers that the caller has locked, each with its new owner. */
  readonly given: readonly {
    readonly customerId: number
    readonly memberId: number
    readonly memberName: string
  }[]
  readonly type: TimelineType
  readonly subject: string
  readonly by: string
  readonly remark: string
  readonly now: Date
}

/** Row version of a file after an action. */
export interface NewVersion {
  readonly customerId: number
  readonly rowVersion: number
}

/**
 * Gives locked customers to their new owners: deals, open activities, timeline and versions in one statement. The locks must be taken by
 * an earlier statement: this snapshot must be younger than the locks, or it would miss an activity planned while waiting for them.
 */
export async function reassignAll(db: Executor, scope: Scope, handover: Handover): Promise<NewVersion[]> {
  const { given, remark } = handover
  const heirs = given.map((one) => one.memberId)
  const { rows } = await sql<NewVersion>`
    with heir as (
      ${atWork(scope.dealerId, [...new Set(heirs)])}
    ), moved as (
      select d.dealer_id, d.id, d.customer_id, d.level, m.name as owner_name, g.member_id as heir_id, g.member_name as heir_name
      from unnest(${given.map((one) => one.customerId)}::bigint[], ${heirs}::bigint[],
                  ${given.map((one) => one.memberName)}::text[]) as g (customer_id, member_id, member_name)
      join heir on heir.id = g.member_id
      join customer c on c.dealer_id = ${scope.dealerId} and c.id = g.customer_id
      join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
      join member m on m.dealer_id = ${scope.dealerId} and m.id = d.owner_id
    ), given as (
      update ${target('deal')} d set owner_id = m.heir_id from moved m where d.dealer_id = ${scope.dealerId} and d.id = m.id
    ), planned as (
      -- Return visits of earlier deals, too.
      update ${target('activity')} a set owner_id = m.heir_id
      from moved m join deal e on e.dealer_id = ${scope.dealerId} and e.customer_id = m.customer_id
      where a.dealer_id = ${scope.dealerId} and a.deal_id = e.id and a.completed_at is null and a.cancelled_at is null
    ), recorded as (
      insert into ${target('timeline')} (dealer_id, customer_id, deal_id, created_at, member_id, owner_name, level, type, subject, content, facts)
      select dealer_id, customer_id, id, ${handover.now}::timestamptz, ${scope.memberId}::bigint, ${handover.by}::text, level,
             ${handover.type}::smallint, ${handover.subject}::text,
             '客户经理：' || owner_name || ' → ' || heir_name || ${remark && `；备注：${remark}`}::text,
             jsonb_strip_nulls(jsonb_build_object('kind', 'reassigned', 'from', owner_name, 'to', heir_name, 'said', nullif(${remark}::text, '')))
      from moved
    )
    update ${target('customer')} c set row_version = row_version + 1 from moved m
    where c.dealer_id = ${scope.dealerId} and c.id = m.customer_id
    returning c.id as "customerId", c.row_version as "rowVersion"`.execute(db)
  if (rows.length < given.length) await refuseLeft(db, scope, heirs)
  return rows
}

/** Returns the names of the given members who have not left the store. */
export async function readStaying(
  db: Executor,
  scope: Scope,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from member
    where dealer_id = ${scope.dealerId} and id = any(${[...new Set(memberIds)]}::bigint[]) and left_at is null`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
