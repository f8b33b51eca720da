import { owningRoles } from '@showroom/contract/access/access.rules'
import type { LeaveCounts, LeaveRow, Successor } from '@showroom/contract/team/leave.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { pageOf } from '../platform/db/conditions.ts'
import { target } from '../platform/db/target.ts'
import type { Scope } from '../platform/session/session.ts'
import { announceAvailable, announceRights } from './member.repository.ts'
import { followersFirst } from './team.repository.ts'

/** A member's belongings, possible successors, and the record of leaves. */

/** Levels of active customers. */
const working = sql`('N','H','A','B','C','O')`

/** Counts everything that a leave would move. */
export async function countBelongings(db: Executor, scope: Scope, memberId: number): Promise<LeaveCounts> {
  const { dealerId } = scope
  const { rows } = await sql<LeaveCounts>`
    with own as materialized (
      select id, customer_id, waiting_fail_review from deal
      where dealer_id = ${dealerId} and owner_id = ${memberId} and is_current
    )
    select (select count(*) from own) as customers,
           (select count(*) from own where waiting_fail_review) as reviews,
           (select count(*) from activity
            where dealer_id = ${dealerId} and owner_id = ${memberId} and completed_at is null and cancelled_at is null) as tasks,
           (select count(*) from lead
            where dealer_id = ${dealerId} and owner_id = ${memberId} and assigned_at is not null and first_follow_at is null) as leads,
           (select count(*) from vehicle_order o join own on own.customer_id = o.customer_id
            where o.dealer_id = ${dealerId} and o.status not in (8, 14)) as orders,
           (select count(*) from member where dealer_id = ${dealerId} and manager_id = ${memberId} and left_at is null) as subordinates`.execute(
    db,
  )
  return rows[0] ?? { customers: 0, tasks: 0, leads: 0, reviews: 0, orders: 0, subordinates: 0 }
}

/** Counts the member's customers by level and by first intended series. */
export async function splitCustomers(db: Executor, { dealerId }: Scope, memberId: number) {
  const { rows } = await sql<{ level: string | null; seriesId: number | null; total: number }>`
    select level, coalesce(series_ids[1], 0) as "seriesId", count(*) as total from deal
    where dealer_id = ${dealerId} and owner_id = ${memberId} and is_current
    group by grouping sets ((level), (coalesce(series_ids[1], 0)))
    order by count(*) desc, 1, 2`.execute(db)
  return {
    levels: rows.flatMap(({ level, total }) => (level === null ? [] : [{ level, total }])),
    series: rows.flatMap(({ level, seriesId, total }) =>
      level === null ? [{ seriesId: seriesId ?? 0, total }] : [],
    ),
  }
}

/** Returns the other active members with their workload. */
export async function listSuccessors(
  db: Executor,
  { dealerId }: Scope,
  memberId: number,
): Promise<Successor[]> {
  const { rows } = await sql<Successor>`
    with files as (
      select owner_id, count(*) as total from deal where dealer_id = ${dealerId} and is_current and level in ${working} group by owner_id
    ), planned as (
      select owner_id, count(*) as total from activity
      where dealer_id = ${dealerId} and completed_at is null and cancelled_at is null group by owner_id
    ), waiting as (
      select owner_id, count(*) as total from lead
      where dealer_id = ${dealerId} and assigned_at is not null and first_follow_at is null group by owner_id
    ), below as (
      select manager_id, count(*) as total from member
      where dealer_id = ${dealerId} and left_at is null and manager_id is not null group by manager_id
    )
    select m.id as "memberId", m.name as "userName", coalesce(r.display, '') as "allRoles", m.role = any(${owningRoles}::int[]) as owns,
           coalesce(f.total, 0) as customers, coalesce(p.total, 0) as tasks, coalesce(w.total, 0) as leads,
           coalesce(b.total, 0) as subordinates
    from member m
    left join dictionary r on r.kind = 'dealerMemberRoles' and r.value = m.role::text
    left join files f on f.owner_id = m.id
    left join planned p on p.owner_id = m.id
    left join waiting w on w.owner_id = m.id
    left join below b on b.manager_id = m.id
    where m.dealer_id = ${dealerId} and m.id <> ${memberId} and m.status = 0 and m.left_at is null and m.role not in (15, 16)
    order by ${followersFirst}, m.role, m.id`.execute(db)
  return rows
}

/** A member's position before leaving. */
export interface Before {
  readonly managerId: number
  readonly status: number
  readonly subordinateIds: readonly number[]
  /** Former superior of the member who took over the subordinates, if changed. */
  readonly topManagerId?: number
}

export interface NewLeave {
  readonly memberId: number
  readonly memberName: string
  readonly byName: string
  readonly topId: number
  readonly topName: string
  readonly counts: LeaveCounts
  readonly before: Before
}

