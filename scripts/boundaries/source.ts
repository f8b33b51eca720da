import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** A node of the syntax tree, as far as the rules below read it. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

/** A rule that needs the syntax tree but no types; oxlint offers no custom ones. */
export interface SourceRule {
  /** Files it reads, as a glob below the repository. */
  readonly files: string
  /** Files that may break it, each with the reason. */
  readonly except?: Readonly<Record<string, string>>
  /** Folders that the rule is not for. */
  readonly exceptFolders?: readonly string[]
  /** Returns the problem with a node, if any. */
  readonly problem: (node: Node) => string | undefined
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.type === 'Identifier' ? node.name : (node.value ?? '')) : ''

/** `object.property` of a call's callee. */
const calleeOf = (node: Node): string => {
  const { callee } = node
  return isNode(callee) && callee.type === 'MemberExpression'
    ? `${nameOf(callee.object)}.${nameOf(callee.property)}`
    : nameOf(callee)
}

const argumentsOf = (node: Node): readonly Node[] => node.arguments as Node[]

const isConstantText = (node: Node | undefined): boolean =>
  node?.type === 'Literal' ||
  (node?.type === 'TemplateLiteral' && (node.expressions as unknown[]).length === 0)

/** `sql.raw` takes text unescaped: a value in it is an injection. */
const rawSql: SourceRule = {
  files: 'server/src/**/*.ts',
  problem: (node) =>
    node.type === 'CallExpression' && calleeOf(node) === 'sql.raw' && !isConstantText(argumentsOf(node)[0])
      ? 'sql.raw takes a constant text only; bind values with ${}'
      : undefined,
}

const statementStarts =
  /^(?:selectFrom|selectNoFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|with|withRecursive)$/

/** Whether a node writes SQL: a template, a helper of `sql`, a statement of the builder, or text for `query`. */
const writesSql = (node: Node): boolean => {
  if (node.type === 'TaggedTemplateExpression') return nameOf(node.tag) === 'sql'
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false
  const property = nameOf(callee.property)
  return (
    nameOf(callee.object) === 'sql' ||
    (property === 'with' ? argumentsOf(node).length > 1 : statementStarts.test(property)) ||
    (/^(?:query|executeQuery)$/.test(property) && argumentsOf(node).length > 0)
  )
}

/** SQL is in repositories and in the database's own folders; other files call functions that have names. */
const sqlPlace: SourceRule = {
  files: 'server/src/**/!(*.repository|*.walk).ts',
  exceptFolders: ['server/src/platform/db/', 'server/src/platform/postgres/'],
  except: {
    'server/src/lead/intake/intake.directory.ts':
      'to be removed: the intake is about to move to an inbox of the platform',
    'server/src/lead/intake/source.service.ts':
      'to be removed: the intake is about to move to an inbox of the platform',
    'server/src/platform/open/directory.ts':
      'to be removed: the intake is about to move to an inbox of the platform',
  },
  problem: (node) => (writesSql(node) ? 'SQL belongs in a *.repository.ts' : undefined),
}

/** Code uses the clock of the request or job, which tests control; the wall clock escapes them. */
const wallClock: SourceRule = {
  files: 'server/src/**/!(*.test|*.factory|*.main).ts',
  except: {
    'server/src/platform/clock.ts': 'is the clock',
    'server/src/platform/postgres/leftovers.ts': 'waits for processes of the system',
    'server/src/platform/postgres/cluster.ts': 'waits for processes of the system',
    'server/src/platform/outside/doors.ts': 'is a command without an app',
    'server/src/transfer/import.service.ts':
      'limits how long a request waits, whatever the clock of the app says',
  },
  problem: (node) =>
    (node.type === 'CallExpression' && calleeOf(node) === 'Date.now') ||
    (node.type === 'NewExpression' && calleeOf(node) === 'Date' && argumentsOf(node).length === 0)
      ? 'takes the time from the clock it is given, not from Date'
      : undefined,
}

/** The web client's clock is the server's; the computer's may be days wrong. */
const computerClock: SourceRule = {
  files: 'web/src/**/*.{ts,tsx}',
  except: { 'web/src/api/clock.ts': 'is the clock' },
  problem: (node) =>
    (node.type === 'MemberExpression' && `${nameOf(node.object)}.${nameOf(node.property)}` === 'Date.now') ||
    (node.type === 'NewExpression' && calleeOf(node) === 'Date' && argumentsOf(node).length === 0) ||
    (node.type === 'CallExpression' && calleeOf(node) === 'dayjs' && argumentsOf(node).length === 0)
      ? 'takes the time from api/clock, not from the computer'
      : undefined,
}

/** Latin words that Chinese texts may contain. */
const latinWords =
  /^(?:Showroom|Ctrl|Shift|Alt|Enter|Esc|Tab|SMS|WeCom|PDF|Excel|blc|https?|webhook|id|km|OK|CPU|IP|API|URL|PNG|JPG|JPEG|MB|KB|TOP|BDC|DCC|NEV|VIN|QQ|msg)$/i
const shownAttributes =
  /^(?:title|label|placeholder|aria-label|alt|okText|cancelText|description|extra|tooltip)$/

const isEnglish = (text: string): boolean =>
  !/\p{Script=Han}/u.test(text) && (text.match(/[A-Za-z]{2,}/g) ?? []).some((word) => !latinWords.test(word))

/** The interface is Chinese. */
const englishText: SourceRule = {
  files: 'web/src/**/*.tsx',
  problem: (node) => {
    if (node.type === 'JSXText')
      return isEnglish(String(node.value)) ? `shows “${String(node.value).trim()}”` : undefined
    if (node.type !== 'JSXAttribute') return undefined
    const { name, value } = node
    const text = isNode(value) && value.type === 'Literal' ? String(value.value) : ''
    return isNode(name) && shownAttributes.test(String(name.name)) && isEnglish(text)
      ? `shows “${text}”`
      : undefined
  },
}

export const sourceRules = { rawSql, sqlPlace, wallClock, computerClock, englishText } satisfies Record<
  string,
  SourceRule
>

/** The problems of one text, as `file:line: problem`. */
export function problemsIn(rule: SourceRule, file: string, text: string): string[] {
  const problems: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    else if (isNode(value)) {
      const problem = rule.problem(value)
      if (problem) problems.push(`${file}:${text.slice(0, value.start).split('\n').length}: ${problem}`)
      for (const inner of Object.values(value)) if (typeof inner === 'object') visit(inner)
    }
  }
  visit(parseSync(file, text).program)
  return problems
}

/** The problems of the repository below `root`. */
export const problemsOf = (rule: SourceRule, root: string): string[] =>
  globSync(rule.files, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/seed/**'] })
    .filter((file) => !/\.(?:test|factory)\.tsx?$/.test(file) && !rule.except?.[file])
    .filter((file) => !rule.exceptFolders?.some((folder) => file.startsWith(folder)))
    .toSorted()
    .flatMap((file) => problemsIn(rule, file, readFileSync(path.join(root, file), 'utf8')))
