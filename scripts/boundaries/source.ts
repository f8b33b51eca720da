import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { endlessListener, endlessTimer, pastDelay } from './endings.ts'
import { unlabelled } from './labels.ts'
import { moduleState, roomState } from './memory.ts'
import { floatMoney } from './money.ts'
import { historyPlace, pageTitle, rawHtml, requestPlace, storagePlace, uncheckedAddress } from './page.ts'
import {
  argumentsOf,
  calleeOf,
  isNode,
  memberOf,
  nameOf,
  type Node,
  type SourceRule,
  stringOf,
  textsOf,
} from './syntax.ts'
import { castText, localZone, queryPlace } from './values.ts'

/** Text that is not escaped: a value in it is an injection. Renaming `sql` would hide it. */
const rawSql: SourceRule = {
  files: 'server/src/**/*.ts',
  except: {
    'server/src/platform/db/client.ts': 'sends statements that were compiled before',
  },
  problem: (node) => {
    const isRaw = node.type === 'MemberExpression' && /^(?:sql|CompiledQuery)\.raw$/.test(memberOf(node))
    const isRenamed =
      (node.type === 'ImportSpecifier' && nameOf(node.imported) === 'sql' && nameOf(node.local) !== 'sql') ||
      (node.type === 'VariableDeclarator' && nameOf(node.init) === 'sql')
    return isRaw || isRenamed
      ? 'sends unescaped text; write it as sql`…` and bind values with ${}'
      : undefined
  },
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
  files: 'server/src/**/!(*.repository|*.tables|*.walk).ts',
  exceptFolders: [
    'server/src/platform/db/',
    'server/src/operate/postgres/',
    'server/src/operate/distribute/',
    'server/src/operate/stores/',
  ],
  problem: (node) => (writesSql(node) ? 'SQL belongs in a *.repository.ts' : undefined),
}

/** Raw SQL names the tables that it writes, so that open pages learn of the write (docs/decisions/0108-topics-from-writes.md). */
const namedTarget: SourceRule = {
  files: 'server/src/**/*.repository.ts',
  problem: (node) =>
    node.type === 'TemplateElement' &&
    /\b(?:insert into|delete from|merge into)\s+["\w]|\bupdate\s+["\w.]+\s+(?:(?:as\s+)?\w+\s+)?set\b/i.test(
      stringOf(node) ?? '',
    )
      ? 'names the table that it writes: ${target(…)}'
      : undefined,
}

/** Whether a node reads the time of the computer. */
const readsClock = (node: Node): boolean =>
  (node.type === 'MemberExpression' && /^(?:Date\.now|Temporal\.Now)$/.test(memberOf(node))) ||
  (node.type === 'NewExpression' && calleeOf(node) === 'Date' && argumentsOf(node).length === 0) ||
  (node.type === 'CallExpression' && calleeOf(node) === 'Date')

/** Code uses the clock of the request or job, which tests control; the wall clock escapes them. */
const wallClock: SourceRule = {
  files: 'server/src/**/!(*.test|*.factory|*.main).ts',
  except: {
    'server/src/platform/clock.ts': 'is the clock',
    'server/src/operate/postgres/leftovers.ts': 'waits for processes of the system',
    'server/src/operate/postgres/cluster.ts': 'waits for processes of the system',
    'server/src/platform/outside/doors.ts': 'is a command without an app',
    'server/src/transfer/import/import.service.ts':
      'limits how long a request waits, whatever the clock of the app says',
  },
  problem: (node) =>
    readsClock(node) ? 'takes the time from the clock it is given, not from Date' : undefined,
}

/** A statement gets the time as a value: PostgreSQL's clock escapes the tests as well. */
const databaseClock: SourceRule = {
  files: 'server/src/**/!(*.test|*.factory|*.main).ts',
  except: {
    'server/src/platform/db/health.ts': 'compares the clocks',
    'server/src/platform/db/migrate.ts': "compares PostgreSQL's own times of sessions",
    'server/src/platform/jobs/jobs.repository.ts': "compares pg-boss's times, which are PostgreSQL's",
    'server/src/platform/observe/backups.repository.ts':
      "compares PostgreSQL's own time of its last archived segment",
  },
  problem: (node) =>
    /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)\b/i.test(
      stringOf(node) ?? '',
    )
      ? 'takes the time as a value, not from PostgreSQL'
      : undefined,
}

