import { isAdminRole } from '@showroom/contract/access/access.rules'
import { errors } from '@showroom/contract/kernel/errors'
import { maskMobile, maskText } from '@showroom/contract/kernel/mask'
import { isMasked } from '@showroom/contract/kernel/masked'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { flattenMember, reconcileMember } from '@showroom/contract/team/edit.rules'
import { handlesFront, memberTexts, completeModules } from '@showroom/contract/team/member.rules'
import { addThrottleSeconds } from '@showroom/contract/team/member.schema'
import type { MemberAdd, MemberUpdate, MemberValues } from '@showroom/contract/team/member.schema'
import { manageProblem, placeMember, seatProblems } from '@showroom/contract/team/rank.rules'
import type {
  Managed,
  Manager,
  MemberChange,
  Place,
  Placed,
  PlacedTeam,
} from '@showroom/contract/team/rank.rules'
import { notify } from '../notice/index.ts'
import { audit } from '../platform/auditing/audit.ts'
import type { Executor } from '../platform/db/client.ts'
import { actorOf } from '../platform/http/handler.ts'
import type { Context } from '../platform/http/handler.ts'
import type { RoomDeps } from '../platform/room.ts'
import { Refusal, refuseAll, refuseField } from '../platform/refusal.ts'
import { bindWecom, findWecomBinding, unbindWecom } from '../platform/wecom/binding.repository.ts'
import type { Bar } from './events.ts'
import { insertMember, lockTeam, readTeam, setSuperior, updateMember } from './member.repository.ts'
import type { Team, TeamMember } from './member.repository.ts'
import { renumberedTexts, wayIn } from './renumbered.ts'
import { listManagers } from './team.repository.ts'
import type { Person, Personnel } from '../platform/personnel/personnel.ts'

/** Adds and changes members. Changes of a store's team run one at a time, so that the checked state stays valid. */

/** Part of access that the team needs: finds or creates the account of a mobile. */
export interface Accounts {
  readonly open: (db: Executor, person: Person) => Promise<number>
  /** Account of the same person under another mobile. */
  readonly move: (db: Executor, accountId: number, to: Omit<Person, 'identifyNo'>) => Promise<number>
  readonly worksElsewhere: (db: Executor, accountId: number) => Promise<boolean>
  /** Removes the account's authenticator; false if there is none. */
  readonly removeAuthenticator: (db: Executor, accountId: number) => Promise<boolean>
}
export interface TeamDeps extends Pick<RoomDeps, 'tables'> {
  readonly accounts: Accounts
  readonly personnel: Personnel
  /** WeCom company that members are bound to; undefined without WeCom sign-in. */
  readonly wecom: { readonly corpId: string } | undefined
  /** Sends an SMS after commit. */
  readonly sendText: (context: Context, mobile: string, text: string) => Promise<void>
}

/** Limits verifications, so that personal data cannot be guessed. */
const verifying = { most: 60, windowSeconds: 3_600, text: () => '核验过于频繁，请稍后再试' }

export async function verifyMember(context: Context, { personnel }: TeamDeps, person: Person) {
  const { session, limits } = context
  await limits.spend(`member-verify:${session.dealerId}:${session.memberId}`, verifying)
  const { isAll, siebelIds } = await personnel.find(person)
  await audit(context, 'member-verify', undefined, { isAll })
  return { isAll, siebelIds: [...siebelIds] }
}

export async function addMember(context: Context, deps: TeamDeps, form: MemberAdd) {
  const { db, session, limits, now } = context
  const { scope } = session
  await lockTeam(db, scope)
  const team = await readTeam(db, scope)
  const caller = callerIn(team, context)
  refuseKnownMobile(team, form.mobile)
  const modules = completeModules(form.modules, hiddenOfRole(context, form.role))
  const seat = { role: form.role, modules, status: 0 }
  refuseAll(seatProblems(caller, undefined, seat), 'MEMBER_RIGHTS')
  const unplaced = { ...seat, memberId: newcomer, name: form.name, managerId: 0 }
  const place = { memberId: newcomer, isNew: true, topUserId: form.topUserId, downUserIds: form.downUserIds }
  const after = placeOf(caller, new Map<number, Placed>(team).set(newcomer, unplaced), place)
  // Counted within the transaction: a refused addition is rolled back with its count, and can be corrected and saved at once.
  await limits.within(db).spend(`member-add:${session.dealerId}:${session.memberId}`, {
    most: 1,
    windowSeconds: addThrottleSeconds,
    text: (seconds) => `操作过于频繁，请${seconds}秒后再试`,
  })
  const accountId = await deps.accounts.open(db, form)
  const row = {
    name: form.name,
    accountId,
    role: form.role,
    modules,
    handleFront: handlesFront(form.role, modules),
    managerId: form.topUserId,
    siebelId: form.siebelId,
    siebelPosition: form.siebelPosition,
  }
  const memberId = await insertMember(db, scope, row, now)
  await setSuperior(db, scope, after.down, memberId)
  context.sessionsChanged()
  await audit(context, 'member-add', `member:${memberId}`, {
    name: form.name,
    role: form.role,
    modules,
    superior: form.topUserId,
    subordinates: form.downUserIds,
  })
  const text = `${form.name}您好，您已成为${session.dealer.name}的成员。${wayIn}`
  await deps.sendText(context, form.mobile, text)
  return { memberId }
}

