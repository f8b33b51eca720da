import {
  closedStoreRoles,
  deriveFlags,
  isAdminRole,
  salesRoles,
} from '@showroom/contract/access/access.rules'
import { errors } from '@showroom/contract/kernel/errors'
import type { AuditAction } from '@showroom/contract/kernel/audit'
import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import { notify } from '../../platform/db/notify.ts'
import type { Barred, SessionSource } from '../../platform/session/gate.ts'
import type { SessionFacts } from '../../platform/session/session.ts'
import type { StreamSource } from '../../platform/session/streams.ts'
import { endDevicesAt, endDevicesOf } from '../../platform/webpush/device.repository.ts'
import { markSeen } from '../../team/index.ts'

/** Queries of sessions. They run before a scope exists, because a scope is made from their result. */

interface Row {
  account_id: number
  dealer_id: number
  member_id: number
  member_name: string
  role: number
  status: number
  left_at: Date | null
  modules: string[]
  handle_front: boolean
  below: number[]
  created_at: Date
  last_seen_at: Date
  online_policy: number
  city_pool_enable: boolean
  daily_since: string | null
  forbid_sales_login_pc: boolean
  closed_at: Date | null
  group_id: number
  dealer_name: string
  province: string
  city: string
  area: string
}

/** The store does not allow this sales role to sign in at this site. */
export const isKeptOut = (one: Pick<Row, 'forbid_sales_login_pc' | 'role'>): boolean =>
  one.forbid_sales_login_pc && salesRoles.includes(one.role)

/** The store is closed, and the role has nothing to read or export there. */
export const isClosedTo = (one: Pick<Row, 'closed_at' | 'role'>): boolean =>
  one.closed_at !== null && !closedStoreRoles.includes(one.role)

/** Why a member may have no session. The same rule applies to sessions and to work that outlives a call. */
const barredOf = (row: Row): Barred | undefined => {
  if (row.left_at) return 'left'
  if (row.status !== 0) return 'frozen'
  if (isClosedTo(row)) return 'closed'
  return isKeptOut(row) ? 'keptOut' : undefined
}

/** Returns the facts of a session, if its member still belongs to its account, works at the store and may sign in at this site. */
export async function findFacts(db: Executor, tokenHash: Buffer): Promise<SessionFacts | undefined> {
  const session = await db
    .selectFrom('session')
    .select(['account_id', 'dealer_id', 'member_id', 'created_at', 'last_seen_at'])
    .where('token_hash', '=', tokenHash)
    .where('ended_as', '=', sql.lit(0))
    .executeTakeFirst()
  const row = session && (await findRow(db, session.dealer_id, session.member_id))
  return row && row.account_id === session.account_id && !barredOf(row)
    ? factsOf(tokenHash, { ...row, ...session })
    : undefined
}

/**
 * Returns the facts that a session of the member would have now, and why the member may have none.
 * guard-exception repeated: work that a call starts asks before each batch.
 */
async function findMemberFacts(
  db: Executor,
  dealerId: number,
  memberId: number,
): Promise<{ facts: SessionFacts; barred: Barred | undefined }> {
  const row = await findRow(db, dealerId, memberId)
  if (!row) throw new Error(`store ${dealerId} has no member ${memberId}`)
  return { facts: factsOf(Buffer.alloc(0), row), barred: barredOf(row) }
}

/** Audit actions that change a member's rights. */
const changing = ['member-update', 'member-leave'] satisfies AuditAction[]

/**
 * Finds in the audit who last changed the member. The rows are aggregated before sorting: with `order by id`, PostgreSQL would scan the
 * store's audit backwards.
 */
async function findChanger(db: Executor, dealerId: number, memberId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ by: number | null }>`
    select (array_agg(member_id order by id desc))[1] as by from audit
    where dealer_id = ${dealerId} and action = any(${changing}::text[]) and record = ${`member:${memberId}`} and at >= ${since}`.execute(
    db,
  )
  return rows[0]?.by ?? 0
}

