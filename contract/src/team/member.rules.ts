import { isAdminRole, role } from '../access/access.rules.ts'
import { groupRoles, moduleNames } from '../kernel/call.ts'
import type { ModuleName } from '../kernel/call.ts'
import type { FieldError } from '../kernel/errors.ts'

/** What a member may be given, by whom, and how the tree of permissions behaves: decided here for both sides. */

/** Kept as they are by everybody: no tree shows them. */
export const hiddenModules: readonly ModuleName[] = ['签到', '库存']

interface ModuleNode {
  readonly name: ModuleName
  /** Modules that mean nothing without this one. */
  readonly below?: readonly ModuleName[]
}

/** The tree as it is shown: groups, which are no permissions themselves, and the modules in them. */
export const moduleTree: readonly { readonly title: string; readonly modules: readonly ModuleNode[] }[] = [
  {
    title: '客户',
    modules: [{ name: '客户管理', below: ['客户离职'] }, { name: '线索分配' }, { name: '战败审核' }],
  },
  { title: '订单', modules: [{ name: '销售订单' }, { name: '订单审核' }] },
  { title: '门店', modules: [{ name: '前台流量' }, { name: '企业管理' }] },
]

const nodes = moduleTree.flatMap((group) => group.modules)
const modulesOf = (group: (typeof moduleTree)[number]): ModuleName[] =>
  group.modules.flatMap(({ name, below = [] }) => [name, ...below])

const isModule = (name: string): name is ModuleName => (moduleNames as readonly string[]).includes(name)
const isHidden = (name: string): boolean => (hiddenModules as readonly string[]).includes(name)
const inOrder = (names: ReadonlySet<string>): ModuleName[] => moduleNames.filter((name) => names.has(name))

/** The key of a group in the tree. */
export const groupKey = (title: string): string => `group:${title}`

/**
 * What is checked after a box of the tree was. A module brings along what it means nothing without, and takes along what means nothing
 * without it; taking 客户离职 away leaves 客户管理 checked. A group stands for all modules in it.
 */
export function toggleModule(checked: readonly string[], key: string, on: boolean): ModuleName[] {
  const next = new Set<string>(checked.filter((name) => isModule(name) && !isHidden(name)))
  const group = moduleTree.find(({ title }) => groupKey(title) === key)
  if (group)
    for (const name of modulesOf(group))
      if (on) next.add(name)
      else next.delete(name)
  else if (on && isModule(key) && !isHidden(key)) next.add(key)
  else if (!on) {
    next.delete(key)
    for (const { name, below = [] } of nodes) {
      if (name === key) for (const one of below) next.delete(one)
      if ((below as readonly string[]).includes(key)) next.add(name)
    }
  }
  return closed(next)
}

/** With what they mean nothing without. */
function closed(names: ReadonlySet<string>): ModuleName[] {
  const all = new Set(names)
  for (const { name, below = [] } of nodes) if (below.some((one) => names.has(one))) all.add(name)
  return inOrder(all)
}

/** How the boxes of the tree stand. */
export function treeChecks(checked: readonly string[]): { checked: string[]; halfChecked: string[] } {
  const has = new Set<string>(closed(new Set(checked.filter((name) => !isHidden(name)))))
  const groups = moduleTree.map((group) => {
    const names = modulesOf(group)
    const total = names.filter((name) => has.has(name)).length
    return { key: groupKey(group.title), isFull: total === names.length, isPart: total > 0 }
  })
  return {
    checked: [...has, ...groups.filter(({ isFull }) => isFull).map(({ key }) => key)],
    halfChecked: groups.filter(({ isFull, isPart }) => isPart && !isFull).map(({ key }) => key),
  }
}

/** What a member has after `chosen` was saved over `stored`: whole by the rules, hidden modules as they were. */
export const settleModules = (chosen: readonly string[], stored: readonly string[]): ModuleName[] =>
  inOrder(
    new Set([
      ...closed(new Set(chosen.filter((name) => isModule(name) && !isHidden(name)))),
      ...stored.filter(isHidden),
    ]),
  )

/** Roles that nobody gives here, and whose members nobody edits: they are the group's. */
export const isGroupRole = (of: number): boolean => groupRoles.includes(of)
/** Registers walk-ins: said with the role, and of network sales by giving them the module. */
export const handlesFront = (of: number, modules: readonly string[]): boolean =>
  of === role.frontDesk || (of === role.dcc && modules.includes('前台流量'))

/** Who changes a member, as far as rights go. */
export interface Changer {
  readonly memberId: number
  readonly isAdmin: boolean
  readonly modules: readonly string[]
}
interface Seat {
  readonly role: number
  readonly modules: readonly string[]
  /** 0 normal, -1 frozen. */
  readonly status: number
}

export const memberTexts = {
  groupMember: '集团成员由集团维护，门店不可编辑',
  groupRole: '集团角色不可选择',
  adminMember: '只有管理员可以修改管理员',
  adminRole: '只有管理员可以设置该角色',
  notOwn: '不能授予您自己没有的权限：',
  ownRole: '不能修改自己的角色',
  ownModules: '不能扩大自己的权限',
  ownLine: '不能扩大自己的下级范围',
  ownStatus: '不能冻结自己',
  lastAdmin: '门店至少保留一名正常状态的管理员',
  cycle: '上级不能是本人或其下级',
} as const

/** Whether the changer may edit the member at all; the reason where not. */
export function editProblem(by: Changer, member: Pick<Seat, 'role'>): string | undefined {
  if (isGroupRole(member.role)) return memberTexts.groupMember
  if (isAdminRole(member.role) && !by.isAdmin) return memberTexts.adminMember
  return undefined
}

/** Whether the changer may give the role. */
export function roleProblem(by: Pick<Changer, 'isAdmin'>, given: number): string | undefined {
  if (isGroupRole(given)) return memberTexts.groupRole
  if (isAdminRole(given) && !by.isAdmin) return memberTexts.adminRole
  return undefined
}

/**
 * What is wrong with a change of a member (`before` is nothing for a new one): nobody widens the own rights, and who is no admin gives
 * nobody more than they have. What concerns the whole tree is decided beside the others, by the server.
 */
export function changeProblems(
  by: Changer,
  memberId: number,
  before: Seat | undefined,
  after: Seat,
): FieldError[] {
  const problems: FieldError[] = []
  const wrong = (path: string, text: string): void => void problems.push({ path, text })
  const isOwn = before !== undefined && memberId === by.memberId
  if (after.role !== before?.role) {
    const problem = isOwn ? memberTexts.ownRole : roleProblem(by, after.role)
    if (problem) wrong('role', problem)
  }
  const widened = after.modules.filter((name) => !before?.modules.includes(name) && !isHidden(name))
  if (isOwn && widened.length > 0) wrong('modules', memberTexts.ownModules)
  else if (!by.isAdmin) {
    const lacking = widened.filter((name) => !by.modules.includes(name))
    if (lacking.length > 0) wrong('modules', memberTexts.notOwn + lacking.join('、'))
  }
  if (isOwn && after.status !== before.status) wrong('status', memberTexts.ownStatus)
  return problems
}

/** Whether `memberId` would stand above itself with that superior. `superiorOf` gives 0 for none. */
export function makesCycle(
  memberId: number,
  superior: number,
  superiorOf: (memberId: number) => number,
): boolean {
  const seen = new Set<number>()
  for (let above = superior; above !== 0 && !seen.has(above); above = superiorOf(above)) {
    if (above === memberId) return true
    seen.add(above)
  }
  return false
}
