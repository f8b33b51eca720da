import data, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data' with { type: 'json' }
import { floor } from '../../web/browsers.ts'

/** Features that some browser at the floor lacks, from MDN's compatibility data. */

/** The version since when a browser has a feature without a flag or prefix, if only in part. */
const sinceVersion = (given: SimpleSupportStatement | SimpleSupportStatement[] | undefined): number =>
  Math.min(
    ...[given ?? []]
      .flat()
      .filter((one) => !one.flags && !one.prefix && !one.alternative_name)
      .map(({ version_added: added }) => Number.parseFloat(String(added).replace('≤', '')))
      .filter((version) => !Number.isNaN(version)),
  )

const isNewer = ({ support }: CompatStatement): boolean =>
  Object.entries(floor).some(
    ([browser, version]) => sinceVersion(support[browser as keyof typeof floor]) > version,
  )

/** The members of a tree of features. */
const membersOf = (tree: Identifier): [string, Identifier][] =>
  Object.entries(tree as Record<string, Identifier>).filter(
    ([name, member]) => name !== '__compat' && member.__compat,
  )

/** The paths at which a member may be: the data marks static members only for interfaces of the browser. */
function pathsOf(owner: string, member: string, isScript: boolean): string[] {
  const [name = '', ...note] = member.split('_')
  const isStatic = note.join() === 'static'
  // Notes on a member's behaviour are no members.
  if (!/^[A-Za-z]\w*$/.test(name) || (note.length > 0 && !isStatic) || name === owner) return []
  if (owner === 'Window') return [name]
  const paths = { static: `${owner}.${name}`, own: `${owner}.prototype.${name}` }
  return isScript ? [paths.static, paths.own] : [isStatic ? paths.static : paths.own]
}

/** Paths of the newer objects and members of a part of the data, and the names of the older members. */
function readMembers(objects: Identifier, isScript: boolean): { newer: string[]; older: Set<string> } {
  const newer: string[] = []
  const older = new Set<string>()
  for (const [owner, tree] of membersOf(objects)) {
    if (tree.__compat && isNewer(tree.__compat)) newer.push(owner)
    for (const [member, { __compat: compat }] of membersOf(tree))
      if (compat && isNewer(compat)) newer.push(...pathsOf(owner, member, isScript))
      else older.add(member.replace('_static', ''))
  }
  return { newer, older }
}

const script = readMembers(data.javascript.builtins as unknown as Identifier, true)
const browser = readMembers(data.api as unknown as Identifier, false)

/** Newer objects and members, such as `AbortSignal.any` or `Array.prototype.toSorted`. */
export const newerBuiltIns: readonly string[] = [...script.newer, ...browser.newer]

/** Names of newer members of JavaScript's objects that no older object has. */
export const newerNames: ReadonlySet<string> = new Set(
  script.newer
    .filter((path) => path.includes('.prototype.'))
    .map((path) => path.replace(/.*\./, ''))
    .filter((name) => !script.older.has(name) && !browser.older.has(name)),
)

type Styles = 'properties' | 'at-rules' | 'selectors'

/** Names of newer properties, at-rules or selectors, and of newer values and functions of properties as `property value`. */
export function newerStyles(kind: Styles): Set<string> {
  const names = new Set<string>()
  for (const [name, tree] of membersOf(data.css[kind] as unknown as Identifier)) {
    if (tree.__compat && isNewer(tree.__compat)) names.add(name)
    for (const [value, { __compat: compat }] of membersOf(tree))
      if (compat && isNewer(compat)) names.add(`${name} ${value}`)
  }
  return names
}