/** A member with its subordinates, who are read in the same round trip. */
async function findRow(db: Executor, dealerId: number, memberId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select m.account_id, m.dealer_id, m.id as member_id, m.name as member_name, m.role, m.status, m.left_at, m.modules, m.handle_front,
           m.created_at, m.created_at as last_seen_at,
           d.online_policy, d.city_pool_enable, d.daily_since, d.forbid_sales_login_pc, d.closed_at, d.group_id, d.name as dealer_name, d.province, d.city, d.area,
           array(
             with recursive line (id) as (
               select id from member where dealer_id = ${dealerId} and manager_id = ${memberId}
               union select b.id from member b join line on b.manager_id = line.id where b.dealer_id = ${dealerId}
             ) select id from line
           ) as below
    from member m
    join dealer d on d.id = m.dealer_id
    where m.dealer_id = ${dealerId} and m.id = ${memberId}`.execute(db)
  return rows[0]
}

const factsOf = (tokenHash: Buffer, row: Row): SessionFacts => {
  const flags = deriveFlags({
    role: row.role,
    modules: row.modules,
    hasSubordinates: row.below.length > 0,
    onlinePolicy: row.online_policy,
    cityPoolEnable: row.city_pool_enable,
    hasDaily: row.daily_since !== null,
    handleFront: row.handle_front,
    groupId: row.group_id,
    isClosed: row.closed_at !== null,
  })
  return {
    tokenHash,
    accountId: row.account_id,
    dealerId: row.dealer_id,
    memberId: row.member_id,
    memberName: row.member_name,
    role: row.role,
    isAdmin: isAdminRole(row.role),
    modules: row.modules,
    sees: flags.seesStore ? 'all' : [row.member_id, ...row.below],
    flags,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    dealer: {
      name: row.dealer_name,
      groupId: row.group_id,
      province: row.province,
      city: row.city,
      area: row.area,
    },
  }
}

/** Counts the open sessions of all stores that were used since `since`. */
export async function countSessions(db: Executor, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('last_seen_at', '>', since)
    .where('ended_as', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const sessionSource = (db: Database): SessionSource => ({
  find: (tokenHash, by = db) => findFacts(by, tokenHash),
  findMember: (dealerId, memberId, by = db) => findMemberFacts(by, dealerId, memberId),
  lastChangedBy: (dealerId, memberId, since, by = db) => findChanger(by, dealerId, memberId, since),
  async touch(tokenHash, at) {
    const row = await db
      .updateTable('session')
      .set({ last_seen_at: at })
      .where('token_hash', '=', tokenHash)
      .returning(['dealer_id', 'member_id'])
      .executeTakeFirst()
    if (row) await markSeen(db, row.dealer_id, row.member_id, at)
  },
  async whyGone(tokenHash, by = db) {
    const session = await by
      .selectFrom('session')
      .select(['ended_as', 'dealer_id', 'member_id'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    if (session?.ended_as === 0) {
      const row = await findRow(by, session.dealer_id, session.member_id)
      if (row && isClosedTo(row)) return errors.LOGIN_CLOSED.text
      return row && isKeptOut(row) ? errors.LOGIN_PC_FORBIDDEN.text : undefined
    }
    return session && endings[session.ended_as - 1]?.text
  },
})

/** Streams are counted outside of transactions; each change of a session's list locks its row. */
export const streamSource = (db: Database): StreamSource => ({
  async addStream(tokenHash, id, most) {
    const { rows } = await sql<{ replaced: string[] }>`
      update ${target('session')} set streams = array_append(before.streams[before.first:], ${id})
      from (
        select streams, greatest(cardinality(streams) - ${most}::int + 2, 1) as first
        from session where token_hash = ${tokenHash} for update
      ) before
      where token_hash = ${tokenHash}
      returning before.streams[:before.first - 1] as replaced`.execute(db)
    await notify(
      db,
      'stream_replaced',
      rows.flatMap(({ replaced }) => replaced),
    )
  },
  async removeStream(tokenHash, id) {
    await sql`
      update ${target('session')} set streams = array_remove(streams, ${id})
      where token_hash = ${tokenHash}`.execute(db)
  },
})

/** Why sessions were ended by others, and the text of their next request's refusal. `ended_as` is the 1-based index into this list. */
const endings = [
  { why: 'frozen', text: '您的账号已被冻结，请联系门店管理员' },
  { why: 'left', text: '您已从该门店离职，账号已停用，如有疑问请联系门店管理员' },
  { why: 'barred', text: errors.LOGIN_PC_FORBIDDEN.text },
  { why: 'renumbered', text: '您的手机号已变更，请用新手机号登录' },
  { why: 'reset', text: '您的验证器已被重置，请向管理员索取邀请链接，重新绑定后登录' },
] as const
export type Ending = (typeof endings)[number]['why']
const codeOf = (why: Ending): number => endings.findIndex((one) => one.why === why) + 1

/** Ends all sessions of members, on all devices and nodes. The rows stay for a while so that the next request gets the reason. */
export async function endSessionsOfMembers(
  db: Executor,
  dealerId: number,
  memberIds: readonly number[],
  why: Ending,
): Promise<void> {
  const ended = await db
    .updateTable('session')
    .set({ ended_as: codeOf(why) })
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', sql<number>`any(${memberIds}::bigint[])`)
    .where('ended_as', '=', 0)
    .returning('token_hash')
    .execute()
  await announceEnded(db, ended)
  const members = await db
    .selectFrom('member')
    .select('account_id')
    .where('dealer_id', '=', dealerId)
    .where('id', '=', sql<number>`any(${memberIds}::bigint[])`)
    .execute()
  await endDevicesAt(
    db,
    dealerId,
    members.map((one) => one.account_id),
  )
}

/** Makes every process drop these sessions when the transaction commits. */
export const announceEnded = (
  db: Executor,
  ended: readonly { readonly token_hash: Buffer }[],
): Promise<void> =>
  notify(
    db,
    'session_changed',
    ended.map((session) => `token:${session.token_hash.toString('hex')}`),
  )

/** Sign-in methods, as stored in sessions. */
const ways = { account: 1, wecom: 2, sso: 3 } as const
export type Way = keyof typeof ways

export async function insertSession(
  db: Executor,
  session: {
    tokenHash: Buffer
    dealerId: number
    memberId: number
    accountId: number
    device: string
    way: Way
    since: Date | undefined
    at: Date
  },
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      dealer_id: session.dealerId,
      member_id: session.memberId,
      account_id: session.accountId,
      device: session.device,
      way: ways[session.way],
      created_at: session.since ?? session.at,
      last_seen_at: session.at,
    })
    .execute()
}

/**
 * Deletes a session and returns what its successor inherits: the sign-in method and the start time. Returns nothing if another request
 * deleted it first.
 */
export async function deleteSession(
  db: Executor,
  tokenHash: Buffer,
): Promise<{ way: Way; since: Date } | undefined> {
  const row = await db
    .deleteFrom('session')
    .where('token_hash', '=', tokenHash)
    .returning(['token_hash', 'way', 'created_at'])
    .executeTakeFirst()
  if (row) await announceEnded(db, [row])
  const way = row && (Object.keys(ways) as Way[]).find((one) => ways[one] === row.way)
  return way && { way, since: row.created_at }
}

/** Ends every session of a person, on all devices and nodes, except the one given as `except`. */
export async function deleteSessionsOf(db: Executor, accountId: number, except?: Buffer): Promise<void> {
  let query = db.deleteFrom('session').where('account_id', '=', accountId)
  if (except) query = query.where('token_hash', '!=', except)
  await announceEnded(db, await query.returning('token_hash').execute())
  await endDevicesOf(db, accountId, except)
}

/** Like `endSessionsOfMembers`, for all members with these roles. */
export async function endSessionsOfRoles(
  db: Executor,
  dealerId: number,
  roles: readonly number[],
  why: Ending,
): Promise<void> {
  const ended = await sql<{ token_hash: Buffer }>`
    update ${target('session')} s set ended_as = ${codeOf(why)} from member m
    where s.dealer_id = ${dealerId} and s.ended_as = 0 and m.dealer_id = ${dealerId} and m.id = s.member_id
      and m.role = any(${roles}::int[])
    returning s.token_hash`.execute(db)
  await announceEnded(db, ended.rows)
  const members = await db
    .selectFrom('member')
    .select('account_id')
    .where('dealer_id', '=', dealerId)
    .where('role', 'in', roles)
    .execute()
  await endDevicesAt(
    db,
    dealerId,
    members.map((one) => one.account_id),
  )
}