/**
 * Binds a WeCom user to a member, who receives an SMS. Refused if the person also works at other stores, since the binding signs in
 * everywhere.
 */
export async function bindMember(
  context: Context,
  { accounts, wecom, sendText }: TeamDeps,
  { memberId, userId }: { readonly memberId: number; readonly userId: string },
): Promise<void> {
  const { db, session, now: at } = context
  if (!wecom) throw new Refusal('QR_UNAVAILABLE')
  await lockTeam(db, session.scope)
  const team = await readTeam(db, session.scope)
  const member = team.get(memberId)
  if (!member) throw new Refusal('NOT_FOUND')
  refuseChange(callerIn(team, context), member, 'wecom')
  const { accountId, name, mobile } = member
  if (await accounts.worksElsewhere(db, accountId))
    throw new Refusal('MEMBER_RIGHTS', { text: `${name}同时在其他门店任职，请由本人扫码绑定` })
  if (await findWecomBinding(db, accountId, wecom)) throw new Refusal('WECOM_BOUND')
  if (!(await bindWecom(db, { accountId, corpId: wecom.corpId, userId, at })))
    throw refuseField('WECOM_BOUND', 'userId', '该企业微信账号已绑定其他成员')
  await audit(context, 'wecom-bind', `member:${memberId}`, wecomFacts(member, userId))
  const text = `${name}您好，${session.memberName}已将企业微信账号${userId}绑定为您在${session.dealer.name}的登录方式。如非您本人的账号，请联系门店管理员解除绑定。`
  await sendText(context, mobile, text)
  await notifyAdmins(context, `${session.memberName}将企业微信账号${maskText(userId)}绑定为${name}的登录方式`)
}

/**
 * Locks the team and returns the member whose way to sign in is removed. Refused if the person also works at other stores, where it signs
 * in, too; `elsewhere` says who removes it then.
 */
async function lockSignIn(
  context: Context,
  accounts: TeamDeps['accounts'],
  {
    memberId,
    way,
    elsewhere,
  }: { readonly memberId: number; readonly way: 'wecom' | 'authenticator'; readonly elsewhere: string },
) {
  const { db, session } = context
  await lockTeam(db, session.scope)
  const team = await readTeam(db, session.scope)
  const member = team.get(memberId)
  if (!member) throw new Refusal('NOT_FOUND')
  refuseChange(callerIn(team, context), member, way)
  if (await accounts.worksElsewhere(db, member.accountId))
    throw new Refusal('MEMBER_RIGHTS', { text: `${member.name}同时在其他门店任职，${elsewhere}` })
  return member
}

/**
 * Removes a member's WeCom binding, and sends the member an SMS. Refused if the person also works at other stores, since the binding
 * signs in there, too.
 */
export async function unbindMember(
  context: Context,
  { accounts, sendText }: TeamDeps,
  memberId: number,
): Promise<void> {
  const { db, session } = context
  const member = await lockSignIn(context, accounts, {
    memberId,
    way: 'wecom',
    elsewhere: '请由本人解除绑定',
  })
  const { accountId, name, mobile } = member
  const userId = await unbindWecom(db, accountId)
  if (userId === undefined) throw new Refusal('STALE')
  await audit(context, 'wecom-unbind', `member:${memberId}`, wecomFacts(member, userId))
  const text = `${name}您好，${session.memberName}已解除您在${session.dealer.name}的企业微信登录绑定。如有疑问，请联系门店管理员。`
  await sendText(context, mobile, text)
  await notifyAdmins(context, `${session.memberName}解除了${name}的企业微信绑定（${maskText(userId)}）`)
}

/**
 * Removes a member's authenticator and ends the sessions; the member enrols again by an invitation. Refused if the person also works at
 * other stores, since the authenticator signs in there, too.
 */
export async function resetAuthenticator(
  context: Context,
  { accounts, sendText }: TeamDeps,
  memberId: number,
): Promise<void> {
  const { db, session } = context
  const elsewhere = '验证器由平台重置'
  const member = await lockSignIn(context, accounts, { memberId, way: 'authenticator', elsewhere })
  const { accountId, name, mobile, maskedMobile } = member
  if (!(await accounts.removeAuthenticator(db, accountId))) throw new Refusal('STALE')
  await bar(context, memberId, 'reset')
  context.sessionsChanged()
  await audit(context, 'authenticator-reset', `member:${memberId}`, { name, mobile: maskedMobile })
  const text = `${name}您好，${session.memberName}已重置您在${session.dealer.name}的验证器，重新绑定后才能登录。如非您本人要求，请立即联系门店管理员。`
  await sendText(context, mobile, text)
  await notifyAdmins(context, `${session.memberName}重置了${name}（${maskedMobile}）的验证器`)
}

