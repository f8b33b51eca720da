import { isAdminRole, role } from '../access/access.rules.ts'
import type { FieldError } from '../kernel/errors.ts'
import { hiddenModules, isGroupRole, makesCycle, memberTexts } from './member.rules.ts'

/** Rank: which member may manage which. The server refuses by these rules, and the web client disables by them. */

/** A role with the modules granted to it. */
export interface Seat {
  readonly role: number
  readonly modules: readonly string[]
}
/** A member as the target of a change. */
export interface Managed extends Seat {
  readonly memberId: number
}
/** The member who makes a change. `sees` is all records of the store, or those of these members (the member and all below). */
export interface Manager extends Managed {
  readonly sees: 'all' | readonly number[]
}
/** A member with the position in the tree. */
export interface Placed extends Managed {
  readonly name: string
  /** The superior's id, 0 for none. */
  readonly managerId: number
  /** 0 normal, -1 frozen. */
  readonly status: number
}
/** Active members of the store, by id. */
export type PlacedTeam = ReadonlyMap<number, Placed>

/** Kinds of changes. `profile` is name and personnel account; `duty` is the obligation to sign in every day. */
export const memberChanges = [
  'profile',
  'mobile',
  'role',
  'modules',
  'status',
  'superior',
  'wecom',
  'authenticator',
  'leave',
  'duty',
] as const
export type MemberChange = (typeof memberChanges)[number]

export const rankTexts = {
  groupMember: '集团成员由集团维护，门店不可编辑',
  groupRole: '集团岗位不可选择',
  headsOnly: '集团管理员与投资人只能由总经理或投资方负责人管理',
  rank: '只能管理级别低于自己的成员',
  rankRole: '不能设置级别高于自己的岗位',
  manages: '您没有管理成员的权限',
  adminMember: '只有管理员可以修改管理员',
  adminRole: '只有管理员可以设置该岗位',
  sameRank: '该成员同样有企业管理权限，只有管理员可以修改',
  morePower: '该成员有您没有的权限：',
  notOwn: '不能授予您自己没有的权限：',
  ownLine: '不能扩大自己的下级范围',
  giveSight: '不能让他人看到您看不到的客户：',
  giveLead: '没有下级的成员只能由管理员或有下级的成员设为上级',
} as const

/** Refusal texts for changing oneself. */
export const ownTexts: Readonly<Record<Exclude<MemberChange, 'profile'>, string>> = {
  mobile: '不能修改自己的手机号',
  role: '不能修改自己的岗位',
  modules: '不能修改自己的权限',
  status: '不能冻结自己',
  superior: '不能修改自己的上级',
  wecom: '请在个人信息中管理自己的企业微信绑定',
  authenticator: '请在个人信息中更换自己的验证器',
  leave: '不能为自己办理离职',
  duty: '不能为自己免除签到',
}
/** General manager and boss change each other's number; a single one is changed by the platform's operator. */
const ownHeadMobile = '自己的手机号由另一位总经理或投资方负责人修改；只有一位时由平台修改'

const isHead = (of: number): boolean => of === role.generalManager || of === role.boss
/** Admin roles by rank; every other role ranks 0. */
const ranks: ReadonlyMap<number, number> = new Map([
  [role.generalManager, 3],
  [role.boss, 3],
  [role.salesManager, 2],
  [role.marketing, 1],
])
const rankOf = (of: number): number => ranks.get(of) ?? 0
/** Group staff who work in a store's name. */
const isOfHeads = (of: number): boolean => of === role.groupAdmin || of === role.investor

/** Returns the modules missing in `own`; 签到 is a duty and grants no right. */
const lacking = (modules: readonly string[], own: readonly string[]): string[] =>
  modules.filter((name) => name !== '签到' && !own.includes(name))

/** Returns why the target does not rank below the actor, or undefined. General manager and boss manage each other. */
function rankProblem(actor: Seat, target: Seat): string | undefined {
  if (isGroupRole(target.role)) return rankTexts.groupMember
  if (isHead(actor.role)) return undefined
  if (isOfHeads(target.role)) return rankTexts.headsOnly
  if (isAdminRole(actor.role)) return rankOf(actor.role) > rankOf(target.role) ? undefined : rankTexts.rank
  const manages = addProblem(actor)
  if (manages) return manages
  if (isAdminRole(target.role)) return rankTexts.adminMember
  if (target.modules.includes('企业管理')) return rankTexts.sameRank
  const more = lacking(target.modules, actor.modules)
  return more.length > 0 ? rankTexts.morePower + more.join('、') : undefined
}

