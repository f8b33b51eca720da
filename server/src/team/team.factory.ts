import { randomBytes } from 'node:crypto'
import { handlesFront } from '@showroom/contract/team/member.rules'
import type { Updateable } from 'kysely'
import type { Database } from '../platform/db/client.ts'
import { notify } from '../platform/db/notify.ts'
import type { Member } from '../platform/db/tables.ts'
import { hashToken } from '../platform/session/gate.ts'
import { mintJobScope } from '../platform/session/session.ts'
import type { Scope } from '../platform/session/session.ts'

/** Builds dealers and members for tests, with defaults for their parents. */

let count = 0
const next = (): number => (count += 1)

export async function buildDealer(
  db: Database,
  overrides: {
    groupId?: number
    city?: string
    cityPoolEnable?: boolean
    onlinePolicy?: number
    dailySince?: string | null
  } = {},
): Promise<number> {
  const number = next()
  const { id } = await db
    .insertInto('dealer')
    .values({
      group_id: overrides.groupId ?? 0,
      code: `T${number}-${randomBytes(3).toString('hex')}`,
      name: `测试${number}店`,
      province: '浙江省',
      city: overrides.city ?? '杭州市',
      area: '西湖区',
      city_pool_enable: overrides.cityPoolEnable ?? false,
      daily_since: overrides.dailySince === undefined ? '2026-01-01' : overrides.dailySince,
      online_policy: overrides.onlinePolicy ?? 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface BuiltMember {
  readonly dealerId: number
  readonly memberId: number
  readonly accountId: number
  readonly mobile: string
  readonly token: string
}

/** Builds a signed-in member; by default a consultant with the usual modules. */
export async function buildMember(
  db: Database,
  now: Date,
  overrides: {
    dealerId?: number
    role?: number
    modules?: string[]
    handleFront?: boolean
    managerId?: number
    accountId?: number
    passwordHash?: string
    name?: string
    mobile?: string
    /** Active: has signed in with their own password. */
    isActive?: boolean
  } = {},
): Promise<BuiltMember> {
  const number = next()
  const { role = 4, modules = ['客户管理', '销售订单'] } = overrides
  const dealerId = overrides.dealerId ?? (await buildDealer(db))
  const mobile =
    overrides.mobile ?? `137${String(process.pid % 1000).padStart(3, '0')}${String(number).padStart(5, '0')}`
  const name = overrides.name ?? `顾问${number}`
  const accountId =
    overrides.accountId ??
    (
      await db
        .insertInto('account')
        .values({ mobile, name, password_hash: overrides.passwordHash ?? 'none' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const { id: memberId } = await db
    .insertInto('member')
    .values({
      dealer_id: dealerId,
      activated_at: overrides.isActive ? now : null,
      account_id: accountId,
      name,
      role,
      handle_front: overrides.handleFront ?? handlesFront(role, modules),
      modules,
      manager_id: overrides.managerId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceTeam(db, dealerId)
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      dealer_id: dealerId,
      member_id: memberId,
      account_id: accountId,
      created_at: now,
      last_seen_at: now,
    })
    .execute()
  return { dealerId, memberId, accountId, mobile, token }
}

/** Changes a member's row beside the product, and notifies all processes and the workers that assign leads, as the product does. */
export async function stageMember(
  db: Database,
  { dealerId, memberId }: Pick<BuiltMember, 'dealerId' | 'memberId'>,
  values: Updateable<Member>,
): Promise<void> {
  await db
    .updateTable('member')
    .set(values)
    .where('dealer_id', '=', dealerId)
    .where('id', '=', memberId)
    .execute()
  await announceTeam(db, dealerId)
  await notify(db, 'lead_backlog', [dealerId])
}

/** Notifies all processes of changed rights. */
const announceTeam = (db: Database, dealerId: number): Promise<void> =>
  notify(db, 'session_changed', [`dealer:${dealerId}`])

/** The scope of a member as an admin: sees the whole store. */
export const scopeOf = ({ dealerId, memberId }: Pick<BuiltMember, 'dealerId' | 'memberId'>): Scope => ({
  ...mintJobScope(dealerId, 0),
  memberId,
})
