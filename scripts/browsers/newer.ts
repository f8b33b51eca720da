import data, {
  type CompatStatement,
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

/** A feature, with its parts by their names. */
type Feature = Readonly<Record<string, object>>

/** The key of a feature's own support. */
const supportKey = '__compat'

/** Whether some browser at the floor lacks a feature. */
const isNewer = (feature: Feature): boolean => {
  const { support } = feature[supportKey] as CompatStatement
  return Object.entries(floor).some(
    ([browser, version]) => sinceVersion(support[browser as keyof typeof floor]) > version,
  )
}

const partsOf = (feature: object): [string, Feature][] =>
  Object.entries(feature as Readonly<Record<string, Feature>>).filter(
    ([name, part]) => name !== supportKey && supportKey in part,
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
function readMembers(objects: object, isScript: boolean): { newer: string[]; older: Set<string> } {
  const newer: string[] = []
  const older = new Set<string>()
  for (const [owner, object] of partsOf(objects)) {
    if (isNewer(object)) newer.push(owner)
    for (const [member, feature] of partsOf(object))
      if (isNewer(feature)) newer.push(...pathsOf(owner, member, isScript))
      else older.add(member.replace('_static', ''))
  }
  return { newer, older }
}

const script = readMembers(data.javascript.builtins ?? {}, true)
const browser = readMembers(data.api, false)

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
  for (const [name, style] of partsOf(data.css[kind] ?? {})) {
    if (isNewer(style)) names.add(name)
    for (const [value, feature] of partsOf(style)) if (isNewer(feature)) names.add(`${name} ${value}`)
  }
  return names
}

/** Adds the names of the parts of a type of values, such as functions, to the newer or older ones. */
function readValues(type: object, newer: Set<string>, older: Set<string>): void {
  for (const [name, value] of partsOf(type)) {
    ;(isNewer(value) ? newer : older).add(name)
    readValues(value, newer, older)
  }
}

/** Names of newer functions in values. */
export function newerFunctions(): Set<string> {
  const newer = new Set<string>()
  const older = new Set<string>()
  readValues(data.css.types ?? {}, newer, older)
  for (const type of Object.values(data.css.types ?? {})) readValues(type, newer, older)
  return new Set([...newer].filter((name) => !older.has(name)))
}