/** Returns why the actor may not make this change of the target, or undefined. */
export function manageProblem(actor: Managed, target: Managed, change: MemberChange): string | undefined {
  if (actor.memberId !== target.memberId || isGroupRole(target.role)) return rankProblem(actor, target)
  if (change === 'profile') return undefined
  return change === 'mobile' && isHead(actor.role) ? ownHeadMobile : ownTexts[change]
}

/** Whether the actor may make this change of the target. */
export const mayManage = (actor: Managed, target: Managed, change: MemberChange): boolean =>
  manageProblem(actor, target, change) === undefined

/** Returns why the actor may not give a role, or undefined. No member gives a higher rank than their own. */
export function roleProblem(actor: Seat, given: number): string | undefined {
  if (isGroupRole(given)) return rankTexts.groupRole
  if (isHead(actor.role)) return undefined
  if (isOfHeads(given)) return rankTexts.headsOnly
  if (!isAdminRole(given)) return undefined
  if (!isAdminRole(actor.role)) return rankTexts.adminRole
  return rankOf(given) > rankOf(actor.role) ? rankTexts.rankRole : undefined
}

/** Returns why the actor may not add members, or undefined. */
export const addProblem = (actor: Seat): string | undefined =>
  isAdminRole(actor.role) || (actor.role !== role.investor && actor.modules.includes('企业管理'))
    ? undefined
    : rankTexts.manages

/** Returns those of the modules that the actor may not give because the actor lacks them. Admins may give all. */
export const modulesNotGiven = (actor: Seat, modules: readonly string[]): string[] =>
  isAdminRole(actor.role) ? [] : lacking(modules, actor.modules)

/** Returns the problems of a member's new role, modules and status; `before` is undefined for a new member. */
export function seatProblems(
  actor: Managed,
  before: (Managed & { readonly status: number }) | undefined,
  after: Seat & { readonly status: number },
): FieldError[] {
  const problems: FieldError[] = []
  const wrong = (path: string, text: string | undefined): void => {
    if (text !== undefined) problems.push({ path, text })
  }
  const own = (change: MemberChange): string | undefined => before && manageProblem(actor, before, change)
  const isAnother = after.role !== before?.role
  if (isAnother) wrong('role', (before ? own('role') : addProblem(actor)) ?? roleProblem(actor, after.role))
  if (after.modules.toSorted().join() !== before?.modules.toSorted().join()) {
    wrong('modules', own('modules'))
    const notGiven = modulesNotGiven(actor, after.modules)
    // A hidden module comes with the role, since the tree has no checkbox for it.
    const isOfTree = notGiven.some((name) => !(hiddenModules as readonly string[]).includes(name))
    if (notGiven.length > 0 && !own('modules'))
      wrong(isOfTree ? 'modules' : 'role', rankTexts.notOwn + notGiven.join('、'))
  }
  if (before && after.status !== before.status) wrong('status', own('status'))
  return problems
}

/** Returns the member and all superiors: everyone whose scope includes the member's records. */
function viewersOf(team: PlacedTeam, memberId: number): Set<number> {
  const viewers = new Set<number>()
  for (let at = memberId; at !== 0 && !viewers.has(at); at = team.get(at)?.managerId ?? 0) viewers.add(at)
  return viewers
}

/**
 * Returns why the actor may not let `viewer` see the records of `of`, or undefined. Admins may always. Others give only sight that they
 * have, and only to members below them.
 */
function sightProblem(
  actor: Manager,
  viewer: Placed | undefined,
  of: Placed | undefined,
): string | undefined {
  if (!viewer || !of || isAdminRole(viewer.role) || isAdminRole(actor.role)) return undefined
  const sees = actor.sees === 'all' || actor.sees.includes(of.memberId)
  const isOwn = viewer.memberId === actor.memberId
  if (sees && (isOwn || rankProblem(actor, viewer) === undefined)) return undefined
  return isOwn ? rankTexts.ownLine : rankTexts.giveSight + `${viewer.name} → ${of.name}`
}

/** Returns why the records of `from` may not go to `to`, or undefined: it checks everyone who would start to see them. */
export function handOverProblem(
  actor: Manager,
  team: PlacedTeam,
  from: number,
  to: number,
): string | undefined {
  const before = viewersOf(team, from)
  for (const id of viewersOf(team, to)) {
    const problem = before.has(id) ? undefined : sightProblem(actor, team.get(id), team.get(from))
    if (problem) return problem
  }
  return undefined
}

/** A move in the tree: members and their new superior (0 for none). */
export interface Move {
  readonly memberIds: readonly number[]
  readonly to: number
}

/**
 * Returns why the actor may not make these moves, with the member concerned, or undefined. Each moved member must rank below the actor,
 * and no member may gain sight that the actor could not give. `newcomerId` has no records yet.
 */
