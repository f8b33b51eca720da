import { role } from '../access/access.rules.ts'
import { groupRoles, moduleNames } from '../kernel/call.ts'
import type { ModuleName } from '../kernel/call.ts'

/** Rules for the tree of permissions, for both sides. `rank.rules.ts` decides which member may grant a module. */

/** Not in the tree: every edit keeps them unchanged. */
export const hiddenModules: readonly ModuleName[] = ['签到', '库存']

interface ModuleNode {
  readonly name: ModuleName
  /** Modules that depend on this one. */
  readonly below?: readonly ModuleName[]
}

/** The tree as displayed: groups, which are no permissions themselves, with their modules. */
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

/** Key of a group in the tree. */
export const groupKey = (title: string): string => `group:${title}`

/**
 * Returns the checked modules after a click. Checking a module adds the one it depends on; unchecking it removes those that depend on it.
 * Unchecking 客户离职 keeps 客户管理. A group means all of its modules.
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

/** Adds the modules that the given ones depend on. */
function closed(names: ReadonlySet<string>): ModuleName[] {
  const all = new Set(names)
  for (const { name, below = [] } of nodes) if (below.some((one) => names.has(one))) all.add(name)
  return inOrder(all)
}

/** Returns the state of the tree's checkboxes. */
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

/** Returns a member's modules after saving `chosen` over `stored`: completed by the rules, with hidden modules unchanged. */
export const completeModules = (chosen: readonly string[], stored: readonly string[]): ModuleName[] =>
  inOrder(
    new Set([
      ...closed(new Set(chosen.filter((name) => isModule(name) && !isHidden(name)))),
      ...stored.filter(isHidden),
    ]),
  )

/** Whether a role belongs to the group: a store cannot give it, nor edit its members. */
export const isGroupRole = (of: number): boolean => groupRoles.includes(of)
/** Whether a member registers walk-ins: front desk by role, network sales by module. */
export const handlesFront = (of: number, modules: readonly string[]): boolean =>
  of === role.frontDesk || (of === role.dcc && modules.includes('前台流量'))

export const memberTexts = {
  lastAdmin: '门店至少保留一名正常状态的管理员',
  cycle: '上级不能是本人或其下级',
} as const

/** Whether that superior would put `memberId` above itself. `superiorOf` returns 0 for none. */
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
