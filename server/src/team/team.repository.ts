import { adminRoles, owningRoles } from '@showroom/contract/access/access.rules'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Everybody who works at the dealer; numbers masked. */
export async function listMembers(db: Executor, scope: Scope) {
  return db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .leftJoin('dictionary as r', (join) =>
      join.on('r.kind', '=', 'dealerMemberRoles').on('r.value', '=', sql<string>`m.role::text`),
    )
    .select((eb) => [
      'm.id as memberId',
      'm.name as userName',
      eb.fn<string>('mask_mobile', ['a.mobile']).as('mobile'),
      'm.role',
      eb.fn.coalesce('r.display', sql<string>`''`).as('allRoles'),
      'm.status',
      sql<boolean>`m.activated_at is not null`.as('userIsActive'),
      eb.fn.coalesce('m.manager_id', sql<number>`0`).as('manager'),
      eb.fn<number>('epoch', ['m.created_at']).as('createdAt'),
    ])
    .where('m.dealer_id', '=', scope.dealerId)
    .where('m.left_at', 'is', null)
    .orderBy('m.role')
    .orderBy('m.id')
    .execute()
}

/** Who follows customers comes first; the online team, who cleans leads for others, last. */
const followersFirst = sql`case m.role when 4 then 0 when 5 then 2 else 1 end`

/** As the system itself chooses (lead/choose.service.ts): the fewest leads first, of those who have as many the longest without a new one. */
const fewestLeads = sql`m.activated_at is null, coalesce(w.total, 0), m.last_lead_at nulls first`

/**
 * Members who can own customers: at work, not frozen; all of the dealer, or those the caller sees without the caller. With the leads
 * they have not followed up yet, and if asked in the order of them.
 */
export async function listAssignable(
  db: Executor,
  scope: Scope,
  { isAll, byLeads }: { readonly isAll: boolean; readonly byLeads: boolean },
) {
  const { rows } = await sql<{ memberId: number; userName: string; clueCount: number }>`
    with waiting as (
      select owner_id, count(*)::int as total from lead
      where dealer_id = ${scope.dealerId} and assigned_at is not null and first_follow_at is null
      group by owner_id
    )
    select m.id as "memberId", m.name as "userName", coalesce(w.total, 0) as "clueCount"
    from member m left join waiting w on w.owner_id = m.id
    where m.dealer_id = ${scope.dealerId} and m.status = 0 and m.left_at is null and m.role = any(${owningRoles}::int[])
      and (${isAll} or m.id <> ${scope.memberId}
        and (${scope.sees === 'all'} or m.id = any(${scope.sees === 'all' ? [] : scope.sees}::bigint[])))
    order by ${followersFirst}, ${byLeads ? sql`${fewestLeads}, m.id` : sql`m.role desc, m.id`}`.execute(db)
  return rows
}

/** The caller and all below; an admin has everybody. */
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

/** Ids of those who manage the store, and work there now. */
export async function listManagers(db: Executor, scope: Scope): Promise<number[]> {
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('dealer_id', '=', scope.dealerId)
    .where('status', '=', 0)
    .where('left_at', 'is', null)
    .where('role', 'in', [...adminRoles])
    .execute()
  return rows.map(({ id }) => id)
}

/** The name of a member who can own a customer now; undefined otherwise. */
export async function findAssignable(
  db: Executor,
  scope: Scope,
  memberId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('member')
    .select('name')
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', memberId)
    .where('status', '=', 0)
    .where('left_at', 'is', null)
    .where('role', 'in', [...owningRoles])
    .executeTakeFirst()
  return row?.name
}

export async function listSources(db: Executor, scope: Scope) {
  return db
    .selectFrom('custom_source')
    .select(['id', 'name'])
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

/** A member is activated by the first successful sign-in. */
export async function activateMember(
  db: Executor,
  dealerId: number,
  memberId: number,
  at: Date,
): Promise<void> {
  await db
    .updateTable('member')
    .set({ activated_at: at })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', memberId)
    .where('activated_at', 'is', null)
    .execute()
}

/** When members were given leads last: whose turn it is by that. */
export async function markLeadGiven(
  db: Executor,
  scope: Scope,
  memberIds: readonly number[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('member')
    .set({ last_lead_at: now })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', sql<number>`any(${memberIds}::bigint[])`)
    .execute()
}
