import { adminRoles, owningRoles } from '@showroom/contract/access/access.rules'
import type { Member } from '@showroom/contract/team/team.schema'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { noOne, target } from '../platform/db/target.ts'
import { statement } from '../platform/db/statement.ts'
import type { Scope } from '../platform/session/session.ts'
import { isWecomBound } from '../platform/wecom/binding.repository.ts'
import { announceAvailable } from './member.repository.ts'

interface Listed {
  /** Includes former members. */
  readonly withLeft: boolean
  /** Includes fields that only members who manage the team may read. */
  readonly whole: boolean
}

/** Reads the dealer's members, with numbers masked. */
export async function listMembers(
  db: Executor,
  scope: Scope,
  { withLeft, whole }: Listed,
): Promise<Member[]> {
  const { rows } = await sql<Omit<Member, 'members' | 'controlIds'>>`
    select m.id as "memberId", m.name as "userName", mask_mobile(a.mobile) as mobile, m.role, coalesce(r.display, '') as "allRoles",
           m.status, m.activated_at is not null as "userIsActive", coalesce(m.manager_id, 0) as manager,
           epoch(m.created_at) as "createdAt",
           case when ${whole} then array_to_string(m.modules, ',') else '' end as modules,
           case when ${whole} and m.siebel_id <> '' then m.siebel_id || '/' || m.siebel_position else '' end as "siebelId",
           case when ${whole} then mask_id_no(a.identify_no) else '' end as "userIdentifyNo",
           case when ${whole} then epoch(m.last_seen_at) else 0 end as "lastSeenAt",
           epoch(m.left_at) as "leftAt", m.row_version as "rowVersion",
           ${whole} and ${isWecomBound('m.account_id')} as "isWecomBound",
           ${whole} and exists (select from authenticator u where u.account_id = m.account_id and u.enrolled_at is not null) as "isEnrolled"
    from member m
    join account a on a.id = m.account_id
    left join dictionary r on r.kind = 'dealerMemberRoles' and r.value = m.role::text
    where m.dealer_id = ${scope.dealerId} and (m.left_at is null or ${withLeft && whole})
    order by m.left_at desc nulls first, m.role, m.id`.execute(db)
  const below = whole ? subordinatesOf(rows) : new Map<number, number[]>()
  return rows.map((row) => ({
    ...row,
    members: below.get(row.memberId) ?? [],
    controlIds: lineBelow(row.memberId, below).join(','),
  }))
}

function subordinatesOf(
  rows: readonly { readonly memberId: number; readonly manager: number }[],
): ReadonlyMap<number, number[]> {
  const below = new Map<number, number[]>()
  for (const { memberId, manager } of rows)
    if (manager !== 0) below.set(manager, [...(below.get(manager) ?? []), memberId])
  return below
}

/** Returns all members below a member. */
function lineBelow(memberId: number, below: ReadonlyMap<number, readonly number[]>): number[] {
  const line = new Set<number>()
  const add = (of: number): void => {
    for (const one of below.get(of) ?? [])
      if (!line.has(one)) {
        line.add(one)
        add(one)
      }
  }
  add(memberId)
  return [...line]
}

/** Sorts members who follow customers first, and the online team, which cleans leads for others, last. */
export const followersFirst = sql`case m.role when 4 then 0 when 5 then 2 else 1 end`

/** Same order as automatic assignment (lead/handover/choose.service.ts): fewest leads first, then the longest time without a new one. */
const fewestLeads = sql`m.activated_at is null, coalesce(w.total, 0), m.last_lead_at nulls first`

/**
 * Returns active members who can own customers: all of the dealer, or those the caller sees without the caller. Includes their leads not
 * followed up yet, and sorts by these on request.
 */
export async function listAssignable(
  db: Executor,
  scope: Scope,
  how: { readonly isAll: boolean; readonly byLeads: boolean; readonly withLoad?: boolean },
) {
  const { isAll, byLeads, withLoad = false } = how
  const { rows } = await sql<{
    memberId: number
    userName: string
    clueCount: number
    customerCount: number
  }>`
    with waiting as (
      select owner_id, count(*)::int as total from lead
      where dealer_id = ${scope.dealerId} and assigned_at is not null and first_follow_at is null
      group by owner_id
    )
    select m.id as "memberId", m.name as "userName", coalesce(w.total, 0) as "clueCount",
           case when ${withLoad} then (
             select count(*)::int from activity a
             where a.dealer_id = ${scope.dealerId} and a.owner_id = m.id and a.completed_at is null and a.cancelled_at is null)
           else 0 end as "customerCount"
    from member m left join waiting w on w.owner_id = m.id
    where m.dealer_id = ${scope.dealerId} and m.status = 0 and m.left_at is null and m.role = any(${owningRoles}::int[])
      and (${isAll} or m.id <> ${scope.memberId}
        and (${scope.sees === 'all'} or m.id = any(${scope.sees === 'all' ? [] : scope.sees}::bigint[])))
    order by ${followersFirst}, ${byLeads ? sql`${fewestLeads}, m.id` : sql`m.role desc, m.id`}`.execute(db)
  return rows
}

/** Returns the caller and all below; all members for an admin. */
export async function listLine(db: Executor, scope: Scope) {
  let query = db
    .selectFrom('member')
    .select(['id as memberId', 'name as userName'])
    .where('dealer_id', '=', scope.dealerId)
    .where('left_at', 'is', null)
    .where('role', 'in', [...owningRoles])
  if (scope.sees !== 'all') query = query.where('id', '=', sql<number>`any(${scope.sees}::bigint[])`)
  return query.orderBy('role', 'desc').orderBy('id').execute()
}

/** Ids of active admins of the store. */
export async function listManagers(db: Executor, scope: Scope): Promise<number[]> {
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('dealer_id', '=', scope.dealerId)
    .where('status', '=', 0)
    .where('left_at', 'is', null)
    .where('role', 'in', [...adminRoles])
    .orderBy('role')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

const assignable = statement<{ dealerId: number; memberId: number }, { name: string }>(
  ({ dealerId, memberId }) => sql`
    select name from member
    where dealer_id = ${dealerId} and id = ${memberId} and status = 0 and left_at is null
      and role = any(${[...owningRoles]}::smallint[])`,
)

/** Returns the name of a member who can own customers now; undefined otherwise. */
export async function findAssignable(
  db: Executor,
  { dealerId }: Scope,
  memberId: number,
): Promise<string | undefined> {
  const [row] = await assignable(db, { dealerId, memberId })
  return row?.name
}

export async function listSources(db: Executor, scope: Scope) {
  return db
    .selectFrom('custom_source')
    .select((eb) => ['id', eb.fn<string>('mask_text', ['name']).as('name')])
    .where('dealer_id', '=', scope.dealerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function sourceExists(db: Executor, scope: Scope, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('custom_source')
    .select('id')
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Activates a member at the first successful sign-in. */
export async function activateMember(
  db: Executor,
  dealerId: number,
  memberId: number,
  at: Date,
): Promise<void> {
  const activated = await db
    .updateTable('member')
    .set({ activated_at: at })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', memberId)
    .where('activated_at', 'is', null)
    .returning('id')
    .execute()
  if (activated.length > 0) await announceAvailable(db, dealerId)
}

/** Records when members last received leads, which decides whose turn is next. Open pages do not refetch for it. */
export async function markLeadGiven(
  db: Executor,
  scope: Scope,
  memberIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update ${target('member', noOne)} set last_lead_at = ${now}::timestamptz
    where dealer_id = ${scope.dealerId} and id = any(${memberIds}::bigint[])`.execute(db)
}