export async function insertLeave(db: Executor, scope: Scope, leave: NewLeave, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('member_leave')
    .values({
      dealer_id: scope.dealerId,
      member_id: leave.memberId,
      member_name: leave.memberName,
      by_name: leave.byName,
      top_id: leave.topId,
      top_name: leave.topName,
      counts: JSON.stringify(leave.counts),
      before: JSON.stringify(leave.before),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Files that a member took over, with their versions at that time. */
export interface Share {
  readonly ownerId: number
  readonly ownerName: string
  readonly fileIds: readonly number[]
  readonly rowVersions: readonly number[]
}

/** Records which files each member took over; called by the customer room during a leave. */
export async function recordShares(
  db: Executor,
  scope: Scope,
  leaveId: number,
  shares: readonly Share[],
): Promise<void> {
  for (const share of shares)
    await sql`
      insert into ${target('member_leave_share')} (dealer_id, leave_id, owner_id, owner_name, file_ids, row_versions)
      values (${scope.dealerId}, ${leaveId}, ${share.ownerId}, ${share.ownerName}, ${share.fileIds}::bigint[],
              ${share.rowVersions}::int[])`.execute(db)
}

/** Returns the shares of a leave. */
export async function listShares(db: Executor, scope: Scope, leaveId: number): Promise<Share[]> {
  return db
    .selectFrom('member_leave_share')
    .select([
      'owner_id as ownerId',
      'owner_name as ownerName',
      'file_ids as fileIds',
      'row_versions as rowVersions',
    ])
    .where('dealer_id', '=', scope.dealerId)
    .where('leave_id', '=', leaveId)
    .orderBy('owner_id')
    .execute()
}

/**
 * Locks the leaver: until the end of the transaction no customer can be given to them, and it waits for transactions that are giving one.
 * Call it after locking the member's customers, so that those held elsewhere are included.
 */
export async function lockLeaver(db: Executor, scope: Scope, memberId: number): Promise<void> {
  await sql`select from member where dealer_id = ${scope.dealerId} and id = ${memberId} for update`.execute(
    db,
  )
}

export async function markLeft(db: Executor, scope: Scope, memberId: number, now: Date): Promise<void> {
  await db
    .updateTable('member')
    .set((eb) => ({ left_at: now, manager_id: null, row_version: eb('row_version', '+', 1) }))
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', memberId)
    .execute()
  await announceRights(db, scope)
}

/** Makes the member active again, without a superior. */
export async function markBack(db: Executor, scope: Scope, memberId: number, status: number): Promise<void> {
  await db
    .updateTable('member')
    .set((eb) => ({ left_at: null, status, row_version: eb('row_version', '+', 1) }))
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', memberId)
    .execute()
  await announceRights(db, scope)
  await announceAvailable(db, scope.dealerId)
}

export async function findLeave(db: Executor, scope: Scope, leaveId: number) {
  return db
    .selectFrom('member_leave as l')
    .innerJoin('member as m', (join) =>
      join.on('m.dealer_id', '=', scope.dealerId).onRef('m.id', '=', 'l.member_id'),
    )
    .select([
      'l.member_id as memberId',
      'l.member_name as memberName',
      'l.before',
      'l.created_at as createdAt',
      'l.back_at as backAt',
      'm.account_id as accountId',
      'm.role',
      'm.modules',
    ])
    .where('l.dealer_id', '=', scope.dealerId)
    .where('l.id', '=', leaveId)
    .executeTakeFirst()
}

export async function markTakenBack(
  db: Executor,
  scope: Scope,
  leaveId: number,
  back: { readonly by: string; readonly counts: { customers: number; subordinates: number } },
  now: Date,
): Promise<void> {
  await db
    .updateTable('member_leave')
    .set({ back_at: now, back_name: back.by, back_counts: JSON.stringify(back.counts) })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', leaveId)
    .execute()
}

/** Returns a page of the record of leaves; those after `since` can still be taken back. */
export async function listLeaves(
  db: Executor,
  { dealerId }: Scope,
  { pageStart, pageCount }: { readonly pageStart: number; readonly pageCount: number },
  since: Date,
): Promise<{ data: LeaveRow[]; total: number }> {
  const { rows } = await sql<LeaveRow & { count: number }>`
    select l.id as "leaveId", epoch(l.created_at) as "createdAt", l.member_id as "memberId", l.member_name as "memberName", m.role,
           array_to_string(m.modules, ',') as modules, l.by_name as "byName",
           l.top_name as "topName", (l.counts->>'customers')::int as customers, (l.counts->>'tasks')::int as tasks,
           (l.counts->>'leads')::int as leads, (l.counts->>'reviews')::int as reviews, (l.counts->>'orders')::int as orders,
           (l.counts->>'subordinates')::int as subordinates,
           coalesce((select json_agg(json_build_object('userName', s.owner_name, 'customers', cardinality(s.file_ids))
                                     order by cardinality(s.file_ids) desc, s.owner_id)
                     from member_leave_share s where s.dealer_id = ${dealerId} and s.leave_id = l.id), '[]') as shares,
           case when l.back_at is null and l.created_at > ${since}::timestamptz
                then epoch(l.created_at + (${sql.lit('1 day')}::interval)) else 0 end as "backUntil",
           exists (select from member n where n.dealer_id = ${dealerId} and n.account_id = m.account_id
                   and n.left_at is null) as "isBack",
           epoch(l.back_at) as "backAt", l.back_name as "backBy",
           coalesce((l.back_counts->>'customers')::int, 0) as "backCustomers",
           coalesce((l.back_counts->>'subordinates')::int, 0) as "backSubordinates"
    from member_leave l join member m on m.dealer_id = ${dealerId} and m.id = l.member_id
    where l.dealer_id = ${dealerId} and m.dealer_id = ${dealerId}
    order by l.created_at desc, l.id desc ${pageOf({ pageStart, pageCount })}`.execute(db)
  const { total } = await db
    .selectFrom('member_leave')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('dealer_id', '=', dealerId)
    .executeTakeFirstOrThrow()
  return { data: rows, total }
}