/** The binding for the audit. Masked, since a company's userid may be a phone number. */
const wecomFacts = ({ name, maskedMobile }: TeamMember, userId: string) => ({
  name,
  mobile: maskedMobile,
  userId: maskText(userId),
})

/** Sends every admin of the store a notice that a member's sign-in was changed. */
async function notifyAdmins(context: Context, text: string): Promise<void> {
  const memberIds = await listManagers(context.db, context.session.scope)
  await notify(
    actorOf(context),
    memberIds.map((memberId) => ({ memberId, kind: noticeKind.signInChanged, text })),
  )
}

/** Returns the caller from the locked team: the session may be older than a change of the caller's rights. */
export function callerIn(team: Team, { session }: Context): Manager {
  const own = team.get(session.memberId)
  if (!own || own.status !== 0) throw new Refusal('FORBIDDEN')
  return { ...own, sees: own.role === session.role ? session.sees : [own.memberId] }
}

/** Refuses a change of a member unless the member ranks below the caller. */
export function refuseChange(caller: Manager, member: Managed, change: MemberChange): void {
  const text = manageProblem(caller, member, change)
  if (text) throw new Refusal('MEMBER_RIGHTS', { text })
}

/** Hidden modules that a role starts with; the tree cannot grant them. */
const hiddenOfRole = ({ catalogue }: Context, role: number): string[] =>
  completeModules([], catalogue.remark('dealerMemberRoles', role).split(','))

function refuseKnownMobile(team: Team, mobile: string): void {
  for (const member of team.values())
    if (member.mobile === mobile) throw refuseField('MEMBER_EXISTS', 'mobile', errors.MEMBER_EXISTS.text)
}

/** Id of a new member before it is inserted. */
const newcomer = -1

/** Returns the changes of the tree, or refuses by the rules of rank. */
function placeOf(caller: Manager, team: PlacedTeam, place: Place): { down: number[]; up: number[] } {
  const placing = placeMember(caller, team, place)
  if ('code' in placing) throw refuseField(placing.code, placing.path, placing.text)
  return placing
}

export async function changeMember(context: Context, deps: TeamDeps, form: MemberUpdate) {
  const { db, session } = context
  const { scope } = session
  await lockTeam(db, scope)
  const team = await readTeam(db, scope)
  const before = team.get(form.memberId)
  if (!before) throw new Refusal('NOT_FOUND')
  const caller = callerIn(team, context)
  refuseChange(caller, before, 'profile')
  const after = mergeEdit(form, before, team)
  // Hidden modules belong to the role; without a change of role they stay.
  const hidden = after.role === before.role ? before.modules : hiddenOfRole(context, after.role)
  const modules = completeModules(after.modules, hidden)
  refuseAll(seatProblems(caller, before, { ...after, modules }), 'MEMBER_RIGHTS')
  refuseLastAdmin(team, before, after)
  const { topUserId, downUserIds } = after
  const place = placeOf(caller, team, { memberId: form.memberId, topUserId, downUserIds })
  const isRenumbered = !isMasked(after.mobile) && after.mobile !== before.mobile
  if (isRenumbered) {
    refuseChange(caller, before, 'mobile')
    refuseKnownMobile(team, after.mobile)
  }
  // A new mobile is a new account: the old one may be used at other stores and stays unchanged.
  const isReplaced = isRenumbered && (form.isNewPerson ?? true)
  const accountId = isReplaced
    ? await deps.accounts.open(db, { name: after.name, mobile: after.mobile, identifyNo: '' })
    : isRenumbered
      ? await deps.accounts.move(db, before.accountId, after)
      : before.accountId
  const rowVersion = await updateMember(db, scope, form.memberId, {
    name: after.name,
    accountId,
    role: after.role,
    modules,
    handleFront: handlesFront(after.role, modules),
    managerId: after.topUserId,
    siebelId: after.siebelId,
    siebelPosition: after.siebelPosition,
    status: after.status,
  })
  await setSuperior(db, scope, place.down, form.memberId)
  await setSuperior(db, scope, place.up, before.managerId)
  const renumbered = { from: before.maskedMobile, to: maskMobile(after.mobile) }
  if (isRenumbered) {
    await bar(context, form.memberId, 'renumbered')
    await notifyRenumbered(context, deps, before, after)
  }
  if (isReplaced) await context.events.emit(actorOf(context), 'personReplaced', { memberId: form.memberId })
  if (after.status !== 0 && before.status === 0) await bar(context, form.memberId, 'frozen')
  context.sessionsChanged()
  await audit(context, 'member-update', `member:${form.memberId}`, {
    ...changed(before, { ...after, modules, managerId: after.topUserId }),
    ...(isRenumbered && { mobile: renumbered, isNewPerson: isReplaced }),
    ...(place.down.length > 0 && { nowBelow: place.down }),
    ...(place.up.length > 0 && { noLongerBelow: place.up }),
  })
  return { rowVersion }
}

