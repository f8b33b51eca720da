import { salesRoles } from '@showroom/contract/access/access.rules'
import { dayText } from '@showroom/contract/kernel/day'
import { maskText, unlessShown } from '@showroom/contract/kernel/mask'
import type {
  DailySetting,
  DealerProfile,
  FileLimits,
  LeadLimits,
  SignSetting,
  UpdateAddress,
  UpdatePolicy,
} from '@showroom/contract/setting/setting.schema'
import { manageProblem } from '@showroom/contract/team/rank.rules'
import { audit } from '../platform/auditing/audit.ts'
import { secondsOf } from '../platform/clock.ts'
import { actorOf } from '../platform/http/handler.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import * as repository from './setting.repository.ts'
import type { LockedSettings, Settings } from './setting.repository.ts'
import './events.ts'

/** Names of the settings in the audit. */
const nameOf: Readonly<Record<keyof Settings, string>> = {
  topic: 'topic',
  address: 'address',
  phone: 'phone',
  online_policy: 'policy',
  policy_fail: 'policyFail',
  policy_delay: 'policyDelay',
  policy_delivery: 'policyDelivery',
  forbid_sales_login_pc: 'forbitSalesLoginPc',
  city_pool_enable: 'cityPoolEnable',
  ranks_members: 'ranksMembers',
  work_starts: 'inTime',
  work_ends: 'offTime',
  sign_whites: 'whites',
  sign_alert: 'isAlert',
  sign_rest_days: 'restDays',
  clear_within_minutes: 'clearMinutes',
  follow_within_minutes: 'followMinutes',
  file_max_mb: 'fileMaxMb',
  file_quota_mb: 'fileQuotaMb',
  daily_since: 'dailySince',
  daily_at: 'dailyAt',
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Changes settings under the store's lock. Skips unchanged ones and audits the others with old and new value. Returns the previous
 * settings, and whether any changed.
 */
async function change(
  context: Context,
  decide: (before: LockedSettings) => Partial<Settings>,
): Promise<{ before: LockedSettings; changed: boolean }> {
  const { db, session } = context
  const before = await repository.lockSettings(db, session.scope)
  const keys = Object.entries(decide(before)).filter(
    ([key, value]) => !same(before[key as keyof Settings], value),
  ) as [keyof Settings, unknown][]
  if (keys.length === 0) return { before, changed: false }
  await repository.setSettings(db, session.scope, Object.fromEntries(keys))
  for (const [key, value] of keys)
    await audit(context, 'setting', `setting:${nameOf[key]}`, {
      old: masked(before[key]),
      new: masked(value),
    })
  // The notification invalidates the sessions' copy of these settings (rights by policy, the city pool) on every process; the response waits for
  // this one.
  context.sessionsChanged()
  return { before, changed: true }
}

/** Masks numbers for the audit, since an announcement may contain one. */
const masked = (value: unknown): unknown => (typeof value === 'string' ? maskText(value) : value)

export async function getProfile({ db, session }: Context): Promise<DealerProfile> {
  const row = await repository.getProfile(db, session.scope)
  return {
    topic: maskText(row.topic),
    topicName: row.topic_name ?? '',
    topicAt: row.topic_at,
    memberCount: row.member_count ?? 0,
    fileCount: row.file_count ?? 0,
    address: maskText(row.address),
    phone: maskText(row.phone),
    policy: {
      online: row.online_policy,
      forbitSalesLoginPc: row.forbid_sales_login_pc,
      fail: row.policy_fail,
      delay: row.policy_delay,
      delivery: row.policy_delivery,
    },
    signSetting: {
      inTime: row.work_starts,
      offTime: row.work_ends,
      whites: row.whites,
      isAlert: row.sign_alert,
      restDays: row.sign_rest_days,
    },
    leadLimits: { clearMinutes: row.clear_within_minutes, followMinutes: row.follow_within_minutes },
    fileLimits: { maxMb: row.file_max_mb, quotaMb: row.file_quota_mb },
    cityPoolEnable: row.city_pool_enable,
    daily: { isOn: row.daily_since !== null, time: row.daily_at },
    ranksMembers: row.ranks_members,
    groupId: row.group_id,
  }
}

/** Publishes an announcement or takes it down; all versions are kept. */
export async function updateTopic(context: Context, content: string): Promise<void> {
  const { changed } = await change(context, () => ({ topic: content }))
  if (!changed) return
  const { db, session, now } = context
  await repository.insertTopic(db, session.scope, { content, memberName: session.memberName, at: now })
}

export const updateAddress = async (context: Context, { address, phone }: UpdateAddress): Promise<void> =>
  void (await change(context, (before) => ({
    address: unlessShown(address, before.address),
    ...(phone !== undefined && { phone: unlessShown(phone, before.phone) }),
  })))

/**
 * Changes the policy for online leads, which takes up waiting leads at once. Refuses with POLICY_OF_GROUP in a store of a group. The
 * policy's other numbers are stored without effect.
 */
export async function updatePolicy(context: Context, policy: UpdatePolicy): Promise<void> {
  const { online, fail, delay, delivery } = policy
  const { before } = await change(context, ({ group_id }) => {
    if (group_id !== 0) throw new Refusal('POLICY_OF_GROUP')
    return {
      online_policy: online,
      ...(fail !== undefined && { policy_fail: fail }),
      ...(delay !== undefined && { policy_delay: delay }),
      ...(delivery !== undefined && { policy_delivery: delivery }),
    }
  })
  if (before.online_policy !== online)
    await context.events.emit(actorOf(context), 'policyChanged', {
      from: before.online_policy,
      to: online,
    })
}

/** Bars sales staff from the PC client and ends their sessions at once, or lets them in again. */
export async function switchSalesLogin(context: Context, forbit: boolean): Promise<void> {
  const { changed } = await change(context, () => ({ forbid_sales_login_pc: forbit }))
  if (changed && forbit)
    await context.events.emit(actorOf(context), 'salesLoginForbidden', { roles: salesRoles })
}

export const switchRanking = async (context: Context, enable: boolean): Promise<void> =>
  void (await change(context, () => ({ ranks_members: enable })))

export const switchCityPool = async (context: Context, enable: boolean): Promise<void> =>
  void (await change(context, () => ({ city_pool_enable: enable })))

const sorted = (numbers: readonly number[]): number[] => [...new Set(numbers)].toSorted((a, b) => a - b)

export async function updateSignSetting(context: Context, setting: SignSetting): Promise<void> {
  const whites = sorted(setting.whites)
  const { db, session } = context
  const members = await repository.listMembers(db, session.scope)
  if (whites.some((id) => !members.has(id)))
    throw new Refusal('MEMBER_UNAVAILABLE', { text: '所选免签成员不可用，请重新选择' })
  await change(context, ({ sign_whites: before }) => {
    // Exempting a member from signing in, or ending that, is a change of that member. The stored list keeps former members until it is
    // saved.
    for (const [memberId, member] of members) {
      const isSame = before.includes(memberId) === whites.includes(memberId)
      const problem = isSame ? undefined : manageProblem(session, member, 'duty')
      if (problem) throw refuseField('MEMBER_RIGHTS', 'whites', `${member.name}：${problem}`)
    }
    return {
      work_starts: setting.inTime,
      work_ends: setting.offTime,
      sign_whites: whites,
      sign_alert: setting.isAlert,
      sign_rest_days: sorted(setting.restDays),
    }
  })
}

export const updateLeadLimits = async (context: Context, limits: LeadLimits): Promise<void> =>
  void (await change(context, () => ({
    clear_within_minutes: limits.clearMinutes,
    follow_within_minutes: limits.followMinutes,
  })))

export const updateFileLimits = async (context: Context, limits: FileLimits): Promise<void> =>
  void (await change(context, () => ({ file_max_mb: limits.maxMb, file_quota_mb: limits.quotaMb })))

/** Reports are expected from the day on which the store begins with them. */
export const updateDaily = async (context: Context, { isOn, time }: DailySetting): Promise<void> =>
  void (await change(context, (before) => ({
    daily_since: isOn ? (before.daily_since ?? dayText(secondsOf(context.now))) : null,
    daily_at: time,
  })))