/** The web client's clock is the server's; the computer's may be days wrong. */
const computerClock: SourceRule = {
  files: 'web/src/**/*.{ts,tsx}',
  except: { 'web/src/api/clock.ts': 'is the clock' },
  problem: (node) =>
    readsClock(node) ||
    (/^(?:New|Call)Expression$/.test(node.type) &&
      calleeOf(node) === 'dayjs' &&
      argumentsOf(node).length === 0)
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

/** Starts like an English sentence; names of keys and fonts do not. */
const isSentence = (text: string): boolean =>
  /^[A-Z][a-z]+ [a-z]{2,}/.test(text.trim()) && !/\p{Script=Han}/u.test(text)

/** Methods that show a short message. */
const noticeKinds = /^(?:success|error|warning|info|loading)$/

/** Texts of a constant of the file: `const hint = 'Saved'`. */
const textsNamed = (value: unknown, text: string): string[] =>
  isNode(value) && value.type === 'Identifier'
    ? [...text.matchAll(new RegExp(`\\bconst ${nameOf(value)} = (['"])(.*?)\\1`, 'g'))].map(
        ([, , one = '']) => one,
      )
    : []

/** The interface is Chinese: in elements, in what names or explains them, and in any sentence. */
const englishText: SourceRule = {
  files: 'web/src/**/*.{ts,tsx}',
  // Errors are for developers, style elements hold CSS.
  skips: (node) =>
    (node.type === 'NewExpression' && calleeOf(node).endsWith('Error')) ||
    (node.type === 'JSXElement' && isNode(node.openingElement) && isNode(node.openingElement.name)
      ? node.openingElement.name.name === 'style'
      : false),
  problem: (node, { source }) => {
    const shows = (texts: readonly string[]): string | undefined => {
      const text = texts.find((one) => isEnglish(one) && !isSentence(one))
      return text === undefined ? undefined : `shows “${text.trim()}”`
    }
    const own = stringOf(node)
    if (own !== undefined) return isSentence(own) ? `shows “${own.trim()}”` : undefined
    switch (node.type) {
      case 'JSXText':
        return isEnglish(String(node.value)) ? `shows “${String(node.value).trim()}”` : undefined
      case 'JSXElement':
      case 'JSXFragment':
        return shows(
          (node.children as Node[])
            .filter(({ type }) => type === 'JSXExpressionContainer')
            .flatMap((child) => [...textsOf(child), ...textsNamed(child.expression, source.text)]),
        )
      case 'CallExpression':
        return isNode(node.callee) &&
          node.callee.type === 'MemberExpression' &&
          noticeKinds.test(nameOf(node.callee.property))
          ? shows(argumentsOf(node).flatMap(textsOf))
          : undefined
      case 'JSXAttribute':
        return isNode(node.name) && shownAttributes.test(String(node.name.name))
          ? shows(textsOf(node.value))
          : undefined
      case 'Property':
        return shownAttributes.test(nameOf(node.key)) ? shows(textsOf(node.value)) : undefined
      default:
        return undefined
    }
  },
}

/** `styles.ts` checks that each class of ours has a style; it knows them by their beginning. */
const ownClass: SourceRule = {
  files: 'web/src/**/*.tsx',
  problem: (node) => {
    if (node.type !== 'JSXAttribute' || !isNode(node.name) || node.name.name !== 'className') return undefined
    const names = textsOf(node.value).flatMap((text) => text.split(/\s+/).filter(Boolean))
    const plain = names.find((name) => !/^-|^(?:sr|ant)-/.test(name))
    return plain ? `has the class ${plain}, which is neither ours (sr-) nor antd's (ant-)` : undefined
  },
}

/** Tips open on hover, focus and tap only if all of them are the one that does. */
const oneTip: SourceRule = {
  files: 'web/src/**/*.tsx',
  except: { 'web/src/ui/TipBubble.tsx': 'is the tip' },
  problem: (node) =>
    node.type === 'ImportSpecifier' && nameOf(node.imported) === 'Tooltip'
      ? 'takes Tip, TipText or TipButton of ui/Tip: a tooltip of antd is out of reach for keyboard and touch'
      : undefined,
}

/** A disabled button takes no focus, so its `title` reaches neither keyboard nor touch. */
const mutedReason: SourceRule = {
  files: 'web/src/**/*.tsx',
  problem: (node) => {
    if (node.type !== 'JSXOpeningElement') return undefined
    const names = new Set((node.attributes as Node[]).map(({ name }) => isNode(name) && name.name))
    return names.has('disabled') && names.has('title')
      ? 'gives its reason with TipButton and isBarred'
      : undefined
  },
}

export const sourceRules = {
  rawSql,
  sqlPlace,
  namedTarget,
  wallClock,
  databaseClock,
  computerClock,
  englishText,
  ownClass,
  oneTip,
  mutedReason,
  rawHtml,
  uncheckedAddress,
  pageTitle,
  storagePlace,
  historyPlace,
  requestPlace,
  queryPlace,
  endlessTimer,
  endlessListener,
  pastDelay,
  localZone,
  castText,
  floatMoney,
  unlabelled,
  moduleState,
  roomState,
} satisfies Record<string, SourceRule>

const disabling = /^\s*source-disable-next-line (\w+) -- \S/

/** The problems of one text by rule, as `file:line: problem`, and exceptions beside the code that nothing needs. */
export function problemsIn(
  rules: Readonly<Record<string, SourceRule>>,
  file: string,
  text: string,
): string[] {
  const problems: string[] = []
  const { program, comments } = parseSync(file, text)
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  const excepted = new Map(
    comments.flatMap(({ value, end }) => {
      const [, name] = disabling.exec(value) ?? []
      return name && rules[name]
        ? [[`${name} ${lineAt(end) + 1}`, `${file}:${lineAt(end)}: excepts nothing`]]
        : []
    }),
  )
  const unneeded = new Map(excepted)
  const source = { file, text, program: program as unknown as Node }
  const above: Node[] = []
  const visit = (value: unknown, active: readonly (readonly [string, SourceRule])[]): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, active)
    if (!isNode(value)) return
    const reading = active.filter(([, rule]) => !rule.skips?.(value))
    for (const [name, rule] of reading) {
      const problem = rule.problem(value, { source, above })
      if (!problem) continue
      const line = lineAt(value.start)
      if (excepted.has(`${name} ${line}`)) unneeded.delete(`${name} ${line}`)
      else problems.push(`${file}:${line}: ${problem}`)
    }
    above.push(value)
    for (const inner of Object.values(value)) if (typeof inner === 'object') visit(inner, reading)
    above.pop()
  }
  visit(program, Object.entries(rules))
  return [...problems, ...unneeded.values()]
}

/** The problems of the repository below `root`. Each file is parsed once for all rules. */
export function problemsOf(rules: Readonly<Record<string, SourceRule>>, root: string): string[] {
  const byFile = new Map<string, Record<string, SourceRule>>()
  for (const [name, rule] of Object.entries(rules))
    for (const file of filesOf(rule, root)) byFile.set(file, { ...byFile.get(file), [name]: rule })
  return [...byFile]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([file, own]) => problemsIn(own, file, readFileSync(path.join(root, file), 'utf8')))
}

const filesOf = ({ files, except, exceptFolders }: SourceRule, root: string): string[] =>
  globSync(files, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/seed/**'] })
    .filter((file) => !/\.(?:test|factory)\.tsx?$/.test(file) && !except?.[file])
    .filter((file) => !exceptFolders?.some((folder) => file.startsWith(folder)))