/** Notifies both numbers and every admin that a member's sign-in number changed. */
async function notifyRenumbered(
  context: Context,
  { sendText }: TeamDeps,
  { mobile: old }: TeamMember,
  { name, mobile }: { name: string; mobile: string },
): Promise<void> {
  const { memberName, dealer } = context.session
  const texts = renumberedTexts({ name, store: dealer.name, by: memberName, from: old, to: mobile })
  await sendText(context, old, texts.old)
  await sendText(context, mobile, texts.current)
  await notifyAdmins(context, texts.admins)
}

/** Ends a member's sessions with a reason. */
export const bar = (context: Context, memberId: number, why: Bar): Promise<void> =>
  context.events.emit(actorOf(context), 'memberBarred', { memberIds: [memberId], why })

/** Returns old and new values of the changed fields. */
function changed(before: TeamMember, after: Partial<TeamMember>): Record<string, unknown> {
  const keys = ['name', 'role', 'modules', 'managerId', 'status', 'siebelId', 'siebelPosition'] as const
  const differs = keys.filter((key) => String(before[key]) !== String(after[key]))
  return Object.fromEntries(differs.map((key) => [key, { from: before[key], to: after[key] }]))
}

/** Values of a member as its form has them. */
export const valuesOf = (member: TeamMember, team: Team): MemberValues => ({
  name: member.name,
  mobile: member.maskedMobile,
  role: member.role,
  siebelId: member.siebelId,
  siebelPosition: member.siebelPosition,
  modules: member.modules.join(','),
  topUserId: member.managerId,
  downUserIds: [...team.values()]
    .filter(({ managerId }) => managerId === member.memberId)
    .map(({ memberId }) => memberId)
    .join(','),
  status: member.status,
})

interface MergedEdit {
  readonly name: string
  /** Masked if unchanged. */
  readonly mobile: string
  readonly role: number
  readonly siebelId: string
  readonly siebelPosition: string
  readonly modules: string[]
  readonly topUserId: number
  readonly downUserIds: number[]
  readonly status: number
}

/** Applies the form's changes to the current member; refuses fields that both changed, with the current values. */
function mergeEdit(form: MemberUpdate, before: TeamMember, team: Team): MergedEdit {
  const values = valuesOf(before, team)
  const current = flattenMember(values)
  const mine = flattenMember({
    ...form,
    modules: form.modules.join(','),
    downUserIds: form.downUserIds.join(','),
    status: form.status ?? before.status,
  })
  const { rowVersion = before.rowVersion, original } = form
  // Subordinates are stored on their own rows, so the member's version does not cover them; `original` does.
  const unmoved = rowVersion === before.rowVersion ? current : undefined
  const opened = original ? flattenMember(original) : unmoved
  const merged = reconcileMember(mine, current, opened)
  if (merged.conflicts.length > 0)
    throw new Refusal('CONFLICT', {
      answer: { rowVersion: before.rowVersion, current: values, conflicts: merged.conflicts },
    })
  const of = (path: keyof MemberValues): unknown => (merged.mine.has(path) ? mine : current).get(path)
  const listOf = (path: keyof MemberValues): string[] => String(of(path)).split(',').filter(Boolean)
  return {
    name: String(of('name')),
    mobile: String(of('mobile')),
    role: Number(of('role')),
    siebelId: String(of('siebelId')),
    siebelPosition: String(of('siebelPosition')),
    modules: listOf('modules'),
    topUserId: Number(of('topUserId')),
    downUserIds: listOf('downUserIds').map(Number),
    status: Number(of('status')),
  }
}

const isActingAdmin = ({ role, status }: Pick<TeamMember, 'role' | 'status'>): boolean =>
  status === 0 && isAdminRole(role)

/** Refuses a change that would leave the store without an active admin. */
export function refuseLastAdmin(
  team: Team,
  before: TeamMember,
  after?: Pick<TeamMember, 'role' | 'status'>,
): void {
  if (!isActingAdmin(before) || (after && isActingAdmin(after))) return
  const others = [...team.values()].some((one) => one.memberId !== before.memberId && isActingAdmin(one))
  if (!others) throw new Refusal('MEMBER_LAST_ADMIN', { text: memberTexts.lastAdmin })
}
