import { codeKey } from '@showroom/contract/base/codes'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { noOne, target } from '../platform/db/target.ts'
import { notify } from '../platform/db/notify.ts'
import type { Scope } from '../platform/session/session.ts'

/** The team as a whole: a change locks it, and is checked against all members. */

/**
 * Locks the store's team until the end of the transaction, so that one transaction at a time changes it. The first of all locks
 * (docs/decisions/0020-lock-order.md).
 */
export const lockTeam = async (db: Executor, { dealerId }: Scope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('team'), ${dealerId}::int)`.execute(db)
}

/**
 * Locks the team shared until the end of the transaction. For work that gives members many customers in batches: otherwise a member who
 * gets some in every batch could never leave.
 */
export const holdTeam = async (db: Executor, { dealerId }: Scope): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(hashtext('team'), ${dealerId}::int)`.execute(db)
}

export interface TeamMember {
  readonly memberId: number
  readonly name: string
  readonly accountId: number
  /** In clear; for comparing only, never for a response. */
  readonly mobile: string
  readonly maskedMobile: string
  readonly role: number
  readonly modules: string[]
  /** The superior, 0 for none. */
  readonly managerId: number
  readonly status: number
  readonly siebelId: string
  readonly siebelPosition: string
  readonly rowVersion: number
}
export type Team = ReadonlyMap<number, TeamMember>

/** Reads all members who have not left, by id. */
export async function readTeam(db: Executor, { dealerId }: Scope): Promise<Team> {
  const { rows } = await sql<TeamMember>`
    select m.id as "memberId", m.name, m.account_id as "accountId", a.mobile, mask_mobile(a.mobile) as "maskedMobile", m.role, m.modules,
           coalesce(m.manager_id, 0) as "managerId", m.status, m.siebel_id as "siebelId", m.siebel_position as "siebelPosition",
           m.row_version as "rowVersion"
    from member m join account a on a.id = m.account_id
    where m.dealer_id = ${dealerId} and m.left_at is null
    order by m.id`.execute(db)
  return new Map(rows.map((row) => [row.memberId, row]))
}

export interface MemberRow {
  readonly name: string
  readonly accountId: number
  readonly role: number
  readonly modules: readonly string[]
  readonly handleFront: boolean
  readonly managerId: number
  readonly siebelId: string
  readonly siebelPosition: string
}

const columnsOf = (row: MemberRow) => ({
  name: row.name,
  account_id: row.accountId,
  role: row.role,
  modules: [...row.modules],
  handle_front: row.handleFront,
  manager_id: row.managerId || null,
  siebel_id: row.siebelId,
  siebel_position: row.siebelPosition,
})

/** Makes every process read the sessions of the store again when the transaction commits. */
export const announceRights = (db: Executor, { dealerId }: Scope): Promise<void> =>
  notify(db, 'session_changed', [`dealer:${dealerId}`])

/** Wakes the workers after the commit: waiting leads may now be assigned to a member. */
export const announceAvailable = (db: Executor, dealerId: number): Promise<void> =>
  notify(db, 'lead_backlog', [dealerId])

/** The role of a member, by `codeKey`; none if there is no such member. */
export async function codesOfMember(db: Executor, { dealerId }: Scope, memberId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('role')
    .where('dealer_id', '=', dealerId)
    .where('id', '=', memberId)
    .execute()
  return rows.map(({ role }) => codeKey('dealerMemberRoles', role))
}

export async function insertMember(db: Executor, scope: Scope, row: MemberRow, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('member')
    .values({ dealer_id: scope.dealerId, ...columnsOf(row), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceRights(db, scope)
  return id
}

/** Updates a member and returns the new version. */
export async function updateMember(
  db: Executor,
  scope: Scope,
  memberId: number,
  row: MemberRow & { readonly status: number },
): Promise<number> {
  const { row_version } = await db
    .updateTable('member')
    .set((eb) => ({ ...columnsOf(row), status: row.status, row_version: eb('row_version', '+', 1) }))
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', memberId)
    .returning('row_version')
    .executeTakeFirstOrThrow()
  await announceRights(db, scope)
  await announceAvailable(db, scope.dealerId)
  return row_version
}

/** Sets the superior of members (0: none). */
export async function setSuperior(
  db: Executor,
  scope: Scope,
  memberIds: readonly number[],
  superior: number,
): Promise<void> {
  if (memberIds.length === 0) return
  await sql`
    update ${target('member')} set manager_id = ${superior || null}::bigint, row_version = row_version + 1
    where dealer_id = ${scope.dealerId} and id = any(${memberIds}::bigint[])
      and manager_id is distinct from ${superior || null}::bigint`.execute(db)
  await announceRights(db, scope)
}

/** Records when a member last used the product. Open pages do not refetch for it. */
export async function markSeen(db: Executor, dealerId: number, memberId: number, at: Date): Promise<void> {
  await sql`
    update ${target('member', noOne)} set last_seen_at = ${at}::timestamptz
    where dealer_id = ${dealerId} and id = ${memberId}`.execute(db)
}