export function moveProblem(
  actor: Manager,
  team: PlacedTeam,
  moves: readonly Move[],
  newcomerId = 0,
): { readonly memberId: number; readonly text: string } | undefined {
  const after = new Map(team)
  for (const { memberIds, to } of moves)
    for (const memberId of memberIds) {
      const member = team.get(memberId)
      if (!member || member.managerId === to) continue
      const problem = memberId === newcomerId ? undefined : manageProblem(actor, member, 'superior')
      if (problem) return { memberId, text: `${member.name}：${problem}` }
      after.set(memberId, { ...member, managerId: to })
    }
  return isAdminRole(actor.role) ? undefined : gainProblem(actor, team, after, newcomerId)
}

function gainProblem(actor: Manager, team: PlacedTeam, after: PlacedTeam, newcomerId: number) {
  const superiors = new Set([...team.values()].map(({ managerId }) => managerId))
  for (const member of after.values()) {
    const { memberId, managerId } = member
    const before = viewersOf(team, memberId)
    for (const id of viewersOf(after, memberId)) {
      if (before.has(id) || memberId === newcomerId) continue
      const text = sightProblem(actor, team.get(id), member)
      if (text) return { memberId, text }
    }
    // Members with subordinates may assign, a right that only those who have it may give.
    const top = after.get(managerId)
    if (!top || superiors.has(managerId) || isAdminRole(top.role)) continue
    const leads = actor.sees === 'all' || actor.sees.length > 1
    if (!leads || rankProblem(actor, top) !== undefined) return { memberId, text: rankTexts.giveLead }
  }
  return undefined
}

/** A member's new position in the tree. */
export interface Place {
  /** Id in the team; a newcomer (`isNew`) has an id that no other member uses. */
  readonly memberId: number
  readonly isNew?: boolean
  readonly topUserId: number
  readonly downUserIds: readonly number[]
}
export type Placing =
  | { readonly down: number[]; readonly up: number[] }
  | {
      readonly code: 'MEMBER_UNAVAILABLE' | 'MEMBER_RIGHTS' | 'MEMBER_CYCLE'
      readonly path: 'topUserId' | 'downUserIds'
      readonly text: string
    }

/**
 * Returns the changes of the tree when a member is placed: members who come below, and former subordinates, who move up to the member's
 * former superior. If the position is not allowed, returns the reason and the field. An empty `downUserIds` changes nothing if the actor
 * may not move all current subordinates, since a form that could not show them sends it, too.
 */
export function placeMember(actor: Manager, team: PlacedTeam, place: Place): Placing {
  const { memberId, topUserId } = place
  const member = team.get(memberId)
  const wasBelow = member?.managerId ?? 0
  const top = team.get(topUserId)
  const isNewTop = topUserId !== wasBelow
  if (isNewTop && topUserId !== 0 && !(top && top.status === 0 && !isGroupRole(top.role)))
    return { code: 'MEMBER_UNAVAILABLE', path: 'topUserId', text: '所选上级不可用，请重新选择' }
  const below = [...team.values()].filter(({ managerId }) => managerId === memberId)
  const targets = new Set(wantedBelow(actor, below, place.downUserIds))
  const up = below.map((one) => one.memberId).filter((id) => !targets.has(id))
  const down = [...targets].filter((id) => !below.some((one) => one.memberId === id))
  if (down.some((id) => !team.has(id) || id === memberId))
    return { code: 'MEMBER_UNAVAILABLE', path: 'downUserIds', text: '所选下级不可用，请重新选择' }
  const superiors = new Map([...team.values()].map((one) => [one.memberId, one.managerId]))
  superiors.set(memberId, topUserId)
  for (const id of down) superiors.set(id, memberId)
  for (const id of up) superiors.set(id, wasBelow)
  if (makesCycle(memberId, topUserId, (id) => superiors.get(id) ?? 0))
    return { code: 'MEMBER_CYCLE', path: 'topUserId', text: memberTexts.cycle }
  const moves = [
    { memberIds: [memberId], to: topUserId },
    { memberIds: down, to: memberId },
    { memberIds: up, to: wasBelow },
  ]
  const problem = moveProblem(actor, team, moves, place.isNew ? memberId : 0)
  if (!problem) return { down, up }
  const isOfTop = isNewTop && !down.includes(problem.memberId) && !up.includes(problem.memberId)
  return { code: 'MEMBER_RIGHTS', path: isOfTop ? 'topUserId' : 'downUserIds', text: problem.text }
}

function wantedBelow(actor: Manager, below: readonly Placed[], sent: readonly number[]): readonly number[] {
  const mayMove = (one: Placed): boolean =>
    mayManage(actor, one, 'superior') && (actor.sees === 'all' || actor.sees.includes(one.memberId))
  return sent.length === 0 && !below.every(mayMove) ? below.map(({ memberId }) => memberId) : sent
}
